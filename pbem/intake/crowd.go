package intake

import (
	"maps"
	"slices"
	"time"

	"pbem/store"
)

// A crowd are mails to slow domains, of which so many wait that no others are taken. Most of them
// go back into the queue.

// slowDomain is why mails of a crowd wait.
const slowDomain = "its provider takes mails slowly, and many wait for it"

// makeRoom puts mails back that wait for slow domains, if mails to others could go out in their
// place. With those on connections a batch stays in hand, the first ones.
func (d *dispatch) makeRoom() {
	if d.taken < mostInFlight || !d.blocked() || len(d.sending) >= len(d.posts) {
		return
	}
	until := d.Now().Add(FirstRetry)
	room := batch - d.taken
	for _, p := range d.piles {
		room += len(p.mails)
	}
	room = max(0, room)
	var back []store.Mail
	for _, to := range append(slices.Clone(d.order), slices.Sorted(maps.Keys(d.sending))...) {
		p, waits := d.piles[to]
		if !waits {
			continue
		}
		keep := min(room, len(p.mails))
		room -= keep
		if keep < len(p.mails) {
			d.later[domainOf(to)] = until
		}
		back = append(back, p.mails[keep:]...)
		p.mails = p.mails[:keep:keep]
		d.piles[to] = p
		if keep == 0 {
			delete(d.piles, to)
		}
	}
	d.order = slices.DeleteFunc(d.order, func(to string) bool { return len(d.piles[to].mails) == 0 })
	d.taken -= len(back)
	d.putBack(back, until)
}

// putBack has mails taken again at a time.
func (d *dispatch) putBack(mails []store.Mail, until time.Time) {
	var back []note
	for _, m := range mails {
		d.Log.Debug("outbox.held", "to", m.To, "id", m.ID, "until", until, "why", slowDomain)
		back = append(back, note{mail: m, ending: store.Ending{ID: m.ID, To: store.Queued, At: until, Why: slowDomain, Untried: true, Since: triedSince(m, d.Now())}})
	}
	if len(back) > 0 {
		d.record(back)
	}
}

// timely returns the mails of which none to the same domain was put back. The others are put back
// too, until the same time, so that mails to one address stay in order.
func (d *dispatch) timely(mails []store.Mail) (others []store.Mail) {
	back := map[string][]store.Mail{}
	for _, m := range mails {
		if domain := domainOf(m.To); d.later[domain].After(d.Now()) {
			back[domain] = append(back[domain], m)
		} else {
			others = append(others, m)
		}
	}
	for domain, late := range back {
		d.putBack(late, d.later[domain])
	}
	return others
}
