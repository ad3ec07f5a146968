package pbem

import (
	"cmp"
	"crypto/rand"
	"math/big"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
)

// mostGatherings is how many games one member may have waiting for players.
const mostGatherings = 5

// newGame makes a gathering; who makes it is in.
func newGame(e *batch, rest string) (bool, error) {
	g, err := lobby.ReadPlan(rest, e.d.cfg.Pace)
	if err != nil {
		return true, err
	}
	if err := e.present(); err != nil {
		return true, err
	}
	if err := e.tooMany(); err != nil {
		return true, err
	}
	if !g.Seeded {
		n, err := rand.Int(rand.Reader, big.NewInt(1<<31))
		if err != nil {
			return true, err
		}
		g.Seed = n.Int64() + 1
	}
	number, err := e.d.db.NextID()
	if err != nil {
		return true, err
	}
	g.ID, g.Players = gameID(number), []string{e.who.member.ID}
	v := &visit{now: g}
	v.changed("it waits for players", "%s has made it", e.who.member.CallName())
	e.visits = append(e.visits, v)
	e.visit, e.at = v, nil
	return true, nil
}

// tooMany refuses one gathering too many of one member.
func (b *batch) tooMany() error {
	list, err := b.shown()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return g.Players[0] != b.who.member.ID })
	if len(list) >= mostGatherings {
		return engine.Refuse("You have %d games waiting for players, and no more are allowed at a time. %s \"leave\" with the id leaves one.", len(list), gathers(list))
	}
	return nil
}

// present makes sure that the sender is a member with a name.
func (b *batch) present() error {
	return b.me(func(m *people.Member) {
		if m.Name == "" {
			m.Name = b.nameOf(*m)
		}
	})
}

// nameOf returns the name for a member who has not set one: as in another of
// their games, as in their mail, or as in their address.
func (b *batch) nameOf(m people.Member) string {
	name, ok := people.PlainName(b.l.FromName)
	if ok && strings.EqualFold(b.l.From, m.Address) && len(b.d.seatsOf(m.Address)) == 0 {
		return name
	}
	return b.d.called(m)
}

// join puts the sender into a gathering. To join a running game means to take
// over an open seat, to which people are invited as well.
func join(e *batch, rest string) (bool, error) {
	if id := e.begun(rest); id != "" {
		return takeover(e, id+" "+withoutGame(rest))
	}
	if err := e.present(); err != nil {
		return true, err
	}
	me := e.who.member.ID
	if err := e.visitFor(rest, func(g lobby.Gathering) bool { return !g.Has(me) }); err != nil {
		if gameWord(rest) != "" || e.visitFor(rest, func(lobby.Gathering) bool { return true }) != nil {
			return true, err
		}
	}
	v, g := e.visit, &e.visit.now
	if err := v.closing(); err != nil {
		return true, err
	}
	if g.Has(me) {
		v.stays, v.mine = true, cmp.Or(v.mine, "you are in")
		return true, nil
	}
	if i := g.Invitation(me); i != nil {
		i.Declined = false
	}
	g.Players = append(g.Players, me)
	v.changed("you are in", "%s has joined, %d of %d", e.who.member.CallName(), len(g.Players), g.Most)
	v.begins = g.Full()
	return true, nil
}

// begun returns the running game with an open seat that a line names, or whose
// invitation the mail answers; "" for none.
func (b *batch) begun(rest string) string {
	id := cmp.Or(gameWord(rest), b.d.gatheringAnswered(b.l))
	if id == "" || b.visit != nil && gameWord(rest) == "" {
		return ""
	}
	if _, waits, err := b.d.gathering(id); waits || err != nil {
		return ""
	}
	t, err := b.d.table(id)
	if err != nil || t.IsOn() != nil || len(t.Open()) == 0 {
		return ""
	}
	return id
}

// leave takes the sender out of a gathering, or answers an invitation with no.
func leave(e *batch, rest string) (bool, error) {
	me := e.who.member.ID
	mine := func(g lobby.Gathering) bool { return g.Has(me) || slices.Contains(g.Expected(), me) }
	if e.at != nil && gameWord(rest) == "" && !e.at.table.Plays(e.at.player) {
		return true, engine.Refuse("%s is on, and you watch it: \"unobserve %s\" ends that.", e.at.table.Record.Name, e.at.table.ID)
	}
	if e.at != nil && gameWord(rest) == "" {
		return true, engine.Refuse("%s is on: \"leave\" is for games that wait for players, with their id. To give up your seat say: resign %s", e.at.table.Record.Name, e.at.table.ID)
	}
	if err := e.visitFor(rest, mine); err != nil {
		return true, err
	}
	v, g := e.visit, &e.visit.now
	if err := v.closing(); err != nil {
		return true, err
	}
	if !mine(*g) {
		return true, engine.Refuse("You are not in %s. \"games\" lists those you are in.", g.Label())
	}
	e.depart(v)
	return true, nil
}

func (b *batch) depart(v *visit) {
	g, me := &v.now, b.who.member
	if i := g.Invitation(me.ID); i != nil {
		i.Declined = true
	}
	if !g.Has(me.ID) {
		v.changed("you are not coming", "%s is not coming", me.CallName())
		return
	}
	made := g.Players[0] == me.ID
	g.Players = slices.DeleteFunc(g.Players, func(id string) bool { return id == me.ID })
	v.changed("you have left", "%s has left, %d of %d", me.CallName(), len(g.Players), g.Most)
	v.closed = len(g.Players) == 0
	if made && !v.closed {
		v.news = append(v.news, b.called(g.Players[0])+" can start it now")
	}
}

// called is the name of a member.
func (b *batch) called(id string) string {
	m, err := b.person(id)
	if err != nil {
		return "somebody"
	}
	return m.CallName()
}

// start begins a gathering with those who are in; without one the line is a
// move.
func start(e *batch, rest string) (bool, error) {
	if gameWord(rest) == "" && (e.visit == nil && e.at != nil || rest != "") {
		return false, nil
	}
	v, err := e.mine(rest, "starts it")
	if err != nil {
		return true, err
	}
	if n := len(v.now.Players); n < v.now.Least {
		return true, engine.Refuse("%s is for %s, and %d of them are in. Invite others with \"invite ADDRESS\", or make it smaller with \"players NUMBER\".", v.now.Label(), v.now.Size(), n)
	}
	v.begins = true
	return true, nil
}

// resize changes for how many players a gathering is.
func resize(e *batch, rest string) (bool, error) {
	words := slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return gameWord(w) != "" })
	v, err := e.mine(gameWord(rest), "says for how many it is")
	if err != nil {
		return true, err
	}
	g := v.now
	n := 0
	if len(words) > 0 {
		g.Least, g.Most, n = lobby.CountOf(words)
	}
	if n == 0 || n < len(words) {
		return true, engine.Refuse("Say for how many players %s is: players 3 or players 3-5.", g.Label())
	}
	if len(g.Players) > g.Most {
		return true, engine.Refuse("%d are in %s already: it cannot be for %d.", len(g.Players), g.Label(), g.Most)
	}
	if err := g.Check(); err != nil {
		return true, err
	}
	v.now = g
	v.changed("it is for "+g.Size(), "it is for %s now", g.Size())
	v.begins = g.Full()
	return true, nil
}

// mine finds the gathering of a line that only who made it may say.
func (b *batch) mine(rest, does string) (*visit, error) {
	me := b.who.member.ID
	if err := b.visitFor(rest, func(g lobby.Gathering) bool { return g.Players[0] == me }); err != nil {
		return nil, err
	}
	if err := b.visit.closing(); err != nil {
		return nil, err
	}
	if g := b.visit.now; g.Players[0] != me {
		return nil, engine.Refuse("%s %s: ask them. With %d players it begins by itself.", b.called(g.Players[0]), does, g.Most)
	}
	return b.visit, nil
}
