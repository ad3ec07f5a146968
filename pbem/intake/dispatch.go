package intake

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
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
	notes notes          // results of attempts that are being recorded
	full  atomic.Bool    // nothing can be recorded, so no more are sent

	piles   map[string]pile // taken and not yet handed to a connection
	order   []string        // addresses whose piles can be handed over
	sending map[string]bool // addresses whose piles are with a connection
	taken   int             // number of mails in all these
	begun   bool            // some mails were taken, and may be in hand
	waiting gathered        // mails that may go out with others, until these are taken too
	ready   chan pile       // piles for connections, some in advance
	results chan result     // results of piles

	perDomain int                  // most piles of one domain that are with connections
	domains   map[string]int       // how many piles of a domain are
	later     map[string]time.Time // when mails to a domain that were put back are taken again
	inHand    *handed              // mails that were taken and are not yet recorded
	moved     bool                 // a connection was done with a pile since the last look at them
}

// A pile are mails to one address.
type pile struct {
	mails []store.Mail
	seen  time.Time       // when the store last said that they are to be sent
	alone map[string]bool // the ids of those that go in no digest
}

// A result tells what became of a pile.
type result struct {
	to    string
	mails int
	whole bool // none of its mails waits for the next dispatch
}

func newDispatch(o *Outbox, posts ...Post) *dispatch {
	return &dispatch{
		Outbox: o, posts: posts, piles: map[string]pile{}, sending: map[string]bool{},
		ready: make(chan pile, 2*len(posts)), results: make(chan result),
		perDomain: cmp.Or(o.PerDomain, max(1, len(posts)-1)), domains: map[string]int{}, later: map[string]time.Time{},
		inHand: &handed{ids: map[string]bool{}},
	}
}

// Flush sends the mails that are due, and those that come due meanwhile. It uses several connections
// if there are many. It reports whether there may be more.
func (o *Outbox) Flush(ctx context.Context, posts ...Post) (more bool) {
	d := newDispatch(o, posts...)
	select { // what was queued so far is taken now
	case <-o.queued:
	default:
	}
	defer d.notes.begin(d.record)()
	defer d.done.Wait()
	defer close(d.ready)
	again, slow := time.NewTicker(outboxPoll), time.NewTicker(lookAgain)
	defer again.Stop()
	defer slow.Stop()
	more = true
	for broken := false; ; {
		for more && !broken && d.blocked() && d.taken < mostInFlight {
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
		case <-slow.C:
			if d.hurry(ctx) && more {
				d.makeRoom()
			}
		case <-again.C: // also for mails that wait for a retry
			d.begun, more = false, true
			d.keep()
			d.release()
		}
	}
}

// take takes mails and reports whether there may be more.
func (d *dispatch) take() (more bool) {
	inHand := d.inHand.all() // those that are recorded while the store looks are in what it finds
	mails, err := d.Store.TakeMails(d.Claim(), d.begun, batch)
	d.begun = true
	if err != nil {
		d.Log.Error("outbox.unreadable", "error", err)
		return false
	}
	more = len(mails) == batch
	mails = slices.DeleteFunc(mails, func(m store.Mail) bool { return inHand[m.ID] })
	if mails = d.wanted(d.timely(d.unsent(mails))); d.full.Load() {
		return false
	}
	d.pile(d.gather(mails))
	if !more || d.waiting.enough() {
		d.release()
	}
	return more
}

// unsent records which of some mails went out earlier when that could not be recorded, and
// returns the others. While that fails, it returns none: after a crash they would be sent again.
func (d *dispatch) unsent(mails []store.Mail) (others []store.Mail) {
	var gone []note
	for _, m := range mails {
		if d.gone.has(m.ID) {
			gone = append(gone, note{mail: m, ending: d.ending(m, nil), tried: true})
		} else {
			others = append(others, m)
		}
	}
	if len(gone) > 0 {
		d.record(gone)
	}
	return others
}

// wanted drops or keeps the mails whose recipients get none at present, and returns the others.
func (d *dispatch) wanted(mails []store.Mail) (out []store.Mail) {
	var held []note
	for _, m := range mails {
		if m.Unless == "" {
			var err error
			if m.Held, err = d.Desk.Holds(m); err != nil {
				d.Log.Error("outbox.unreadable", "error", err)
				continue
			}
		}
		if !m.Held {
			out = append(out, m)
			continue
		}
		end := store.Ending{ID: m.ID, To: store.Dropped, At: d.Now(), Marked: true}
		if why := d.Desk.Keeps(m); why != "" {
			end.To, end.Why = store.Failed, why
			d.Log.Info("outbox.kept", "to", m.To, "id", m.ID)
		} else {
			d.Log.Info("outbox.dropped", "to", m.To, "id", m.ID)
		}
		held = append(held, note{mail: m, ending: end})
	}
	if len(held) > 0 {
		d.record(held)
	}
	return out
}

// pile adds mails to their piles.
func (d *dispatch) pile(mails []store.Mail) {
	for _, m := range mails {
		to := d.pileOf(m)
		p, waits := d.piles[to]
		if !waits {
			p.seen = time.Now()
		}
		if !waits && !d.sending[to] {
			d.order = append(d.order, to)
		}
		p.mails = append(p.mails, m)
		d.piles[to] = p
		d.inHand.note(m.ID)
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

// next returns the pile that can be handed over and the channel for it, which is nil if there is
// none. It moves the pile to the front. A domain that takes its mails slowly does not get all
// connections.
func (d *dispatch) next() (chan<- pile, pile) {
	i := slices.IndexFunc(d.order, func(to string) bool { return d.domains[domainOf(to)] < d.perDomain })
	if i < 0 {
		return nil, pile{}
	}
	to := d.order[i]
	copy(d.order[1:], d.order[:i])
	d.order[0] = to
	return d.ready, d.piles[to]
}

// blocked reports whether no pile can be handed over.
func (d *dispatch) blocked() bool {
	ready, _ := d.next()
	return ready == nil
}

// handedOver notes that the next pile was handed over, and opens connections if they are needed.
func (d *dispatch) handedOver(ctx context.Context) {
	to := d.order[0]
	d.order = d.order[1:]
	delete(d.piles, to)
	d.sending[to] = true
	d.domains[domainOf(to)]++
	if d.used < 1+d.taken/perConnection {
		d.open(ctx)
	}
}

// open opens one more connection if there may be one.
func (d *dispatch) open(ctx context.Context) {
	if d.used < len(d.posts) {
		post := d.posts[d.used]
		d.used++
		d.done.Go(func() { d.connect(ctx, post) })
	}
}

// hurry reports whether no connection was done with a pile for a while. Then it opens one for each
// pile that was handed over and waits.
func (d *dispatch) hurry(ctx context.Context) (slow bool) {
	slow, d.moved = !d.moved, false
	if slow {
		for range len(d.ready) {
			d.open(ctx)
		}
	}
	return slow
}

// finished notes that a connection is done with a pile.
func (d *dispatch) finished(p result) {
	d.moved = true
	delete(d.sending, p.to)
	if domain := domainOf(p.to); d.domains[domain] > 1 {
		d.domains[domain]--
	} else {
		delete(d.domains, domain)
	}
	d.taken -= p.mails
	if _, waits := d.piles[p.to]; waits {
		d.order = append(d.order, p.to)
	}
}

// connect sends piles on one connection until there are no more.
func (d *dispatch) connect(ctx context.Context, post Post) {
	room := make(chan struct{}, mostUnnoted)
	for p := range d.ready {
		d.results <- result{d.pileOf(p.mails[0]), len(p.mails), d.sendAll(ctx, post, p, room)}
	}
}

// sendAll sends mails one after the other. Meanwhile it records which of them went out, at most
// mostUnnoted behind. It reports false if it was broken off.
func (d *dispatch) sendAll(ctx context.Context, post Post, p pile, room chan struct{}) bool {
	for len(p.mails) > 0 {
		if ctx.Err() != nil || d.full.Load() {
			return false
		}
		if time.Since(p.seen) > lookAgain {
			if err := d.look(&p); err != nil {
				d.Log.Error("outbox.unreadable", "error", err)
				return false
			}
			continue
		}
		if e, held := d.held(p.mails[0]); held {
			d.notes.add(note{mail: p.mails[0], ending: e})
			p.mails = p.mails[1:]
			continue
		}
		m := d.first(&p)
		err := d.handOver(ctx, post, m)
		d.providers.tried(m.To, err, d.Now())
		if err != nil && ctx.Err() != nil {
			return false // the service is stopping: that is no fault of the mail
		}
		if m.refused(err) {
			p.back(m)
			continue
		}
		room <- struct{}{}
		d.notes.add(d.ended(m, err, func() { <-room })...)
	}
	return !d.full.Load()
}

// lookAgain is how long a mail may wait for its turn before the store is asked again whether it
// is to be sent. A newer one may have superseded it, or another service may have taken it.
const lookAgain = time.Second

// look leaves out the mails of a pile that were superseded, that another service has taken, or whose
// recipient gets none any more. It renews the claims of the others.
func (d *dispatch) look(p *pile) error {
	var ids []string
	for _, m := range p.mails {
		ids = append(ids, m.ID)
	}
	found, err := d.Store.Renew(d.Claim(), ids)
	if err != nil {
		return err
	}
	mine := map[string]store.Mail{}
	for _, m := range found {
		mine[m.ID] = m
	}
	var queued []store.Mail
	for _, m := range p.mails {
		now, ours := mine[m.ID]
		if !ours {
			d.inHand.forget(m.ID) // if it comes back, it is taken like any other
			continue
		}
		m.Held = now.Held
		queued = append(queued, m)
	}
	p.mails, p.seen = d.wanted(queued), time.Now()
	return nil
}

// keep renews the claims of all mails in hand, which may have to wait for long.
func (d *dispatch) keep() {
	if ids := slices.Sorted(maps.Keys(d.inHand.all())); len(ids) > 0 {
		if _, err := d.Store.Renew(d.Claim(), ids); err != nil {
			d.Log.Error("outbox.unreadable", "error", err)
		}
	}
}

// record writes the results of attempts into the store.
func (d *dispatch) record(notes []note) {
	err := d.noted(notes)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDamaged) { // the others are recorded
		d.Log.Error("outbox.lost", "error", err)
		err = nil
	}
	if err != nil {
		if !d.full.Swap(true) {
			d.Log.Error("outbox.unwritable", "error", err)
		}
		return
	}
	for _, n := range notes {
		d.inHand.forget(n.mail.ID)
		if n.tried {
			d.gone.forget(n.mail.ID)
			d.Desk.Sent(n.mail, n.sent)
		}
	}
}

// noted notes the endings of mails. What follows from a failure is committed together with it: after a crash in between,
// nobody would be told.
func (d *dispatch) noted(notes []note) error {
	var endings []store.Ending
	for _, n := range notes {
		if n.tried && n.ending.To == store.Failed {
			if err := d.Desk.Failed(n.mail, n.ending, n.sent); err != nil {
				return err
			}
		}
		endings = append(endings, n.ending) // which changes nothing if it is committed already
	}
	return d.Store.Noted(endings)
}
