package mailtest

import (
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pbem/pbem"
	"pbem/pbem/watch"
)

// A shutting is a host whose mailbox gets another password while the service runs, and the clock of that service.
type shutting struct {
	*host
	in    inner
	ahead *atomic.Int64
}

// newShutting makes a host that sends with another account, so that mails go out while the mailbox is shut.
func newShutting(t *testing.T, presence time.Duration) shutting {
	t.Helper()
	s := shutting{in: office(t), ahead: new(atomic.Int64)}
	s.host = newHost(t, s.in)
	s.cfg.SMTP, s.cfg.Hosts = s.in.Submitter(Address("brian")), []string{Address("amy")}
	s.cfg.IMAP.PresenceEvery = presence
	s.close()
	s.open()
	s.ready()
	return s
}

// open opens the database and makes a service of it, with the clock of the test.
func (s shutting) open() {
	s.t.Helper()
	s.host.open()
	var err error
	if s.service, err = pbem.New(s.cfg, s.db, s.logger(), func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }); err != nil {
		s.t.Fatal(err)
	}
}

func (s shutting) alarms() int { return s.told("Subject: The mailbox does not let the service in") }

// A password that is refused is shown at once and told to the hosts after a minute, by a mail, once; not the second refusal
// of a server that has just started. With the right password all is well by itself.
func TestLogInRefused(t *testing.T) {
	t.Parallel()
	h := newShutting(t, time.Hour)
	h.play(1)
	h.in.SetPassword(service, "another")
	h.in.DropConnections()
	h.until(func() bool { return h.mailbox().Warn && h.service.Figures().Shut.Times > 1 }, "the refusal to be shown")
	if c := h.mailbox(); !c.OK || !strings.Contains(c.Text, "it refuses the log-in") || h.alarms() != 0 {
		t.Errorf("the health says %+v, and %d alarms came", c, h.alarms())
	}
	h.ahead.Store(int64(watch.ShutFor))
	if c := h.mailbox(); c.OK || !strings.Contains(c.Text, "has not let the service into the mailbox") {
		t.Errorf("the health says %+v", c)
	}
	h.until(func() bool { return h.alarms() > 0 }, "the host to be told")
	h.in.SetPassword(service, Password)
	h.play(1)
	h.until(func() bool { c := h.mailbox(); return c.OK && !c.Warn }, "the mailbox to be well again")
	if n, logged := h.alarms(), strings.Count(h.log.String(), "mailbox.shut"); n != 1 || logged != 1 {
		t.Errorf("the host was told %d times, the log %d times", n, logged)
	}
	h.right()
}

// The connection on which mails are read stays open when the password changes. The host is told all the same: nothing
// comes in any more when it ends. The log says the reason why no mark can be left, and the next one too.
func TestLogInRefusedBeside(t *testing.T) {
	t.Parallel()
	h := newShutting(t, 100*time.Millisecond)
	h.until(func() bool { return !h.service.Figures().Polled.IsZero() }, "the mailbox to be read")
	h.in.SetPassword(service, "another")
	h.until(func() bool { return h.service.Figures().Shut.Times > 1 }, "the refusal to be seen")
	h.ahead.Store(int64(watch.ShutFor))
	h.until(func() bool { return h.alarms() > 0 }, "the host to be told")
	if c := h.mailbox(); !c.OK || !c.Warn || !strings.Contains(c.Text, "Mails are read until the open connection ends") {
		t.Errorf("the health says %+v", c)
	}
	h.play(1)
	h.in.SetPassword(service, Password)
	h.until(func() bool { return !h.mailbox().Warn }, "the mailbox to be well again")
	if n := h.alarms(); n != 1 {
		t.Errorf("the host was told %d times", n)
	}
	marks := func() int { return strings.Count(h.log.String(), "mailbox.no-mark") }
	h.in.SetPassword(service, "another")
	h.until(func() bool { return marks() == 2 }, "the reason why no mark can be left")
	h.in.Close()
	h.until(func() bool { return marks() == 3 }, "the next reason")
}

// A server that takes fewer connections than are configured delays mails. The log and the page of the service name the
// setting.
func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(c, "421 4.7.0 mx.play.test Error: too many connections from 127.0.0.1\r\n")
			c.Close()
		}
	}()
	h := newHost(t, office(t))
	h.cfg.SMTP.Addr, h.cfg.Connections = l.Addr().String(), 3
	h.close()
	h.open()
	h.begin()
	h.run()
	outbox := func() (c watch.Check) {
		for _, c = range watch.Health(h.service.Figures()) {
			if c.Name == "outbox" {
				break
			}
		}
		return c
	}
	h.until(func() bool { return outbox().Warn }, "a word about the connections")
	if c := outbox(); !c.OK || !strings.Contains(c.Text, `set "connections", which is 3, to fewer`) {
		t.Errorf("the health says %+v", c)
	}
	if n := strings.Count(h.log.String(), "msg=outbox.crowded connections=3"); n != 1 {
		t.Errorf("the log says it %d times", n)
	}
}
