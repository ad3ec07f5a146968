package pbem

import (
	"context"
	"errors"
	"sync"
	"time"

	"pbem/pbem/clock"
	"pbem/pbem/desk"
	"pbem/store"
)

// A robot's seat that is asked has a deadline, which is due at once. The store holds it, so
// it outlives a crash, and its claim keeps other services away. Robots decide on a
// goroutine of their own, one decision at a time, one game after the other: no mail waits
// for them, and they hold no lock.

// robots are the games in which a robot is to decide, in order.
type robots struct {
	mu    sync.Mutex
	queue []robotTurn
}

// A robotTurn is a game in which a robot is to decide.
type robotTurn struct {
	due   store.Deadline
	until time.Time // when the claim on the deadline is over
	most  int       // commands for one commit
}

// Limits for the queue. Others of mostQueued games are due again after queuedLater, so that
// they keep no other deadline from being taken. claimLeft is how much of a claim must be
// left when a turn begins.
const (
	mostQueued  = 100
	queuedLater = time.Minute
	claimLeft   = time.Minute
	unreadyWait = time.Second // until the service tries again whether it may act on deadlines
)

// add queues a game whose deadline was claimed. ok is false if there is no room.
func (r *robots) add(t robotTurn) (ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, q := range r.queue {
		if q.due.Game == t.due.Game {
			r.queue[i].until = t.until
			return true
		}
	}
	if len(r.queue) >= mostQueued {
		return false
	}
	r.queue = append(r.queue, t)
	return true
}

// next takes the first game out of the queue.
func (r *robots) next() (t robotTurn, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) == 0 {
		return robotTurn{}, false
	}
	t, r.queue = r.queue[0], r.queue[1:]
	return t, true
}

// clear empties the queue: the claims on its deadlines were ended.
func (r *robots) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queue = nil
}

// attendRobots has robots decide whenever one is asked, until the context ends. While the
// service cannot act on deadlines yet, it tries again and again.
func (s *Service) attendRobots(ctx context.Context) {
	s.Bell.Ring() // what was left when the service stopped
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.Bell:
		case <-again:
		}
		if again = nil; !s.PlayRobots(ctx) {
			again = time.After(unreadyWait)
		}
	}
}

// PlayRobots has robots decide until none is asked, or the context ends. ready is false if
// the service may not act on deadlines yet.
func (s *Service) PlayRobots(ctx context.Context) (ready bool) {
	for ctx.Err() == nil {
		if ready = s.takeDue(ctx); !ready {
			return false
		}
		turn, ok := s.robots.next()
		if !ok {
			return true
		}
		s.robotTurn(ctx, turn)
	}
	return true
}

// takeDue does what is due, and queues the games in which a robot is asked.
func (s *Service) takeDue(ctx context.Context) (ready bool) {
	s.ticking.Lock()
	defer s.ticking.Unlock()
	if !desk.Decides(s.Desk) {
		s.robots.clear()
		s.arrears = arrears{}
		return false
	}
	if ready = mayAct(ctx, s); ready {
		s.due(ctx)
	}
	return ready
}

// mostAnew is how often a turn is decided again because the game has changed meanwhile. In
// the last attempts a commit has one command, so that robots get on even where somebody
// writes all the time.
const mostAnew = 6

// robotTurn has the robots of a game decide and commits what they said. If that fails, the
// deadline is postponed.
func (s *Service) robotTurn(ctx context.Context, turn robotTurn) {
	err := clock.ErrMoved
	for n := 0; n < mostAnew && errors.Is(err, clock.ErrMoved); n++ {
		if n >= mostAnew/2 {
			turn.most = 1
		}
		if ctx.Err() != nil || s.Now().Add(claimLeft).After(turn.until) {
			return // whoever takes the deadline next decides
		}
		err = s.robotsOf(ctx, turn)
	}
	if errors.Is(err, clock.ErrMoved) {
		s.Log.Warn("robot.overtaken", "game", turn.due.Game)
		clock.PutOff(s.Desk, queuedLater, turn.due)
		return
	}
	if err != nil && !errors.Is(err, desk.ErrStandby) {
		s.Log.Error("robot.failed", "game", turn.due.Game, "deadline", turn.due.Key, "error", err)
		s.watched.counts.Fault()
		clock.Postpone(s.Desk, turn.due)
	}
}

// robotsOf decides under no lock, and commits what was decided if the game is still the
// same.
func (s *Service) robotsOf(ctx context.Context, turn robotTurn) error {
	t, err := s.Draft().Table(turn.due.Game)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAway) {
		return clock.PutOff(s.Desk, 0, turn.due)
	}
	if err != nil {
		return err
	}
	if why := t.Game.Frozen(); why != nil {
		return why
	}
	overtaken := func() bool {
		current, err := s.Draft().DB.IsCurrent(t.ID, t.Version)
		return err == nil && !current
	}
	said := t.Elapsed(s.Now(), false).Robots(s.Robots, turn.most, func() bool { return ctx.Err() != nil || overtaken() })
	switch {
	case said.Said > 0:
	case ctx.Err() != nil:
		return nil
	case overtaken():
		return clock.ErrMoved
	}
	return s.Unit([]string{"game " + t.ID}, func(d *desk.Draft) error { return clock.Played(d, t, said) })
}
