package plan

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// The turns of a plan are told apart as people write them.
func TestInTurns(t *testing.T) {
	for _, c := range []struct {
		text  string
		again bool
		want  string // the turns, "|" between them; "*" before one that is said every turn
	}{
		{"buy NYC", false, "buy NYC"},
		{"buy NYC, then pass", false, "buy NYC+pass"},
		{"buy NYC; next: buy ERIE", false, "buy NYC|buy ERIE"},
		{"buy NYC; then next: buy ERIE; and then next turn: pass", false, "buy NYC|buy ERIE|pass"},
		{"buy NYC. Next stock turn: sell 1 ERIE; buy B&M", false, "buy NYC|sell 1 ERIE+buy B&M"},
		{"buy NYC, then in my next turn: pass", false, "buy NYC|pass"},
		{"buy NYC until I have 5, then pass", false, "buy NYC until I have 5|pass"},
		{"sell 1 ERIE; buy NYC until I hold 50% of it; buy ERIE", false, "sell 1 ERIE+buy NYC until I hold 50% of it|buy ERIE"},
		{"lay A1 7 0; run auto; every turn: run auto; pay", false, "lay A1 7 0+run auto|*run auto+pay"},
		{"lay A1 7 0; run auto; pay; and then every turn after: run auto", false, "lay A1 7 0+run auto+pay|*run auto"},
		{"run auto; pay", true, "*run auto+pay"},
		{"run auto; next: pay", true, "refused"},
		{"run auto; every turn: pay; next: pay", false, "refused"},
		{"", false, ""},
		{"buy NYC; next:", false, ""},
		{"next: buy NYC", false, ""},
		{strings.Repeat("pass; next: ", MostTurns-1) + "pass", false, strings.Repeat("pass|", MostTurns-1) + "pass"},
		{strings.Repeat("pass; next: ", MostTurns) + "pass", false, "refused"},
	} {
		turns, err := inTurns(c.text, c.again)
		var got []string
		for _, q := range turns {
			text := strings.Join(q.lines, "+")
			if q.again {
				text = "*" + text
			}
			got = append(got, text)
		}
		if err != nil {
			got = []string{"refused"}
		}
		if said := strings.Join(got, "|"); said != c.want {
			t.Errorf("%q: %q, want %q", c.text, said, c.want)
		}
	}
}

// A goal is read with its number, in shares or percent, and its company.
func TestHolds(t *testing.T) {
	s := began(t)
	for _, c := range []struct{ text, rest, want string }{
		{"buy A&S", "buy A&S", ""},
		{"buy A&S until I have 5", "buy A&S", "you have 5 of "},
		{"buy A&S until we own 3 shares", "buy A&S", "you have 3 of "},
		{"buy A&S until I have got 60 % of A&S", "buy A&S", "you have 60% of A&S"},
		{"buy A&S up to 90 until I have 60 percent", "buy A&S up to 90", "you have 60% of "},
		{"buy A&S until I have 5 or more shares", "buy A&S", "you have 5 of "},
		{"buy A&S until I hold 2 certificates of H", "buy A&S", "you have 2 of H"},
		{"buy A&S until Friday", "buy A&S until Friday", ""},
	} {
		rest, g, err := s.holds(c.text)
		said := ""
		if g != nil {
			said = g.String()
		}
		if err != nil || rest != c.rest || said != c.want {
			t.Errorf("%q: %q, %q, %v", c.text, rest, said, err)
		}
	}
	for _, text := range []string{"buy A&S until I have 0", "buy A&S until I have 2 of Nowhere", "buy A&S until I have 99999999999999999999", "buy A&S until I have 99999999999999999999 of H"} {
		if _, _, err := s.holds(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// A goal in percent is met from so many shares on, and one that nobody can reach never.
func TestGoalInPercent(t *testing.T) {
	for _, c := range []struct {
		percent, n, size int
		met              bool
	}{{60, 5, 10, false}, {60, 6, 10, true}, {50, 1, 2, true}, {34, 1, 3, false}, {33, 1, 3, true}, {math.MaxInt/10 + 1, 0, 10, false}} {
		if g := (&Goal{Of: "A&S", N: c.percent, Percent: true}); g.met(c.n, c.size) != c.met {
			t.Errorf("%s, with %d of %d: %v", g, c.n, c.size, !c.met)
		}
	}
}

// A plan for a set of operating rounds is bound to the set when it begins, and is over with the next stock round; a
// round of mergers between does not end it. In random games of every title.
func TestSetOver(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			sets := 0
			for seed := int64(3); sets == 0 && seed < 8; seed++ { // some games end in their first round
				sets = setsOf(t, ti, seed)
			}
			if sets == 0 {
				t.Error("no set came to its end")
			}
		})
	}
}

// setsOf follows a plan through a game for up to two sets of operating rounds, and returns how many came to their end.
func setsOf(t *testing.T, ti *title.Title, seed int64) (sets int) {
	p, operated := Plan{Kind: Operate, For: "?", Set: setComes}, false
	for m := range titletest.Play(t, ti, titletest.Names(seed, 3), walk.NewThrifty(uint64(seed), ti.Habits)) {
		s := Scene{Title: ti, Game: m.Game, Log: m.Log, Player: "p1"}
		next, why := p.setOver(s)
		stock := s.around(title.StockTurn)
		operated = operated && !stock || s.position().Operating
		if over := why != ""; over != (p.Set == setIsOn && stock) {
			t.Fatalf("in %s: %q, the set was %q", s.round(), why, p.Set)
		}
		if p = next; why != "" {
			p.Set, p.Since, sets = setComes, len(s.Log), sets+1
		} else if (p.Set == setIsOn) != operated {
			t.Fatalf("in %s the set is %q", s.round(), p.Set)
		}
		if sets == 2 || m.N == 900 {
			break
		}
	}
	return sets
}

// A plan for several turns is put aside by track that somebody else has laid beside what it builds since it was given,
// also before its last turn. What its own company has laid does not count.
func TestTrackSinceAPlanWasGiven(t *testing.T) {
	s := began(t)
	turn := func(actor string) engine.Event {
		return engine.Flowed{Stack: []engine.Frame{{Step: "game", Actor: actor}}}
	}
	lain := func(hex string) engine.Event { return engine.TileLaid{Hex: hex, Tile: "9", Rot: 0} }
	base := len(s.Log)
	for _, c := range []struct {
		given, since int
		laid         []engine.Event
		want         string
	}{
		{0, 2, []engine.Event{turn("H"), lain("C14"), turn("A&S")}, ""},                                        // one turn: before it was given
		{1, 3, []engine.Event{turn("H"), lain("C14"), turn("A&S")}, "H laid C14, beside C16"},                  // before the turn that came last
		{1, 3, []engine.Event{turn("A&S"), lain("C14"), turn("H")}, ""},                                        // its own
		{1, 5, []engine.Event{turn("H"), lain("C14"), turn("A&S"), lain("C14")}, "H laid C14, beside C16"},     // both
		{4, 4, []engine.Event{turn("A&S"), turn("H"), engine.Undone{By: "p1", To: base + 1}, lain("C14")}, ""}, // its own, after an undo
		{1, 4, []engine.Event{turn("H"), lain("C14"), engine.Undone{By: "p2", To: base + 1}, turn("A&S")}, ""}, // undone
	} {
		at := s
		at.Log = append(s.Log[:base:base], c.laid...)
		p := Plan{Kind: Operate, For: "A&S", Careful: false, Unless: []Condition{{Kind: beside}}, Turn: Turn{Lines: []Line{{Say: "lay C16 9 0"}}}}
		p.Since = min(base+c.since, len(at.Log))
		if c.given > 0 {
			p.Given = base + c.given - 1
		}
		ch := change{title: s.Title, now: engine.Fold(at.Log), then: engine.Fold(at.Log[:p.Since]), log: at.Log, player: "p1", plan: p}
		ch.before, ch.between = inForce(at.Log, p.Since)
		if why := ch.broken(Condition{Kind: beside}); why != c.want {
			t.Errorf("given at %d, since %d, %s: %q, want %q", c.given, c.since, fmt.Sprint(c.laid), why, c.want)
		}
	}
}

// A plan for a coming round is over when that round came and went before anybody looked: one mail may say all of it.
func TestRoundWithinAMail(t *testing.T) {
	s := began(t)
	flowed := func(step string) []engine.Event {
		return []engine.Event{engine.Flowed{Stack: []engine.Frame{{Step: step}}}}
	}
	rounds := func(turn string) (out []string) { // the steps that run such turns
		for name := range s.Title.Rules.Flow {
			if s.roundFor([]engine.Frame{{Step: name}}, turn) {
				out = append(out, name)
			}
		}
		return out
	}
	for _, c := range []struct {
		plan   Plan
		rounds []string
		want   string
	}{
		{Plan{Kind: Mergers}, []string{s.Title.Mergers}, "that round has ended"},
		{Plan{Kind: Stock}, rounds(title.StockTurn), "that round has ended"},
		{Plan{Kind: PassRound, Round: s.round()}, rounds(title.StockTurn), ""},
	} {
		c.plan.Since = len(s.Log)
		if _, why := c.plan.roundOver(s); why != "" {
			t.Errorf("%s: nothing has happened, and %s", c.plan.Kind, why)
		}
		for _, step := range c.rounds {
			later := s
			later.Log = append(s.Log[:len(s.Log):len(s.Log)], flowed(step)...)
			if _, why := c.plan.roundOver(later); why != c.want {
				t.Errorf("%s after %s: %q, want %q", c.plan.Kind, step, why, c.want)
			}
			c.plan.Since = len(later.Log)
			if _, why := c.plan.roundOver(later); why != "" {
				t.Errorf("%s given after %s: %q", c.plan.Kind, step, why)
			}
			c.plan.Since = len(s.Log)
		}
		if len(c.rounds) == 0 {
			t.Errorf("%s: no round", c.plan.Kind)
		}
	}
}
