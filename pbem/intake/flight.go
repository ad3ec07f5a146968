package intake

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"pbem/pbem/people"
	"pbem/store"
)

// perConnection is how many waiting mails justify one more connection.
const perConnection = 4

// unnoted is how many mails one connection may have sent before the store records the first of
// them. At most so many are sent twice if the process ends.
const unnoted = 4

// airborne limits how many mails are taken and not yet sent when more are taken.
const airborne = 2 * batch

// A flight takes mails from the store while others go out. Mails to one address are a pile. Only
// one connection at a time sends from a pile, in order. With a single connection all mails are
// one pile.
type flight struct {
	*Outbox
	posts []Post
	done  sync.WaitGroup // connections in use
	used  int            // their number
	notes sync.WaitGroup // attempts that are being recorded
	full  atomic.Bool    // nothing can be recorded, so no more are sent

	piles  map[string][]store.Mail // taken and not yet handed to a connection
	order  []string                // addresses whose piles can be handed over
	away   map[string]bool         // addresses whose piles are with a connection
	taken  int                     // number of mails in all these
	after  uint64                  // the last mail's place in the queue
	ready  chan []store.Mail       // piles for connections, some in advance
	landed chan landing            // results of piles
}

// A landing is the result of a pile.
type landing struct {
	to    string
	mails int
	whole bool // none of its mails waits for the next flight
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
	long := time.After(outboxPoll) // the next flight sees the mails that wait for a retry
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

// unsent records which of some mails went out earlier when that could not be recorded, and
// returns the others. While that fails, it returns none: after a crash they would be sent again.
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

// pile adds mails to their piles.
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

// next returns the pile that can be handed over and the channel for it; both are nil if there is
// none.
func (f *flight) next() (chan<- []store.Mail, []store.Mail) {
	if len(f.order) == 0 {
		return nil, nil
	}
	return f.ready, f.piles[f.order[0]]
}

// handOn notes that the next pile was handed over, and opens connections if they are needed.
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

// land notes that a connection is done with a pile.
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

// sendAll sends mails one after the other. Meanwhile it records which of them went out, at most
// unnoted behind. It reports false if it was broken off.
func (f *flight) sendAll(ctx context.Context, post Post, mails []store.Mail, room chan struct{}) bool {
	return !f.full.Load() && f.each(ctx, mails, func(m store.Mail) bool {
		err := f.handOver(ctx, post, m)
		if err != nil && ctx.Err() != nil {
			return false // the service is stopping: that is no fault of the mail
		}
		room <- struct{}{}
		f.notes.Go(func() {
			f.note(m, err)
			<-room
		})
		return !f.full.Load()
	})
}

// note records the result of an attempt.
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
