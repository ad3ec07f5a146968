package engine

import "sync/atomic"

// A record is the log of a game. Games that follow from one another share the
// memory of theirs: what was written never changes, and the first to go on from
// its end goes on in place. Whoever comes second, as when several commands are
// tried on one game, copies.
type record struct {
	events  []Event
	written *atomic.Int64 // of the memory behind events
}

// newRecord makes a record of events, which it copies.
func newRecord(events []Event) record { return roomy(events, 0) }

// roomy copies events into memory with room for more.
func roomy(events []Event, room int) record {
	r := record{append(make([]Event, 0, len(events)+room), events...), new(atomic.Int64)}
	r.written.Store(int64(len(events)))
	return r
}

// and returns the record with more events at its end.
func (r record) and(more ...Event) record {
	n := len(r.events)
	if n+len(more) > cap(r.events) || !r.take(n, len(more)) {
		r = roomy(r.events, n+len(more)+64)
		r.take(n, len(more))
	}
	return record{append(r.events, more...), r.written}
}

// take reserves the memory behind the first n events for more, once.
func (r record) take(n, more int) bool {
	return r.written.CompareAndSwap(int64(n), int64(n+more))
}

// upTo returns the record of the first n events.
func (r record) upTo(n int) record { return record{r.events[:n], r.written} }
