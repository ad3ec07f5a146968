package letter

import (
	"strings"
	"testing"
)

// Some letters have more bytes in lower case (Ⱥ). A report with many of them above the recipient of the returned mail is
// read like any other.
func TestReportOfLongerLetters(t *testing.T) {
	for _, above := range []string{"", strings.Repeat("Ⱥ", 60)} {
		raw := "From: MAILER-DAEMON@example.org\r\nTo: games@play.example\r\nSubject: Undelivered Mail Returned to Sender\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" +
			"Your message could not be delivered: mailbox unavailable (5.1.1).\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nSubject: [Steel] your move\r\nX-Note: " + above + "\r\nTo: amy@example.org\r\n\r\nHello"
		l := Read([]byte(raw), usual)
		if l.Bounce == nil || l.Bounce.Address != "amy@example.org" {
			t.Errorf("with %d letters: %+v", len([]rune(above)), l.Bounce)
		}
	}
	below := "X-Note: " + strings.Repeat("Ⱥ", 60) + "\nTO: Amy <amy@example.org>\n"
	if got := returnedTo(nil, below, nil); got != "amy@example.org" {
		t.Errorf("the recipient is %q", got)
	}
	if got := returnedTo(nil, "X-To: amy@example.org\n", nil); got != "" {
		t.Errorf("the recipient is %q", got)
	}
}

// A line that a program has joined to our cut line is cut where that begins, whatever letters stand before it and after it:
// some have more bytes in lower case, others fewer.
func TestCutAmongLongerLetters(t *testing.T) {
	const cut = "-- Write your commands above this line"
	for _, c := range []struct{ joined, above, below string }{
		{"pass for the round " + cut, "pass for the round", cut},
		{"press ȺȺ hello " + cut + " K", "press ȺȺ hello", cut + " K"},
		{"press ȺȺK hello " + cut, "press ȺȺK hello", cut},
		{"press ȺȺ hello " + cut, "press ȺȺ hello", cut},
	} {
		got, at := splitCut([]line{{text: c.joined, mark: typed}}, 0)
		if at != 1 || len(got) != 2 || got[0].text != c.above || got[1].text != c.below {
			t.Errorf("%q is cut into %v at %d", c.joined, got, at)
		}
		if prefix := prefixOf(c.joined); prefix != c.above {
			t.Errorf("before the cut line of %q is %q", c.joined, prefix)
		}
	}
}
