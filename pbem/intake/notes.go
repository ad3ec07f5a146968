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
	in    chan []note
	ended chan struct{}
}

// noteWithin is how long a result waits for others.
const noteWithin = 100 * time.Millisecond

// begin starts recording. The returned function waits until all is recorded.
func (n *notes) begin(record func([]note)) (end func()) {
	n.in, n.ended = make(chan []note, batch), make(chan struct{})
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

// add has results recorded, all of them in one call of the store.
func (n *notes) add(all ...note) { n.in <- all }

// gather returns results with those that come soon. It waits no longer when as many are
// there as one connection may leave unrecorded.
func (n *notes) gather(first []note) []note {
	all, late := first, time.After(noteWithin)
	for len(all) < batch {
		if len(all) >= mostUnnoted && len(n.in) == 0 {
			return all
		}
		select {
		case more, ok := <-n.in:
			if !ok {
				return all
			}
			all = append(all, more...)
		case <-late:
			return all
		}
	}
	return all
}
