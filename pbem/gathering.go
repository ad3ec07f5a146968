package pbem

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// A Gathering is a game that has not begun: players may still join. It is
// stored as the mark "gathering/ID", and the game keeps its id.
type Gathering struct {
	ID      string            `json:"id"`
	Title   string            `json:"title"` // slug
	Name    string            `json:"name"`
	Least   int               `json:"least"` // players that are enough for a start
	Most    int               `json:"most"`  // with so many it begins by itself
	Options map[string]string `json:"options,omitempty"`
	Pace    *pace.Pace        `json:"pace,omitempty"`    // nil is the host's
	Talk    string            `json:"talk,omitempty"`    // OpenTalk or PrivateTalk; "" is open
	Seed    int64             `json:"seed"`              // of the seat order and the setup
	Seeded  bool              `json:"seeded,omitempty"`  // the seed was said, not drawn
	Private bool              `json:"private,omitempty"` // only the invited may join

	Players []string     `json:"players"` // members by id; the first may start it
	Invited []Invitation `json:"invited,omitempty"`
	Stirred time.Time    `json:"stirred"`         // when something last happened
	Warned  time.Time    `json:"warned,omitzero"` // when everybody was told that it will be closed
	Changes int          `json:"changes"`         // how often something happened
}

// An Invitation is a member who was asked to join. It stays when they are in,
// or want not to be: nobody is invited twice.
type Invitation struct {
	Member   string `json:"member"` // id
	Declined bool   `json:"declined,omitempty"`
}

// gatheringMark begins the names of the marks that hold gatherings.
const gatheringMark = "gathering/"

// A gathering in which nothing happens is about to be closed after the first of
// these times, and is closed after the second.
const (
	stillFor  = 14 * 24 * time.Hour
	closeWait = 7 * 24 * time.Hour
)

// gatherings returns all of them, the oldest first.
func (s *draft) gatherings() ([]Gathering, error) {
	marks, err := s.db.Marks(gatheringMark)
	if err != nil {
		return nil, err
	}
	var out []Gathering
	for name, text := range marks {
		var g Gathering
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", name, err)
		}
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b Gathering) int { return idNumber(a.ID) - idNumber(b.ID) })
	return out, nil
}

// idNumber is the number in "g12" or "m7".
func idNumber(id string) int {
	n, _ := strconv.Atoi(id[min(1, len(id)):])
	return n
}

// gathering returns one; ok is false when there is none of the id.
func (s *draft) gathering(id string) (g Gathering, ok bool, err error) {
	text, err := s.db.Mark(gatheringMark + id)
	if err != nil || text == "" {
		return Gathering{}, false, err
	}
	err = json.Unmarshal([]byte(text), &g)
	return g, err == nil, err
}

// keep writes a gathering into a commit, and until when it stays open.
func (g Gathering) keep(c *store.Commit) error {
	text, err := json.Marshal(g)
	c.Marks[gatheringMark+g.ID] = string(text)
	notice := store.Deadline{Game: g.ID, Key: "gathering/notice"}
	if g.Warned.IsZero() {
		notice.At = g.Stirred.Add(stillFor)
	}
	c.Deadlines = append(c.Deadlines, notice, store.Deadline{Game: g.ID, Key: "gathering/close", At: g.closes()})
	return err
}

// closes is when the gathering ends if nothing happens.
func (g Gathering) closes() time.Time {
	if !g.Warned.IsZero() {
		return g.Warned.Add(closeWait)
	}
	return g.Stirred.Add(stillFor + closeWait)
}

// forget takes a gathering out with a commit: it has begun, or is closed.
func (g Gathering) forget(c *store.Commit) {
	c.Marks[gatheringMark+g.ID] = ""
	c.Deadlines = append(c.Deadlines,
		store.Deadline{Game: g.ID, Key: "gathering/notice"}, store.Deadline{Game: g.ID, Key: "gathering/close"})
}

func (g Gathering) copy() Gathering {
	g.Players, g.Invited = slices.Clone(g.Players), slices.Clone(g.Invited)
	return g
}

// has reports whether a member is in.
func (g Gathering) has(member string) bool { return slices.Contains(g.Players, member) }

// invitation returns a member's, nil for none.
func (g *Gathering) invitation(member string) *Invitation {
	i := slices.IndexFunc(g.Invited, func(i Invitation) bool { return i.Member == member })
	if i < 0 {
		return nil
	}
	return &g.Invited[i]
}

// expected are the members who were invited and have not answered.
func (g Gathering) expected() []string {
	var out []string
	for _, i := range g.Invited {
		if !i.Declined && !g.has(i.Member) {
			out = append(out, i.Member)
		}
	}
	return out
}

// shows reports whether a member may know of the gathering.
func (g Gathering) shows(member string) bool {
	return !g.Private || g.has(member) || g.invitation(member) != nil
}

// variants are those that the game will be played with.
func (g Gathering) variants() []title.Variant {
	t, ok := titles.Find(g.Title)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Variants), func(v title.Variant) bool { return g.Options[v.Key] == "" })
}

// label is "Shoreline (g12)".
func (g Gathering) label() string { return g.Name + " (" + g.ID + ")" }

// size is "4 players" or "3 to 5 players".
func (g Gathering) size() string {
	if g.Least == g.Most {
		return fmt.Sprintf("%d players", g.Most)
	}
	return fmt.Sprintf("%d to %d players", g.Least, g.Most)
}

// full reports whether it begins by itself.
func (g Gathering) full() bool { return len(g.Players) >= g.Most }

// missing says who is still waited for.
func (g Gathering) missing() string {
	more := g.Most - len(g.Players)
	switch short := g.Least - len(g.Players); {
	case g.Least == g.Most:
		return fmt.Sprintf("%d more, then it begins by itself", more)
	case short > 0:
		return fmt.Sprintf("%d more before it can be started; with %d more it begins by itself", short, more)
	}
	return fmt.Sprintf("nobody, it can be started; with %d more it begins by itself", more)
}

// openGame is the game that a gathering becomes. The seats are drawn.
func (g Gathering) openGame(players []people.Member) (NewGame, error) {
	t, ok := titles.Find(g.Title)
	if !ok {
		return NewGame{}, fmt.Errorf("gathering %s: title %q is unknown to this version", g.ID, g.Title)
	}
	n := NewGame{ID: g.ID, Title: t, Name: g.Name, Seed: g.Seed, Options: g.Options, Pace: g.Pace, Talk: g.Talk}
	seats := rand.New(rand.NewPCG(uint64(g.Seed), seatStream)) // nothing else of the game is drawn from it
	for _, i := range seats.Perm(len(players)) {
		n.Seats = append(n.Seats, table.Seat{Name: freeName(n.Seats, players[i].CallName()), Address: players[i].Address})
	}
	return n, nil
}

const seatStream = 0x5ea7

// freeName is a name that none of the seats has: "Amy", "Amy 2".
func freeName(seats []table.Seat, name string) string {
	free := name
	for n := 2; slices.ContainsFunc(seats, func(s table.Seat) bool { return strings.EqualFold(s.Name, free) }); n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// gatheringDue warns of the end of a gathering in which nothing happens, or
// ends it. Nobody is skipped when the service was away: the end comes a week
// after the warning, however late that is.
func (s *draft) gatheringDue(d store.Deadline) error {
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", d.Game, d.Key, d.At.Format(time.RFC3339Nano)), Outcome: "noticed",
		Marks: map[string]string{}, Deadlines: []store.Deadline{{Game: d.Game, Key: d.Key}},
	}
	g, ok, err := s.gathering(d.Game)
	switch {
	case err != nil:
		return err
	case !ok:
		return s.queue(c)
	case g.Warned.IsZero():
		err = s.warn(&c, g)
	case s.now().Before(g.closes()):
		err = g.keep(&c)
	default:
		g.forget(&c)
		err = s.notices(&c, g, slices.Concat(g.Players, g.expected()), notice{kind: newsMail, head: g.label() + " is closed",
			text: "Nothing has happened for three weeks, so the game is closed before it began. Anybody may begin another."})
	}
	if err != nil {
		return err
	}
	s.log.Info("lobby.still", "game", g.ID, "deadline", d.Key)
	return s.queue(c)
}

// warn tells everybody that a gathering will be closed.
func (s *draft) warn(c *store.Commit, g Gathering) error {
	g.Warned = s.now().UTC()
	if err := g.keep(c); err != nil {
		return err
	}
	return s.notices(c, g, slices.Concat(g.Players, g.expected()), notice{kind: stillMail, head: g.label() + " still waits for players", show: true,
		first: sheet.Saying{Line: "join " + g.ID, Gloss: "have it stay open, also if you are in"},
		text:  "Nothing has happened for two weeks. If nothing does for one week more, the game is closed."})
}

// moveGatherings gives the places of somebody who has changed their address to
// a new one that was a member's already, to the member they are: two become one.
func (s *draft) moveGatherings(marks map[string]string, old, fresh string) error {
	m, err := s.member(old)
	if err != nil || m.ID == "" {
		return err
	}
	other, err := s.member(fresh)
	if err != nil || other.ID == "" || other.ID == m.ID {
		return err
	}
	marks[people.Mark+other.ID] = ""
	s.forgetAddress(marks, fresh)
	list, err := s.gatherings()
	if err != nil {
		return err
	}
	for _, g := range list {
		if !g.has(other.ID) && g.invitation(other.ID) == nil {
			continue
		}
		text, err := json.Marshal(g.renamed(other.ID, m.ID))
		if err != nil {
			return err
		}
		marks[gatheringMark+g.ID] = string(text)
	}
	return nil
}

// renamed puts one member in the places of another.
func (g Gathering) renamed(old, fresh string) Gathering {
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
		if out.invitation(i.Member) == nil {
			out.Invited = append(out.Invited, i)
		}
	}
	return out
}

// check asks the title whether it can be played so, with every number
// of players that may come.
func (g Gathering) check() error {
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
			return engine.Refuse("%s. %s", strings.TrimRight(refused.Sentence, "."), about(t))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
