package enginetest

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/walk"
)

// Play plays to the end with a doer and shows every position before its
// decision to see. It returns the whole log.
func Play(rules engine.Rules, setup []engine.Event, seed uint64, see func(n int, g *engine.Game) error) ([]engine.Event, error) {
	g, log := engine.Start(rules, setup)
	doer := walk.NewDoer(seed)
	for n := 0; g.State().Result == nil; n++ {
		if n > 20_000 {
			return log, fmt.Errorf("not at its end after %d decisions", n)
		}
		if err := see(n, g); err != nil {
			return log, fmt.Errorf("after %d decisions: %w", n, err)
		}
		c, ok := doer.Pick(g.Pending())
		if !ok {
			return log, fmt.Errorf("after %d decisions: nothing is offered to anybody", n)
		}
		next, events, err := g.Decide(c)
		if err != nil {
			return log, fmt.Errorf("after %d decisions: %s was offered %q and is refused: %w", n, c.By, c, err)
		}
		g, log = next, append(log, events...)
	}
	return log, nil
}

// CheckOffers decides every option of every choice, at most `most` of each, and
// reports the first that is refused.
func CheckOffers(g *engine.Game, most int) error {
	for _, ch := range g.Pending() {
		for i, o := range ch.List() {
			if i == most {
				break
			}
			c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
			if o.Range != nil {
				if o.Range.Max < o.Range.Min {
					return fmt.Errorf("%q has an empty range", c)
				}
				c.Args = append(slices.Clone(o.Args), strconv.Itoa(o.Range.Max))
			}
			if _, _, err := g.Decide(c); err != nil {
				return fmt.Errorf("%s was offered %q and is refused: %w", c.By, c, err)
			}
		}
	}
	return nil
}
