package t1817

import (
	"regexp"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
)

var cites = regexp.MustCompile(`\([0-9]+(\.[0-9]+)*(, [0-9.]+)*\)|: it is too late for that this turn$`)

// TestEveryVerbThatIsClosedHasAReason asks, in every position of random games, for each verb of the title
// that nobody is offered. There is always a reason: it cites a section of the
// rules, or says that the step is over.
func TestEveryVerbThatIsClosedHasAReason(t *testing.T) {
	start, err := setup(engine.Started{Players: []string{"Amy", "Brian", "Cat", "Dora"}, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]int{}
	for seed := range uint64(3) {
		_, err := enginetest.Play(Title.Rules, start, seed, func(n int, g *engine.Game) error {
			for _, p := range engine.Awaited(g.Pending()) {
				at := g.State().Stack[len(g.State().Stack)-1].Step
				for _, v := range verbs {
					if slices.ContainsFunc(engine.Of(g.Pending(), p), func(c engine.Choice) bool { return c.Verb == v.Name }) || v.Name == "pass" {
						continue
					}
					asked[at]++
					if why := closed(g.State(), p, v.Name); !cites.MatchString(why) {
						t.Errorf("seed %d, decision %d, in %q: %q is closed because %q", seed, n, at, v.Name, why)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []string{"private auction", "stock turn", "tiles", "marker", "run", "dividend", "trains", "repayment", "conversion", "sale"} {
		if asked[at] == 0 {
			t.Errorf("nobody was asked in %q", at)
		}
	}
}
