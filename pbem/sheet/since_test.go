package sheet

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// Who plays a company is decided by its office, which in some titles is a marker and not a share.
func TestWhoPlaysACompany(t *testing.T) {
	events := []engine.Event{
		engine.Noted{By: "X", Text: "before"},
		engine.Moved{Piece: step.Share("X", 0), From: "p1", To: "p2"},
		engine.Noted{By: "X", Text: "a share was sold"},
		engine.Moved{Piece: step.Directs("X"), From: "p1", To: "p3"},
		engine.Noted{By: "X", Text: "after"},
	}
	for name, c := range map[string]struct {
		office func(string) string
		want   []string
	}{
		"certificate": {func(sym string) string { return step.Share(sym, 0) }, []string{"p1", "p2", "p2"}},
		"marker":      {step.Directs, []string{"p1", "p1", "p3"}},
	} {
		who := presidents(events, c.office, func(string) string { return "now" })
		for i, at := range []int{0, 2, 4} {
			if got := who(at, "X"); got != c.want[i] {
				t.Errorf("%s: at event %d it is %s, want %s", name, at, got, c.want[i])
			}
		}
		if got := who(4, "Y"); got != "now" {
			t.Errorf("%s: of a company whose office did not move: %s", name, got)
		}
	}
}

// What was undone is told move by move, up to a number of moves, and the player's own moves without a name.
// What was undone earlier is not told again, nor what was said beside the table.
func TestTakenBack(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	note := func(by, text string) engine.Event { return engine.Noted{By: by, Text: text} }
	me, you := m.Reader, other(m.Reader)
	tell := func(past, news []engine.Event) string {
		m.Past, m.Since = past, news
		_, after, _ := strings.Cut(strings.Join(strings.Fields(Text(m)), " "), "SINCE YOUR LAST MAIL ")
		said, _, _ := strings.Cut(after, " YOU MAY NOW SAY")
		return said
	}
	name := func(id string) string { return m.State.PlayerName(id) }
	var many []engine.Event
	for i := range 20 {
		many = append(many, note([]string{me, you}[i%2], fmt.Sprint("said ", i)))
	}
	for what, c := range map[string]struct {
		past, news []engine.Event
		want       string
	}{
		"own, and what came by itself": {[]engine.Event{note(you, "sat"), note(me, "passed"), note("B&A", "paid"), note("", "the round ends")},
			[]engine.Event{engine.Undone{By: me, To: 1}, note(me, "bought")},
			name(me) + " took back, to position 1: passed; B&A paid; the round ends " + name(me) + " bought"},
		"by all": {[]engine.Event{note(me, "passed"), note(you, "bought")}, []engine.Event{engine.Undone{To: 0}},
			"* Taken back: " + name(me) + " passed; " + name(you) + " bought"},
		"twice": {[]engine.Event{note(you, "sat"), note(me, "passed"), engine.Undone{By: me, To: 1}, note(me, "bought")}, []engine.Event{engine.Undone{By: me, To: 1}},
			name(me) + " took back, to position 3: bought"},
		"words beside the table": {[]engine.Event{note(me, "passed"), engine.Hosted{By: you, Act: Press, Text: "well"}}, []engine.Event{engine.Undone{By: me, To: 0}},
			name(me) + " took back, to position 0: passed"},
		"many": {many, []engine.Event{engine.Undone{To: 0}},
			"* Taken back: " + name(me) + " said 0; " + name(you) + " said 1; " + name(me) + " said 2; " + name(you) + " said 3; " + name(me) + " said 4; " +
				name(you) + " said 5; " + name(me) + " said 6; " + name(you) + ` said 7; 12 more: "history" tells them`},
		"nothing that has words":    {nil, []engine.Event{engine.Paid{From: engine.Bank, To: me, Amount: 7}, engine.Undone{By: me, To: 0}}, name(me) + " took back what came after position 0"},
		"what a damaged log undoes": {[]engine.Event{note(me, "passed")}, []engine.Event{engine.Undone{By: me, To: 9}}, name(me) + " took back what came after position 9"},
	} {
		if got := tell(c.past, c.news); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", what, got, c.want)
		}
	}
}

// Stops of hexes with several stops are explained in words, once in a mail, if they are on the board. What a
// player wrote is not explained.
func TestStopsInWords(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	tell := func(text string) string {
		m.Since = []engine.Event{engine.Noted{By: m.Reader, Text: text}}
		return strings.Join(strings.Fields(Text(m)), " ")
	}
	for said, want := range map[string]string{
		"ran 2 F13.2-F11, 2 F13.0-F11 for $60": "F13.2 is the city of New Haven with track to SE, F13.0 the one with track to SW.",
		"ran 2 F13.0-F13.2, 2 F13.0-F11":       "F13.0 is the city of New Haven with track to SW, F13.2 the one with track to SE.",
	} {
		if got := tell(said); strings.Count(got, want) != 1 || strings.Count(got, " is the city of ") != 1 {
			t.Errorf("%s: %s", said, got)
		}
	}
	for _, odd := range []string{"ran F13.9-E5.0", "ran ZZ9.0", "ran F13.99999999999999999999", "F13.0F13.1x"} {
		if got := tell(odd); strings.Contains(got, "is the city of New Haven") {
			t.Errorf("%s: %s", odd, got)
		}
	}
}

// However much is said and done beside the game, it pushes out no moves and no messages to all; only its last
// entries are told. No writer's messages push out another's.
func TestNothingDisplaced(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	me, you := m.Reader, other(m.Reader)
	for i := range 400 {
		if i%10 == 0 {
			m.Since = append(m.Since, engine.Noted{By: []string{me, you}[i/10%2], Text: fmt.Sprintf("did thing%dx", i/10)}, engine.Hosted{By: me, Act: Press, Text: fmt.Sprintf("hear word%dx", i/10)})
		}
		m.Since = append(m.Since, engine.Hosted{Act: Notice, Text: fmt.Sprintf("notice%dx", i)}, engine.Hosted{By: you, Act: "request", Text: fmt.Sprintf("asks wish%dx", i)})
	}
	for range 30 { // one player who writes without end
		m.Since = append(m.Since, engine.Hosted{By: you, Act: Press, Text: strings.Repeat("noise ", 600)})
	}
	text := Text(m)
	for i := range 40 {
		for _, want := range []string{fmt.Sprintf("thing%dx", i), fmt.Sprintf("word%dx", i)} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is not told", want)
			}
		}
	}
	if beside := strings.Count(text, "notice") + strings.Count(text, "wish"); beside != mostBeside || !strings.Contains(text, "wish399x") || !strings.Contains(text, "(780 entries beside the game before this") {
		t.Errorf("%d entries beside the game are told of 800, want the last %d", beside, mostBeside)
	}
	if n := strings.Count(text, "noise"); n == 0 || n > mostPress/2/len("noise ") || !strings.Contains(text, "did not fit into this mail") {
		t.Errorf("of the noise %d words are told", n)
	}
}
