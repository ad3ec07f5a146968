package pbem

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/intake"
	"pbem/pbem/postbox"
	"pbem/pbem/watch"
	"pbem/store"
)

// If a server accepts nothing for the moment, the mail is tried again after growing
// waits, for three days.
func TestTemporaryErrors(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	away := &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 450, Enhanced: "4.2.1", Msg: "not now"}
	tries := map[string][]time.Time{}
	d.post.refuse = func(to string) error {
		tries[to] = append(tries[to], d.now)
		return away
	}
	queued := d.now
	for d.now.Before(queued.Add(80 * time.Hour)) {
		d.flush()
		d.now = d.now.Add(time.Minute)
	}
	at := tries["amy@example.org"]
	if len(tries) != 3 || len(at) < 10 {
		t.Fatalf("%d players were tried, Amy %d times", len(tries), len(at))
	}
	wait := intake.FirstRetry
	for i := 1; i < len(at); i++ {
		if got := at[i].Sub(at[i-1]); got != wait {
			t.Fatalf("wait %d is %v, want %v", i, got, wait)
		}
		wait = min(2*wait, intake.LastRetry)
	}
	if last := at[len(at)-1].Sub(queued); last < intake.GiveUp || last > intake.GiveUp+intake.LastRetry {
		t.Errorf("given up after %v", last)
	}
	if failed, err := failures(d.db); err != nil || len(failed) != 3 || failed[0].LastError != away.Error() {
		t.Errorf("%d mails have failed, %v", len(failed), err)
	}
}

// Three days are counted from the first attempt that failed. Time in which nothing was tried does not count: the machine
// slept, and has no network for a moment when it wakes.
func TestAwakeWithoutANetwork(t *testing.T) {
	for _, tried := range []bool{false, true} { // before it slept
		d := newTestService(t)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
		d.post.refuse = func(string) error {
			return &postbox.SendError{Temporary: true, Stage: postbox.AtConnect, Msg: "no route to host"}
		}
		if tried {
			d.flush()
		}
		d.now = d.now.Add(96 * time.Hour)
		d.flush()
		d.post.refuse = nil
		d.now = d.now.Add(2 * intake.FirstRetry)
		n := len(d.flush())
		if failed, err := failures(d.db); n != 2 || len(failed) > 0 || err != nil {
			t.Errorf("tried before %v: then %d mails go out, %d have failed for good, %v", tried, n, len(failed), err)
		}
	}
}

// A provider takes no mail for days. One mail at a time tries it, and the others count as tried: they are not given up
// three days after each other.
func TestGivenUpTogether(t *testing.T) {
	d := newTestService(t)
	d.queueMails(6, "x")
	d.post.refuse = func(string) error {
		return &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 451, Msg: "try again later"}
	}
	for began := d.now; d.now.Sub(began) < intake.GiveUp+7*intake.LastRetry; d.now = d.now.Add(time.Hour / 2) {
		d.flush()
		if failed, err := failures(d.db); d.now.Sub(began) < intake.GiveUp && len(failed) > 0 || err != nil {
			t.Fatalf("after %v %d are given up, %v", d.now.Sub(began), len(failed), err)
		}
	}
	if failed, err := failures(d.db); len(failed) != 6 || err != nil {
		t.Errorf("%d of 6 are given up, %v", len(failed), err)
	}
}

// The clock is a year ahead for a minute. In it all mails of a day go out, or a provider puts some off. When the clock is
// right again, those that wait go out, and so do new ones.
func TestOutboxAfterTheClockWasAhead(t *testing.T) {
	for _, perDay := range []int{0, 10} {
		d := newTestService(t)
		d.cfg.PerDay = perDay
		d.restart(d.db)
		right := d.now
		d.now = right.AddDate(1, 0, 0)
		d.queueMails(11, "early")
		if perDay == 0 {
			d.post.refuse = func(string) error {
				return &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 451, Msg: "greylisted"}
			}
		}
		gone := 0
		flush := func() {
			for _, m := range d.flush() {
				if m.to != "host@example.org" {
					gone++
				}
			}
		}
		flush()
		d.post.refuse = nil
		d.now = right.Add(time.Minute)
		d.queueMails(3, "late")
		for range 48 {
			d.now = d.now.Add(time.Hour)
			flush()
		}
		if gone != 14 {
			t.Errorf("per_day %d: %d of 14 mails go out in two days", perDay, gone)
		}
	}
}

// A mail was tried while the clock was a year ahead. It is given up three days later, not earlier and not a year later.
func TestGivenUpAfterTheClockWasAhead(t *testing.T) {
	d := newTestService(t)
	d.queueMails(1, "x")
	d.post.refuse = func(string) error { return errors.New("whatever") }
	d.flush()
	right := d.now
	d.now = right.AddDate(1, 0, 0)
	d.flush()
	for d.now = right.Add(time.Minute); d.now.Before(right.Add(intake.GiveUp)); d.now = d.now.Add(intake.LastRetry) {
		d.flush()
	}
	if failed, err := failures(d.db); len(failed) > 0 || err != nil {
		t.Errorf("given up early: %v, %v", failed, err)
	}
	for range 4 {
		d.now = d.now.Add(intake.LastRetry)
		d.flush()
	}
	if failed, err := failures(d.db); len(failed) != 1 || err != nil {
		t.Errorf("still tried after %v, %v", d.now.Sub(right), err)
	}
}

// When the server works again, the waiting mail is sent unchanged.
func TestServerIsBack(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.post.refuse = func(string) error { return errors.New("whatever") }
	d.flush()
	d.post.refuse = nil
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d mails before their time", n)
	}
	d.now = d.now.Add(intake.FirstRetry)
	if mails := d.flush(); len(mails) != 3 || mails[0].to != "amy@example.org" {
		t.Errorf("%d mails", len(mails))
	}
}

// The server's answer decides whether a mail is tried again.
func TestWhatIsHopeless(t *testing.T) {
	for _, c := range []struct {
		what string
		err  error
		want store.State
	}{
		{"no such user", &postbox.SendError{Stage: postbox.AtRcpt, Code: 550}, store.Failed},
		{"mailbox full", &postbox.SendError{Stage: postbox.AtRcpt, Code: 452, Temporary: true}, store.Queued},
		{"content refused", &postbox.SendError{Stage: postbox.AtData, Code: 554}, store.Failed},
		{"address unusable", &postbox.SendError{Stage: postbox.AtAddress}, store.Failed},
		{"mail too large", &postbox.SendError{Stage: postbox.AtMail, Code: 552}, store.Failed},
		{"letters outside of ASCII", &postbox.SendError{Stage: postbox.AtMail}, store.Failed},
		{"our own address refused", &postbox.SendError{Stage: postbox.AtMail, Code: 550}, store.Queued},
		{"log-in refused", &postbox.SendError{Stage: postbox.AtConnect, Code: 535, Temporary: true}, store.Queued},
		{"unknown", errors.New("unknown"), store.Queued},
		{"taken", nil, store.Sent},
	} {
		d := newTestService(t)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
		due, err := d.db.Due(d.now, 1)
		if err != nil {
			t.Fatal(err)
		}
		d.post.refuse = func(string) error { return c.err }
		d.flush()
		if m, err := d.db.Mail(due[0].ID); err != nil || m.State != c.want {
			t.Errorf("%s: the mail is %s, %v; want %s", c.what, m.State, err, c.want)
		}
	}
}

// If the service stops while it sends a mail, that is no failed attempt.
func TestCancelledWhileSending(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	ctx, stop := context.WithCancel(t.Context())
	d.post.refuse = func(string) error {
		stop()
		return &postbox.SendError{Temporary: true, Stage: postbox.AtData, Msg: "gave up"}
	}
	d.service.Outbox.Flush(ctx, &d.post)
	d.post.refuse = nil
	if n := len(d.flush()); n != 3 {
		t.Errorf("%d mails go out at once after the restart, want 3", n)
	}
}

// A provider that takes no more mails of ours today (Gmail's daily limit, which is a final refusal by its code) fails no mail and
// suspends nobody. The health says so, and the mails go out the next day.
func TestMailsOfTheDayAreUsedUp(t *testing.T) {
	d := newTestService(t)
	d.post.refuse = func(string) error {
		return &postbox.SendError{Temporary: true, Stage: postbox.AtData, Code: 550, Enhanced: "5.4.5", Msg: "Daily user sending limit exceeded"}
	}
	d.three()
	outbox := func() watch.Check {
		all := watch.Health(d.figures())
		return all[slices.IndexFunc(all, func(c watch.Check) bool { return c.Name == "outbox" })]
	}
	for range 24 * 4 {
		d.flush()
		d.now = d.now.Add(15 * time.Minute)
	}
	if failed, err := failures(d.db); err != nil || len(failed) > 0 || d.score("amy@example.org") > 0 {
		t.Errorf("failed are %+v, %v; Amy has %d points", failed, err, d.score("amy@example.org"))
	}
	if c := outbox(); c.OK || !strings.Contains(c.Text, "has taken nothing for") {
		t.Errorf("the health says %+v", c)
	}
	d.post.refuse = nil
	sent := 0
	for range 2 * 4 {
		sent += len(d.flush())
		d.now = d.now.Add(15 * time.Minute)
	}
	if c := outbox(); sent != 3 || !c.OK {
		t.Errorf("%d mails went out the next day, want 3: %+v", sent, c)
	}
}
