package walk

import (
	"bytes"

	"pbem/engine"
)

// patience is how many decisions a table must stay as it is before anybody asks
// whether it ever can change, and how many must then be forced.
const patience = 200

// A watch finds games at a standstill: rules may let a table come to where
// everybody is too poor to do anything and no rule ends the game. Round then
// follows round, each with the same questions, and all of them have one answer.
// Players at a table would stop; a walk stops too, and it is no fault.
type watch struct {
	table []byte // money, pieces, markers and tiles at since
	since int    // the decision
}

// stands reports whether the game has come to a standstill: the table has not
// changed for long, and for long every question has had one answer only. The
// same table and the same answers give the same table again. Counters do not
// count: those of rounds go on. N is the number of decisions so far.
func (w *watch) stands(g *engine.Game, n int) bool {
	quiet := n - w.since
	if quiet%patience == 0 && !w.same(g.State()) || quiet > patience && open(g.Pending()) {
		*w = watch{table(g.State()), n}
		return false
	}
	return quiet == 2*patience
}

func (w *watch) same(s *engine.State) bool { return bytes.Equal(w.table, table(s)) }

// open reports whether anything can be said in more than one way.
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
