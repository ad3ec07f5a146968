package pbem

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/watch"
	"pbem/store"
)

// canaryLook is the longest time between two checks for due and overdue canaries.
const canaryLook = 15 * time.Second

// sendCanaries sends canaries until the context ends, and reports those that do not come
// back.
func (s *Service) sendCanaries(ctx context.Context) {
	every := time.Duration(s.Config.Watch.Canary)
	if every <= 0 {
		return
	}
	clock := time.NewTicker(min(canaryLook, every))
	defer clock.Stop()
	for {
		if err := s.Unit(nil, func(d *desk.Draft) error { return sendCanary(d, every) }); err != nil && !errors.Is(err, desk.ErrStandby) {
			s.Log.Error("canary.failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}
	}
}

// sendCanary sends a canary if it is due, and tells the hosts about one that is overdue.
func sendCanary(d *desk.Draft, every time.Duration) error {
	r, err := desk.Canaries.Get(d.DB)
	if err != nil && r.Rev == 0 {
		return err
	}
	f, now := r.Value, d.Now().Truncate(time.Millisecond)
	c := store.Commit{Marks: store.Marks{}}
	if late := now.Sub(f.Waits); !f.Waits.IsZero() && late > watch.CanaryGrace && !f.Told.Equal(f.Waits) {
		f.Told = f.Waits
		d.Log.Error("canary.overdue", "sent", f.Waits)
		c.Mails = d.Alarm("canary "+f.Waits.UTC().Format(time.RFC3339), "", canaryPage(canaryWay(d.Desk, f), now.Sub(f.Waits)))
	}
	if since := now.Sub(f.Sent); since >= every || since < 0 {
		c.Mails = append(c.Mails, canary(d, now))
		if f.Sent = now; f.Waits.IsZero() {
			f.Waits = now
		}
	}
	if len(c.Mails) == 0 {
		return nil
	}
	desk.Canaries.Set(c.Marks, f)
	return d.Queue(c)
}

func canaryID(s *desk.Desk, at time.Time) string {
	return s.Office.ID(senders.CanaryMail, at.UnixMilli())
}

// canary makes a canary.
func canary(d *desk.Draft, at time.Time) store.Mail {
	to := d.Office.Canary(at)
	return d.AddPage(to, desk.Page{Envelope: envelope.Mail{
		From: mail.Address{Name: d.Config.Name, Address: d.Config.Address}, To: mail.Address{Address: to}, ReplyTo: d.Config.Address,
		ID: canaryID(d.Desk, at), Subject: "pbem canary", Date: at.In(d.Config.Zone), Plain: true, List: desk.LobbyList + d.Config.Domain(),
		Text: "The service sent this mail to itself to see whether mails arrive. It can be deleted.\n",
	}})
}

// canaryBack records that a canary has come back.
func canaryBack(d *desk.Draft, key string, at time.Time) (string, error) {
	c := store.Commit{Cause: key, Outcome: desk.OutcomeCanary, Marks: store.Marks{}}
	r, err := desk.Canaries.Get(d.DB)
	if err != nil && r.Rev == 0 {
		return "", err
	}
	f := r.Value
	if newer := f.Back.Add(-f.Way); f.Back.IsZero() || at.After(newer) {
		f.Back, f.Way, f.Taken = d.Now(), max(d.Now().Sub(at), 0), 0
		if m, err := d.Store.Mail(canaryID(d.Desk, at)); err == nil && m.State == store.Sent {
			f.Taken = max(m.Done.Sub(at), 0)
		}
		if f.Waits = f.Sent; !f.Sent.After(at) {
			f.Waits = time.Time{}
		}
		desk.Canaries.Set(c.Marks, f)
	}
	return desk.OutcomeCanary, d.Queue(c)
}

// canaryWay says how far the oldest canary got that is not back.
func canaryWay(s *desk.Desk, f desk.CanaryState) string {
	m, err := s.Store.Mail(canaryID(s, f.Waits))
	switch {
	case err != nil:
		return "how far it got is not known"
	case m.State == store.Queued && m.LastError != "":
		return "the mail server did not take it: " + m.LastError
	case m.State == store.Queued:
		return "the mail server has not taken it"
	case m.State == store.Failed:
		return "the mail server refused it: " + m.LastError
	}
	return "the mail server took it, but it is not in the mailbox"
}

// countCanary adds the state of the canaries to the figures, if the service sends any.
func (s *Service) countCanary(f *watch.Figures) error {
	if s.Config.Watch.Canary <= 0 {
		return nil
	}
	r, err := desk.Canaries.Get(s.Store)
	if err != nil && r.Rev == 0 {
		return err
	}
	c := r.Value
	f.Canary = &watch.Canary{Sent: c.Sent, Waits: c.Waits, Back: c.Back, Way: c.Way, Taken: c.Taken}
	if !c.Waits.IsZero() {
		f.Canary.Where = canaryWay(s.Desk, c)
	}
	return nil
}

// canaryPage tells the hosts about an overdue canary.
func canaryPage(where string, late time.Duration) sheet.Page {
	now := time.Now()
	return sheet.Note("A mail from the service to itself has not come back", "Mails of players may not arrive either, or theirs not be read.",
		sheet.Section{Head: "What is known", Lines: []string{fmt.Sprintf("  It was sent %s ago; %s.", watch.Ago(now, now.Add(-late)), where)}},
		sheet.Section{Head: "What you can do", Lines: []string{"  Try both servers:   pbem check --config FILE --send", "  See what the service is working on: /health, or its log."}})
}
