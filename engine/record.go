package engine

import "sync/atomic"

// A record is a log of events. Games that follow from each other share memory: events never change, and the
// first record that grows from an end appends in place. Any other copies, for example when several commands
// are tried on one game.
type record struct {
	events  []Event
	written *atomic.Int64 // length of the memory behind events that is in use
}

// spare is the least room behind the events of a copy.
const spare = 64

// newRecord returns a record with a copy of the events.
func newRecord(events []Event) record { return roomy(events, 0) }

// roomy copies events into memory with spare room.
func roomy(events []Event, room int) record {
	r := record{append(make([]Event, 0, len(events)+room), events...), new(atomic.Int64)}
	r.written.Store(int64(len(events)))
	return r
}

// and returns the record with more events.
func (r record) and(more ...Event) record {
	n := len(r.events)
	if full := n+len(more) > cap(r.events); full || !r.take(n, len(more)) {
		room := len(more) + spare
		if full { // it grows; what is only tried goes on for a few events
			room += n
		}
		r = roomy(r.events, room)
		r.take(n, len(more))
	}
	return record{append(r.events, more...), r.written}
}

// take reserves the memory after the first n events. Only one caller can have it.
func (r record) take(n, more int) bool {
	return r.written.CompareAndSwap(int64(n), int64(n+more))
}

// upTo returns the record of the first n events.
func (r record) upTo(n int) record { return record{r.events[:n], r.written} }
