package pbem

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/watch"
)

// fly sends a canary if one is due, and returns the mails that are sent.
func (d *testService) fly(every time.Duration) []sent {
	d.t.Helper()
	if err := d.service.Unit(nil, func(w *desk.Draft) error { return sendCanary(w, every) }); err != nil {
		d.t.Fatal(err)
	}
	return d.flush()
}

// canaryCheck returns what /health says about canaries.
func (d *testService) canaryCheck() watch.Check {
	d.t.Helper()
	for _, c := range watch.Health(d.service.Figures()) {
		if c.Name == "canary" {
			return c
		}
	}
	d.t.Fatal("no check of the canary")
	return watch.Check{}
}

// If a canary comes back, its way and time are recorded. If it does not, the host is told
// once how far it came.
func TestCanary(t *testing.T) {
	d := newTestService(t)
	d.cfg.Watch.Canary = watch.Every(15 * time.Minute)
	d.restart(d.db)
	every := 15 * time.Minute
	first := d.fly(every)
	if len(first) != 1 || !strings.HasPrefix(first[0].to, "pbem+c.") {
		t.Fatalf("%v were sent", recipients(first))
	}
	if again := d.fly(every); len(again) != 0 {
		t.Errorf("at once another was sent: %v", recipients(again))
	}
	if rank := (mailroom{d.service}).Sort(first[0].raw); rank != intake.Players {
		t.Errorf("its rank is %d: it would use up the quota of strangers", rank)
	}
	d.now = d.now.Add(4 * time.Second)
	d.receive(first[0].raw, desk.OutcomeCanary)
	if c := d.canaryCheck(); !c.OK || !strings.Contains(c.Text, "come back. The last came back 0 seconds ago, after 4.0 seconds") {
		t.Errorf("%+v", c)
	}

	d.now = d.now.Add(every)
	second := d.fly(every)
	d.now = d.now.Add(watch.CanaryGrace)
	if c := d.canaryCheck(); !c.OK || !strings.Contains(c.Text, "is under way for 10 minutes") {
		t.Errorf("within the grace: %+v", c)
	}
	d.now = d.now.Add(6 * time.Minute)
	third := d.fly(every)
	if len(third) != 2 || !strings.Contains(strings.Join(strings.Fields(text(t, third[0])+text(t, third[1])), " "), "It was sent 16 minutes ago; the mail server took it, but it is not in the mailbox.") {
		t.Errorf("the host was not told: %v", recipients(third))
	}
	if c := d.canaryCheck(); c.OK || !strings.Contains(c.Text, "sent 16 minutes ago, does not come back: the mail server took it") {
		t.Errorf("it does not come back: %+v", c)
	}
	d.now = d.now.Add(every)
	if fourth := d.fly(every); len(fourth) != 1 {
		t.Errorf("told again: %v", recipients(fourth))
	}

	d.receive(second[0].raw, desk.OutcomeCanary)
	if c := d.canaryCheck(); c.OK && strings.Contains(c.Text, "Mails to itself come back") {
		t.Errorf("the ones after it are forgotten: %+v", c)
	}
	forged := bytes.Replace(first[0].raw, []byte("To: <pbem+c."), []byte("To: <pbem+c.1"), 1)
	d.receive(bytes.Replace(forged, []byte("Message-Id: <"), []byte("Message-Id: <x"), 1), desk.OutcomeIgnored)
}

// Other people's mails are no canaries. A report that a canary was not delivered counts
// against nobody.
func TestOthersAreNoCanaries(t *testing.T) {
	d := newTestService(t)
	d.cfg.Watch.Canary = watch.Every(time.Minute)
	d.restart(d.db)
	mails := d.fly(time.Minute)
	raw := mails[0].raw
	d.receive(bytes.Replace(raw, []byte("From: "), []byte("From: <mallory@example.net>\r\nX-From: "), 1), desk.OutcomeIgnored)
	if d.service.Figures().Canary.Waits.IsZero() {
		t.Error("somebody else's mail was taken for it")
	}
	d.receive(bounce(1, testAddress, mails[0].to, "5.1.1", quotedTo(t, mails, mails[0].to)), desk.OutcomeIgnored)
	if n := d.score(mails[0].to); n != 0 || !strings.Contains(d.log.String(), "canary.bounced") {
		t.Errorf("the report counts %d points", n)
	}
}
