package mailtest

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pbem/pbem/watch"
)

// The service sends mails to itself through the servers, finds them again and leaves
// none of them in a mailbox from which single messages can be removed.
func TestCanary(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		post    func(t *testing.T) post
		removes bool
	}{
		"here":                {func(t *testing.T) post { return office(t) }, false},
		"Dovecot and Postfix": {func(t *testing.T) post { return Start(t, everybody...) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, c.post(t))
			h.close()
			h.cfg.Watch.Canary = watch.Every(300 * time.Millisecond)
			h.open()
			h.ready()
			h.until(func() bool { return strings.Count(h.log.String(), "outcome=canary") > 2 }, "three mails of the service to itself")
			known := h.service.Figures().Canary
			if known == nil || known.Back.IsZero() || known.Way <= 0 || known.Way > time.Minute {
				t.Errorf("what is known of them is %+v", known)
			}
			h.play(1)
			if !c.removes && canaries(h.Mails(service)) < 3 {
				t.Error("they are not in the mailbox")
			}
			if c.removes {
				h.until(func() bool { return canaries(h.Mails(service)) < strings.Count(h.log.String(), "outcome=canary") }, "the first of them to be removed")
			}
			h.halt()
			h.right()
			h.once()
		})
	}
}

// canaries counts the mails of the service to itself.
func canaries(mails [][]byte) (n int) {
	for _, raw := range mails {
		if bytes.Contains(bytes.ToLower(raw), []byte("message-id: <canary.")) {
			n++
		}
	}
	return n
}
