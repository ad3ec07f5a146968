package walk

import (
	"fmt"
	"reflect"

	"pbem/engine"
)

// mostAgain is how many decisions are made again. It is enough for every kind of step.
const mostAgain = 300

// again makes the first decisions of a game of random players again: the same facts must follow. Other games
// were played before.
func (w *Walk) again() error {
	if w.From != nil || len(w.Kept) > 0 {
		return nil
	}
	g, log := engine.Start(w.Rules, w.Setup)
	for n := range min(len(w.Commands), mostAgain) {
		next, events, err := g.Decide(w.Commands[n])
		if err != nil {
			return fmt.Errorf("%s after %d decisions: %q is refused: %w", playedAgain, n, w.Commands[n], err)
		}
		g, log = next, append(log, events...)
		if was := w.Log[len(log)-len(events) : min(len(log), len(w.Log))]; !reflect.DeepEqual(events, was) {
			return fmt.Errorf("%s after %d decisions: of %q follows %s, and before followed %s", playedAgain, n, w.Commands[n], other(events, was), other(was, events))
		}
	}
	return nil
}

// playedAgain begins what is told of a game that goes another way.
const playedAgain = "played again, the game goes another way (a rule depends on the order of a map, a variable outside of the state, or chance)"

// other returns the first of some events that is not among others in its place.
func other(events, others []engine.Event) string {
	for i, e := range events {
		if i >= len(others) || !reflect.DeepEqual(e, others[i]) {
			if raw, err := engine.MarshalEvent(e); err == nil {
				return string(raw)
			}
		}
	}
	return "nothing more"
}
