package pbem

import (
	"context"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/timing"
)

// A clock that is ahead for a minute stops no game. When it is right again, players are
// reminded at the usual time, and the host is told.
func TestClockThatJumps(t *testing.T) {
	for _, ahead := range []time.Duration{10 * 24 * time.Hour, 400 * 24 * time.Hour} {
		d := newTestService(t)
		d.cfg.Hosts = []string{"host@example.org"}
		d.restart(d.db)
		d.three()
		tick := func() {
			mailroom{d.service}.Heard()
			d.service.Tick(context.Background())
		}
		tick()
		d.flush()
		asked := d.now
		d.now = asked.Add(ahead)
		tick()
		d.now = asked.Add(time.Minute)
		tick()
		tick()
		told := ""
		for _, m := range d.flush() {
			if m.to == "host@example.org" {
				told += readBack(t, m).text
			} else {
				t.Errorf("%s gets a mail because of the clock", m.to)
			}
		}
		if !strings.Contains(told, "The clock was ahead") {
			t.Errorf("the host is told %q", told)
		}
		for d.now.Before(asked.Add(48*time.Hour + 2*time.Minute)) {
			d.now = d.now.Add(30 * time.Minute)
			tick()
		}
		if mails := d.flush(); len(mails) != 1 || mails[0].to != "amy@example.org" {
			t.Errorf("%v ahead: %d reminders, two days later", ahead, len(mails))
		}
	}
}

// The host sees the outages and can drop one.
func TestHostDropsAnOutage(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	d.service.Tick(context.Background())
	before := d.now
	d.now = d.now.Add(30 * time.Hour)
	d.service.Tick(context.Background())
	due := func() time.Time {
		dr := d.service.Draft()
		tb, err := dr.Table(g)
		if err != nil {
			t.Fatal(err)
		}
		return timing.Due(dr, tb, "p1")
	}
	later := due()
	list := d.says("outages")
	if !strings.Contains(list, before.UTC().Format(time.RFC3339)) {
		t.Fatal(list)
	}
	d.says("outages drop " + before.UTC().Format(time.RFC3339))
	if now := due(); later.Sub(now) != 30*time.Hour {
		t.Errorf("due at %v, before at %v", now, later)
	}
	if list := d.says("outages"); strings.TrimSpace(list) != "No outage is on file." {
		t.Error(list)
	}
}

// Mails from a banned address are neither read nor answered until the host unbans it.
func TestBan(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	at := d.version(g)
	if answer := d.says("ban amy@example.org"); !strings.Contains(answer, "host seat g1 p1") {
		t.Error(answer)
	}
	d.flush()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeIgnored)
	if d.version(g) != at || len(d.flush()) > 0 {
		t.Error("a banned mail did something")
	}
	if list := d.says("ban"); !strings.HasPrefix(list, "amy@example.org since ") {
		t.Error(list)
	}
	d.says("unban amy@example.org")
	d.receive(d.from("p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
}

// An address may stand in brackets, as mail programs write it. Nobody bans the service.
func TestBanAsMailsWriteIt(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.says("ban <Amy@Example.org>")
	d.flush()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeIgnored)
	d.says("unban <amy@example.org>")
	d.receive(d.from("p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.refuses("ban "+testAddress, "the address of the service")
	d.refuses("ban "+strings.Replace(testAddress, "@", "+g1.p1.x@", 1), "the address of the service")
	d.refuses("ban amy@", "is not an address")
}
