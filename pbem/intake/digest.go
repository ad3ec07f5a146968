package intake

import (
	"errors"
	"slices"
	"strings"
	"time"

	"pbem/pbem/people"
	"pbem/pbem/postbox"
	"pbem/store"
)

// What waits for one reader and asks nothing of them goes out as one mail, a digest. The store keeps the mails
// themselves: a digest is made when they are sent, and if that is not recorded, made again.

// An outgoing is what one attempt sends.
type outgoing struct {
	store.Mail              // as it goes out: a mail of the store, or a digest
	of         []store.Mail // the mails of the store that it is: one, or all that the digest is made of
}

// waited reports whether a mail may go in a digest: it has waited, for an hour or for a server, and asks nothing of
// its reader.
func (o *Outbox) waited(m store.Mail) bool { return m.Next.After(m.Queued) && o.Desk.News(m) }

// mostTogether is how many mails are looked at for one digest.
const mostTogether = 64

// first takes from a pile what goes out next: its first mail, or a digest of this and others to the same address.
func (d *dispatch) first(p *pile) outgoing {
	m, with := p.mails[0], d.together(p)
	if len(with) > 1 {
		one, of, err := d.Desk.Digest(with)
		if err != nil {
			d.Log.Error("outbox.undigested", "to", m.To, "id", m.ID, "error", err)
		}
		if err == nil && len(of) > 1 {
			d.Log.Info("outbox.digest", "to", one.To, "id", one.ID, "mails", len(of))
			p.mails = slices.DeleteFunc(slices.Clone(p.mails), func(m store.Mail) bool {
				return slices.ContainsFunc(of, func(o store.Mail) bool { return o.ID == m.ID })
			})
			return outgoing{one, of}
		}
	}
	p.mails = p.mails[1:]
	return outgoing{m, []store.Mail{m}}
}

// together returns the mails of a pile that may go in a digest with its first; none if that may not.
func (o *Outbox) together(p *pile) (all []store.Mail) {
	for _, m := range p.mails {
		if strings.EqualFold(m.To, p.mails[0].To) && !p.alone[m.ID] && o.waited(m) {
			all = append(all, m)
		}
		if len(all) == 0 || len(all) == mostTogether {
			break
		}
	}
	return all
}

// refused reports whether a server did not take a digest, but may take the mails that it is made of: it was too large
// for it, or its content did not please. A server that refuses the address refuses each.
func (m outgoing) refused(err error) bool {
	var failed *postbox.SendError
	return len(m.of) > 1 && hopeless(err) && errors.As(err, &failed) && (failed.Code == tooLarge || failed.Stage == postbox.AtData)
}

// back puts the mails of a digest back at the front of their pile. Each goes out alone.
func (p *pile) back(m outgoing) {
	if p.alone == nil {
		p.alone = map[string]bool{}
	}
	for _, of := range m.of {
		p.alone[of.ID] = true
	}
	p.mails = append(slices.Clone(m.of), p.mails...)
}

// ended returns the results of an attempt. All mails of a digest are tried again at the same time. The refusal of an
// address counts once, as that of one mail. done is called when all is recorded.
func (d *dispatch) ended(m outgoing, err error, done func()) (all []note) {
	tries := 0
	for _, of := range m.of {
		tries = max(tries, of.Tries)
	}
	for i, of := range m.of {
		alike := of
		alike.Tries = tries
		all = append(all, note{mail: of, sent: err, ending: d.ending(alike, err), tried: i == 0 || !hopeless(err)})
	}
	all[len(all)-1].done = done
	return all
}

// Limits of gathering. What is gathered is held in memory.
const (
	mostGathered = 32 << 20        // bytes
	gatherFor    = 5 * time.Second // more mails may come all the time
)

// gathered are mails taken from the store that may go in digests. They wait until the others to their readers are
// taken too: those who want their mails at the same hour may be many.
type gathered struct {
	mails []store.Mail
	bytes int
	since time.Time
}

// gather keeps those of some mails that may go in digests, and returns the others.
func (d *dispatch) gather(mails []store.Mail) (others []store.Mail) {
	g := &d.waiting
	for _, m := range mails {
		if !d.waited(m) {
			others = append(others, m)
			continue
		}
		if len(g.mails) == 0 {
			g.since = time.Now()
		}
		g.mails, g.bytes = append(g.mails, m), g.bytes+len(m.Raw)
	}
	return others
}

// enough reports whether the mails wait for no more, because they have become many or have waited.
func (g *gathered) enough() bool {
	return len(g.mails) > 0 && (g.bytes >= mostGathered || time.Since(g.since) >= gatherFor)
}

// release has the gathered mails sent, those to one address together.
func (d *dispatch) release() {
	p := pile{mails: d.waiting.mails, seen: d.waiting.since}
	d.waiting = gathered{}
	if len(p.mails) > 0 && time.Since(p.seen) > lookAgain {
		if err := d.look(&p); err != nil {
			d.Log.Error("outbox.unreadable", "error", err)
			return // the next dispatch takes them again
		}
	}
	slices.SortStableFunc(p.mails, func(a, b store.Mail) int { return strings.Compare(people.Lower(a.To), people.Lower(b.To)) })
	d.pile(p.mails)
}
