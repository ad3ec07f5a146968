package mailtest

import (
	"strings"
	"testing"
	"time"

	"pbem/pbem/postbox"
	"pbem/pbem/watch"
)

// serves starts the service, and waits until it runs or has ended.
func (h *host) serves() (ended error) {
	h.run()
	select {
	case <-h.service.Serves():
		return nil
	case err := <-h.done:
		h.stop = nil
		return err
	}
}

// The machine of the service is up before that of the mail server. A service that has read the mailbox before begins without it,
// and reads what players wrote as soon as it can. One that never has ends and says why.
func TestMailServerComesLater(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	h := newHost(t, s)
	h.begin()
	s.StopIMAP()
	if err := h.serves(); postbox.KindOf(err) != postbox.Unreachable {
		t.Fatalf("without a mailbox that was ever opened: %v", err)
	}
	s.StartIMAP()
	h.run()
	h.until(func() bool { return len(h.Mails(Address("crystal"))) > 0 }, "the first mails")
	h.play(2)
	s.StopIMAP()
	h.close()
	h.open()
	if err := h.serves(); err != nil {
		t.Fatal(err)
	}
	if f := h.service.Figures(); !f.Polled.IsZero() || !f.Shut.Since.IsZero() {
		t.Errorf("the figures say that the mailbox was read at %v, and is shut since %v", f.Polled, f.Shut.Since)
	}
	from, to, raw := h.next()
	h.send(from, to, raw)
	h.until(s.Delivered, "the mail to be in the mailbox")
	s.StartIMAP()
	h.carriedOut(raw)
	h.play(2)
	h.right()
	h.once()
}

// The password of the mailbox was changed while the service was off. It begins, and tells the host as it does when that happens
// while it runs. A password that was never taken ends the service.
func TestLogInRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	h := newShutting(t, time.Hour)
	h.play(1)
	h.in.SetPassword(service, "another")
	began := func() error {
		h.close()
		h.open()
		return h.serves()
	}
	if err := began(); err != nil {
		t.Fatal(err)
	}
	h.until(func() bool { return h.mailbox().Warn }, "the refusal to be shown")
	h.until(func() bool { return h.service.Figures().Shut.Times > 1 }, "another try")
	h.ahead.Store(int64(watch.ShutFor))
	h.until(func() bool { return h.alarms() > 0 }, "the host to be told")
	if c := h.mailbox(); c.OK || !strings.Contains(c.Text, "has not let the service into the mailbox") {
		t.Errorf("the health says %+v", c)
	}
	h.ahead.Store(int64(30 * 24 * time.Hour))
	if err := began(); err != nil {
		t.Fatal(err)
	}
	h.service.Tick(t.Context()) // nobody is late: what they wrote may be in the mailbox
	if strings.Contains(h.log.String(), "outage.over") {
		t.Error("the mailbox counts as read")
	}
	h.cfg.IMAP.Password = "mistyped"
	if err := began(); postbox.KindOf(err) != postbox.BadLogin {
		t.Errorf("with a new password that is wrong: %v", err)
	}
	h.cfg.IMAP.Password = "another"
	if err := began(); err != nil {
		t.Fatal(err)
	}
	h.play(1)
	h.until(func() bool { c := h.mailbox(); return c.OK && !c.Warn }, "the mailbox to be well again")
	h.service.Tick(t.Context())
	if n := h.alarms(); n != 1 || !strings.Contains(h.log.String(), "outage.over") || strings.Contains(h.log.String(), "clock.late") {
		t.Errorf("the host was told %d times; or somebody is late, or the time counts", n)
	}
	h.right()
}
