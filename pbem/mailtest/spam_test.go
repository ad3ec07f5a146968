package mailtest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a filter takes for spam is carried out if it was sent to the address of a seat, and the host is told, once. Mails of
// strangers stay where they are, also if they claim to come from a player.
func TestAnswersInTheSpamFolder(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	h := newHost(t, s)
	h.cfg.IMAP.SpamEvery, h.cfg.Hosts = 100*time.Millisecond, []string{Address("amy")}
	h.close()
	h.open()
	h.ready()
	h.until(func() bool {
		made, err := filepath.Glob(filepath.Join(s.maildir(service), ".Ablage", "???")) // cur, new and tmp
		return err == nil && len(made) == 3
	}, "the service to open the folder, and Dovecot to make it")
	for _, from := range []string{"casino@example.org", Address("brian")} {
		s.PutIntoSpam(service, fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: hello\r\nMessage-ID: <%[1]s>\r\n\r\npass\r\n", from, service))
	}
	for range 2 {
		_, _, raw := h.next()
		s.PutIntoSpam(service, raw)
		h.settled(raw)
		h.carriedOut(raw)
	}
	h.right()
	h.once()
	told := 0
	h.until(func() bool {
		told = 0
		for _, raw := range h.Mails(Address("amy")) {
			if bytes.Contains(raw, []byte("were in the spam folder")) {
				told++
			}
		}
		return told > 0
	}, "the host to be told")
	if n := strings.Count(h.log.String(), "mailbox.spam-fetched"); told != 1 || n != 2 {
		t.Errorf("the host was told %d times, the log %d times", told, n)
	}
	left, err := filepath.Glob(filepath.Join(s.maildir(service), ".Ablage", "*", "*.old*"))
	if err != nil || len(left) != 2 {
		t.Errorf("in the spam folder are %v: %v", left, err)
	}
}
