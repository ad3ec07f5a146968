package pbem

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/postbox"
	"pbem/pbem/timing"
)

// pace sets the pace of a game.
func (d *testService) pace(game, words string) {
	d.t.Helper()
	if _, err := d.service.HostSays("pace " + game + " " + words); err != nil {
		d.t.Fatal(err)
	}
	d.flush()
}

// due returns until when a player must answer, as "Wed 4 Mar 18:00", or "" for never.
func (d *testService) due(game, player string) string {
	d.t.Helper()
	t, err := d.service.Draft().Table(game)
	if err != nil {
		d.t.Fatal(err)
	}
	if at := timing.Due(d.service.Draft(), t, player); !at.IsZero() {
		return at.Format("Mon 2 Jan 15:04")
	}
	return ""
}

// poll moves the clock forward while the mailbox is read and the clock ticks.
func (d *testService) poll(wait time.Duration) {
	for end := d.now.Add(wait); d.now.Before(end); {
		d.now = d.now.Add(5 * time.Minute)
		mailroom{d.service}.Heard()
		d.service.Tick(context.Background())
	}
}

// While mail cannot reach a player, their clock stands still. It goes on when they write,
// or when they can be reached at another address.
func TestClockOfASuspendedAddress(t *testing.T) {
	for _, back := range []string{"a mail of theirs", "the host"} {
		d := newTestService(t)
		d.three()
		d.pass(24 * time.Hour)
		if err := suspend(d.db, "amy@example.org", d.now); err != nil {
			t.Fatal(err)
		}
		d.pass(100 * time.Hour)
		if got := d.due("g1", "p1"); got != "" || len(d.flush()) > 0 {
			t.Fatalf("the clock of a suspended address runs until %s", got)
		}
		if back == "the host" {
			if _, err := d.service.HostSays("address g1 Amy amy@example.net"); err != nil {
				t.Fatal(err)
			}
		} else {
			d.receive(d.from("p1", "1@example.org", "status"), desk.OutcomeAnswered)
		}
		if got := d.due("g1", "p1"); got != "Sun 8 Mar 22:00" {
			t.Errorf("back by %s: due %s", back, got)
		}
		d.flush()
		d.pass(23 * time.Hour)
		if n := len(d.flush()); n != 0 {
			t.Errorf("back by %s: %d mails before the time is over", back, n)
		}
		d.restart(d.db)
		d.pass(time.Hour)
		if got := recipients(d.flush()); len(got) != 1 || !strings.HasPrefix(got[0], "amy@") {
			t.Errorf("back by %s: the reminder went to %v", back, got)
		}
	}
}

// Time during which the mailbox could not be read does not count, and no deadline is
// acted on.
func TestMailboxAway(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.poll(47 * time.Hour)
	d.pass(72 * time.Hour)
	if n := len(d.flush()); n != 0 {
		t.Fatalf("%d mails while nobody can be heard", n)
	}
	mailroom{d.service}.Heard()
	if got := d.due("g1", "p1"); got != "Sat 7 Mar 18:00" {
		t.Error("due", got)
	}
	if got := recipients(d.flush()); !slices.Equal(got, []string{"host@example.org"}) {
		t.Error("told of three days:", got)
	}
	d.poll(time.Hour)
	if got := recipients(d.flush()); !slices.Equal(got, []string{"amy@example.org"}) {
		t.Error("reminded:", got)
	}
}

// Time during which our own server takes no mail does not count either: nobody hears that they are asked.
func TestOurServerAway(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.poll(time.Hour)
	if got := d.due("g1", "p1"); got != "Wed 4 Mar 18:00" {
		t.Fatal("due", got)
	}
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.post.refuse = func(string) error {
		return &postbox.SendError{Temporary: true, Stage: postbox.AtData, Code: 550, Enhanced: "5.4.5", Msg: "Daily user sending limit exceeded"}
	}
	for range 100 * 12 {
		d.flush()
		d.poll(5 * time.Minute)
	}
	if n := strings.Count(d.log.String(), "clock.late"); n > 0 {
		t.Errorf("somebody who was not told is late %d times", n)
	}
	d.post.refuse = nil
	for range 2 * 12 {
		d.flush()
		d.poll(5 * time.Minute)
	}
	asked, due := d.now, d.due("g1", "p2")
	d.poll(40 * time.Hour)
	if n := strings.Count(d.log.String(), "clock.late"); n > 0 {
		t.Errorf("after %v Brian is late, due %s, asked at %s", d.now.Sub(asked), due, asked)
	}
	d.poll(10 * time.Hour)
	if n := strings.Count(d.log.String(), "clock.late"); n != 1 {
		t.Errorf("somebody is late %d times, want once, due %s", n, due)
	}
}

// If the pace becomes shorter than the time that has passed, no step of lateness is
// skipped: each counts from the one before.
func TestShorterPaceSkipsNothing(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.pace("g1", "2 weeks, grace 2 days, policy open")
	d.pass(10 * pace.Day)
	d.pace("g1", "1 day")
	d.pass(time.Hour)
	if got := recipients(d.flush()); !slices.Equal(got, []string{"amy@example.org"}) {
		t.Fatal("first:", got)
	}
	d.pass(22 * time.Hour)
	if got := d.flush(); len(got) != 0 {
		t.Fatal("then:", recipients(got))
	}
	d.pass(2 * time.Hour)
	if got := recipients(d.flush()); len(got) != 3 {
		t.Fatal("told:", got)
	}
	d.pass(22 * time.Hour)
	if got := d.flush(); len(got) != 0 {
		t.Fatal("too early:", recipients(got))
	}
	d.pass(2 * time.Hour)
	if g, err := d.service.Draft().Table("g1"); err != nil || !g.Seat("p1").Open {
		t.Error("the seat is not open", err)
	}
}

// A deadline that has moved since it was set does nothing.
func TestOldDeadlineDoesNothing(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.pass(47 * time.Hour)
	d.receive(d.from("p1", "1@example.org", "vacation 3 days"), desk.OutcomeApplied)
	d.flush()
	old, err := d.db.Deadlines("g1")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range old {
		if err := d.service.Unit(nil, func(w *desk.Draft) error { return deadlineActions[strings.Split(o.Key, "/")[0]](w, o) }); err != nil {
			t.Error(o.Key, err)
		}
	}
	if got := d.flush(); len(got) != 0 {
		t.Error("mailed:", recipients(got))
	}
	if now, err := d.db.Deadlines("g1"); err != nil || !slices.Equal(now, old) {
		t.Error("the deadlines are", now, "were", old, err)
	}
}
