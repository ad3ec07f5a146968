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

// mostUnnoted is how many mails one connection may have sent before the store records the first of
// them. At most so many are sent twice if the process ends.
const mostUnnoted = 4

// mostInFlight is how many mails may be taken and not yet sent before no more are taken.
const mostInFlight = 2 * batch

// A dispatch sends mails on several connections, and takes more from the store meanwhile. Mails to
// one address are a pile. Only one connection at a time sends from a pile, in order. With a single
// connection all mails are one pile.
type dispatch struct {
	*Outbox
	posts []Post
	done  sync.WaitGroup // connections in use
	used  int            // their number
	notes sync.WaitGroup // attempts that are being recorded
	full  atomic.Bool    // nothing can be recorded, so no more are sent

	piles   map[string][]store.Mail // taken and not yet handed to a connection
	order   []string                // addresses whose piles can be handed over
	sending map[string]bool         // addresses whose piles are with a connection
	taken   int                     // number of mails in all these
	after   uint64                  // the last mail's place in the queue
	ready   chan []store.Mail       // piles for connections, some in advance
	results chan result             // results of piles
}

// A result tells what became of a pile.
type result struct {
	to    string
	mails int
	whole bool // none of its mails waits for the next dispatch
}

// Flush sends the mails that are due, and those that come due meanwhile, for at most outboxPoll.
// It uses several connections if there are many. It reports whether there may be more.
func (o *Outbox) Flush(ctx context.Context, posts ...Post) (more bool) {
	d := &dispatch{
		Outbox: o, posts: posts, piles: map[string][]store.Mail{}, sending: map[string]bool{},
		ready: make(chan []store.Mail, 2*len(posts)), results: make(chan result),
	}
	defer d.notes.Wait()
	defer d.done.Wait()
	defer close(d.ready)
	long := time.After(outboxPoll) // the next dispatch sees the mails that wait for a retry
	more = true
	for ending, broken := false, false; ; {
		for more && !ending && !broken && len(d.order) == 0 && d.taken < mostInFlight {
			more = d.take()
		}
		if d.taken == 0 {
			return more && !broken
		}
		ready, next := d.next()
		select {
		case ready <- next:
			d.handedOver(ctx)
		case p := <-d.results:
			d.finished(p)
			broken = broken || !p.whole
		case <-o.queued:
			more = true
		case <-long:
			ending = true
		}
	}
}

// take takes mails and reports whether there may be more.
func (d *dispatch) take() (more bool) {
	mails, err := d.Store.TakeMails(d.Claim(), d.after, batch)
	if err != nil {
		d.Log.Error("outbox.unreadable", "error", err)
		return false
	}
	more = len(mails) == batch
	if len(mails) > 0 {
		d.after = mails[len(mails)-1].Place
	}
	if mails = d.unsent(mails); d.full.Load() {
		return false
	}
	d.pile(mails)
	return more
}

// unsent records which of some mails went out earlier when that could not be recorded, and
// returns the others. While that fails, it returns none: after a crash they would be sent again.
func (d *dispatch) unsent(mails []store.Mail) (others []store.Mail) {
	for _, m := range mails {
		if !d.gone.has(m.ID) {
			others = append(others, m)
		} else if !d.full.Load() {
			d.note(m, nil)
		}
	}
	return others
}

// pile adds mails to their piles.
func (d *dispatch) pile(mails []store.Mail) {
	for _, m := range mails {
		to := d.pileOf(m)
		if d.piles[to] == nil && !d.sending[to] {
			d.order = append(d.order, to)
		}
		d.piles[to] = append(d.piles[to], m)
	}
	d.taken += len(mails)
}

// pileOf names the pile of a mail.
func (d *dispatch) pileOf(m store.Mail) string {
	if len(d.posts) == 1 {
		return ""
	}
	return people.Lower(m.To)
}

// next returns the pile that can be handed over and the channel for it; both are nil if there is
// none.
func (d *dispatch) next() (chan<- []store.Mail, []store.Mail) {
	if len(d.order) == 0 {
		return nil, nil
	}
	return d.ready, d.piles[d.order[0]]
}

// handedOver notes that the next pile was handed over, and opens connections if they are needed.
func (d *dispatch) handedOver(ctx context.Context) {
	to := d.order[0]
	d.order = d.order[1:]
	delete(d.piles, to)
	d.sending[to] = true
	if d.used < min(len(d.posts), 1+d.taken/perConnection) {
		post := d.posts[d.used]
		d.used++
		d.done.Go(func() { d.connect(ctx, post) })
	}
}

// finished notes that a connection is done with a pile.
func (d *dispatch) finished(p result) {
	delete(d.sending, p.to)
	d.taken -= p.mails
	if d.piles[p.to] != nil {
		d.order = append(d.order, p.to)
	}
}

// connect sends piles on one connection until there are no more.
func (d *dispatch) connect(ctx context.Context, post Post) {
	room := make(chan struct{}, mostUnnoted)
	for mails := range d.ready {
		d.results <- result{d.pileOf(mails[0]), len(mails), d.sendAll(ctx, post, mails, room)}
	}
}

// sendAll sends mails one after the other. Meanwhile it records which of them went out, at most
// mostUnnoted behind. It reports false if it was broken off.
func (d *dispatch) sendAll(ctx context.Context, post Post, mails []store.Mail, room chan struct{}) bool {
	return !d.full.Load() && d.each(ctx, mails, func(m store.Mail) bool {
		err := d.handOver(ctx, post, m)
		if err != nil && ctx.Err() != nil {
			return false // the service is stopping: that is no fault of the mail
		}
		room <- struct{}{}
		d.notes.Go(func() {
			d.note(m, err)
			<-room
		})
		return !d.full.Load()
	})
}

// note records the result of an attempt.
func (d *dispatch) note(m store.Mail, sent error) {
	if err := d.noteSent(m, sent); err != nil {
		if !d.full.Swap(true) {
			d.Log.Error("outbox.unwritable", "error", err)
		}
		return
	}
	d.gone.forget(m.ID)
	d.Desk.Sent(m, sent)
}
