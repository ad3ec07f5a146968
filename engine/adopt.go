package engine

import "slices"

// The host can import a game that was begun elsewhere (Adopted). From then on the written rules hold. But the
// unfinished step may already have facts in the log that other rules made. So that step is run again, and the
// game counts as adopted from as early in the step as reproduces the stored facts: from its beginning, after
// some of the facts, or after the last. If nothing fits, the step ends under the old rules. Nothing of this
// is stored: the log alone decides, and an answer given later never changes the outcome.

// A rerun runs the unfinished leaf again.
type rerun struct {
	leaf    func(*Turn)
	actor   string
	stored  []Event // its events in the log that come from the rules
	answers []Said  // new answers
	more    bool    // it may do more than is stored

	turn    *Turn
	choices []Choice
	fresh   []Event // events that are not stored yet
	late    int     // how many facts come before the game counts as adopted
}

// again runs the leaf until it reproduces the stored events.
func (g *Game) again(r *rerun) error {
	first := g.try(r)
	for err := first; err != nil; err = g.try(r) {
		if !g.base.adopted || r.late == untilEnd {
			return first
		}
		r.late = r.later()
	}
	return nil
}

// try runs the leaf once.
func (g *Game) try(r *rerun) error {
	r.turn = nil
	return g.guarded(func() (err error) {
		found := g.found
		if r.late > 0 {
			found = nil // another table
		}
		r.turn, r.choices, err = g.rules.runLate(r.leaf, g.base, r.actor, append(saidIn(r.stored), r.answers...), r.late, found)
		if err != nil {
			return g.freeze("%w", err)
		}
		var why string
		r.fresh, why = beyond(r.turn.events, r.stored, len(r.answers) > 0)
		if why == "" && !r.more {
			r.fresh, why = nil, wouldGoOn(r.fresh, r.choices)
		}
		if why != "" {
			return g.freeze("%s", why)
		}
		return nil
	})
}

// later returns the next number of facts to try: one more than were reproduced, or untilEnd if all were.
func (r *rerun) later() int {
	stored := factsOf(r.stored)
	n := r.late
	if r.turn != nil {
		now := factsOf(r.turn.events)
		for n < min(len(stored), len(now)) && same(stored[n], now[n]) {
			n++
		}
	}
	if n++; n > len(stored) {
		return untilEnd
	}
	return n
}

// factsOf removes the notes.
func factsOf(events []Event) []Event {
	return slices.DeleteFunc(slices.Clone(events), noted)
}

// adopted applies the written rules to the unfinished step. What they do without asking anybody is done at
// once.
func (g *Game) adopted() (*Game, []Event) {
	next := *g
	var more []Event
	err := next.guarded(func() (err error) {
		more, err = next.resume(nil, true)
		return err
	})
	if err != nil {
		next.frozen, next.choices = err, nil
	}
	next.version += len(more)
	return &next, more
}
