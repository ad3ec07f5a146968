package engine

import "slices"

// Effective returns the events in force: without undone ones and without the
// Undone events themselves. What was said and done beside the table is never
// undone.
func Effective(log []Event) []Event { return Force(InForce(log)).Events(log) }

// InForce returns the indexes of the events that Effective keeps. An Undone of
// events that do not exist, which only a damaged log has, undoes nothing.
func InForce(log []Event) []int {
	f := make(Force, 0, len(log))
	for i := range log {
		f = f.With(log, i)
	}
	return f
}

// A Force is the InForce of the first events of a log, so that one can go on
// from there.
type Force []int

// With returns the force after one more event of the log. f itself must not be
// used any more.
func (f Force) With(log []Event, i int) Force {
	u, ok := log[i].(Undone)
	if !ok {
		return append(f, i)
	}
	if f.knows(u) {
		fallen := slices.Clone(f[u.To:])
		f = append(f[:u.To], slices.DeleteFunc(fallen, func(i int) bool { return !Beside(log[i]) })...)
	}
	return f
}

// Events returns the events of the log that are in force.
func (f Force) Events(log []Event) []Event {
	out := make([]Event, len(f))
	for i, place := range f {
		out[i] = log[place]
	}
	return out
}

// Falls returns the indexes of the events that an Undone takes out of force.
func (f Force) Falls(log []Event, u Undone) []int {
	if !f.knows(u) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f[u.To:]), func(i int) bool { return Beside(log[i]) })
}

// Position returns the index in the log to which an Undone goes back, counting
// also events that were undone before.
func (f Force) Position(u Undone) (n int, ok bool) {
	switch {
	case !f.knows(u):
		return 0, false
	case u.To < len(f):
		return f[u.To], true
	case u.To == 0:
		return 0, true
	}
	return f[u.To-1] + 1, true
}

// knows reports whether the events that an Undone takes back exist.
func (f Force) knows(u Undone) bool { return 0 <= u.To && u.To <= len(f) }
