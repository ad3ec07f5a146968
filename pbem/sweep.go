package pbem

import (
	"errors"
	"strings"
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/senders"
	"pbem/pbem/timing"
	"pbem/store"
)

// Once a day the service deletes marks that have no meaning any more, some at each tick:
// points of reports about a mail, if no report about it can count any more; and silences
// that are too old to matter. So it does with mails that failed long ago: nobody sends a
// position again after a season, and a spammer could have thousands fail. And it goes through
// all outgoing mails, for those that ended so late that they are not pruned with their commit.

// A sweep records how far the deletion has come.
type sweep struct {
	mu    sync.Mutex
	next  time.Time // when it begins again
	after string    // the last mark it looked at
}

const (
	sweepEvery     = 24 * time.Hour
	mostSwept      = 200  // marks looked at in a tick
	mostSweptMails = 1000 // mails
)

// begins reports whether a sweep is under way, or it is time for the next.
func (w *sweep) begins(now time.Time) bool {
	return !now.Before(w.next) || w.next.Sub(now) > sweepEvery // then the clock was ahead
}

// goesOn notes how far the sweep has come; last is empty if it is over.
func (w *sweep) goesOn(last string, now time.Time) {
	if w.after = last; last == "" {
		w.next = now.Add(sweepEvery)
	}
}

// sweepMails continues the sweep of the mails if it is time.
func sweepMails(s *Service) {
	dropFailed(s, s.Now())
	w := &s.endings
	w.mu.Lock()
	defer w.mu.Unlock()
	now := s.Now()
	if s.Config.KeepDays < 0 || !w.begins(now) {
		return
	}
	before := now.Add(-time.Duration(s.Config.KeepDays)*pace.Day - store.Late) // up to there all commits are pruned, also on a busy store
	next, err := s.Store.PruneMails(before, w.after, mostSweptMails)
	if err != nil {
		s.Log.Error("store.sweep-failed", "error", err)
		next = ""
	}
	w.goesOn(next, now)
}

// sweepMarks continues the sweep if it is time.
func (s *Service) sweepMarks() {
	w := &s.swept
	w.mu.Lock()
	defer w.mu.Unlock()
	now := s.Now()
	if s.Config.KeepDays < 0 || !w.begins(now) {
		return
	}
	last, err := s.sweepSome(w.after, now.Add(-time.Duration(s.Config.KeepDays)*pace.Day))
	switch {
	case errors.Is(err, store.ErrConflict): // another service was quicker: try again at the next tick
	case err != nil:
		s.Log.Error("store.sweep-failed", "error", err)
		w.goesOn("", now)
	default:
		w.goesOn(last, now)
	}
}

// sweepSome looks at some marks that follow after, and clears those that have no meaning
// any more and are older than before. It returns the last mark it looked at, or "" if
// there are no more.
func (s *Service) sweepSome(after string, before time.Time) (last string, err error) {
	c := store.Commit{At: s.Now(), Marks: store.Marks{}}
	counted, err := desk.Returns.Page(s.Store, "", after, mostSwept)
	if err != nil {
		return "", err
	}
	for _, r := range counted {
		old, err := s.uncountable(r.Key, before)
		if err != nil {
			return "", err
		}
		if last = r.Name; old {
			desk.Returns.Drop(c.Marks, r)
			r.Expect(&c)
		}
	}
	var quiet []store.Record[desk.SilenceKey, time.Time]
	if left := mostSwept - len(counted); left > 0 {
		if quiet, err = desk.Silences.Page(s.Store, "", after, left); err != nil {
			return "", err
		}
	}
	for _, r := range quiet {
		if last = r.Name; r.Found() && s.Now().Sub(r.Value) > timing.OutageKept && r.Value.Before(before) {
			desk.Silences.Drop(c.Marks, r)
			r.Expect(&c)
		}
	}
	if len(c.Marks) > 0 {
		err = s.Store.Commit(c)
	}
	return last, err
}

// dropFailed drops mails that failed longer ago than texts are kept, some at each tick. What somebody wrote is in no log: it is
// kept as long as the keys of mails, for whoever is suspended may come back.
func dropFailed(s *Service, now time.Time) {
	w := &s.failed
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.Config.KeepDays < 0 || !w.begins(now) {
		return
	}
	failed, next, err := s.Store.FailedPage(w.after, mostSweptMails)
	var old []store.Ending
	for _, m := range failed {
		days := s.Config.KeepDays
		if senders.Written(m.ID) {
			days = s.Config.ForgetDays
		}
		if days > 0 && now.Sub(m.Done) > time.Duration(days)*pace.Day {
			old = append(old, store.Ending{ID: m.ID, To: store.Dropped, At: now})
		}
	}
	if len(old) > 0 {
		s.Log.Info("outbox.old-dropped", "mails", len(old))
		err = s.Store.Noted(old)
	}
	if err != nil {
		s.Log.Error("store.sweep-failed", "error", err)
		next = ""
	}
	w.goesOn(next, now)
}

// uncountable reports whether no report under a key can count any more: the key's day is too
// long ago, or the mail is pruned, so that no report can prove anything.
func (s *Service) uncountable(key string, before time.Time) (bool, error) {
	if i := strings.LastIndex(key, "/"); i >= 0 && !strings.HasPrefix(key, "<") {
		day, err := time.Parse(time.DateOnly, key[i+1:])
		return err == nil && day.Before(before), nil
	}
	_, err := s.Store.Mail(key)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}
