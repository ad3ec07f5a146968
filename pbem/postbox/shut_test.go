package postbox

import (
	"errors"
	"fmt"
	"net/textproto"
	"net/url"
	"testing"
)

// What a person has to mend is told from what passes by itself.
func TestShuts(t *testing.T) {
	for kind, want := range map[Kind]bool{
		BadLogin: true, Untrusted: true, NoFolder: true, Misconfigured: true, Foreign: true,
		NoError: false, Unreachable: false, TimedOut: false, Lost: false, Refused: false, Cancelled: false, Closed: false, Busy: false,
	} {
		if why := Shuts(fault(kind, nil, "x")); (why != "") != want {
			t.Errorf("kind %d: %q", kind, why)
		}
	}
	away := fmt.Errorf("no access token: %w", &url.Error{Op: "Post", URL: "https://provider.example", Err: errors.New("no route")})
	if why := Shuts(fault(BadLogin, away, "there is no token")); why != "" {
		t.Errorf("a provider of tokens that cannot be reached: %q", why)
	}
	if Shuts(nil) != "" {
		t.Error("no error shuts")
	}
}

// Servers that say that there are too many connections, and others.
func TestCrowded(t *testing.T) {
	for text, want := range map[string]bool{
		"421 4.7.0 mx.example.org Error: too many connections from 192.0.2.1": true,
		"421 4.3.2 Too many concurrent SMTP connections":                      true,
		"432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded":       false,
		"432 4.3.2 Concurrent connections limit exceeded":                     true,
		"421 too many sessions from this host":                                true,
		"421 4.7.0 Try again later, closing connection":                       false,
		"450 4.2.1 too many mails to this mailbox":                            false,
		"550 5.7.1 too many connections":                                      false,
	} {
		answer := &textproto.Error{Msg: text[4:]}
		fmt.Sscan(text[:3], &answer.Code)
		for _, err := range []error{fault(Busy, answer, "busy"), sendError("the server", "amy@example.org", AtMail, answer), sendError("the server", "amy@example.org", AtConnect, fault(Busy, answer, "busy"))} {
			if Crowded(err) != want {
				t.Errorf("%T, %s: %v", err, text, !want)
			}
		}
	}
	if Crowded(nil) || Crowded(fault(Unreachable, nil, "too many connections")) {
		t.Error("crowded without an answer")
	}
}
