package plan

import (
	"strings"
	"testing"

	"pbem/titles/title"
)

// However long the line of a player is, a plan has a bounded number of commands and of characters, and the refusal does not repeat the line.
func TestPlansAreBounded(t *testing.T) {
	s := began(t)
	passes := func(n int) string { return strings.TrimSuffix(strings.Repeat("pass; ", n), "; ") }
	for _, c := range []struct{ line, want string }{
		{"next: " + passes(MostLines), ""},
		{"next: " + passes(MostLines+1), "A plan has at most 64 commands; this one has 65."},
		{"next: pass; next: " + passes(MostLines), "A plan has at most 64 commands; this one has 65."},
		{"plan all: " + passes(500), "A plan has at most 64 commands; this one has 500."},
		{"merger round: " + passes(MostLines), ""},
		{"merger round: " + passes(MostLines+1), "A plan has at most 64 commands; this one has 65."},
		{"next: pass unless " + strings.Repeat("a share of mine falls or ", MaxLine/25-2) + "nothing", ""},
		{"next: pass unless " + strings.Repeat("a share of mine falls or ", MaxLine/25) + "nothing", "A plan has at most 4000 characters; this line has 4025."},
		{"plan " + strings.Repeat("é", 10000) + ": pass", "A plan has at most 4000 characters; this line has 20011."},
	} {
		_, ok, err := s.Plans(c.line)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if !ok || !strings.Contains(got, c.want) || c.want != "" && len(got) > 100 || c.want == "" && strings.Contains(got, "at most") {
			t.Errorf("%.40q of %d bytes: %v, %.200q, want %q", c.line, len(c.line), ok, got, c.want)
		}
	}
}

// What a line costs to read grows with its turns, its commands and the companies that it is for.
func TestSize(t *testing.T) {
	s := began(t)
	for _, c := range []struct {
		line            string
		turns, commands int
	}{
		{"buy NYSW", 0, 0},
		{"pass for the round", 0, 0},
		{"next: pass", 1, 1},
		{"next turn: sell 1 NYSW; buy H; next: buy H, then pass", 2, 4},
		{"next: buy H until I have 5; pass", 2 + MostTurns, 2},
		{"plan A&S: run auto; pay", 1, 2},
		{"plan all every turn: run auto; pay; buy train 2", 1, 3},
		{"merger round: A&S: pass; H: pass", 1, 2},
		{"merger round: nothing", 1, 1},
		{"plan A&S run auto", 1, 0}, // it is refused
		{"next: " + strings.Repeat("x; ", MostLines+1), 1, 0},
	} {
		if turns, commands := s.Size(c.line); turns != c.turns || commands != c.commands {
			t.Errorf("%.60q: %d turns, %d commands, want %d and %d", c.line, turns, commands, c.turns, c.commands)
		}
	}
}

// A plan for all companies, and one for the merger round, costs as much as those for each of them.
func TestSizeForSeveralCompanies(t *testing.T) {
	s := began(t).Knowing(&title.Position{Companies: []title.Company{{Sym: "A&S", President: "p1"}, {Sym: "H", President: "p1"}, {Sym: "J", President: "p1"}, {Sym: "PRR", President: "p2"}}})
	for _, c := range []struct {
		line            string
		turns, commands int
	}{
		{"plan all: run auto; pay", 3, 6},
		{"plan ALL every turn: run auto", 3, 3},
		{"plan H: run auto; pay", 1, 2},
		{"next: pass", 1, 1},
		{"merger round: pass; pass", 3, 6},
	} {
		if turns, commands := s.Size(c.line); turns != c.turns || commands != c.commands {
			t.Errorf("%q: %d turns, %d commands, want %d and %d", c.line, turns, commands, c.turns, c.commands)
		}
	}
}

// A line that no mail can have suggested is not remembered as declined.
func TestLongLinesAreNotDeclined(t *testing.T) {
	s := began(t)
	for _, c := range []struct {
		line string
		want bool
	}{{"next: " + strings.Repeat("x", MaxLine-6), true}, {"next: " + strings.Repeat("x", MaxLine-5), false}} {
		if list, ok := s.Declining(nil, c.line); ok != c.want || (len(list) > 0) != c.want {
			t.Errorf("%d bytes: %v, %d remembered", len(c.line), ok, len(list))
		}
	}
}

// However long what a player writes is, a refusal of it stays short.
func TestRefusalsOfPlansAreShort(t *testing.T) {
	for _, s := range []Scene{began(t), stockRound(t)} {
		for _, word := range []string{strings.Repeat("x", 3000), strings.Repeat("1", 3000), strings.Repeat("é ", 1500), strings.Repeat("buy ", 800)} {
			for _, form := range []string{
				"next: %", "next: start A&S in B5 for 100 max 1; %", "next: pass; %", "next % buy", "next buy %", "plan % run auto", "plan %: run auto", "plan all: %", "plan A&S: %", "merger round: %", "merger round: A&S: %",
				"no bids over %", "next: bid % max 200", "next: bid 20 max %", "next: buy A&S until I have %", "next: buy % until I have 5", "next: buy A&S until I have 5 of %",
				"pass unless %", "pass unless % above 20", "pass unless A&S above %", "pass unless a %-train is sold", "pass unless track in H%", "pass unless somebody buys %",
			} {
				line := strings.Replace(form, "%", word, 1)
				if _, _, err := s.Plans(line); err != nil && len(err.Error()) > 1200 {
					t.Errorf("%.60q: a refusal of %d bytes: %.300q", line, len(err.Error()), err)
				}
				if err := s.Later(line); err != nil && len(err.Error()) > 400 {
					t.Errorf("%.60q: a refusal of %d bytes: %.300q", line, len(err.Error()), err)
				}
			}
		}
	}
}
