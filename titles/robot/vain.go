package robot

import (
	"slices"

	"pbem/engine"
)

// Some commands only begin something, such as the sale of new shares, and the rules take all of it back if what follows does not come to
// an end. At once they seem to bring what they begin.

// mostVain is how many such commands are followed at most, if each of them comes to nothing.
const mostVain = 12

// fruitful picks one of the best trials that does not come to nothing. left are the trials without those that do.
func (b *brain) fruitful(g *engine.Game, trials []trial) (best trial, left []trial) {
	b.tried = aheadTried
	left = slices.Clone(trials)
	for range mostVain {
		best = b.pick(g, left)
		if len(left) == 1 || !begins(best.events) {
			return best, left
		}
		if b.follow(&best); best.value != last {
			return best, left
		}
		left = slices.DeleteFunc(left, func(w trial) bool { return w.command.String() == best.command.String() })
	}
	if others := slices.DeleteFunc(slices.Clone(left), func(w trial) bool { return begins(w.events) }); len(others) > 0 {
		left = others
	}
	return b.pick(g, left), left
}

// vain reports whether what a trial begins has been taken back in a position that follows from it.
func vain(w *trial, end *engine.Game) bool {
	return begins(w.events) && takenBack(end.Log()[len(w.game.Log())-len(w.events):])
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
