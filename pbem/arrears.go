package pbem

import (
	"context"
	"time"

	"pbem/pbem/clock"
	"pbem/pbem/desk"
)

// A mail that a player wrote in time must be worked on before a deadline is acted on. So after a pause a service first works
// on the mails that came meanwhile, and on those that were stored when it began to decide. Then it looks at deadlines.

// arrears are the mails that were stored and not settled when a service began to decide, or had caught up with its mailbox.
type arrears struct {
	listed bool
	keys   map[string]bool
	until  time.Time // when they are waited for no longer: the claims of services that have died are over
}

// mostBehind is how long deadlines wait for the mails in a mailbox: one that can never be read must not stop all games.
const mostBehind = time.Hour

// mayAct reports whether the service may act on deadlines. The caller holds ticking.
func mayAct(ctx context.Context, s *Service) bool {
	ready := clock.Ready(ctx, s.Desk) // it notes that mail comes in, too
	if since := s.Polls.Behind(); !since.IsZero() && s.Now().Sub(since) < mostBehind {
		s.arrears = arrears{}
		return false
	}
	return ready && s.arrears.over(s)
}

// over reports whether all of them are settled, or have been waited for long enough. It lists them first.
func (a *arrears) over(s *Service) bool {
	if a.listed && len(a.keys) == 0 {
		return true
	}
	left, err := s.Store.Unsettled()
	if err != nil {
		s.Log.Error("mail.list-failed", "error", err)
		return false
	}
	now, still := s.Now(), map[string]bool{}
	if !a.listed {
		a.until = now.Add(desk.Claimed + 2*s.Config.Poll)
	}
	for _, key := range left {
		if !now.After(a.until) && (!a.listed || a.keys[key]) {
			still[key] = true
		}
	}
	a.listed, a.keys = true, still
	return len(a.keys) == 0
}
