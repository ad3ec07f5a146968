package pbem

import (
	"context"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/postbox"
	"pbem/store"
)

// A service ends if the mailbox refuses the log-in at its start, and whoever set it up reads why. A supervisor starts it
// again at once, or every half minute, and providers lock accounts that try a wrong password so often. So the store
// knows what was refused.

const (
	freeLogins  = 3 // starts at which the same log-in is tried at once
	firstLogin  = time.Minute
	rarestLogin = 5 * time.Minute
)

// loginHash tells log-ins apart. Those by token are never held back: a new one looks the same.
func loginHash(s *Service) string {
	if s.Config.IMAP.Tokens != nil {
		return ""
	}
	return s.Office.Secret("login", s.Config.IMAP.Addr, s.Config.IMAP.User, s.Config.IMAP.Password)
}

// loginWait returns how long to wait before the log-in is tried at a start.
func loginWait(s *Service) (wait time.Duration, times int) {
	r, err := desk.Logins.Get(s.Store)
	if err != nil {
		s.Log.Warn("mailbox.login-unnoted", "error", err)
	}
	was := r.Value
	if err != nil || !r.Found() || was.With == "" || was.With != loginHash(s) || was.Times < freeLogins {
		return 0, 0
	}
	wait = min(firstLogin<<min(was.Times-freeLogins, 8), rarestLogin)
	past := s.Now().Sub(was.Last)
	if past < 0 { // the clock was ahead
		return 0, was.Times
	}
	return max(0, wait-past), was.Times
}

// awaitLogin waits until the log-in may be tried.
func awaitLogin(ctx context.Context, s *Service) {
	wait, times := loginWait(s)
	if wait == 0 {
		return
	}
	s.Log.Warn("mailbox.login-waits", "user", s.Config.IMAP.User, "refused", times, "wait", wait)
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}

// noteLogin stores whether the mailbox refused the log-in.
func noteLogin(s *Service, refused error) {
	r, err := desk.Logins.Get(s.Store)
	marks, now := store.Marks{}, desk.LoginsRefused{With: loginHash(s), Times: 1, Last: s.Now().UTC()}
	switch {
	case postbox.KindOf(refused) == postbox.BadLogin:
		if err == nil && r.Value.With == now.With {
			now.Times += r.Value.Times
		}
		desk.Logins.Set(marks, now)
	case refused == nil && r.Found():
		desk.Logins.Clear(marks)
	default:
		return
	}
	if err := s.Store.SetMarks(marks); err != nil {
		s.Log.Warn("mailbox.login-unnoted", "error", err)
	}
}
