package clock

import (
	"context"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/timing"
	"pbem/store"
)

// MostDue is how many deadlines one tick deals with; the next goes on.
const MostDue = 2000

// MostPruned is how many commits are pruned at a tick.
const MostPruned = 500

// Prune forgets the texts of old mails, some at each tick.
func Prune(s *desk.Desk) {
	if s.Config.KeepDays < 0 {
		return
	}
	before := s.Now().Add(-time.Duration(s.Config.KeepDays) * pace.Day)
	if _, err := s.Store.Prune(before, []string{desk.OutcomeQuarantine}, MostPruned); err != nil {
		s.Log.Error("store.prune-failed", "error", err)
	}
}

// Ready reports whether deadlines may be acted on.
func Ready(ctx context.Context, s *desk.Desk) bool {
	if !timing.Hears(s) {
		return false
	}
	if unset := s.Polls.SetUnset(false); !unset {
		return true
	}
	if err := timing.SetAnew(ctx, s); err != nil {
		s.Log.Error("clock.reset-failed", "error", err)
		return false
	}
	return true
}

// Postponed is when a reminder is tried again that failed.
const Postponed = time.Hour

// Postpone keeps a deadline that cannot be dealt with now out of the way.
func Postpone(s *desk.Desk, d store.Deadline) {
	d.At = s.Now().Add(Postponed)
	if err := s.Store.Commit(store.Commit{At: s.Now(), Deadlines: []store.Deadline{d}}); err != nil {
		s.Log.Error("clock.postpone-failed", "game", d.Game, "deadline", d.Key, "error", err)
	}
}
