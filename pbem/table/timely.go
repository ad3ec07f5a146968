package table

import (
	"slices"
	"time"
)

// Timely returns the table without times that were written while the clock was ahead: what has happened has happened by
// now. Otherwise nobody would be reminded until the clock has come there again, and a pause that has ended would last
// until then. ok is false if there are no such times.
func (t *Table) Timely(now time.Time) (next *Table, ok bool) {
	now = now.UTC()
	by := func(at *time.Time, latest time.Time) {
		if at.After(latest) {
			*at, ok = latest, true
		}
	}
	next = t.With(t.Game, nil)
	r := &next.Record
	for i := range r.Seats {
		by(&r.Seats[i].Asked, now)
		by(&r.Seats[i].Late.At, now)
	}
	for i := range r.Requests {
		by(&r.Requests[i].At, now)
		by(&r.Requests[i].Until, now.Add(RequestLife))
	}
	r.Stood = slices.Clone(r.Stood)
	for i := range r.Stood {
		by(&r.Stood[i].From, now)
		by(&r.Stood[i].To, now)
	}
	if r.Paused != nil {
		paused := *r.Paused
		by(&paused.At, now)
		r.Paused = &paused
	}
	if r.Sandbox != nil {
		sandbox := *r.Sandbox
		by(&sandbox.Until, now.Add(SandboxLife))
		r.Sandbox = &sandbox
	}
	return next, ok
}
