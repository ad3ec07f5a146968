package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// A company, private company or city written with its full name from the rules is never taken for another
// one. The test says offered commands with full names, in positions of random games of every title.
func TestFullNamesAreNeverAmbiguous(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			said := 0
			for seed := range testsize.Of[int64](1, 1, 2) {
				said += sayInFull(t, ti, seed)
			}
			if said < testsize.Of(45, 45, 90) {
				t.Errorf("only %d commands were said", said)
			}
		})
	}
}

// sayInFull plays a game and says what is offered with full names. It returns how many commands it said.
func sayInFull(t *testing.T, ti *title.Title, seed int64) (said int) {
	t.Helper()
	names := namesOf(ti)
	for m := range titletest.Play(t, ti, titletest.Names(seed, 4), walk.NewDoer(uint64(seed)+1)) {
		if m.N == testsize.Of(350, 350, 700) || m.Game.State().Result != nil {
			break
		}
		if m.N%3 == 0 {
			s := Scene{Title: ti, Game: m.Game, Log: m.Log, Player: engine.Awaited(m.Game.Pending())[0]}
			for _, c := range spread(s.mine(), 6) {
				line := inFull(c, names)
				if got, err := s.Match(line); err != nil || got.String() != c.String() {
					t.Fatalf("seed %d, decision %d: %q is read as %q, %v; it is %q", seed, m.N, line, got, err, c)
				}
				said++
			}
		}
	}
	return said
}

// namesOf returns the full names of companies, private companies, and hexes with a unique name.
func namesOf(ti *title.Title) map[string]string {
	names, count := map[string]string{}, map[string]int{}
	for _, h := range ti.Facts.Map.Hexes {
		count[h.Name]++
	}
	for _, h := range ti.Facts.Map.Hexes {
		if h.Name != "" && count[h.Name] == 1 {
			names[h.At] = h.Name
		}
	}
	for _, c := range ti.Facts.Companies {
		names[c.Sym] = c.Name
	}
	for _, p := range ti.Facts.Privates {
		names[p.Sym] = p.Name
	}
	return names
}

// spread returns commands of every choice, at most so many of each.
func spread(choices []engine.Choice, most int) []engine.Command {
	var out []engine.Command
	for _, ch := range choices {
		list := ch.List()
		for i := 0; i < len(list); i += 1 + len(list)/most {
			c := engine.Command{By: ch.By, Verb: ch.Verb, Args: slices.Clone(list[i].Args)}
			if r := list[i].Range; r != nil {
				c.Args = append(c.Args, fmt.Sprint(r.Min))
			}
			out = append(out, c)
		}
	}
	return out
}

// inFull writes a command with the names of what it is about.
func inFull(c engine.Command, names map[string]string) string {
	words := []string{c.Verb}
	for _, arg := range c.Args {
		if name := names[arg]; name != "" {
			arg = name
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}
