package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/store"
)

// mostFaults is how often work on a mail may fail, or crash the process, before the mail
// is set aside.
const mostFaults = 3

// errUnparsed means that the service itself fails on the form of a mail.
var errUnparsed = errors.New("the mail cannot be parsed")

// errNotKept means that a mail could not be stored and must be taken in again.
var errNotKept error = desk.Later("the mail cannot be kept")

// Receive takes a mail in. It stores the mail before anything else and settles it once,
// however often it comes. It returns the outcome. An error is a failure of the service.
// Unless it is errNotKept, the mail is stored and Resume tries it again.
func (s *Service) Receive(ctx context.Context, raw []byte) (outcome string, err error) {
	return s.receive(ctx, raw, parsed(s, raw))
}

// parsed parses a mail. It returns nil if that panics. Such a mail is stored like any other, so that its attempts are
// counted, and it is set aside in the end.
func parsed(s *Service, raw []byte) (l *letter.Letter) {
	err := guard.Do(func() error {
		read := desk.LetterOf(raw)
		l = &read
		return nil
	})
	if err != nil {
		s.Log.Error("mail.failed", "mail", intake.Key(raw), "error", err)
	}
	return l
}

// receive is Receive for a mail that was parsed; l is nil if it could not be.
func (s *Service) receive(ctx context.Context, raw []byte, l *letter.Letter) (outcome string, err error) {
	defer s.Keeper.Done()
	key := intake.Key(raw)
	defer s.Locks.Lock(key)()
	kept, ahead, err := s.keep(raw, l)
	if errors.Is(err, store.ErrClaimed) {
		return "", s.elsewhere(key, err)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNotKept, err)
	}
	if kept.Outcome != "" {
		return kept.Outcome, nil
	}
	if !desk.Decides(s.Desk) {
		leave(s, kept.Key)
		return "", desk.ErrStandby
	}
	return s.attempt(ctx, &attempt{key: kept.Key, raw: raw, kept: kept.At, n: kept.Tries, ahead: ahead, letter: l})
}

// keep stores a mail and claims it, if it is not settled. It finds a mail that is stored
// already by its bytes, by its Message-ID and sender, or else as another copy of the mail.
// ahead is what the store read with it.
func (s *Service) keep(raw []byte, l *letter.Letter) (kept store.Kept, ahead store.Bundle, err error) {
	in := store.Inbound{Key: intake.Key(raw), At: s.Now(), Raw: raw, Aliases: []string{intake.Copy(raw)}}
	if l == nil {
		l = &letter.Letter{}
	}
	if l.MessageID != "" && l.From != "" {
		in.Aliases = []string{"id:" + l.From + " " + l.MessageID}
	}
	kept, ahead, err = s.Store.Keep(in, s.claimOf(in.Key), senders.About(s.Desk, *l))
	if err == nil && (kept.Key != in.Key || kept.Outcome != "") || notOurs(err) {
		s.tried.over(in.Key)
	}
	return kept, ahead, err
}

// notOurs reports whether the store has answered that there is no attempt to make: another service has the mail, or it is
// settled or gone. Where several services read one mailbox, that is so for most mails.
func notOurs(err error) bool {
	return errors.Is(err, store.ErrClaimed) || errors.Is(err, store.ErrSettled) || errors.Is(err, store.ErrNotFound)
}

// elsewhere is called for a mail that another service works on. The mail is stored, so
// nobody has to wait for it. A copy that the store does not know by its own key must come
// again, since only the other one is stored.
func (s *Service) elsewhere(key string, claimed error) error {
	if _, err := s.Store.Inbound(key); err != nil {
		return fmt.Errorf("%w: %w", errNotKept, claimed)
	}
	return claimed
}

// Resume works on the mails that were stored but not settled, because of a crash or an
// error, or by a service that does not decide, in the order they came. It skips mails that
// are being worked on. If it does so already, it does nothing: two would change the order.
func (s *Service) Resume(ctx context.Context) {
	if s.taking.TryLock() {
		defer s.taking.Unlock()
		resumeAll(ctx, s)
	}
}

// resumeAll is Resume. The caller holds taking.
func resumeAll(ctx context.Context, s *Service) {
	keys, err := s.Store.Unsettled()
	if err != nil {
		s.Log.Error("mail.list-failed", "error", err)
	}
	for _, key := range keys {
		if ctx.Err() != nil || !desk.Decides(s.Desk) {
			return
		}
		if s.InFlight.Has(key) {
			continue
		}
		_, err := s.again(ctx, key)
		if err != nil && !errors.Is(err, store.ErrClaimed) {
			s.Log.Error("mail.unsettled", "mail", key, "error", err)
		}
	}
}

// again works on a stored mail, one at a time. It reads the mail only after it has claimed
// it: other services may work on many.
func (s *Service) again(ctx context.Context, key string) (outcome string, err error) {
	defer s.Keeper.Done()
	defer s.Locks.Lock(key)()
	if outcome, done, err := s.Store.Settled(key); done || err != nil {
		return outcome, err
	}
	n, err := s.Store.Take(key, s.claimOf(key))
	if notOurs(err) {
		s.tried.over(key)
	}
	if errors.Is(err, store.ErrSettled) {
		return s.ended(key)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", desk.ErrStore, err)
	}
	if !desk.Decides(s.Desk) { // not any more
		leave(s, key)
		return "", desk.ErrStandby
	}
	in, err := s.Store.Inbound(key)
	if err != nil { // the mail was not tried
		_, unspared := s.Store.Spare(key)
		return "", errors.Join(err, unspared)
	}
	return s.attempt(ctx, &attempt{key: key, raw: in.Raw, kept: in.At, n: n})
}

// An attempt is one at a claimed mail.
type attempt struct {
	key    string
	raw    []byte
	kept   time.Time      // when the mail was kept
	n      int            // its number, from 1
	ahead  store.Bundle   // what was read with the mail
	letter *letter.Letter // nil if the mail is not parsed yet, or could not be
}

// attempt makes an attempt at a mail. The store counts the attempt before it begins. So a
// mail that has crashed the process too often is not tried again.
func (s *Service) attempt(ctx context.Context, a *attempt) (outcome string, err error) {
	defer s.TrackMail(a.key, a.letter)()
	spared := true // false if the attempt is to go on under its name
	defer func() {
		if spared {
			s.tried.over(a.key)
		}
	}()
	outcome, err = s.tryOnce(ctx, a)
	err = desk.Ill(err)
	if errors.Is(err, intake.ErrLater) {
		if _, err := s.Store.Spare(a.key); err != nil {
			spared = false
			s.Log.Error("mail.spare-failed", "mail", a.key, "error", err)
		}
	}
	return outcome, err
}

// claimOf returns a claim for an attempt at a mail.
func (s *Service) claimOf(key string) store.Claim {
	c := s.Claim()
	c.Attempt = s.tried.at(key)
	return c
}

// ended returns the outcome of a settled mail.
func (s *Service) ended(key string) (outcome string, err error) {
	outcome, _, err = s.Store.Settled(key)
	return outcome, err
}

// tryOnce makes an attempt unless the mail has crashed the process too often.
func (s *Service) tryOnce(ctx context.Context, a *attempt) (outcome string, err error) {
	if a.n > mostFaults+1 { // even parsing it, or answering it, has crashed the process
		return s.setAsideUntried(a.key, letter.Letter{}, a.n)
	}
	if a.letter == nil {
		a.letter = parsed(s, a.raw)
	}
	switch {
	case a.letter == nil && a.n < mostFaults:
		return "", errUnparsed
	case a.letter == nil:
		return s.setAsideUntried(a.key, letter.Letter{}, a.n+1) // this attempt has failed, too
	case a.n > mostFaults:
		return s.setAsideUntried(a.key, *a.letter, a.n)
	}
	suspect, err := senders.Suspicion(ctx, s.Desk, a.raw, *a.letter)
	if err != nil {
		return "", err
	}
	return s.settle(a, suspect)
}

// settle works on a mail. If that fails for the third time, the mail is set aside for the
// operator. A panic counts as a failure of this mail and stops nothing else. suspect is
// why a mail with the right token and address may be somebody else's, or "".
func (s *Service) settle(a *attempt, suspect string) (outcome string, err error) {
	key, l := a.key, *a.letter
	keys, err := provenKeys(s, &l)
	if err == nil {
		err = s.UnitAs(s.Workers, keys, a.ahead, func(d *desk.Draft) error {
			d.Arrived = desk.Arrived{From: l.From, ID: l.MessageID, At: a.kept}
			outcome, err = handle(d, &arrival{key: key, letter: l, suspect: suspect})
			return err
		})
	}
	if err == nil {
		return outcome, nil
	}
	if errors.Is(err, desk.ErrStandby) {
		return "", err // what was claimed was given back
	}
	s.Log.Error("mail.failed", "mail", key, "from", l.From, "error", err)
	if errors.Is(err, store.ErrDamaged) {
		s.watched.counts.Fault()
		return desk.OutcomeQuarantine, senders.DamagedAnswer(s.Desk, key, l)
	}
	if errors.Is(err, engine.ErrNewer) {
		return desk.OutcomeQuarantine, senders.NewerAnswer(s.Desk, key, l)
	}
	if errors.Is(err, desk.ErrStore) {
		return "", err
	}
	s.watched.counts.Fault()
	if a.n >= mostFaults {
		s.Log.Error("mail.aside", "mail", key, "faults", a.n)
		return desk.OutcomeQuarantine, s.setAside(key, l)
	}
	return "", err
}

// keysOfMail returns the lock keys of a mail: its sender, and the games for which it has
// a valid token. No key comes twice, although an ordinary reply names its game twice, in
// its address and in its references. A mail that only names a game does not lock it.
func (s *Service) keysOfMail(l *letter.Letter) []string {
	if l == nil {
		return nil
	}
	keys := []string{"sender " + people.Lower(l.From)}
	d := s.Draft()
	for _, t := range s.Office.Tags(*l) {
		if !senders.ProvedLately(s.Desk, t) {
			if ok, err := senders.Proves(d, t); !ok && err == nil {
				continue
			}
		}
		if key := "game " + t.Game; !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// provenKeys is keysOfMail with a panic as its error.
func provenKeys(s *Service, l *letter.Letter) (keys []string, err error) {
	err = guard.Do(func() error { keys = s.keysOfMail(l); return nil })
	return keys, err
}

// keysOrNone is keysOfMail, but returns no keys if that panics: whoever hands a mail over to be worked on must not fail
// before its attempts are counted. The work then fails in the same way.
func keysOrNone(s *Service, key string, l *letter.Letter) []string {
	keys, err := provenKeys(s, l)
	if err != nil {
		s.Log.Error("mail.failed", "mail", key, "error", err)
	}
	return keys
}

// setAsideUntried sets aside a mail that has crashed the process too often. If l has no
// sender, nobody is answered.
func (s *Service) setAsideUntried(key string, l letter.Letter, n int) (outcome string, err error) {
	s.Log.Error("mail.aside-deadly", "mail", key, "from", l.From, "times", n-1)
	return desk.OutcomeQuarantine, s.setAside(key, l)
}

// setAside leaves a mail to the host. It tells the host and, if possible, the sender.
func (s *Service) setAside(key string, l letter.Letter) error {
	err := s.Unit(nil, func(d *desk.Draft) error {
		c := d.Aside(key, l)
		who, ok, err := senders.Identify(d, l)
		if err != nil || !ok || who.Doubt != "" {
			return errors.Join(err, d.Queue(c))
		}
		why := &sheet.Refusal{Lines: senders.Texts(l), Fault: -1, Reason: "The service failed on your mail. None of it was carried out. It is kept for the host, who has to look at it."}
		mail := senders.Refusal(d, l, who, why, s.Office.ID("fault", s.Office.Secret("fault", key)))
		c.Mails = append(c.Mails, mail)
		return d.Queue(c)
	})
	if err == nil {
		return nil
	}
	return s.Unit(nil, func(d *desk.Draft) error { return d.Queue(d.Aside(key, l)) })
}
