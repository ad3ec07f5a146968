package title

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
)

// A Stage is a step of a company's operating turn as players speak of it, with the verbs that belong to it.
type Stage struct {
	Step  string // its name in the flow
	Does  string // what a company does in it, with the section: "runs its trains (6.5)"
	Verbs []string
}

// Stages are those of an operating turn, in order. They tell why a verb is closed in it: see Title.Closed.
type Stages []Stage

// At returns the place of a step, -1 if it has none.
func (l Stages) At(step string) int {
	return slices.IndexFunc(l, func(s Stage) bool { return s.Step == step })
}

// Of returns the place of the stage of a verb: the next one from a place on, otherwise the last before it; -1 if it belongs to none.
func (l Stages) Of(verb string, from int) int {
	last := -1
	for i, s := range l {
		if slices.Contains(s.Verbs, verb) && (last < 0 || last < from) {
			last = i
		}
	}
	return last
}

// Why says why a company that is at a step cannot use a verb: what comes first, what it lacks, or that it is too late. first reports that
// a stage from here on is not passed over: the company has to do something in it. It returns "" if the step or the verb is none of the turn.
func (l Stages) Why(sym, at, verb, lacks string, first func(Stage) bool) string {
	here := l.At(at)
	there := l.Of(verb, here)
	if here < 0 || there < 0 {
		return ""
	}
	for _, s := range l[min(here, there):there] {
		if first(s) {
			return "first " + sym + " " + s.Does
		}
	}
	if lacks != "" || here <= there {
		return lacks
	}
	return sym + " " + l[there].Does + " before it " + l[here].Does + ": it is too late for that this turn"
}

// When says what a player is missing for a verb of the title, or when it is used; "" if the title says neither. mine are
// the choices of the player. One with the verb that allows nothing is told what is missing alone: the time is right.
func (t *Title) When(s *engine.State, by, verb string, mine []engine.Choice) string {
	when, missing := t.Moments[verb], ""
	if when != "" && len(mine) > 0 && t.Closed != nil {
		missing = t.Closed(s, by, verb)
	}
	switch timely := slices.ContainsFunc(mine, func(ch engine.Choice) bool { return ch.Verb == verb }); {
	case timely && missing == when:
		return ""
	case timely:
		return missing
	case len(mine) == 0 && t.Verbs.Does(verb, moves.Passes): // its moment is about what is asked
		return ""
	}
	return cmp.Or(missing, when)
}
