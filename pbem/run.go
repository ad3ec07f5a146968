package pbem

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/robfig/cron/v3"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/guard"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/postbox"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/store"
)

// longestStop limits how long Run goes on after its context has ended.
const longestStop = 8 * time.Second

// Run takes in and sends mail until the context ends. Then it finishes its work. If that
// takes longer than longestStop, it returns ErrUnfinished, which says what is not done.
// Otherwise it returns an error only if mail cannot be taken in at the beginning, or if
// the place where it is handed over fails later. Run waits for an IMAP server that goes away
// later, and at the beginning for one that has let the service in with the same settings before.
func (s *Service) Run(ctx context.Context) error {
	awaitClock(ctx, s, lookAtClock)
	in, err := s.open(ctx)
	if err != nil {
		return err
	}
	if err := enter(s); err != nil {
		return errors.Join(err, in.close())
	}
	in.begin()
	if in.failed == nil {
		mailroom{s}.Heard()
	}
	s.watched.counts.Begin(s.Now())
	ctx, fail := context.WithCancelCause(ctx)
	skip := cron.SkipIfStillRunning(cron.DiscardLogger) // two ticks never run at the same time
	clock := cron.New(cron.WithLocation(time.UTC), cron.WithChain(skip))
	if _, err := clock.AddFunc("@every 1m", func() { s.Tick(ctx) }); err != nil {
		fail(err)
		return errors.Join(err, in.close())
	}
	clock.Start()
	var work sync.WaitGroup
	out := s.work(ctx, &work)
	s.readied()
	ended := make(chan error, 1)
	go func() {
		defer fail(nil)
		wrong := in.take(ctx, fail)
		<-clock.Stop().Done()
		work.Wait()
		for _, sender := range out {
			wrong = errors.Join(wrong, sender.Close())
		}
		s.giveBack()
		sayGone(s)
		ended <- wrong
	}()
	return s.end(ctx, ended)
}

// work starts all that the service does beside taking mails in. It returns the
// connections on which mails go out, to be closed when the work is over.
func (s *Service) work(ctx context.Context, work *sync.WaitGroup) (out []*postbox.Sender) {
	var posts []intake.Post
	for range s.Config.Connections {
		sender := postbox.NewSender(s.Config.SMTP)
		out, posts = append(out, sender), append(posts, sender)
	}
	work.Go(func() { s.Outbox.Run(ctx, posts...) })
	for _, do := range []func(context.Context){func(ctx context.Context) { takeKept(ctx, s); s.Keeper.Run(ctx) }, s.Live.Run, s.attendRobots, func(ctx context.Context) { decide(ctx, s) }} {
		work.Go(func() { desk.WhileDeciding(ctx, s.Desk, do) })
	}
	work.Go(func() { s.attend(ctx) })
	work.Go(func() { fetchSpam(ctx, s) })
	work.Go(func() { watchRoom(ctx, s) })
	work.Go(func() { attendNodes(ctx, s) })
	work.Go(func() { s.Oversee(ctx) })
	work.Go(func() { s.sendCanaries(ctx) })
	return out
}

// giveBack ends the claims of a service that has stopped, so that another one on the
// store need not wait until they are over.
func (s *Service) giveBack() {
	if err := s.Store.Release(s.Owner, s.Now()); err != nil {
		s.Log.Warn("store.unreleased", "error", err)
	}
}

// end waits until the service has stopped, or until longestStop after it should have.
func (s *Service) end(ctx context.Context, ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(longestStop):
		return s.Unfinished()
	}
}

// A mailroom is the service as the mailbox and the outbox see it.
type mailroom struct{ *Service }

// Receive parses a fetched mail and returns its lock keys. work works on it.
func (m mailroom) Receive(raw []byte) (keys []string, work func(ctx context.Context, not error) (postbox.Place, error)) {
	l := parsed(m.Service, raw)
	begins := m.TrackWaiting(intake.Key(raw), l)
	return keysOrNone(m.Service, intake.Key(raw), l), func(ctx context.Context, not error) (postbox.Place, error) {
		if begins(); not != nil {
			return postbox.Processed, fmt.Errorf("%w: %w", intake.ErrLater, not)
		}
		outcome, err := m.kept(intake.Key(raw), func() (string, error) { return m.receive(ctx, raw, l) })
		if err == nil && (outcome == desk.OutcomeCanary || outcome == desk.OutcomeIgnored && m.rankOf(l) != intake.Players) {
			err = senders.Forget(m.Desk, raw)
		}
		return placeOf(outcome), err
	}
}

// rankOf says whose a mail is. One on which the service fails may be a player's.
func (m mailroom) rankOf(l *letter.Letter) intake.Rank {
	rank := intake.Players
	if l == nil {
		return rank
	}
	if err := guard.Do(func() error { rank = senders.RankOf(m.Desk, *l); return nil }); err != nil {
		m.Log.Error("mail.failed", "id", l.MessageID, "error", err)
	}
	return rank
}

// kept works on a mail. After a panic the mail is tried again: by Resume if it is stored,
// or else it is taken in again.
func (m mailroom) kept(key string, work func() (string, error)) (outcome string, err error) {
	panics := guard.Do(func() error { outcome, err = work(); return nil })
	if panics == nil {
		return outcome, err
	}
	m.watched.counts.Fault()
	if _, err := m.Store.Inbound(key); err != nil {
		return "", errors.Join(errNotKept, err, panics)
	}
	return "", panics
}

// Settled returns the folder for the message of a settled mail.
func (m mailroom) Settled(key string) (place postbox.Place, ok bool, err error) {
	outcome, ok, err := m.Store.Settled(key)
	return placeOf(outcome), ok, err
}

// From returns the envelope sender for mails to an address, to which their bounces go.
// With VERP it names the recipient.
func (m mailroom) From(to string) string {
	if !m.Config.VERP {
		return m.Config.Address
	}
	return m.Office.VERP(to)
}

// News reports whether a mail asks nothing of its reader.
func (m mailroom) News(mail store.Mail) bool { return envelope.IsNews(mail.Raw) }

// Digest makes one mail of several with news.
func (m mailroom) Digest(mails []store.Mail) (store.Mail, []store.Mail, error) {
	return notices.Digest(m.Draft(), mails)
}

// Failed commits what follows from a mail that cannot be sent.
func (m mailroom) Failed(mail store.Mail, end store.Ending, why error) error {
	return senders.Refused(m.Desk, mail, end, why)
}

// Sent counts an attempt to send a mail.
func (m mailroom) Sent(mail store.Mail, err error) {
	if err == nil {
		tally(&m.watched.counts, mail, m.Now())
	} else {
		m.turnedAway(err)
	}
}

func placeOf(outcome string) postbox.Place {
	switch outcome {
	case desk.OutcomeRejected:
		return postbox.Rejected
	case desk.OutcomeQuarantine:
		return postbox.Quarantine
	case desk.OutcomeCanary:
		return postbox.Spent
	}
	return postbox.Processed
}

var errWritten = errors.New("a player has got a mail")

// Wrote reports whether any player of a running game has been sent a mail.
func (m mailroom) Wrote() bool {
	err := desk.EachRecord(m.Store, desk.KeyOn, func(g store.Game, r table.Record) error {
		for i, seat := range r.Seats {
			mail, err := m.Store.Mail(seat.LastMail(m.Office.ID("move", g.ID, seat.Told, engine.PlayerID(i))))
			if err == nil && mail.State != store.Queued {
				return errWritten
			}
		}
		return nil
	})
	return err != nil
}
