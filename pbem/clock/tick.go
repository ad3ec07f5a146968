package clock

import (
	"context"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/timing"
	"pbem/store"
)

// MostDue limits the deadlines that a tick takes at a time: the claim on them lasts for five minutes.
const MostDue = 2000

// MostPruned limits the commits that are pruned at a time, and prunings how often a tick does so: mails do not wait long
// for one, and together they are more than a million games bring in a minute.
const (
	MostPruned = 500
	prunings   = 20
)

// Prune deletes the texts of old mails, a limited number at each tick.
func Prune(s *desk.Desk) {
	if s.Config.KeepDays < 0 {
		return
	}
	before := s.Now().Add(-time.Duration(s.Config.KeepDays) * pace.Day)
	for range prunings {
		more, err := s.Store.Prune(before, []string{desk.OutcomeQuarantine}, MostPruned)
		if err != nil {
			s.Log.Error("store.prune-failed", "error", err)
		}
		if err != nil || !more {
			return
		}
	}
}

// MostSet is for how many portions of 20 games a tick sets the deadlines again.
const MostSet = 100

// Ready reports whether the service may act on deadlines. If they have to be set again, Ready sets those of the next games.
func Ready(ctx context.Context, s *desk.Desk) bool {
	if !timing.Receiving(s) {
		return false
	}
	if !s.Polls.Walks() {
		return true
	}
	if err := timing.SetAnew(ctx, s, MostSet); err != nil {
		s.Log.Error("clock.reset-failed", "error", err)
		return false
	}
	return true
}

// Postponed is how long a deadline waits after it could not be handled.
const Postponed = time.Hour

// Postpone moves a deadline that cannot be handled now, so that it does not hold up the
// others.
func Postpone(s *desk.Desk, d store.Deadline) {
	d.At = s.Now().Add(Postponed)
	if err := s.Store.Commit(store.Commit{At: s.Now(), Deadlines: []store.Deadline{d}}); err != nil {
		s.Log.Error("clock.postpone-failed", "game", d.Game, "deadline", d.Key, "error", err)
	}
}

// PutOff moves the deadlines of games in which a robot is asked, or with 0 clears them.
func PutOff(s *desk.Desk, wait time.Duration, all ...store.Deadline) error {
	for i := range all {
		all[i].At = time.Time{}
		if wait > 0 {
			all[i].At = s.Now().Add(wait)
		}
	}
	err := s.Store.Commit(store.Commit{At: s.Now(), Deadlines: all})
	if err != nil {
		s.Log.Error("robot.postpone-failed", "deadlines", len(all), "error", err)
	}
	return err
}
