package evening

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"time"

	"pbem/pbem/evening/program"
)

// A Player is one person, for who runs a service of their own: the demo, and tests that
// end its process. They know only the mails that Read gives them, and write as mail
// programs do. One goroutine uses a Player at a time.
type Player struct {
	p     *person
	often map[string]int
	last  *notice         // the mail that was read last
	fresh map[string]bool // games of which a mail was read since Write
}

// Character is what kind of player somebody is.
type Character struct {
	Habits map[string]int // how often, in percent, they use a verb, if not the usual; see title.Title
	// Patience is how long they wait for the answer to a mail before they write again;
	// 0 is more than a day.
	Patience time.Duration
	// Steady players make slips of the pen, ask and talk as others do, but take nothing
	// back, never leave, and are not away.
	Steady bool
}

// A Mail is one that a Player wrote.
type Mail struct {
	ID   string // Message-ID without brackets
	To   string // the recipient
	Raw  []byte
	Game string
}

// NewPlayer is somebody whose mail program, language and choices come from the seed. Two
// players of one service need different seeds or names.
func NewPlayer(name, address string, seed uint64, c Character) *Player {
	rng := rand.New(rand.NewPCG(seed, 26))
	p := &person{
		name: name, address: address, style: pick(rng, program.Styles()), rng: rng,
		habits: usualHabits, wait: c.Patience, seats: map[string]*seat{}, invited: map[string]*notice{},
	}
	if p.wait == 0 {
		p.wait = longSilence
	}
	if c.Steady {
		p.habits.undo, p.habits.settings, p.habits.away, p.habits.leave = 0, 0, 0, 0
	}
	p.settle()
	return &Player{p: p, often: oftenOf(c.Habits), fresh: map[string]bool{}}
}

// Read has the player read mails that have come for them, oldest first, each once.
func (y *Player) Read(mails ...[]byte) error {
	for _, raw := range mails {
		n, err := readNotice(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", y.p.name, err)
		}
		if n.game != "" && n.position >= 0 && y.p.seats[n.game] == nil {
			y.p.seats[n.game] = &seat{game: n.game, often: y.often}
		}
		y.p.learn(n)
		y.last, y.fresh[n.game] = n, true
	}
	return nil
}

// Write returns the mails that the player wants to send now: none while they wait for an
// answer, or when they have nothing to say.
func (y *Player) Write(now time.Time) (out []Mail, err error) {
	for _, id := range slices.Sorted(maps.Keys(y.p.seats)) {
		s := y.p.seats[id]
		w, ok := y.p.speak(s, y.fresh[id], now)
		y.fresh[id] = false
		if !ok {
			continue
		}
		list, err := y.p.writes(s, w, now)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			out = append(out, m.gone())
		}
	}
	return out, nil
}

// Reply has the player answer the mail that they read last with some lines.
func (y *Player) Reply(now time.Time, lines ...string) (Mail, error) {
	if y.last == nil {
		return Mail{}, fmt.Errorf("%s has read no mail that could be answered", y.p.name)
	}
	return y.says(wording{kind: move, lines: lines, to: y.last}, now)
}

// New has the player write some lines to an address in a new mail, which answers none.
func (y *Player) New(now time.Time, to string, lines ...string) (Mail, error) {
	esc := func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
	link := "mailto:" + esc(to) + "?subject=my%20move&body=" + esc(strings.Join(lines, "\r\n"))
	return y.says(wording{kind: move, lines: lines, link: link}, now)
}

func (y *Player) says(w wording, now time.Time) (Mail, error) {
	game := ""
	if w.to != nil {
		game = w.to.game
	}
	m, err := y.p.compose(game, w, now)
	if err != nil {
		return Mail{}, err
	}
	y.p.wrote = append(y.p.wrote, m)
	return m.gone(), nil
}

// gone drops the text of a mail that was handed over.
func (m *sent) gone() Mail {
	out := Mail{ID: m.id, To: m.address, Raw: m.raw, Game: m.game}
	m.raw = nil
	return out
}

// Unanswered are the Message-IDs of the player's mails to which no answer was read.
func (y *Player) Unanswered() (ids []string) {
	for _, m := range y.p.wrote {
		if m.answer == nil && !m.again {
			ids = append(ids, m.id)
		}
	}
	return ids
}

// Over reports whether the player has read that a game has ended.
func (y *Player) Over(game string) bool { return y.p.seats[game] != nil && y.p.seats[game].over }
