package robot

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
)

// In every title a robot knows which companies have run in the operating round that is played: those whose turn was seen, and not
// those whose turn still comes.
func TestHaveRun(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			had, before, checks := map[string]bool{}, "", 0
			look := func(s *engine.State) error {
				p := ti.Position(s)
				if p.Round != before {
					clear(had)
					before = p.Round
				}
				_, turn, ok := operating(s.Stack)
				if !ok {
					return nil
				}
				sym, step := turn.Actor, turn.At
				ran := newBrain(ti, "p1", Steady).haveRun(s, &p)
				for _, c := range p.Companies {
					if c.Sym != sym && c.President != "" && ran[c.Sym] != had[c.Sym] { // without a president nobody is asked
						return fmt.Errorf("%s: a robot thinks that %s has run: %v; its turn was seen: %v", p.Round, c.Sym, ran[c.Sym], had[c.Sym])
					}
				}
				if ran[sym] && slices.Contains([]string{"track", "tiles", "station", "marker", "run"}, step) || !ran[sym] && step == "trains" {
					return fmt.Errorf("%s: at the step %q of %s a robot thinks that it has run: %v", p.Round, step, sym, ran[sym])
				}
				had[sym] = true
				checks++
				return nil
			}
			w := &walk.Walk{Rules: ti.Rules, Setup: setUp(t, ti, 1), Seed: 1, Manner: walk.Prudent, Habits: ti.Habits, Also: look}
			if err := w.Run(); err != nil || checks < 20 {
				t.Errorf("after %d looks: %v", checks, err)
			}
		})
	}
}
