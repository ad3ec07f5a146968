package pbem

import (
	"errors"
	"slices"
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/store"
)

// Mails that come again are recognised by their keys. The keys are deleted after forget_days: once a day the service
// moves the time before which they may be gone (desk.Forgetting), and each tick deletes some of them.

// A forgetting records when to look for keys to delete.
type forgetting struct {
	mu   sync.Mutex
	next time.Time
}

const (
	forgetEvery   = 24 * time.Hour
	forgetAtOnce  = 250 // mails in a transaction
	forgetAtATick = 20  // transactions: more than a million games bring in a minute
	announced     = time.Hour

	// forgetStep limits by how much the time moves. A clock that is years ahead for some hours does no more harm than that.
	forgetStep = 31 * pace.Day
)

// firstMail is before any mail that a service has taken in.
var firstMail = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// forgetKeys forgets some keys if there are any to forget.
func forgetKeys(s *Service) {
	f := &s.forgets
	f.mu.Lock()
	defer f.mu.Unlock()
	now := s.Now()
	if s.Config.ForgetDays < 0 || s.Config.KeepDays < 0 || now.Before(f.next) && f.next.Sub(now) <= announced {
		return
	}
	f.next = now.Add(announced)
	more, err := forgetSome(s, now)
	switch {
	case errors.Is(err, store.ErrConflict): // another service was quicker
	case err != nil:
		s.Log.Error("store.forget-failed", "error", err)
	case more:
		f.next = time.Time{}
	}
}

// forgetSome deletes keys from before the stored time, and moves the time when there are no more and it is time to. It
// reports whether there are more.
func forgetSome(s *Service, now time.Time) (more bool, err error) {
	r, err := desk.Forgettings.Get(s.Store)
	if err != nil {
		return false, err
	}
	since := now.Sub(r.Value.Since)
	if since < -announced { // stored by a clock that was ahead: waiting for its time would be for years
		return false, announce(s, r, r.Value.Before, now)
	}
	for n := 0; r.Found() && since >= announced; n++ {
		if n == forgetAtATick {
			return true, nil
		}
		if more, err = s.Store.ForgetKeys(r.Value.Before, []string{desk.OutcomeQuarantine}, forgetAtOnce); err != nil {
			return false, err
		} else if !more {
			break
		}
	}
	was := slices.MaxFunc([]time.Time{r.Value.Before, firstMail}, time.Time.Compare)
	next := slices.MinFunc([]time.Time{now.AddDate(0, 0, -s.Config.ForgetDays), was.Add(forgetStep)}, time.Time.Compare).UTC()
	if since < forgetEvery || !next.After(was) {
		return false, nil
	}
	return false, announce(s, r, next, now)
}

// announce stores the time before which keys may be gone.
func announce(s *Service, r store.Record[struct{}, desk.Forgetting], before, now time.Time) error {
	c := store.Commit{At: now, Marks: store.Marks{}}
	r.Expect(&c)
	desk.Forgettings.Set(c.Marks, desk.Forgetting{Before: before, Since: now.UTC()})
	return s.Store.Commit(c)
}
