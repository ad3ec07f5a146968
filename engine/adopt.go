package engine

import "slices"

// A game that was begun elsewhere is adopted by a word of the host (Adopted): from
// there on the written rules hold. The step that was not through then has facts in
// the log that may come of other rules. It is run again under the written rules from
// as early on as gives the same facts: at once, after some of them, after the last of
// them; where it does not fit even so, it ends as it began. Nothing of that is
// stored. The log alone decides, and an answer given later never changes it.

// A rerun is the unfinished leaf, run again.
type rerun struct {
	leaf    func(*Turn)
	actor   string
	stored  []Event // what the log has of it, and comes from the rules
	answers []Said  // new ones
	more    bool    // it may do more than is stored

	turn    *Turn
	choices []Choice
	fresh   []Event // what is not stored yet
	late    int     // how many facts came before the written rules
}

// again runs the leaf until what it does is what is stored.
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
		r.turn, r.choices, err = runLate(r.leaf, g.base, r.actor, append(saidIn(r.stored), r.answers...), r.late)
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

// later is the next number of facts to try: one more than came out as they are
// stored, and untilEnd when all of them did.
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

// factsOf leaves out the notes.
func factsOf(events []Event) []Event {
	return slices.DeleteFunc(slices.Clone(events), noted)
}

// adopted takes the written rules up in the step that is not through. What they do
// without asking anybody is done now.
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
