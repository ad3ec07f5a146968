package postbox

import (
	"strings"
	"testing"
)

// withoutText is an IMAP server that has message 7, and sends NIL for its text: the server has lost it.
func withoutText(t *testing.T) IMAPConfig {
	t.Helper()
	return imapSaying(t, func(word, rest string) (string, string) {
		switch {
		case word == "SELECT":
			return "* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 8] x\r\n", ""
		case word == "UID" && strings.Contains(rest, "HEADER"):
			return "* 1 FETCH (UID 7 BODY[HEADER]<0> NIL)\r\n", ""
		case word == "UID":
			return "* 1 FETCH (UID 7 BODY[] NIL)\r\n", ""
		}
		return "", ""
	})
}

// A message that is there, but of which the server sends nothing, is not gone: its text may come later.
func TestMessageWithoutText(t *testing.T) {
	cfg := withoutText(t)
	in := open(t, cfg)
	_, err := in.Fetch(t.Context(), 7)
	sentence(t, err, Refused, cfg.Addr, "message 7", "nothing")
	_, err = in.FetchHeader(t.Context(), 7)
	sentence(t, err, Refused, cfg.Addr, "message 7", "nothing")
	for _, f := range in.FetchAll(t.Context(), []Item{{UID: 7, Size: 100}}) {
		sentence(t, f.Err, Refused, cfg.Addr, "message 7", "nothing")
	}
}
