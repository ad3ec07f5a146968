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
