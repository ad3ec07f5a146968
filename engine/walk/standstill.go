package walk

import (
	"bytes"
	"fmt"
	"hash/fnv"

	"pbem/engine"
)

// patience is how many decisions the table must stay the same before the watch asks whether it can ever
// change, and how many decisions must then have only one answer.
const patience = 200

// usualLength is how many decisions a game may take before the watch looks for circles. Most games are over by then.
// idle is how many decisions must then bring no new arrangement of pieces.
const (
	usualLength = 3000
	idle        = 3000
)

// A circling finds games in which money moves and nothing else does: all money is tied up in bids, or it goes
// from hand to hand and back. Players who choose blindly may keep that up for ever, and each question may have several
// answers. The arrangement of pieces, markers and tiles tells: a game that gets on makes new ones. Money and counters
// are ignored, because what a bank pays each round raises bids without an end.
type circling struct {
	seen map[uint64]bool
	last int // the decision that made the last new arrangement
}

// stands reports whether the last decisions only repeated arrangements seen before. n is the number of decisions so far.
func (c *circling) stands(s *engine.State, n int) bool {
	if n < usualLength {
		return false
	}
	if c.seen == nil {
		c.seen, c.last = map[uint64]bool{}, n
	}
	h := fnv.New64a()
	h.Write(pieces(s))
	if sum := h.Sum64(); !c.seen[sum] {
		c.seen[sum], c.last = true, n
	}
	return n-c.last >= idle
}

// A stillness looks for both kinds of standstill.
type stillness struct {
	watch
	circling
}

// why says how the game stands still, "" if it goes on. n is the number of decisions so far.
func (s *stillness) why(g *engine.Game, n int) string {
	switch {
	case s.watch.stands(g, n):
		return fmt.Sprintf("nothing on the table has changed in %d decisions, and for %d every question had one answer", 2*patience, patience)
	case s.circling.stands(g.State(), n):
		return fmt.Sprintf("nothing but money has changed in %d decisions, or everything lies as it lay before", idle)
	}
	return ""
}

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
