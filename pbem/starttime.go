package pbem

import (
	"context"
	"time"

	"pbem/pbem/timing"
)

const (
	lookAtClock  = time.Second // how often the clock is looked at while it is behind
	mostBelieved = 60          // so often before it is believed: the service may have been up while the clock was ahead
)

// awaitClock waits while the machine has started with a clock that is behind, before any mail is taken in: what is
// written by such a clock would be overdue as soon as it is right. systemd gives a service a minute and a half to start.
func awaitClock(ctx context.Context, s *Service, pause time.Duration) {
	for n := range mostBelieved {
		was, behind := timing.ClockBehind(s.Desk)
		if !behind {
			return
		}
		if n == 0 {
			s.Log.Warn("clock.behind", "now", s.Now(), "was", was)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}
