package pbem

import (
	"context"
	"strings"
	"time"

	"pbem/store"
)

// timely are what is done when a deadline is over, by the first part of its key.
func (s *Service) timely() map[string]func(store.Deadline) error {
	return map[string]func(store.Deadline) error{
		remindKey:   s.lapse,
		tellKey:     s.lapse,
		lateKey:     s.lapse,
		"request":   s.requestDue,
		"gathering": s.gatheringDue,
	}
}

// mostDue is how many deadlines one tick deals with; the next goes on.
const mostDue = 2000

// Tick does what is due at this minute. While players cannot be heard nothing
// is. Between two deadlines it gives way to mails, and it stops when the context
// ends. A tick that comes while another is at work does nothing.
func (s *Service) Tick(ctx context.Context) {
	if !s.ticking.TryLock() {
		return
	}
	defer s.ticking.Unlock()
	defer s.archived()
	if !s.ready(ctx) {
		return
	}
	due, err := s.db.Overdue(s.now())
	if err != nil {
		s.log.Error("clock.unreadable", "error", err)
		return
	}
	for _, d := range due[:min(len(due), mostDue)] {
		if ctx.Err() != nil {
			return
		}
		s.strike(d)
	}
}

// ready reports whether deadlines may be acted on.
func (s *Service) ready(ctx context.Context) bool {
	s.mu.Lock()
	hears, unset := s.hears(), s.unset
	s.mu.Unlock()
	if !hears || !unset {
		return hears
	}
	if err := s.setAnew(ctx); err != nil {
		s.log.Error("clock.reset-failed", "error", err)
		return false
	}
	return true
}

// strike does what is due at a deadline.
func (s *Service) strike(d store.Deadline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	what, _, _ := strings.Cut(d.Key, "/")
	if err := guarded(func() error { return s.timely()[what](d) }); err != nil {
		s.log.Error("clock.deadline-failed", "game", d.Game, "deadline", d.Key, "error", err)
		s.watched.counts.Fault()
		s.postpone(d)
	}
}

// postponed is when a reminder is tried again that failed.
const postponed = time.Hour

// postpone keeps a deadline that cannot be dealt with now out of the way.
func (s *Service) postpone(d store.Deadline) {
	d.At = s.now().Add(postponed)
	if err := s.db.Commit(store.Commit{At: s.now(), Deadlines: []store.Deadline{d}}); err != nil {
		s.log.Error("clock.postpone-failed", "game", d.Game, "deadline", d.Key, "error", err)
	}
}
