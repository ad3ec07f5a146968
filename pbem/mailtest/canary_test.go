package mailtest

import (
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
			h.halt()
			if n := strings.Count(h.log.String(), "outcome=canary"); c.removes && len(h.Mails(service)) >= n {
				t.Errorf("%d messages lie in the mailbox after %d canaries", len(h.Mails(service)), n)
			}
			h.right()
			h.once()
		})
	}
}
