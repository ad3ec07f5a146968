package pbem

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/robfig/cron/v3"

	"pbem/engine"
	"pbem/pbem/intake"
	"pbem/pbem/postbox"
	"pbem/pbem/table"
	"pbem/store"
)

// Run reads and sends mail until the context ends, and then finishes what it
// has begun. It returns an error only when the first look into the mailbox
// fails: a server that goes away later is waited for.
func (s *Service) Run(ctx context.Context) error {
	inbox, err := postbox.Open(ctx, s.cfg.IMAP)
	if err != nil {
		return err
	}
	reader := &intake.Reader{IMAP: s.cfg.IMAP, Poll: s.cfg.Poll, Desk: mailroom{s}, Store: s.store, Log: s.log, Now: s.now}
	if err := reader.SkipOld(inbox); err != nil {
		return errors.Join(err, inbox.Close())
	}
	mailroom{s}.Heard()
	s.watched.counts.Begin(s.now())
	var senders []*postbox.Sender
	var posts []intake.Post
	for range s.cfg.Connections {
		sender := postbox.NewSender(s.cfg.SMTP)
		senders, posts = append(senders, sender), append(posts, sender)
	}
	skip := cron.SkipIfStillRunning(cron.DiscardLogger) // a tick that takes long is not joined by another
	clock := cron.New(cron.WithLocation(time.UTC), cron.WithChain(skip))
	if _, err := clock.AddFunc("@every 1m", func() { s.Tick(ctx) }); err != nil {
		return err
	}
	clock.Start()
	var work sync.WaitGroup
	work.Go(func() { s.outbox.Run(ctx, posts...) })
	work.Go(func() { s.archive.Run(ctx) })
	work.Go(func() { s.survey(ctx) })
	work.Go(func() { s.attend(ctx) })
	s.readied()
	reader.Read(ctx, inbox)
	<-clock.Stop().Done()
	work.Wait()
	var wrong error
	for _, sender := range senders {
		wrong = errors.Join(wrong, sender.Close())
	}
	return wrong
}

// A mailroom is the service as the mailbox and the outbox see it.
type mailroom struct{ *Service }

// Receive looks at a mail that was fetched; work works on it.
func (m mailroom) Receive(raw []byte) (keys []string, work func(context.Context) (postbox.Place, error)) {
	l := letterOf(raw)
	return m.keysOfMail(l), func(ctx context.Context) (postbox.Place, error) {
		outcome, err := m.receive(ctx, raw, l)
		if err == nil && outcome == outcomeIgnored && m.rankOf(l) != intake.Players {
			err = m.forget(raw)
		}
		return placeOf(outcome), err
	}
}

// Settled says where the message of a settled mail is filed.
func (m mailroom) Settled(key string) (place postbox.Place, ok bool, err error) {
	outcome, ok, err := m.store.Settled(key)
	return placeOf(outcome), ok, err
}

// From is the envelope sender of mails to an address: where their bounces go.
// With VERP it names the recipient.
func (m mailroom) From(to string) string {
	if !m.cfg.VERP {
		return m.cfg.Address
	}
	return m.office.VERP(to)
}

// Sent counts a mail that was taken, or sees to one that was not.
func (m mailroom) Sent(mail store.Mail, err error) {
	if err == nil {
		m.tally(mail)
		return
	}
	m.turnedAway(err)
	m.refused(mail, err)
}

func placeOf(outcome string) postbox.Place {
	switch outcome {
	case outcomeRejected:
		return postbox.Rejected
	case outcomeQuarantine:
		return postbox.Quarantine
	}
	return postbox.Processed
}

var errWritten = errors.New("a player has got a mail")

// Wrote reports whether any player of a game that is on has got a mail.
func (s mailroom) Wrote() bool {
	err := eachRecord(s.store, keyOn, func(game string, _ []string, r table.Record) error {
		for i, seat := range r.Seats {
			m, err := s.store.Mail(s.office.ID("move", game, seat.Told, engine.PlayerID(i)))
			if err == nil && m.State != store.Queued {
				return errWritten
			}
		}
		return nil
	})
	return err != nil
}
