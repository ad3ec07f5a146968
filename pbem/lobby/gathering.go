package lobby

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// A Gathering is a game that has not begun; players may still join. It is
// stored as the mark "gathering/ID", and the game will have the same id.
type Gathering struct {
	ID      string            `json:"id"`
	Title   string            `json:"title"` // slug
	Name    string            `json:"name"`
	Least   int               `json:"least"` // players needed for a start
	Most    int               `json:"most"`  // with this many it starts by itself
	Options map[string]string `json:"options,omitempty"`
	Pace    *pace.Pace        `json:"pace,omitempty"`    // nil for the host's pace
	Talk    string            `json:"talk,omitempty"`    // OpenTalk or PrivateTalk; "" for OpenTalk
	Advice  bool              `json:"advice,omitempty"`  // players may ask for advice
	Seed    int64             `json:"seed"`              // for the seat order and the setup
	Seeded  bool              `json:"seeded,omitempty"`  // the seed was given, not drawn
	Private bool              `json:"private,omitempty"` // only invited players may join
	Again   string            `json:"again,omitempty"`   // the game that is over and is played once more; "" for none
	Robots  *Robots           `json:"robots,omitempty"`  // seats that robots will play, of those counted by Least and Most; nil for none

	Players []string             `json:"players"` // ids of members; the first may start it
	Invited []Invitation         `json:"invited,omitempty"`
	Stirred time.Time            `json:"stirred"`           // when it last changed
	Warned  time.Time            `json:"warned,omitzero"`   // when everybody was told that it will close
	Noticed map[string]time.Time `json:"noticed,omitempty"` // by member: when they last got news of it, or will
	Changes int                  `json:"changes"`           // number of changes
}

// An Invitation is a member who was asked to join. It stays after they have
// joined or declined, so that nobody is invited twice.
type Invitation struct {
	Member   string `json:"member"`       // id
	By       string `json:"by,omitempty"` // the member who invited them
	Declined bool   `json:"declined,omitempty"`
}

// Gatherings is the kind of marks that hold gatherings, by id.
var Gatherings = store.NewKind("gathering", store.Text(), store.JSON[Gathering]())

// Rematches is the kind of marks that hold the gathering for the rematch of a game, by the game: there is one at a time,
// whoever asks for it first.
var Rematches = store.NewKind("rematch", store.Text(), store.Form[string]{
	Write: func(id string) (string, error) { return id, nil },
	Read: func(text string) (string, error) {
		if Number(text) == 0 {
			return "", fmt.Errorf("%q is not the id of a game", text)
		}
		return text, nil
	},
})

// After the first of these times without news, the players are told that the
// gathering is about to close. After the second it closes.
const (
	StillFor  = 14 * 24 * time.Hour
	closeWait = 7 * 24 * time.Hour
)

// Number is the number in "g12" or "m7".
func Number(id string) int {
	n, _ := strconv.Atoi(id[min(1, len(id)):])
	return n
}

// Keep writes a gathering into a commit, with the deadline until which it stays
// open.
func (g Gathering) Keep(c *store.Commit) {
	Gatherings.Set(c.Marks, g.ID, g)
	if g.Again != "" {
		Rematches.Set(c.Marks, g.Again, g.ID)
	}
	notice := store.Deadline{Game: g.ID, Key: "gathering/notice"}
	if g.Warned.IsZero() {
		notice.At = g.Stirred.Add(StillFor)
	}
	c.Deadlines = append(c.Deadlines, notice, store.Deadline{Game: g.ID, Key: "gathering/close", At: g.Closes()})
}

// noticeEvery is how often news of a gathering go out, at most.
const noticeEvery = time.Hour

// Notice returns when news of a gathering may go out to a member, zero for at
// once. News within an hour goes out together.
func (g *Gathering) Notice(member string, now time.Time) (at time.Time) {
	if g.Noticed == nil {
		g.Noticed = map[string]time.Time{}
	}
	last := g.Noticed[member]
	switch next := last.Add(noticeEvery); {
	case last.After(now):
		return last
	case next.After(now):
		g.Noticed[member] = next
		return next
	}
	g.Noticed[member] = now
	return time.Time{}
}

// Closes returns when the gathering closes if nothing happens and there is no outage.
func (g Gathering) Closes() time.Time {
	from, life := g.Life()
	return from.Add(life)
}

// Life returns since when nothing has happened that keeps the gathering open, and after how
// long it closes.
func (g Gathering) Life() (from time.Time, life time.Duration) {
	if !g.Warned.IsZero() {
		return g.Warned, closeWait
	}
	return g.Stirred, StillFor + closeWait
}

// Forget removes a gathering in a commit: it has begun, or is closed.
func (g Gathering) Forget(c *store.Commit) {
	Gatherings.Clear(c.Marks, g.ID)
	if g.Again != "" {
		Rematches.Clear(c.Marks, g.Again)
	}
	c.Drop = append(c.Drop, g.Topic("")) // news that are still waiting
	c.Deadlines = append(c.Deadlines,
		store.Deadline{Game: g.ID, Key: "gathering/notice"}, store.Deadline{Game: g.ID, Key: "gathering/close"})
}

// Topic returns the topic of the mails that tell a member how it stands, or of
// all of them.
func (g Gathering) Topic(member string) string { return "gathering/" + g.ID + "/" + member }

// Copy copies what is changed in place.
func (g Gathering) Copy() Gathering {
	g.Players, g.Invited, g.Noticed = slices.Clone(g.Players), slices.Clone(g.Invited), maps.Clone(g.Noticed)
	return g
}

// Has reports whether a member is in.
func (g Gathering) Has(member string) bool { return slices.Contains(g.Players, member) }

// Invitation returns a member's, nil for none.
func (g *Gathering) Invitation(member string) *Invitation {
	i := slices.IndexFunc(g.Invited, func(i Invitation) bool { return i.Member == member })
	if i < 0 {
		return nil
	}
	return &g.Invited[i]
}

// Expected returns the members who were invited and have not answered.
func (g Gathering) Expected() []string {
	var out []string
	for _, i := range g.Invited {
		if !i.Declined && !g.Has(i.Member) {
			out = append(out, i.Member)
		}
	}
	return out
}

// Shows reports whether a member may know of the gathering.
func (g Gathering) Shows(member string) bool {
	return !g.Private || g.Has(member) || g.Invitation(member) != nil
}

// Variants returns those the game will be played with.
func (g Gathering) Variants() []title.Variant {
	t, ok := titles.Find(g.Title)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Variants), func(v title.Variant) bool { return g.Options[v.Key] == "" })
}

// Label is "Shoreline (g12)".
func (g Gathering) Label() string { return g.Name + " (" + g.ID + ")" }

// Size is "4 players" or "3 to 5 players".
func (g Gathering) Size() string {
	size := fmt.Sprintf("%d to %d players", g.Least, g.Most)
	if g.Least == g.Most {
		size = step.Plural(g.Most, "player")
	}
	if with := g.WithRobots(); with != "" {
		size += ", " + with
	}
	return size
}

// Full reports whether it starts automatically.
func (g Gathering) Full() bool { return g.In() >= g.Most }

// Missing says who is still waited for.
func (g Gathering) Missing() string {
	more := g.Most - g.In()
	switch short := g.Least - g.In(); {
	case g.Least == g.Most:
		return fmt.Sprintf("%d more, then it starts automatically", more)
	case short > 0:
		return fmt.Sprintf("%d more before it can be started; with %d more it starts automatically", short, more)
	}
	return fmt.Sprintf("nobody, it can be started; with %d more it starts automatically", more)
}

// Game returns the game that a gathering becomes. The seats are drawn.
func (g Gathering) Game(players []people.Member) (table.NewGame, error) {
	t, ok := titles.Find(g.Title)
	if !ok {
		return table.NewGame{}, fmt.Errorf("gathering %s: title %q is unknown to this version", g.ID, g.Title)
	}
	n := table.NewGame{ID: g.ID, Title: t, Name: g.Name, Seed: g.Seed, Options: optionsFor(t, g.Options, len(players)+g.RobotSeats()), Pace: g.Pace, Talk: g.Talk, Advice: g.Advice}
	if g.Private {
		n.Shown = table.PageUnlisted
	}
	seats := rand.New(rand.NewPCG(uint64(g.Seed), seatStream)) // used for the seats only
	for _, i := range seats.Perm(len(players) + g.RobotSeats()) {
		if i >= len(players) {
			n.Seats = append(n.Seats, table.RobotSeat(n.Seats, g.Robots.Level))
			continue
		}
		n.Seats = append(n.Seats, table.Seat{Name: freeName(n.Seats, players[i].CallName()), Address: players[i].Address})
	}
	return n, nil
}

const seatStream = 0x5ea7

// freeName returns a name that no seat has: "Amy", "Amy 2".
func freeName(seats []table.Seat, name string) string {
	free := name
	for n := 2; slices.ContainsFunc(seats, func(s table.Seat) bool { return strings.EqualFold(s.Name, free) }); n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// Renamed puts one member in the places of another.
func (g Gathering) Renamed(old, fresh string) Gathering {
	out := g
	out.Players, out.Invited = nil, nil
	for _, p := range g.Players {
		if p == old {
			p = fresh
		}
		if !slices.Contains(out.Players, p) {
			out.Players = append(out.Players, p)
		}
	}
	for _, i := range g.Invited {
		if i.Member == old {
			i.Member = fresh
		}
		if out.Invitation(i.Member) == nil {
			out.Invited = append(out.Invited, i)
		}
	}
	return out
}

// Check asks the title whether the game can be played so, with every possible
// number of players.
func (g Gathering) Check() error {
	t, ok := titles.Find(g.Title)
	if !ok {
		return fmt.Errorf("title %q is unknown to this version", g.Title)
	}
	for n := g.Least; n <= g.Most; n++ {
		start := engine.Started{Seed: g.Seed, Options: g.Options}
		for i := range n {
			start.Players = append(start.Players, fmt.Sprintf("Player %d", i+1))
		}
		_, _, err := titles.Start(t, start)
		if refused := new(engine.Refusal); errors.As(err, &refused) {
			if _, ok := t.Facts.SeatsFor(n); !ok { // it says for how many the title is
				return engine.Refuse("%s.", strings.TrimRight(refused.Sentence, "."))
			}
			return engine.Refuse("%s. %s", strings.TrimRight(refused.Sentence, "."), About(t))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
