package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// How an inbound mail can end; stored.
const (
	outcomeApplied    = "applied"
	outcomeAnswered   = "answered"
	outcomeRejected   = "rejected"
	outcomeHeld       = "held"
	outcomeIgnored    = "ignored"
	outcomeQuarantine = "quarantine"
	outcomeCanary     = "canary" // the service had sent it to itself
)

// mostFaults is how often work on a mail may fail, or end the process, before
// the mail is set aside.
const mostFaults = 3

// errNotKept means that a mail is not stored: it must be taken in again.
var errNotKept error = later("the mail cannot be kept")

// errStore means that the database accepts no commit: the disk is full, or
// worse. That is no fault of the mail. It is worked on when the database
// accepts commits again.
var errStore error = later("nothing can be committed")

// later is an error after which a mail is taken in again.
type later string

func (l later) Error() string { return string(l) }

// Is makes it an intake.ErrLater.
func (l later) Is(target error) bool { return target == intake.ErrLater }

// Receive takes a mail in. The mail is stored before anything else and settled
// once, however often it comes. Receive returns the outcome. A fault of ours is
// an error. Unless that is errNotKept, the mail is stored and Resume tries it
// again.
func (s *Service) Receive(ctx context.Context, raw []byte) (outcome string, err error) {
	return s.receive(ctx, raw, letterOf(raw))
}

// receive is Receive for a mail that was parsed.
func (s *Desk) receive(ctx context.Context, raw []byte, l letter.Letter) (outcome string, err error) {
	defer s.archive.Done()
	in := store.Inbound{Key: intake.Key(raw), At: s.now(), Raw: raw}
	defer s.locks.lock(in.Key)()
	if outcome, done, err := s.store.Settled(in.Key); done || err != nil {
		return outcome, err
	}
	if l.MessageID != "" && l.From != "" {
		in.Aliases = []string{"id:" + l.From + " " + l.MessageID}
	}
	kept, err := s.store.Keep(in, s.claim())
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNotKept, err)
	}
	if kept.Outcome != "" {
		return kept.Outcome, nil
	}
	return s.attempt(ctx, kept.Key, raw, &l, kept.Tries)
}

// Resume works on the mails that were stored and not settled, because of a
// crash or a fault. It waits for none that is being worked on.
func (s *Service) Resume(ctx context.Context) {
	keys, err := s.store.Unsettled()
	if err != nil {
		s.log.Error("mail.list-failed", "error", err)
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return
		}
		if s.inFlight.has(key) {
			continue
		}
		in, err := s.store.Inbound(key)
		if err == nil {
			_, err = s.again(ctx, key, in.Raw)
		}
		if err != nil {
			s.log.Error("mail.unsettled", "mail", key, "error", err)
		}
	}
}

// again works on a stored mail, one at a time.
func (s *Desk) again(ctx context.Context, key string, raw []byte) (outcome string, err error) {
	defer s.archive.Done()
	defer s.locks.lock(key)()
	if outcome, done, err := s.store.Settled(key); done || err != nil {
		return outcome, err
	}
	n, err := s.store.Take(key, s.claim())
	if errors.Is(err, store.ErrSettled) {
		return s.ended(key)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errStore, err)
	}
	return s.attempt(ctx, key, raw, nil, n)
}

// attempt makes the n-th attempt at a claimed mail; l is nil if it has not been
// parsed yet. The attempt is counted before it begins. So a mail that has ended
// the process as often as work may fail is not worked on again.
func (s *Desk) attempt(ctx context.Context, key string, raw []byte, l *letter.Letter, n int) (outcome string, err error) {
	defer s.trackMail(key, l)()
	outcome, err = s.try(ctx, key, raw, l, n)
	if errors.Is(err, intake.ErrLater) {
		if _, err := s.store.Spare(key); err != nil {
			s.log.Error("mail.spare-failed", "mail", key, "error", err)
		}
	}
	return outcome, err
}

// ended returns the outcome of a settled mail.
func (s *Desk) ended(key string) (outcome string, err error) {
	outcome, _, err = s.store.Settled(key)
	return outcome, err
}

// try makes the n-th attempt at a mail.
func (s *Desk) try(ctx context.Context, key string, raw []byte, l *letter.Letter, n int) (outcome string, err error) {
	if n > mostFaults+1 { // even parsing it, or answering it, ended the process
		return s.outlaw(key, letter.Letter{}, n)
	}
	if l == nil {
		read := letterOf(raw)
		l = &read
	}
	if n > mostFaults {
		return s.outlaw(key, *l, n)
	}
	suspect, err := s.suspicion(ctx, raw, *l)
	if err != nil {
		return "", err
	}
	return s.settle(key, *l, suspect, n)
}

// settle works on a mail for the n-th time. If that fails the third time, the
// mail is set aside for the operator. A panic is a fault of this mail and stops
// nothing else. suspect is why a mail with the right token and address may be
// somebody else's, "" for no reason.
func (s *Desk) settle(key string, l letter.Letter, suspect string, n int) (outcome string, err error) {
	err = s.unitAs(s.workers, s.keysOfMail(l), func(d *draft) error {
		outcome, err = d.handle(&arrival{key: key, letter: l, suspect: suspect})
		return err
	})
	if err == nil {
		return outcome, nil
	}
	s.log.Error("mail.failed", "mail", key, "from", l.From, "error", err)
	if errors.Is(err, store.ErrDamaged) {
		s.watched.counts.Fault()
		return outcomeQuarantine, s.damagedAnswer(key, l)
	}
	if errors.Is(err, errStore) {
		return "", err
	}
	s.watched.counts.Fault()
	if n >= mostFaults {
		s.log.Error("mail.aside", "mail", key, "faults", n)
		return outcomeQuarantine, s.setAside(key, l)
	}
	return "", err
}

// keysOfMail returns the lock keys of a mail: the games for which it proves to
// be, and its sender. They are a set, because an ordinary reply names its game
// twice, in its address and in its references. A mail that only names a game
// does not lock it.
func (s *Desk) keysOfMail(l letter.Letter) []string {
	keys := []string{"sender " + people.Lower(l.From)}
	d := s.draft()
	for _, t := range s.office.Tags(l) {
		if ok, err := d.proves(t); !ok && err == nil {
			continue
		}
		if key := "game " + t.Game; !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// outlaw sets aside, without working on it, a mail on which work never ended.
// Without a sender in l nobody is answered.
func (s *Desk) outlaw(key string, l letter.Letter, n int) (outcome string, err error) {
	s.log.Error("mail.aside-deadly", "mail", key, "from", l.From, "times", n-1)
	return outcomeQuarantine, s.setAside(key, l)
}

// setAside leaves a mail to the host. It tells the host, and the sender if that
// is possible.
func (s *Desk) setAside(key string, l letter.Letter) error {
	err := s.unit(nil, func(d *draft) error {
		c := d.aside(key, l)
		who, ok, err := d.identify(l)
		if err != nil || !ok || who.doubt != "" {
			return errors.Join(err, d.queue(c))
		}
		why := &sheet.Refusal{Lines: texts(l), Fault: -1, Reason: "The service failed on your mail. Nothing of it was carried out. It is kept for the host, who has to look at it."}
		mail := d.refusal(l, who, why, s.office.ID("fault", s.office.Secret("fault", key)))
		c.Mails = append(c.Mails, mail)
		return d.queue(c)
	})
	if err == nil {
		return nil
	}
	return s.unit(nil, func(d *draft) error { return d.queue(d.aside(key, l)) })
}

// aside returns the commit that sets a mail aside and tells the hosts.
func (d *draft) aside(key string, l letter.Letter) store.Commit {
	return store.Commit{Cause: key, Outcome: outcomeQuarantine, Mails: d.alarm(key, "", quarantinePage(key, l))}
}

// queue commits what belongs to no game's log.
func (d *draft) queue(c store.Commit) error {
	return d.take(c)
}

// close settles a mail that needs no answer.
func (d *draft) close(key, outcome string) error {
	return d.take(store.Commit{Cause: key, Outcome: outcome})
}

// settled treats ErrSettled as success: another attempt has committed this mail
// already.
func (d *draft) settled(err error) error {
	switch {
	case err == nil, errors.Is(err, store.ErrSettled):
		return nil
	case errors.Is(err, store.ErrInvalid), errors.Is(err, store.ErrConflict):
		return err
	}
	return fmt.Errorf("%w: %w", errStore, err)
}

func texts(l letter.Letter) []string {
	out := make([]string, len(l.Commands))
	for i, c := range l.Commands {
		out[i] = c.Text
	}
	return out
}
