package plan_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/plan"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

var endings = flag.Int("endings", 1, "games of each title in which every pass is tried out")

// In random games of every title: a pass that ends a company, a presidency, a private company or a right says
// so where it is offered, and its question is listed in the title's README. No plan says such a pass if it
// ends something of its player's.
func TestPassesThatEndSomethingAreTold(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			listed := listOfPasses(t, ti.Facts.Slug)
			for seed := range *endings {
				for m := range titletest.Play(t, ti, titletest.Names(int64(seed), 4), walk.NewThrifty(uint64(seed), ti.Habits)) {
					for _, p := range engine.Awaited(m.Game.Pending()) {
						passes(t, plan.Scene{Title: ti, Game: m.Game, Log: m.Log, Player: p}, listed)
					}
					if m.N == testsize.More(400, 400, 1000) {
						break
					}
				}
			}
		})
	}
}

// What a player may lose at the end of a round is told with the pass, and no plan passes. It is not told with a pass after another
// act: the round does not end then.
func TestWhatMayLapseIsTold(t *testing.T) {
	found, _ := titles.Find("1817")
	ti := *found
	ti.Lapsing = func(_ *engine.State, pass engine.Choice) []string {
		if pass.Question != "stock turn" {
			return nil
		}
		return []string{"what " + pass.By + " owes lapses"}
	}
	g, log, err := titles.Start(&ti, titletest.Names(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	var before int // the last command
	for _, step := range []struct{ said, told string }{
		{"p1 pass", ""},
		{"p2 pass", ""},
		{"p3 pass", ""},
		{"p1 start J in B5 for 100", "what p1 owes lapses"},
		{"p2 pass", ""},
		{"p3 pass", ""},
		{"p2 pass", "what p2 owes lapses"},
		{"p3 pass", "what p3 owes lapses"},
		{"undo", ""}, // the pass of p3
		{"p3 pass", "what p3 owes lapses"},
		{"p1 loan J 1", "what p1 owes lapses"},
		{"p1 pass", ""},
	} {
		if step.said == "undo" {
			next, made, err := g.Undo("", before)
			if err != nil {
				t.Fatal(err)
			}
			g, log = next, append(log, made...)
			continue
		}
		said := strings.Fields(step.said)
		s := plan.Scene{Title: &ti, Game: g, Log: log, Player: said[0]}
		what, own := s.Ends(engine.Command{By: said[0], Verb: "pass"})
		if strings.Contains(what, "lapses") != (step.told != "") || step.told != "" && (what != step.told || !own) {
			t.Errorf("before %q a pass means %q, %t", step.said, what, own)
		}
		p := plan.Plan{Kind: plan.PassRound, Round: ti.Round(g.State()), Step: "stock turn"}
		if a := p.Answer(s); step.told != "" && a.Says {
			t.Errorf("before %q a plan passes", step.said)
		}
		turn := plan.Plan{Kind: plan.Stock, Round: ti.Round(g.State()), Careful: true, Turn: plan.Turn{Lines: []plan.Line{{Say: "pass"}}}}
		if a := turn.Answer(s); step.told != "" && (a.Says || a.Aside != "to pass then means that "+step.told) {
			t.Errorf("before %q a plan for the turn passes: %t, %q", step.said, a.Says, a.Aside)
		}
		next, made, err := g.Decide(engine.Command{By: said[0], Verb: said[1], Args: said[2:]})
		if err != nil {
			t.Fatalf("%s: %v", step.said, err)
		}
		before = len(g.Log())
		g, log = next, append(log, made...)
	}
}

// passes tries the passes of a player. It compares what is told with the position after only the pass.
func passes(t *testing.T, s plan.Scene, listed string) {
	t.Helper()
	for i, ch := range s.Game.Pending() {
		if ch.By != s.Player || !s.Passes(ch.Verb) || ch.Options != nil || ch.Free != nil {
			continue
		}
		what, own := s.Ends(engine.Command{By: ch.By, Verb: ch.Verb})
		if what != "" && !strings.Contains(s.Warned()[i].Help, what) {
			t.Errorf("%s: offered is %q, and %s", ch.Question, s.Warned()[i].Help, what)
		}
		if what != "" && !strings.Contains(listed, "`"+ch.Question+"`") {
			t.Errorf("%s is not in the list of the README: %s", ch.Question, what)
		}
		g, _, err := s.Game.Decide(engine.Command{By: ch.By, Verb: ch.Verb})
		if err == nil && ch.For != "" && what == "" && s.Title.Doom(s.Game.State(), g.State(), s.Player) == ch.For+" goes into liquidation" {
			t.Errorf("%s: %s goes into liquidation, which is not told", ch.Question, ch.For)
		}
		p := plan.Plan{Kind: plan.PassRound, Round: s.Title.Round(s.Game.State()), Step: ch.Question}
		if a := p.Answer(s); own && a.Says {
			t.Errorf("%s: a plan passes though %s", ch.Question, what)
		}
	}
}

// listOfPasses is the section of a title's README about them.
func listOfPasses(t *testing.T, slug string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "titles", slug, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(raw), "## Passes that end something\n")
	if !ok {
		t.Fatal("the README has no list of passes that end something")
	}
	list, _, _ := strings.Cut(after, "\n## ")
	return list
}
