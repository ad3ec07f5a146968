package pbem

import (
	"context"
	"errors"
	"slices"
	"strings"

	"pbem/pbem/batch"
	"pbem/pbem/clock"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/hosting"
	"pbem/pbem/joining"
	"pbem/pbem/pace"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// deadlineActions says what to do when a deadline is over, by the first part of its key.
var deadlineActions = map[string]func(*desk.Draft, store.Deadline) error{
	pace.RemindKey: clock.Lapse,
	pace.TellKey:   clock.Lapse,
	pace.LateKey:   clock.Lapse,
	pace.KeepKey:   clock.Lapse,
	"request":      batch.RequestDue,
	"gathering":    joining.GatheringDue,
	"confirm":      senders.ConfirmDue,

	timing.SandboxKey: joining.SandboxDue,
	desk.EraseKey:     hosting.EraseDue,
}

// Tick does what is due now. It does nothing while the service cannot receive mail, and only stores its counts if it
// does not decide.
// Between two deadlines mails can be decided. Tick stops when the context ends. If
// another tick is running, it does nothing. A panic ends the tick and not the process: mails are decided all the same.
func (s *Service) Tick(ctx context.Context) {
	if !s.ticking.TryLock() {
		return
	}
	defer s.ticking.Unlock()
	defer s.Keeper.Done()
	if err := guard.Do(func() error { tick(ctx, s); return nil }); err != nil {
		s.Log.Error("clock.failed", "error", err)
		s.watched.counts.Fault()
	}
}

func tick(ctx context.Context, s *Service) {
	if !desk.Decides(s.Desk) {
		s.arrears = arrears{}
		senders.TellOfStrangers(s.Desk)
		return
	}
	if !mayAct(ctx, s) || !s.due(ctx) {
		return
	}
	senders.TellOfStrangers(s.Desk)
	catchUp(s)
	if timing.Doubted(s.Draft()).IsZero() {
		clock.Prune(s.Desk)
		s.sweepMarks()
		sweepMails(s)
	}
	forgetKeys(s) // by itself it moves slowly
}

// due handles the deadlines that are due, a portion at a time. It only queues those of robots, which need more
// time. done is false if the store cannot be read or the context has ended.
func (s *Service) due(ctx context.Context) (done bool) {
	type name struct{ game, key string }
	seen := map[name]bool{} // one that is set anew and due at once waits for the next tick; one of a robot stays claimed
	for {
		claim := s.Claim()
		due, err := s.Store.TakeDeadlines(claim, clock.MostDue)
		if err != nil {
			s.Log.Error("clock.unreadable", "error", err)
			return false
		}
		fresh := slices.DeleteFunc(due, func(d store.Deadline) bool { return seen[name{d.Game, d.Key}] })
		if len(fresh) == 0 {
			return true
		}
		for _, d := range fresh {
			seen[name{d.Game, d.Key}] = true
		}
		if !handleAll(ctx, s, claim, fresh) || !desk.Decides(s.Desk) { // who does not decide any more has given back what is left
			return false
		}
	}
}

// handleAll handles a portion of deadlines. done is false if the context has ended or the service does not decide any more.
func handleAll(ctx context.Context, s *Service, claim store.Claim, due []store.Deadline) (done bool) {
	var later []store.Deadline
	for _, d := range due {
		if ctx.Err() != nil || !desk.Decides(s.Desk) {
			return false // deadlines that were claimed were given back
		}
		switch what, _, _ := strings.Cut(d.Key, "/"); {
		case what != pace.RobotKey:
			s.handleDeadline(d)
		case s.robots.add(robotTurn{due: d, until: claim.Until, most: table.MostSpoken}):
			s.Bell.Ring()
		default:
			later = append(later, d)
		}
	}
	if len(later) > 0 {
		clock.PutOff(s.Desk, queuedLater, later...)
	}
	return true
}

// handleDeadline does what is due at a deadline. If that fails, it postpones the deadline.
func (s *Service) handleDeadline(d store.Deadline) {
	what, _, _ := strings.Cut(d.Key, "/")
	err := s.Unit([]string{"game " + d.Game}, func(work *desk.Draft) error { return deadlineActions[what](work, d) })
	if err != nil && !errors.Is(err, desk.ErrStandby) {
		s.Log.Error("clock.deadline-failed", "game", d.Game, "deadline", d.Key, "error", err)
		s.watched.counts.Fault()
		clock.Postpone(s.Desk, d)
	}
}

// catchUp tells those who can be reached again what they missed, if the service stopped, or the store failed, before it was done; and
// once more how a game has ended, a day after that did not arrive.
func catchUp(s *Service) {
	left, err := desk.CatchUps.All(s.Store, "")
	if err != nil {
		s.Log.Error("clock.unreadable", "error", err)
	}
	for _, r := range left {
		if desk.CatchesUpLater(r.Value, s.Now()) {
			continue
		}
		desk.Release(s.Desk, r.Key)
		batch.CatchUp(s.Desk, r.Key, "")
	}
}
