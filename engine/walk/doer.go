package walk

import (
	"fmt"

	"pbem/engine"
)

// A Doer picks at random like a Player, but seven times of eight it does
// something where it could also say a bare word such as "pass": its games come
// to where those of a Player seldom do.
type Doer struct{ *Player }

// NewDoer makes a doer of a seed.
func NewDoer(seed uint64) *Doer { return &Doer{NewPlayer(seed)} }

// Pick returns one of the commands offered; ok is false when nothing is.
func (d *Doer) Pick(choices []engine.Choice) (c engine.Command, ok bool) {
	var deeds []engine.Choice
	for _, ch := range choices {
		if ch.Options != nil {
			deeds = append(deeds, ch)
		}
	}
	if d.rng.IntN(8) > 0 {
		if c, ok := d.Player.Pick(deeds); ok {
			return c, true
		}
	}
	return d.Player.Pick(choices)
}

// Play plays to the end with a doer and shows every position before its
// decision to see. It returns the whole log.
func Play(rules engine.Rules, setup []engine.Event, seed uint64, see func(n int, g *engine.Game) error) ([]engine.Event, error) {
	g, log := engine.Start(rules, setup)
	doer := NewDoer(seed)
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
