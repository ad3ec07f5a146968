package postbox

import (
	"strings"
	"testing"
)

// doorkeeper is an IMAP server that answers each log-in so.
func doorkeeper(t *testing.T, says string) IMAPConfig {
	t.Helper()
	return imapSaying(t, func(word, _ string) (string, string) {
		if word == "LOGIN" {
			return "", "NO " + says
		}
		return "", ""
	})
}

// A provider that limits log-ins is no wrong password: a host who is told so changes a password that is right.
func TestBusyIsNoWrongPassword(t *testing.T) {
	for says, want := range map[string]struct {
		kind Kind
		mend string
	}{
		"[ALERT] Too many simultaneous connections. (Failure)":           {Busy, "an hour"},
		"[OVERQUOTA] Account exceeded command or bandwidth limits.":      {Busy, "an hour"},
		"[UNAVAILABLE] Temporary authentication failure":                 {Busy, "an hour"},
		"[LIMIT] Too many attempts":                                      {Busy, "an hour"},
		"[AUTHENTICATIONFAILED] Invalid credentials (Failure)":           {BadLogin, "password"},
		"[ALERT] Application-specific password required: https://x.test": {BadLogin, "password for programs"},
	} {
		cfg := doorkeeper(t, says)
		_, err := Open(t.Context(), cfg)
		_, text, _ := strings.Cut(says, "] ")
		sentence(t, err, want.kind, cfg.Addr, text)
		if f := Failed(err); !strings.Contains(f.Mend, want.mend) {
			t.Errorf("%s: %s", says, f.Mend)
		}
	}
	for answer, want := range map[string]string{"454 4.7.0 Too many login attempts, please try again later": "an hour", "535 5.7.8 Username and Password not accepted": "password"} {
		s := scriptedServer(t, "AUTH PLAIN")
		cfg := s.config()
		cfg.User = pbem
		s.say(map[string]string{"AUTH": answer})
		if f := checkSMTP(t.Context(), cfg); f.OK || !strings.Contains(f.Mend, want) {
			t.Errorf("%s: %v", answer, f)
		}
	}
}
