package intake

import (
	"time"

	"pbem/store"
)

// A note is the result of an attempt to send a mail, for the store.
type note struct {
	mail   store.Mail
	sent   error // why it could not be sent
	ending store.Ending
	tried  bool   // false if the mail was dropped without an attempt
	done   func() // called when it is recorded, or cannot be; may be nil
}

// notes gathers results, so that one call of the store records many.
type notes struct {
	in    chan note
	ended chan struct{}
}

// noteWithin is how long a result waits for others.
const noteWithin = 100 * time.Millisecond

// begin starts recording. The returned function waits until all is recorded.
func (n *notes) begin(record func([]note)) (end func()) {
	n.in, n.ended = make(chan note, batch), make(chan struct{})
	go func() {
		defer close(n.ended)
		for first := range n.in {
			all := n.gather(first)
			record(all)
			for _, one := range all {
				if one.done != nil {
					one.done()
				}
			}
		}
	}()
	return func() { close(n.in); <-n.ended }
}

// add has a result recorded.
func (n *notes) add(one note) { n.in <- one }

// gather returns a result with those that come soon. It waits no longer when as many are
// there as one connection may leave unrecorded.
func (n *notes) gather(first note) []note {
	all, late := []note{first}, time.After(noteWithin)
	for len(all) < batch {
		if len(all) >= mostUnnoted && len(n.in) == 0 {
			return all
		}
		select {
		case one, ok := <-n.in:
			if !ok {
				return all
			}
			all = append(all, one)
		case <-late:
			return all
		}
	}
	return all
}
