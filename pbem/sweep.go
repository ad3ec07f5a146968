package pbem

import (
	"errors"
	"strings"
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/timing"
	"pbem/store"
)

// Marks that say nothing any more are swept away once a day, some at each tick:
// what reports about a mail have counted, when no report about it can count any
// more; and when an address was silent, when that is too long ago to matter.

// A sweep knows how far it has come.
type sweep struct {
	mu    sync.Mutex
	next  time.Time // when it begins again
	after string    // the last mark it looked at
}

const (
	sweepEvery = 24 * time.Hour
	mostSwept  = 200 // marks looked at in a tick
)

// sweepMarks goes on with the sweep, if it is time.
func (s *Service) sweepMarks() {
	w := &s.swept
	w.mu.Lock()
	defer w.mu.Unlock()
	now := s.Now()
	if s.Config.KeepDays < 0 || now.Before(w.next) {
		return
	}
	last, err := s.sweepSome(w.after, now.Add(-time.Duration(s.Config.KeepDays)*pace.Day))
	switch {
	case errors.Is(err, store.ErrConflict): // somebody was quicker: at the next tick
	case err != nil:
		s.Log.Error("store.sweep-failed", "error", err)
		w.after, w.next = "", now.Add(sweepEvery)
	case last == "":
		w.after, w.next = "", now.Add(sweepEvery)
	default:
		w.after = last
	}
}

// sweepSome looks at some marks behind one, and clears those that are of no use
// and from before an instant. It returns the last it looked at, "" when there
// are no more.
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

// uncountable reports whether no report can count any more under a key: that of a
// day is over, or the mail is not on file any more, so that nothing proves one.
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
