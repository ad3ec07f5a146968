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
