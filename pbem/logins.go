package pbem

import (
	"context"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/postbox"
	"pbem/store"
)

// A service ends if the mailbox cannot be opened at its start, and whoever set it up reads why; but not if it was opened
// with the same settings before. A supervisor starts a service that has ended again at once, or every half minute, and
// providers lock accounts that try a wrong password so often. So the store knows what was refused, and what has worked.

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

// servedBy reports whether the mailbox was last opened with the settings of this service.
func servedBy(s *Service) bool {
	r, err := desk.Logins.Get(s.Store)
	if err != nil {
		s.Log.Warn("mailbox.login-unnoted", "error", err)
	}
	return err == nil && r.Value.Worked == settingsHash(s)
}

// settingsHash tells apart the settings with which a mailbox is opened. Tokens come and go, and are none of them.
func settingsHash(s *Service) string {
	c := s.Config.IMAP
	return s.Office.Secret("mailbox", c.Addr, string(c.Security), c.User, c.Password, c.Folder)
}

// noteLogin stores whether the mailbox was opened, or refused the log-in.
func noteLogin(s *Service, refused error) {
	r, err := desk.Logins.Get(s.Store)
	var was desk.Login
	if err == nil {
		was = r.Value
	}
	now := desk.Login{With: loginHash(s), Times: 1, Last: s.Now().UTC(), Worked: was.Worked}
	switch {
	case refused == nil:
		now = desk.Login{Worked: settingsHash(s)}
	case postbox.KindOf(refused) != postbox.BadLogin:
		return
	case was.With == now.With:
		now.Times += was.Times
	}
	if now == was {
		return
	}
	marks := store.Marks{}
	desk.Logins.Set(marks, now)
	if err := s.Store.SetMarks(marks); err != nil {
		s.Log.Warn("mailbox.login-unnoted", "error", err)
	}
}
