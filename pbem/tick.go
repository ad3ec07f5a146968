package pbem

import (
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

// Tick does what is due at this minute. While players cannot be heard nothing is.
func (s *Service) Tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hears() {
		return
	}
	if s.unset {
		if err := s.setAnew(); err != nil {
			s.log.Error("the deadlines cannot be set anew", "error", err)
			return
		}
	}
	due, err := s.db.Overdue(s.now())
	if err != nil {
		s.log.Error("deadlines cannot be read", "error", err)
		return
	}
	for _, d := range due {
		what, _, _ := strings.Cut(d.Key, "/")
		if err := guarded(func() error { return s.timely()[what](d) }); err != nil {
			s.log.Error("a deadline cannot be dealt with", "game", d.Game, "deadline", d.Key, "error", err)
			s.watched.counts.Fault()
			s.postpone(d)
		}
	}
}

// postponed is when a reminder is tried again that failed.
const postponed = time.Hour

// postpone keeps a deadline that cannot be dealt with now out of the way.
func (s *Service) postpone(d store.Deadline) {
	d.At = s.now().Add(postponed)
	if err := s.db.Commit(store.Commit{At: s.now(), Deadlines: []store.Deadline{d}}); err != nil {
		s.log.Error("a deadline cannot be moved", "game", d.Game, "deadline", d.Key, "error", err)
	}
}
