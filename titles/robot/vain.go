package robot

import (
	"slices"

	"pbem/engine"
)

// Some commands only begin something, such as the sale of new shares, and the rules take all of it back if what follows does not come to
// an end. At once they seem to bring what they begin.

// mostVain is how many such commands are followed at most, if each of them comes to nothing.
const mostVain = 12

// fruitful picks one of the best trials that does not come to nothing.
func (b *brain) fruitful(g *engine.Game, trials []trial) trial {
	left := slices.Clone(trials)
	for range mostVain {
		best := b.pick(g, left)
		if len(left) == 1 || !begins(best.events) || !b.vain(g, best) {
			return best
		}
		left = slices.DeleteFunc(left, func(w trial) bool { return w.command.String() == best.command.String() })
	}
	if i := slices.IndexFunc(left, func(w trial) bool { return !begins(w.events) }); i >= 0 {
		return left[i]
	}
	return b.pick(g, left)
}

// vain reports whether what a command begins is taken back, if the seat goes on with what is best.
func (b *brain) vain(g *engine.Game, w trial) bool {
	b.tried = aheadTried
	end, _, ended := b.ahead(w.end)
	return ended && takenBack(end.Log()[len(g.Log()):])
}

// begins reports whether the events of a command begin something that the rules may take back. What another step begins, to which the flow
// goes on, such as a forced purchase, is no part of it.
func begins(events []engine.Event) bool {
	open := 0
	for _, e := range events {
		switch e.(type) {
		case engine.Flowed:
			return open > 0
		case engine.Marked:
			open++
		case engine.Restored, engine.Kept:
			open--
		}
	}
	return open > 0
}

// takenBack reports whether the first thing that events begin is taken back in them.
func takenBack(events []engine.Event) bool {
	open := 0
	for _, e := range events {
		switch e.(type) {
		case engine.Marked:
			open++
			continue
		case engine.Restored, engine.Kept:
			open--
		default:
			continue
		}
		if open == 0 {
			_, back := e.(engine.Restored)
			return back
		}
	}
	return false
}
