package pbem

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
)

// writtenAt adds to a mail when it was written and when it came to the mail server.
func (d *testService) writtenAt(raw []byte, wrote, came time.Time) []byte {
	head := ""
	if !came.IsZero() {
		head = fmt.Sprintf("Received: from amy by mx.play.example; %s\r\n", came.Format(time.RFC1123Z))
	}
	if !wrote.IsZero() {
		head += fmt.Sprintf("Date: %s\r\n", wrote.Format(time.RFC1123Z))
	}
	return append([]byte(head), raw...)
}

// daysGoBy lets days go by, with some ticks on each.
func (d *testService) daysGoBy(days int) {
	d.t.Helper()
	for range days {
		for range 4 {
			d.now = d.now.Add(6 * time.Hour)
			mailroom{d.service}.Heard()
			d.service.Tick(context.Background())
		}
	}
}

// knows reports whether a mail is recognised.
func (d *testService) knows(raw []byte) bool {
	d.t.Helper()
	_, known, err := d.service.Store.Settled(intake.Key(raw))
	if err != nil {
		d.t.Fatal(err)
	}
	return known
}

// A mail is recognised for so many days. Then its keys are gone, and it is not carried out again, whenever and however it
// comes: by the time when it came, or by its own date. Nobody is answered who is not waiting.
func TestKeysAreForgotten(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	d.flush()
	raw := d.writtenAt(d.from("p1", "1@x", "reserve NLN"), d.now, d.now)
	d.receive(raw, desk.OutcomeApplied)
	d.now = d.now.AddDate(0, 0, d.service.Config.ForgetDays-11)
	d.daysGoBy(10)
	n := d.version(id)
	if d.receive(raw, desk.OutcomeApplied); !d.knows(raw) || d.version(id) != n {
		t.Fatal("a mail that comes again is not recognised in time")
	}
	d.daysGoBy(3)
	n = d.version(id)
	if d.knows(raw) {
		t.Fatal("the keys of an old mail are still there")
	}
	d.flush()
	d.receive(raw, desk.OutcomeIgnored)
	again := d.writtenAt(d.from("p1", "2@x", "reserve NLN"), time.Time{}, d.now.AddDate(0, 0, -371))
	d.receive(again, desk.OutcomeIgnored)
	if mails := d.flush(); len(mails) > 0 || d.version(id) != n {
		t.Errorf("old mails are answered or carried out: %d answers, %d events more", len(mails), d.version(id)-n)
	}
	replayed := d.writtenAt(d.from("p1", "3@x", "reserve NLN"), d.now.AddDate(0, 0, -371), d.now)
	d.receive(replayed, desk.OutcomeRejected)
	if told := to(d.flush(), "amy@example.org"); !strings.Contains(told, "a mail as old as that is not carried out") || d.version(id) != n {
		t.Errorf("a mail that is old by its own date: %q, %d events more", told, d.version(id)-n)
	}
	young := d.writtenAt(d.from("p1", "4@x", "status"), d.now.AddDate(0, 0, -360), d.now.AddDate(0, 0, -360))
	d.receive(young, desk.OutcomeAnswered)
	if err := d.db.Verify(func(fault string) { t.Error(fault) }); err != nil {
		t.Fatal(err)
	}
}

// The time before which keys may be gone is stored before the first is deleted. It moves slowly, whatever the clock says, and
// never back.
func TestForgettingMovesSlowly(t *testing.T) {
	d := newTestService(t)
	before := func() time.Time {
		t.Helper()
		d.service.Tick(context.Background())
		r, err := desk.Forgettings.Get(d.db)
		if err != nil {
			t.Fatal(err)
		}
		return r.Value.Before
	}
	if at := before(); !at.IsZero() {
		t.Errorf("keys from before %v may be gone, and no mail is that old", at)
	}
	d.now = d.now.AddDate(20, 0, 0) // a clock that is wrong
	mailroom{d.service}.Heard()
	if at := before(); at != firstMail.Add(forgetStep) {
		t.Errorf("the clock is 20 years ahead, and keys from before %v may be gone", at)
	}
	d.now = d.now.Add(3 * time.Hour)
	mailroom{d.service}.Heard()
	if at := before(); at != firstMail.Add(forgetStep) {
		t.Errorf("after three hours keys from before %v may be gone", at)
	}
	d.now = d.now.AddDate(-20, 0, 0)
	mailroom{d.service}.Heard()
	if at := before(); at != firstMail.Add(forgetStep) {
		t.Errorf("the clock is right again, and keys from before %v may be gone", at)
	}
	d.service.Config.ForgetDays = -1
	if oldest, err := d.service.Oldest(); err != nil || oldest != firstMail.Add(forgetStep+desk.ForgetMargin) {
		t.Errorf("for ever is said later, and mails from before %v are too old, %v", oldest, err)
	}
}

// A clock that was ahead stores a time to come. When it is right again, keys are forgotten as before: an hour later those from
// before the time that was announced, and a day later the time moves.
func TestForgettingAfterAClockAhead(t *testing.T) {
	d := newTestService(t)
	was := d.now
	d.now = d.now.AddDate(3, 0, 0)
	ticks := func(after time.Duration) desk.Forgetting {
		t.Helper()
		d.now = d.now.Add(after)
		mailroom{d.service}.Heard()
		d.service.Tick(context.Background())
		r, err := desk.Forgettings.Get(d.db)
		if err != nil {
			t.Fatal(err)
		}
		return r.Value
	}
	ahead := ticks(0)
	db := &forgetful{DB: d.db}
	d.service.Store = counted{db, d.service}
	d.now = was.AddDate(2, 0, 0)
	if got := ticks(0); !got.Since.Equal(d.now) || !got.Before.Equal(ahead.Before) || db.calls > 0 {
		t.Errorf("the clock is right again, and there are %+v, and %d calls", got, db.calls)
	}
	if ticks(announced - time.Minute); db.calls > 0 {
		t.Error("keys are deleted before all services can know of it")
	}
	if ticks(time.Minute); db.calls == 0 || !db.before.Equal(ahead.Before) {
		t.Errorf("%d calls, for keys from before %v", db.calls, db.before)
	}
	d.service.Store = counted{d.db, d.service}
	if got := ticks(forgetEvery); !got.Before.After(ahead.Before) {
		t.Errorf("a day later it is still %v", got.Before)
	}
}

// forgetful counts how many keys are forgotten at a time.
type forgetful struct {
	*store.DB
	most, calls int
	before      time.Time
}

func (s *forgetful) ForgetKeys(before time.Time, keep []string, limit int) (more bool, err error) {
	s.calls, s.before = s.calls+1, before
	s.most = max(s.most, limit)
	return true, nil
}

// A tick forgets some keys and leaves the others to the next, as long as there are any.
func TestKeysAreForgottenInPortions(t *testing.T) {
	d := newTestService(t)
	m, before := store.Marks{}, d.now.AddDate(0, -1, 0)
	desk.Forgettings.Set(m, desk.Forgetting{Before: before, Since: d.now.Add(-announced + time.Second)})
	if err := d.db.SetMarks(m); err != nil {
		t.Fatal(err)
	}
	db := &forgetful{DB: d.db}
	d.service.Store = counted{db, d.service}
	if d.service.Tick(context.Background()); db.calls != 0 {
		t.Fatal("keys are deleted before all services can know of it")
	}
	d.now = d.now.Add(announced)
	for tick := range 3 {
		d.now = d.now.Add(time.Minute)
		mailroom{d.service}.Heard()
		d.service.Tick(context.Background())
		if db.calls != (tick+1)*forgetAtATick || db.most != forgetAtOnce || !db.before.Equal(before) {
			t.Fatalf("at tick %d: %+v", tick, db)
		}
	}
}

// A mailbox that is read from its beginning, as after a move to another server, has messages that are not read at all.
func TestOldMessagesAreNotRead(t *testing.T) {
	d := newSharedService(t)
	id := d.three()
	d.flush()
	office := d.mailbox()
	m := store.Marks{}
	desk.Forgettings.Set(m, desk.Forgetting{Before: time.Now().AddDate(0, 0, 1), Since: d.now}) // messages come now
	if err := d.db.SetMarks(m); err != nil {
		t.Fatal(err)
	}
	n := d.version(id)
	if err := office.Deliver("amy@example.org", testAddress, d.from("p1", "1@x", "reserve NLN")); err != nil {
		t.Fatal(err)
	}
	d.run(func() bool {
		last, err := intake.LastUID.Get(d.db)
		return err == nil && last.Value.UID == 1
	}, "the mailbox to be read")
	keys, err := d.db.Unsettled()
	if stats, unread := d.db.Ended(desk.OutcomeIgnored); err != nil || unread != nil || len(keys)+len(stats) > 0 || d.version(id) != n {
		t.Errorf("%d and %d mails were stored, %v, %v", len(keys), len(stats), err, unread)
	}
	if !strings.Contains(d.log.String(), "mailbox.too-old") {
		t.Error("the log does not say so")
	}
}
