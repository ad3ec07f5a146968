package titletest

import (
	"regexp"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/titles/title"
)

var cites = regexp.MustCompile(`\([0-9]+(\.[0-9]+)*(, [0-9.]+)*\)|: it is too late for that this turn$`)

// ReadClosed has scripts read why a verb is no choice of the first player: "closed-buy first OU runs its trains (8.6)".
func ReadClosed(reads map[string]func(step.Table) string, ti *title.Title) {
	for _, v := range ti.Verbs {
		reads["closed-"+v.Name] = func(t step.Table) string { return ti.Closed(t.S, "p1", v.Name) }
	}
}

// ClosedReasons asks, in the positions of games of prudent players, for each verb of the title that nobody is offered why it is closed. There
// is always a reason: it cites a section of the rules, or says that the step is over. In each
// of the steps somebody is asked.
func ClosedReasons(t *testing.T, ti *title.Title, games int, steps ...string) {
	t.Helper()
	asked := map[string]int{}
	for seed := range int64(games) {
		start := Names(seed, 4)
		start.Options = ti.AsOfNow(nil)
		for m := range Play(t, ti, start, walk.NewThrifty(uint64(seed), ti.Habits)) {
			for _, p := range engine.Awaited(m.Game.Pending()) {
				at := m.Game.State().Stack[len(m.Game.State().Stack)-1].Step
				asked[at]++
				for _, v := range ti.Verbs {
					if v.Name == "pass" || slices.ContainsFunc(engine.Of(m.Game.Pending(), p), func(c engine.Choice) bool { return c.Verb == v.Name }) {
						continue
					}
					if why := ti.Closed(m.Game.State(), p, v.Name); !cites.MatchString(why) {
						t.Errorf("seed %d, decision %d, in %q: %q is closed because %q", seed, m.N, at, v.Name, why)
					}
				}
			}
		}
	}
	for _, at := range steps {
		if asked[at] == 0 {
			t.Errorf("nobody was asked in %q", at)
		}
	}
}
