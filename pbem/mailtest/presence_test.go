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
func often(t *testing.T, o post) *host {
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
	if c := a.mailbox(); !c.Warn || !strings.Contains(c.Text, "Another service") {
		t.Errorf("the health says %+v", c)
	}
	b.halt()
	a.until(func() bool { return strings.Contains(a.log.String(), "msg=mailbox.alone") }, "the mark of the one that has ended to be gone")
	if n := a.sharing(); n != 1 {
		t.Errorf("the host was told %d times", n)
	}
	if c := a.mailbox(); !c.OK || c.Warn {
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
	if c := h.mailbox(); !c.OK || c.Warn {
		t.Errorf("the health says %+v", c)
	}
	h.right()
	h.once()
}

// A host whose data folder is not there is told that the games are missing, for the service has made a new database. With
// the right one, what was written meanwhile is carried out. A first start tells nobody anything.
func TestGamesAreMissing(t *testing.T) {
	o := office(t)
	h := often(t, o)
	h.ready()
	h.play(1)
	time.Sleep(500 * time.Millisecond) // some marks
	h.close()
	if log := h.log.String(); strings.Contains(log, "mailbox.served-before") {
		t.Fatal("the first service on a mailbox is taken for a second")
	}
	right := h.cfg.Data
	h.cfg.Data, h.cfg.IMAP.PresenceEvery = t.TempDir(), time.Hour
	h.open()
	h.run()
	h.until(func() bool { return strings.Contains(h.log.String(), "mailbox.old-skipped") }, "the mailbox to be opened")
	h.close() // before it looks who else is at the mailbox
	h.cfg.IMAP.PresenceEvery = 100 * time.Millisecond
	h.open()
	h.run()
	h.until(func() bool { return strings.Contains(h.log.String(), "mailbox.served-before") }, "it to see that the mailbox was served")
	from, to, raw := h.next()
	h.send(from, to, raw)
	h.until(func() bool {
		for _, raw := range o.Mails(Address("amy")) {
			if strings.Contains(string(raw), "The games are missing") {
				return true
			}
		}
		return false
	}, "a mail to the host")
	h.until(func() bool { return strings.Contains(h.log.String(), "mail.stranger") }, "the mail of a player to be passed over")
	h.close()
	h.cfg.Data = right
	h.open()
	h.run()
	h.carriedOut(raw)
	if n := strings.Count(h.log.String(), "msg=mailbox.served-before"); n != 1 {
		t.Errorf("the host was told %d times", n)
	}
}
