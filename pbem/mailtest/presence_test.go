package mailtest

import (
	"strings"
	"testing"
	"time"

	"pbem/pbem/watch"
)

// sharing are the lines of the log about another service at the mailbox.
func (h *host) sharing() int { return strings.Count(h.log.String(), "msg=mailbox.shared") }

// often makes a host that leaves its marks often, and is told of what goes wrong.
func often(t *testing.T, o inner) *host {
	h := newHost(t, o)
	h.cfg.IMAP.PresenceEvery = 100 * time.Millisecond
	h.cfg.Hosts = []string{Address("amy")}
	h.close()
	h.open()
	return h
}

func (h *host) mailbox() watch.Check {
	for _, c := range watch.Health(h.service.Figures()) {
		if c.Name == "mailbox" {
			return c
		}
	}
	return watch.Check{}
}

// Two services on one mailbox notice each other, tell the host once, and go on; when
// one has ended the other is well again.
func TestTwoServicesOnOneMailbox(t *testing.T) {
	o := office(t)
	a, b := often(t, o), often(t, o)
	a.ready()
	b.run()
	both := func() bool { return a.sharing() > 0 && b.sharing() > 0 }
	a.until(both, "both services to notice each other")
	a.until(func() bool {
		n := 0
		for _, raw := range o.Mails(Address("amy")) {
			if strings.Contains(string(raw), "Another service reads this mailbox") {
				n++
			}
		}
		return n >= 2
	}, "a mail of each to the host")
	if c := a.mailbox(); c.OK || !strings.Contains(c.Text, "Another service") {
		t.Errorf("the health says %+v", c)
	}
	b.halt()
	a.until(func() bool { return strings.Contains(a.log.String(), "msg=mailbox.alone") }, "the mark of the one that has ended to be gone")
	if n := a.sharing(); n != 1 {
		t.Errorf("the host was told %d times", n)
	}
	if c := a.mailbox(); !c.OK {
		t.Errorf("the health says %+v", c)
	}
	a.play(1)
}

// A service that begins anew, also after it was killed, is no second one, and its old
// mark goes.
func TestRestartedServiceIsAlone(t *testing.T) {
	h := often(t, office(t))
	h.ready()
	for range 3 {
		time.Sleep(500 * time.Millisecond) // some marks
		h.close()
		h.open()
		h.run()
	}
	time.Sleep(500 * time.Millisecond)
	h.play(2)
	if log := h.log.String(); h.sharing() > 0 || strings.Contains(log, "mailbox.no-mark") {
		t.Error("a service that began anew is taken for two, or leaves no mark")
	}
	if c := h.mailbox(); !c.OK {
		t.Errorf("the health says %+v", c)
	}
	h.right()
	h.once()
}
