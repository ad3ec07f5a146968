package walk

import (
	"bytes"

	"pbem/engine"
)

// patience is how many decisions the table must stay the same before the watch asks whether it can ever
// change, and how many decisions must then have only one answer.
const patience = 200

// A watch finds games that stand still. Rules may allow a position in which everybody is too poor to do
// anything and no rule ends the game. Then round follows round with the same questions, each with one answer.
// People would stop; so the walk stops too, which is no fault.
type watch struct {
	table []byte // the decision at which table was taken
	since int    // the decision
}

// stands reports whether the game stands still: the table has not changed for long, and for long every
// question had only one answer. The same table and the same answers lead to the same table again. Counters
// are ignored, because those of rounds go on. n is the number of decisions so far.
func (w *watch) stands(g *engine.Game, n int) bool {
	quiet := n - w.since
	if quiet%patience == 0 && !w.same(g.State()) || quiet > patience && open(g.Pending()) {
		*w = watch{table(g.State()), n}
		return false
	}
	return quiet == 2*patience
}

func (w *watch) same(s *engine.State) bool { return bytes.Equal(w.table, table(s)) }

// open reports whether there is more than one possible command.
func open(choices []engine.Choice) bool {
	ways := 0
	for _, c := range choices {
		options := c.List()
		ways += len(options)
		if ways > 1 || c.Usage != "" && !c.Unawaited {
			return true
		}
		for _, o := range options {
			if o.Range != nil && o.Range.Min+max(o.Range.Step, 1) <= o.Range.Max {
				return true
			}
		}
	}
	return false
}
