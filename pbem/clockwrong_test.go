package pbem

import (
	"context"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/timing"
)

// beat reads the mailbox and does what is due.
func (d *testService) beat() {
	mailroom{d.service}.Heard()
	d.service.Tick(context.Background())
}

// What players did while the clock was ahead happened when it was put right, at the latest: whoever was asked meanwhile has
// the usual time, and is reminded.
func TestMovesWhileTheClockIsAhead(t *testing.T) {
	for _, ahead := range []time.Duration{3 * time.Hour, 10 * 24 * time.Hour, 400 * 24 * time.Hour} {
		d := newTestService(t)
		d.three()
		d.beat()
		d.says("pause g1")
		d.receive(d.from("p2", "0@example.org", "sandbox"), desk.OutcomeApplied)
		right := d.now.Add(time.Hour)
		d.now = right.Add(ahead)
		d.beat()
		d.says("resume g1")
		d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
		d.receive(d.from("p1", "2@example.org", "end the game"), desk.OutcomeApplied)
		d.now = right
		d.beat()
		d.beat()
		d.flush()
		if got := d.due("g1", "p2"); got != "Wed 4 Mar 19:00" {
			t.Errorf("%v ahead: Brian has until %q", ahead, got)
		}
		d.poll(2*24*time.Hour + 5*time.Minute)
		if text := to(d.flush(), "brian@example.org"); !strings.Contains(text, "<reminder.g1.") {
			t.Errorf("%v ahead: Brian is not reminded, but told %.300q", ahead, text)
		}
		d.poll(6 * 24 * time.Hour)
		if n := len(d.table("g1").Record.Requests); n != 0 {
			t.Errorf("%v ahead: %d requests are open a week later", ahead, n)
		}
	}
}

// A mail that came back while the clock was ahead does not stop its player's clock until then.
func TestLostWhileTheClockIsAhead(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.beat()
	right := d.now.Add(time.Hour)
	d.now = right.AddDate(0, 1, 0)
	d.beat()
	d.silenced("amy@example.org")
	d.receive(d.from("p1", "1@example.org", "status"), desk.OutcomeAnswered)
	d.now = right
	d.beat()
	d.beat()
	if got := d.due("g1", "p1"); got != "Wed 4 Mar 19:00" {
		t.Errorf("Amy has until %q", got)
	}
}

// While the clock may be ahead, a pause that ends on a day goes on, and nothing is deleted; also if the service starts
// again meanwhile. If the clock was right, both come an hour later.
func TestDoubtedClock(t *testing.T) {
	for _, back := range []bool{true, false} {
		d := newTestService(t)
		d.three()
		raw := d.from("p1", "1@example.org", "pause until 4 Mar skiing")
		d.receive(raw, desk.OutcomeApplied)
		d.receive(d.from("p2", "2@example.org", "accept pause"), desk.OutcomeApplied)
		d.receive(d.from("p3", "3@example.org", "accept pause"), desk.OutcomeApplied)
		d.beat()
		d.flush()
		state := func() (out string) {
			if d.table("g1").Record.Paused != nil {
				out = "paused"
			}
			if in, err := d.db.Inbound(intake.Key(raw)); err != nil || len(in.Raw) > 0 {
				out += " kept"
			}
			return out
		}
		right := d.now.Add(time.Hour)
		d.now = right.AddDate(1, 0, 0)
		for range 3 {
			d.beat()
			d.restart(d.db)
			d.now = d.now.Add(time.Minute)
		}
		if got := state(); got != "paused kept" || strings.Contains(strings.Join(recipients(d.flush()), " "), "amy") {
			t.Fatalf("clock back %v: ahead all is %q", back, got)
		}
		if !back {
			d.poll(62 * time.Minute)
			if got := state(); got != "" {
				t.Errorf("an hour later all is %q", got)
			}
			continue
		}
		d.now = right
		d.poll(27 * time.Hour)
		if got := state(); got != "paused kept" {
			t.Errorf("the day before, all is %q", got)
		}
		d.poll(26 * time.Hour)
		if got := state(); got != " kept" {
			t.Errorf("when the pause is over, all is %q", got)
		}
	}
}

// A service that starts while the clock is behind takes no mail in until it is put right, or has not been for a minute.
func TestClockBehindAtTheStart(t *testing.T) {
	for _, comes := range []int{0, 3, mostBelieved + 10} {
		d := newTestService(t)
		d.beat()
		looks, right := 0, d.now
		d.service.Now = func() time.Time {
			if looks++; looks <= comes {
				return time.Unix(0, 0)
			}
			return right
		}
		awaitClock(t.Context(), d.service, time.Microsecond)
		if _, behind := timing.ClockBehind(d.service.Desk); behind != (comes > mostBelieved) {
			t.Errorf("the clock comes right at the look %d: after %d the service starts, behind %v", comes, looks, behind)
		}
		if told := strings.Contains(d.log.String(), "clock.behind"); told != (comes > 0) {
			t.Errorf("the log says %q", d.log.String())
		}
	}
}
