package joining

import (
	"cmp"
	"crypto/rand"
	"math/big"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/table"
)

// mostGatherings limits how many games that wait for players one member may have.
const mostGatherings = 5

// NewGame makes a gathering, with the sender as its first player.
func NewGame(b *batch.Batch, rest string) (bool, error) {
	g, err := lobby.ReadPlan(rest, b.Draft.Config.Pace)
	if err != nil {
		return true, err
	}
	if err := present(b); err != nil {
		return true, err
	}
	v, err := gather(b, g)
	if err != nil {
		return true, err
	}
	changed(v, "it waits for players", "%s made it", b.Who.Member.CallName())
	return true, nil
}

// gather makes a gathering of what the sender wants, with the sender as its first player, the one that the next lines are
// for. With robots in all other seats it begins at once.
func gather(b *batch.Batch, g lobby.Gathering) (*batch.Visit, error) {
	if err := cmp.Or(tooMany(b), tooManyRobots(b, g)); err != nil {
		return nil, err
	}
	if !g.Seeded {
		n, err := rand.Int(rand.Reader, big.NewInt(1<<31))
		if err != nil {
			return nil, err
		}
		g.Seed = n.Int64() + 1
	}
	number, err := b.Draft.DB.NextID()
	if err != nil {
		return nil, err
	}
	g.ID, g.Players = desk.GameID(number), []string{b.Who.Member.ID}
	v := &batch.Visit{Now: g, Begins: g.Full()}
	batch.Visiting(b, v)
	return v, nil
}

// tooMany refuses a new gathering if the member has mostGatherings already.
func tooMany(b *batch.Batch) error {
	list, err := b.Shown()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return g.Players[0] != b.Who.Member.ID })
	if len(list) >= mostGatherings {
		return engine.Refuse("You have %d games waiting for players, and no more are allowed at a time. %s \"leave\" with the id leaves one.", len(list), gathers(list))
	}
	return nil
}

// mostWithRobots limits how many running games with robots a member may be in when they begin
// another: each costs the service time to think.
const mostWithRobots = 5

// tooManyRobots refuses a new game with robots if the sender has mostWithRobots already.
func tooManyRobots(b *batch.Batch, g lobby.Gathering) error {
	if g.Robots == nil {
		return nil
	}
	var with []string
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		if len(w.Table.RobotSeats()) > 0 && w.Table.Plays(w.Player) {
			with = append(with, w.Table.Called())
		}
	}
	for _, v := range b.Visits {
		if v.Now.Robots != nil && v.Begins {
			with = append(with, v.Now.Label())
		}
	}
	if len(with) < mostWithRobots {
		return nil
	}
	return engine.Refuse("You play in %d games with robots, and no more may be begun then: %s. \"end game\" ends one that you play alone, \"resign\" with the id leaves one.", len(with), table.List(with))
}

// present makes sure that the sender is a member with a name.
func present(b *batch.Batch) error {
	return b.Me(func(m *people.Member) {
		if m.Name == "" {
			m.Name = nameOf(b, *m)
		}
	})
}

// nameOf returns a name for a member who has not set one. It comes from another of their
// games, the mail's sender name, or the address.
func nameOf(b *batch.Batch, m people.Member) string {
	name, ok := people.PlainName(b.Letter.FromName)
	if ok && strings.EqualFold(b.Letter.From, m.Address) && len(b.Draft.SeatsOf(m.Address)) == 0 {
		return name
	}
	return account.Called(b.Draft, m)
}

// Join puts the sender into a gathering. For a running game it takes over an open seat,
// because people are invited to those too.
func Join(b *batch.Batch, rest string) (bool, error) {
	if id := begun(b, rest); id != "" {
		return Takeover(b, id+" "+withoutGame(rest))
	}
	if err := present(b); err != nil {
		return true, err
	}
	me := b.Who.Member.ID
	if err := visitFor(b, rest, func(g lobby.Gathering) bool { return !g.Has(me) }); err != nil {
		if gameWord(rest) != "" || visitFor(b, rest, func(lobby.Gathering) bool { return true }) != nil {
			return true, err
		}
	}
	v, g := b.Visit, &b.Visit.Now
	if err := closing(v); err != nil {
		return true, err
	}
	if g.Has(me) {
		v.Stays, v.Mine = true, cmp.Or(v.Mine, "you are in")
		return true, nil
	}
	if i := g.Invitation(me); i != nil {
		i.Declined = false
	}
	g.Players = append(g.Players, me)
	changed(v, "you are in", "%s has joined, %d of %d", b.Who.Member.CallName(), g.In(), g.Most)
	v.Begins = g.Full()
	return true, nil
}

// begun returns the running game with an open seat that a line names, or to which the
// mail answers an invitation. It returns "" if there is none.
func begun(b *batch.Batch, rest string) string {
	id := cmp.Or(gameWord(rest), GatheringAnswered(b.Draft, b.Letter))
	if id == "" || b.Visit != nil && gameWord(rest) == "" {
		return ""
	}
	if _, waits, err := b.Draft.Gathering(id); waits || err != nil {
		return ""
	}
	t, err := b.Draft.Table(id)
	if err != nil || t.IsOn() != nil || len(t.Open()) == 0 {
		return ""
	}
	return id
}

// seatIn reports whether the sender has a seat in a running game.
func seatIn(b *batch.Batch, id string) bool {
	return slices.ContainsFunc(b.Draft.SeatsOf(b.Who.Member.Address), func(w desk.Sender) bool {
		return w.Table.ID == id && w.Table.Plays(w.Player)
	})
}

// Leave takes the sender out of a gathering, or declines an invitation.
func Leave(b *batch.Batch, rest string) (bool, error) {
	me := b.Who.Member.ID
	mine := func(g lobby.Gathering) bool { return g.Has(me) || slices.Contains(g.Expected(), me) }
	if b.At != nil && gameWord(rest) == "" && !b.At.Table.Plays(b.At.Player) {
		return true, engine.Refuse("%s is on, and you watch it: \"unobserve %s\" ends that.", b.At.Table.Record.Name, b.At.Table.ID)
	}
	if b.At != nil && gameWord(rest) == "" {
		return true, engine.Refuse("%s has begun: \"leave\" is for games still waiting for players. To give up your seat say: resign %s", b.At.Table.Record.Name, b.At.Table.ID)
	}
	if id := gameWord(rest); id != "" && seatIn(b, id) {
		return true, engine.Refuse("%s has begun: \"leave\" is for games still waiting for players. To give up your seat say: resign %s", id, id)
	}
	if err := visitFor(b, rest, mine); err != nil {
		return true, err
	}
	v, g := b.Visit, &b.Visit.Now
	if err := closing(v); err != nil {
		return true, err
	}
	if !mine(*g) {
		return true, engine.Refuse("You are not in %s. \"games\" lists those you are in.", g.Label())
	}
	depart(b, v)
	return true, nil
}

func depart(b *batch.Batch, v *batch.Visit) {
	g, me := &v.Now, b.Who.Member
	if i := g.Invitation(me.ID); i != nil {
		i.Declined = true
	}
	if !g.Has(me.ID) {
		changed(v, "you are not coming", "%s is not coming", me.CallName())
		return
	}
	made := g.Players[0] == me.ID
	g.Players = slices.DeleteFunc(g.Players, func(id string) bool { return id == me.ID })
	changed(v, "you have left", "%s has left, %d of %d", me.CallName(), g.In(), g.Most)
	v.Closed = len(g.Players) == 0
	if made && !v.Closed {
		v.News = append(v.News, called(b, g.Players[0])+" can start it now")
	}
}

// called returns the name of a member.
func called(b *batch.Batch, id string) string {
	m, err := person(b, id)
	if err != nil {
		return "somebody"
	}
	return m.CallName()
}

// Start begins a gathering with those who have joined. If the line is not about a
// gathering, it may be a move, and Start leaves it to the game.
func Start(b *batch.Batch, rest string) (bool, error) {
	if gameWord(rest) == "" && (b.Visit == nil && b.At != nil || rest != "") {
		return false, nil
	}
	v, err := mine(b, rest, "starts it")
	if err != nil {
		return true, err
	}
	if n := v.Now.In(); n < v.Now.Least {
		return true, engine.Refuse("%s is for %s, and %d of them are in. Invite others with \"invite ADDRESS\", or make it smaller with \"players NUMBER\".", v.Now.Label(), v.Now.Size(), n)
	}
	v.Begins = true
	return true, nil
}

// Resize changes how many players a gathering is for.
func Resize(b *batch.Batch, rest string) (bool, error) {
	words := slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return gameWord(w) != "" })
	v, err := mine(b, gameWord(rest), "says for how many it is")
	if err != nil {
		return true, err
	}
	g := v.Now
	n := 0
	if len(words) > 0 {
		g.Least, g.Most, n = lobby.CountOf(words)
	}
	if n == 0 || n < len(words) {
		return true, engine.Refuse("Say for how many players %s is: players 3 or players 3-5.", g.Label())
	}
	if g.In() > g.Most {
		return true, engine.Refuse("%d are in %s already: it cannot be for %d.", g.In(), g.Label(), g.Most)
	}
	if err := g.Check(); err != nil {
		return true, err
	}
	v.Now = g
	changed(v, "it is for "+g.Size(), "it is for %s now", g.Size())
	v.Begins = g.Full()
	return true, nil
}

// mine finds the gathering for a line that only its maker may say.
func mine(b *batch.Batch, rest, does string) (*batch.Visit, error) {
	me := b.Who.Member.ID
	if err := visitFor(b, rest, func(g lobby.Gathering) bool { return g.Players[0] == me }); err != nil {
		return nil, err
	}
	if err := closing(b.Visit); err != nil {
		return nil, err
	}
	if g := b.Visit.Now; g.Players[0] != me {
		return nil, engine.Refuse("%s %s: ask them. With %d players it starts automatically.", called(b, g.Players[0]), does, g.Most)
	}
	return b.Visit, nil
}
