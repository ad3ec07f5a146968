package lmtp

import (
	"strings"
	"testing"
)

// The envelope stands on top, and of Authentication-Results only what the local server
// can have written and is believed.
func TestDelivered(t *testing.T) {
	lines := func(l ...string) string { return strings.Join(l, "\r\n") + "\r\n" }
	local := func(fields []string) string {
		for _, f := range fields {
			if strings.HasPrefix(f, "mx.play.test;") {
				return f
			}
		}
		return ""
	}
	for _, c := range []struct {
		name string
		m    Message
		want string
	}{
		{"plain", Message{From: "amy@play.test", To: []string{"pbem+x@play.test"}, Raw: []byte(lines("From: a", "", "hi"))},
			lines("Return-Path: <amy@play.test>", "Delivered-To: pbem+x@play.test", "From: a", "", "hi")},
		{"null sender", Message{To: []string{"pbem+x@play.test", "pbem@play.test"}, Raw: []byte(lines("From: a", "", "hi"))},
			lines("Return-Path: <>", "Delivered-To: pbem+x@play.test", "Delivered-To: pbem@play.test", "From: a", "", "hi")},
		{"odd sender", Message{From: "a\rb>\x00c@d", To: []string{"pbem@play.test"}, Raw: []byte(lines("From: a", "", "hi"))},
			lines("Return-Path: <abc@d>", "Delivered-To: pbem@play.test", "From: a", "", "hi")},
		{"results of the server", Message{From: "a", To: []string{"p"}, Raw: []byte(lines("Received: by mx", "authentication-results : mx.play.test;", "\tdkim=pass", "From: a", "", "Authentication-Results: in the text"))},
			lines("Return-Path: <a>", "Delivered-To: p", "Authentication-Results: mx.play.test; dkim=pass", "Received: by mx", "From: a", "", "Authentication-Results: in the text")},
		{"results of others", Message{From: "a", To: []string{"p"}, Raw: []byte(lines("Authentication-Results: other; dkim=pass", "Received: by mx", "From: a", "", "hi"))},
			lines("Return-Path: <a>", "Delivered-To: p", "Received: by mx", "From: a", "", "hi")},
		{"a server before claims our name", Message{From: "a", To: []string{"p"}, Raw: []byte(lines("Received: by mx", "\tfrom x", "Received: by evil", "Authentication-Results: mx.play.test; dkim=pass", " dmarc=pass", "From: a", "", "hi"))},
			lines("Return-Path: <a>", "Delivered-To: p", "Received: by mx", "\tfrom x", "Received: by evil", "From: a", "", "hi")},
		{"no header", Message{From: "a", To: []string{"p"}, Raw: []byte(lines("", "hi"))}, lines("Return-Path: <a>", "Delivered-To: p", "", "hi")},
		{"nothing", Message{From: "a", To: []string{"p"}}, lines("Return-Path: <a>", "Delivered-To: p")},
		{"bare line ends", Message{From: "a", To: []string{"p"}, Raw: []byte("From: a\nAuthentication-Results: other; dkim=pass\n\nhi\n")}, lines("Return-Path: <a>", "Delivered-To: p") + "From: a\n\nhi\n"},
	} {
		if got := string(c.m.Delivered(local)); got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}
