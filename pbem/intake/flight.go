package intake

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"pbem/pbem/people"
	"pbem/store"
)

// perConnection is how many mails that wait are reason for one connection more.
const perConnection = 4

// unnoted is how many mails of one connection may have gone out before it is written
// down that the first did: so many are sent twice at most when the process ends.
const unnoted = 4

// airborne is how many mails are taken and not yet sent, at most, when more are taken.
const airborne = 2 * batch

// A flight takes mails while others go out. Those to one address are a pile, of which
// they are sent in their order, by one connection at a time; with one connection
// alone all mails are one pile.
type flight struct {
	*Outbox
	posts []Post
	done  sync.WaitGroup // connections in use
	used  int            // how many these are
	notes sync.WaitGroup // what is written down beside
	full  atomic.Bool    // nothing can be written down: no more are sent

	piles  map[string][]store.Mail // taken, and not yet handed to a connection
	order  []string                // addresses whose piles may be handed over
	away   map[string]bool         // addresses with a pile that was
	taken  int                     // mails of all these
	after  uint64                  // the last mail's place in the queue
	ready  chan []store.Mail       // piles for connections, some ahead
	landed chan landing            // what became of those
}

// A landing is what became of a pile.
type landing struct {
	to    string
	mails int
	whole bool // none of them waits for the next flight
}

// Flush sends the mails that are due, and those that come due meanwhile, for at most outboxPoll.
// It uses several connections if there are many. It reports whether there may be more.
func (o *Outbox) Flush(ctx context.Context, posts ...Post) (more bool) {
	f := &flight{
		Outbox: o, posts: posts, piles: map[string][]store.Mail{}, away: map[string]bool{},
		ready: make(chan []store.Mail, 2*len(posts)), landed: make(chan landing),
	}
	defer f.notes.Wait()
	defer f.done.Wait()
	defer close(f.ready)
	long := time.After(outboxPoll) // the next flight sees what is to be tried again
	more = true
	for ending, broken := false, false; ; {
		for more && !ending && !broken && len(f.order) == 0 && f.taken < airborne {
			more = f.take()
		}
		if f.taken == 0 {
			return more && !broken
		}
		ready, next := f.next()
		select {
		case ready <- next:
			f.handOn(ctx)
		case p := <-f.landed:
			f.land(p)
			broken = broken || !p.whole
		case <-o.queued:
			more = true
		case <-long:
			ending = true
		}
	}
}

// take takes mails and reports whether there may be more.
func (f *flight) take() (more bool) {
	mails, err := f.Store.TakeMails(f.Claim(), f.after, batch)
	if err != nil {
		f.Log.Error("outbox.unreadable", "error", err)
		return false
	}
	more = len(mails) == batch
	if len(mails) > 0 {
		f.after = mails[len(mails)-1].Place
	}
	if mails = f.unsent(mails); f.full.Load() {
		return false
	}
	f.pile(mails)
	return more
}

// unsent writes down which of some mails have gone out before, when that could not be
// written down, and returns the others. While it cannot be, no more are sent: after a
// crash they would be sent again.
func (f *flight) unsent(mails []store.Mail) (others []store.Mail) {
	for _, m := range mails {
		if !f.gone.has(m.ID) {
			others = append(others, m)
		} else if !f.full.Load() {
			f.note(m, nil)
		}
	}
	return others
}

// pile puts mails on their piles.
func (f *flight) pile(mails []store.Mail) {
	for _, m := range mails {
		to := f.pileOf(m)
		if f.piles[to] == nil && !f.away[to] {
			f.order = append(f.order, to)
		}
		f.piles[to] = append(f.piles[to], m)
	}
	f.taken += len(mails)
}

// pileOf names the pile of a mail.
func (f *flight) pileOf(m store.Mail) string {
	if len(f.posts) == 1 {
		return ""
	}
	return people.Lower(m.To)
}

// next is the pile that may be handed on and the way to do so; both are nil when there is none.
func (f *flight) next() (chan<- []store.Mail, []store.Mail) {
	if len(f.order) == 0 {
		return nil, nil
	}
	return f.ready, f.piles[f.order[0]]
}

// handOn takes note that the next pile was handed on, and sees to it that there are connections.
func (f *flight) handOn(ctx context.Context) {
	to := f.order[0]
	f.order = f.order[1:]
	delete(f.piles, to)
	f.away[to] = true
	if f.used < min(len(f.posts), 1+f.taken/perConnection) {
		post := f.posts[f.used]
		f.used++
		f.done.Go(func() { f.connect(ctx, post) })
	}
}

// land takes note that a connection is done with a pile.
func (f *flight) land(p landing) {
	delete(f.away, p.to)
	f.taken -= p.mails
	if f.piles[p.to] != nil {
		f.order = append(f.order, p.to)
	}
}

// connect sends piles on one connection until there are no more.
func (f *flight) connect(ctx context.Context, post Post) {
	room := make(chan struct{}, unnoted)
	for mails := range f.ready {
		f.landed <- landing{f.pileOf(mails[0]), len(mails), f.sendAll(ctx, post, mails, room)}
	}
}

// sendAll sends mails one after the other, while it is written down which of them went
// out, as far as there is room for that; it reports false when it was broken off.
func (f *flight) sendAll(ctx context.Context, post Post, mails []store.Mail, room chan struct{}) bool {
	return !f.full.Load() && f.each(ctx, mails, func(m store.Mail) bool {
		err := f.handOver(ctx, post, m)
		if err != nil && ctx.Err() != nil {
			return false // we are going down: that is no fault of the mail
		}
		room <- struct{}{}
		f.notes.Go(func() {
			f.note(m, err)
			<-room
		})
		return !f.full.Load()
	})
}

// note writes down how an attempt ended.
func (f *flight) note(m store.Mail, sent error) {
	if err := f.noteSent(m, sent); err != nil {
		if !f.full.Swap(true) {
			f.Log.Error("outbox.unwritable", "error", err)
		}
		return
	}
	f.gone.forget(m.ID)
	f.Desk.Sent(m, sent)
}
