package pbem

import (
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/pbem/watch"
	"pbem/store"
)

// A canary is a mail that the service sends to itself through the real servers. It
// takes the path of a player's answer: outbox, SMTP server, mailbox, desk. If it does
// not come back, players' mails do not arrive either, even if all else seems well.

// canaryMail begins the Message-IDs of canaries.
const canaryMail = "canary"

// canaryFlight is how the canaries fare; stored.
type canaryFlight struct {
	Sent  time.Time     `json:"sent"`            // the last one
	Waits time.Time     `json:"waits,omitzero"`  // when the first was sent of those that are not back
	Back  time.Time     `json:"back,omitzero"`   // when one came back last
	Way   time.Duration `json:"way,omitempty"`   // from sending that one to its end at the desk
	Taken time.Duration `json:"taken,omitempty"` // of that, until the SMTP server had it; 0 where that is not known
	Told  time.Time     `json:"told,omitzero"`   // the Waits of which the host was told
}

// canaries holds it.
var canaries = store.NewSingle("canary", store.JSON[canaryFlight]())

// canaryLook is how often it is looked whether a canary is due, at most.
const canaryLook = 15 * time.Second

// flyCanaries sends canaries until the context ends, and tells of those that do not
// come back.
func (s *Desk) flyCanaries(ctx context.Context) {
	every := time.Duration(s.cfg.Watch.Canary)
	if every <= 0 {
		return
	}
	clock := time.NewTicker(min(canaryLook, every))
	defer clock.Stop()
	for {
		if err := s.unit(nil, func(d *draft) error { return d.flyCanary(every) }); err != nil {
			s.log.Error("canary.failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}
	}
}

// flyCanary sends one if it is due, and tells the hosts of one that is overdue.
func (d *draft) flyCanary(every time.Duration) error {
	r, err := canaries.Get(d.db)
	if err != nil && r.Rev == 0 {
		return err
	}
	f, now := r.Value, d.now().Truncate(time.Millisecond)
	c := store.Commit{Marks: store.Marks{}}
	if late := now.Sub(f.Waits); !f.Waits.IsZero() && late > watch.CanaryGrace && !f.Told.Equal(f.Waits) {
		f.Told = f.Waits
		d.log.Error("canary.overdue", "sent", f.Waits)
		c.Mails = d.alarm("canary "+f.Waits.UTC().Format(time.RFC3339), "", canaryPage(d.canaryWay(f), now.Sub(f.Waits)))
	}
	if since := now.Sub(f.Sent); since >= every || since < 0 {
		c.Mails = append(c.Mails, d.canary(now))
		if f.Sent = now; f.Waits.IsZero() {
			f.Waits = now
		}
	}
	if len(c.Mails) == 0 {
		return nil
	}
	canaries.Set(c.Marks, f)
	return d.queue(c)
}

func (s *Desk) canaryID(at time.Time) string { return s.office.ID(canaryMail, at.UnixMilli()) }

// canary writes one.
func (d *draft) canary(at time.Time) store.Mail {
	to := d.office.Canary(at)
	return d.lay(to, page{envelope: envelope.Mail{
		From: mail.Address{Name: d.cfg.Name, Address: d.cfg.Address}, To: mail.Address{Address: to}, ReplyTo: d.cfg.Address,
		ID: d.canaryID(at), Subject: "pbem canary", Date: at.In(d.cfg.Zone), Plain: true, List: lobbyList + d.cfg.Domain(),
		Text: "The service sent this mail to itself to see whether mails arrive. It can be deleted.\n",
	}})
}

// canaryOf returns when a mail was sent, if it is a canary of this service.
func (s *Desk) canaryOf(l letter.Letter) (at time.Time, ok bool) {
	if !strings.EqualFold(l.From, s.cfg.Address) {
		return time.Time{}, false
	}
	return s.office.CameBack(l)
}

// canaryBack notes that a canary has come back.
func (d *draft) canaryBack(key string, at time.Time) (string, error) {
	c := store.Commit{Cause: key, Outcome: outcomeCanary, Marks: store.Marks{}}
	r, err := canaries.Get(d.db)
	if err != nil && r.Rev == 0 {
		return "", err
	}
	f := r.Value
	if newer := f.Back.Add(-f.Way); f.Back.IsZero() || at.After(newer) {
		f.Back, f.Way, f.Taken = d.now(), max(d.now().Sub(at), 0), 0
		if m, err := d.store.Mail(d.canaryID(at)); err == nil && m.State == store.Sent {
			f.Taken = max(m.Done.Sub(at), 0)
		}
		if f.Waits = f.Sent; !f.Sent.After(at) {
			f.Waits = time.Time{}
		}
		canaries.Set(c.Marks, f)
	}
	return outcomeCanary, d.queue(c)
}

// canaryWay says how far the canary has come that waits longest.
func (s *Desk) canaryWay(f canaryFlight) string {
	m, err := s.store.Mail(s.canaryID(f.Waits))
	switch {
	case err != nil:
		return "how far it came is not known"
	case m.State == store.Queued && m.LastError != "":
		return "the mail server did not take it: " + m.LastError
	case m.State == store.Queued:
		return "the mail server has not taken it"
	case m.State == store.Failed:
		return "the mail server refused it: " + m.LastError
	}
	return "the mail server took it, but it is not in the mailbox"
}

// countCanary says how the canaries fare, where there are any.
func (s *Desk) countCanary(f *watch.Figures) error {
	if s.cfg.Watch.Canary <= 0 {
		return nil
	}
	r, err := canaries.Get(s.store)
	if err != nil && r.Rev == 0 {
		return err
	}
	c := r.Value
	f.Canary = &watch.Canary{Sent: c.Sent, Waits: c.Waits, Back: c.Back, Way: c.Way, Taken: c.Taken}
	if !c.Waits.IsZero() {
		f.Canary.Where = s.canaryWay(c)
	}
	return nil
}

// canaryPage tells the hosts of a canary that does not come back.
func canaryPage(where string, late time.Duration) sheet.Page {
	now := time.Now()
	return sheet.Note("A mail of the service to itself does not come back", "Mails of players may not arrive either, or theirs not be read.",
		sheet.Section{Head: "What is known", Lines: []string{fmt.Sprintf("  It was sent %s ago; %s.", watch.Ago(now, now.Add(-late)), where)}},
		sheet.Section{Head: "What you can do", Lines: []string{"  Try both servers:   pbem check --config FILE --send", "  Look at what the service is at work on: /health, or its log."}})
}
