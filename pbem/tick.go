package pbem

import (
	"context"
	"strings"
	"time"

	"pbem/pbem/pace"
	"pbem/store"
)

// timely are what is done when a deadline is over, by the first part of its key.
var timely = map[string]func(*draft, store.Deadline) error{
	pace.RemindKey: (*draft).lapse,
	pace.TellKey:   (*draft).lapse,
	pace.LateKey:   (*draft).lapse,
	pace.KeepKey:   (*draft).lapse,
	"request":      (*draft).requestDue,
	"gathering":    (*draft).gatheringDue,
	"confirm":      (*draft).confirmDue,
}

// mostDue is how many deadlines one tick deals with; the next goes on.
const mostDue = 2000

// Tick does what is due at this minute. It does nothing while players cannot be
// heard. Between two deadlines it lets mails go first, and it stops when the
// context ends. A tick that comes while another one works does nothing.
func (s *Service) Tick(ctx context.Context) {
	if !s.ticking.TryLock() {
		return
	}
	defer s.ticking.Unlock()
	defer s.archive.Done()
	if !s.ready(ctx) {
		return
	}
	due, err := s.store.TakeDeadlines(s.claim(), mostDue)
	if err != nil {
		s.log.Error("clock.unreadable", "error", err)
		return
	}
	for _, d := range due {
		if ctx.Err() != nil {
			return
		}
		s.strike(d)
	}
	s.prune()
	s.tellOfStrangers()
	s.sweepMarks()
}

// mostPruned is how many commits are pruned at a tick.
const mostPruned = 500

// prune forgets the texts of old mails, some at each tick.
func (s *Desk) prune() {
	if s.cfg.KeepDays < 0 {
		return
	}
	before := s.now().Add(-time.Duration(s.cfg.KeepDays) * pace.Day)
	if _, err := s.store.Prune(before, []string{outcomeQuarantine}, mostPruned); err != nil {
		s.log.Error("store.prune-failed", "error", err)
	}
}

// ready reports whether deadlines may be acted on.
func (s *Desk) ready(ctx context.Context) bool {
	if !s.hears() {
		return false
	}
	if unset := s.polls.setUnset(false); !unset {
		return true
	}
	if err := s.setAnew(ctx); err != nil {
		s.log.Error("clock.reset-failed", "error", err)
		return false
	}
	return true
}

// strike does what is due at a deadline.
func (s *Desk) strike(d store.Deadline) {
	what, _, _ := strings.Cut(d.Key, "/")
	err := s.unit([]string{"game " + d.Game}, func(work *draft) error { return timely[what](work, d) })
	if err != nil {
		s.log.Error("clock.deadline-failed", "game", d.Game, "deadline", d.Key, "error", err)
		s.watched.counts.Fault()
		s.postpone(d)
	}
}

// postponed is when a reminder is tried again that failed.
const postponed = time.Hour

// postpone keeps a deadline that cannot be dealt with now out of the way.
func (s *Desk) postpone(d store.Deadline) {
	d.At = s.now().Add(postponed)
	if err := s.store.Commit(store.Commit{At: s.now(), Deadlines: []store.Deadline{d}}); err != nil {
		s.log.Error("clock.postpone-failed", "game", d.Game, "deadline", d.Key, "error", err)
	}
}
