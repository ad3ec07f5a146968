package walk

import (
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
