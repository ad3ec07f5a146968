package walk

import (
	"pbem/engine"
)

// A Doer picks at random like a Player. But in seven cases of eight it does
// something where it could also say a bare word such as "pass". So its games
// reach what those of a Player seldom reach.
type Doer struct{ *Player }

// NewDoer makes a doer of a seed.
func NewDoer(seed uint64) *Doer { return &Doer{NewPlayer(seed)} }

// Pick returns one of the offered commands. ok is false if there is none.
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
