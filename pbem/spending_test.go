package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// queueMails queues so many mails.
func (d *testService) queueMails(n int, name string) {
	d.t.Helper()
	for i := range n {
		id := fmt.Sprintf("<%s.%d@play.example>", name, i)
		m := store.Mail{ID: id, To: fmt.Sprintf("p%d@example.org", i), Raw: []byte("Message-ID: " + id + "\r\n\r\nhi\r\n")}
		if err := d.db.Commit(store.Commit{At: d.now, Mails: []store.Mail{m}}); err != nil {
			d.t.Fatal(err)
		}
	}
}

// In 24 hours only so many mails go out, whatever is started again meanwhile. The others
// wait and go when older ones are a day old. The host is told before it comes to that.
func TestPerDay(t *testing.T) {
	d := newTestService(t)
	d.cfg.PerDay = 100
	d.restart(d.db)
	d.queueMails(60, "first")
	if n := len(d.flush()); n != 60 {
		t.Fatalf("%d mails went out", n)
	}
	d.restart(d.db)
	d.now = d.now.Add(3 * time.Hour)
	d.queueMails(100, "second")
	told := 0
	count := func(all []sent) (n int) {
		for _, m := range all {
			if strings.Contains(string(m.raw), "Few more mails may go out today") {
				told++
			}
		}
		return len(all)
	}
	sent := count(d.flush())
	d.restart(d.db)
	sent += count(d.flush())
	if sent < 35 || sent > 40 {
		t.Errorf("%d more mails went out, want 40 at most and nearly so many", sent)
	}
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d mails went out over the limit", n)
	}
	d.now = d.now.Add(20 * time.Hour)
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d mails went out within 24 hours", n)
	}
	for range 30 {
		d.now = d.now.Add(time.Hour)
		sent += count(d.flush())
	}
	if waits, err := d.db.Due(d.now.AddDate(1, 0, 0), 0); err != nil || len(waits) > 0 || sent < 100 {
		t.Errorf("%d mails wait still, %v; %d went out", len(waits), err, sent)
	}
	if told != 1 {
		t.Errorf("the host was told %d times", told)
	}
	r, err := desk.Sendings.Get(d.db)
	if err != nil || r.Value.Total() > 100 {
		t.Errorf("counted are %d, %v", r.Value.Total(), err)
	}
}

// spent returns how many mails are counted, and how many of those that go out now tell the host that few more may.
func (d *testService) spent() (counted, told int) {
	d.t.Helper()
	for _, m := range append(d.flush(), d.flush()...) { // the mail that tells it comes last
		if strings.Contains(string(m.raw), "Few more mails may go out today") {
			told++
		}
	}
	r, err := desk.Sendings.Get(d.db)
	if err != nil {
		d.t.Fatal(err)
	}
	return r.Value.Total(), told
}

// The host is told at nine tenths. What was counted in advance in one hour is not used in the next.
func TestPerDayIsCountedByTheHour(t *testing.T) {
	d := newTestService(t)
	d.cfg.PerDay = 100
	d.restart(d.db)
	d.queueMails(1, "first")
	if n, _ := d.spent(); n != 2 {
		t.Errorf("%d are counted for a mail, want a block of 2", n)
	}
	d.now = d.now.Add(time.Hour)
	d.queueMails(1, "second")
	if n, _ := d.spent(); n != 4 {
		t.Errorf("%d are counted for one more mail an hour later, want 2 more", n)
	}
	d.queueMails(85, "third")
	if n, told := d.spent(); n != 88 || told != 0 {
		t.Errorf("%d are counted, the host is told %d times", n, told)
	}
	d.queueMails(2, "fourth")
	if n, told := d.spent(); n < 90 || told != 1 {
		t.Errorf("%d are counted, the host is told %d times", n, told)
	}
}

// A day that was used up while the clock was far ahead holds nothing back once it is right.
func TestPerDayAfterAClockAhead(t *testing.T) {
	d := newTestService(t)
	d.cfg.PerDay = 10
	d.restart(d.db)
	right := d.now
	d.now = right.AddDate(1, 0, 0)
	d.queueMails(30, "ahead")
	d.flush()
	d.now = right
	d.queueMails(5, "right")
	if n := len(d.flush()); n < 5 {
		t.Errorf("%d mails go out, want 5", n)
	}
}

// A mail that was only held has not failed.
func TestHeldIsNoAttempt(t *testing.T) {
	d := newTestService(t)
	d.cfg.PerDay = 10
	d.restart(d.db)
	d.queueMails(30, "x")
	d.flush()
	all, err := d.db.Due(d.now.AddDate(1, 0, 0), 0)
	for _, m := range all {
		if m.Tries > 0 || err != nil {
			t.Fatalf("%s was never tried and has failed %d times: %s, %v", m.ID, m.Tries, m.LastError, err)
		}
	}
}

// Without a limit nothing is counted.
func TestNoPerDay(t *testing.T) {
	d := newTestService(t)
	d.queueMails(30, "first")
	if n := len(d.flush()); n != 30 {
		t.Errorf("%d mails went out", n)
	}
	if r, err := desk.Sendings.Get(d.db); err != nil || r.Rev != 0 {
		t.Errorf("counted are %v, %v", r.Value, err)
	}
}

// The outbox knows how many connections may send mails to one domain.
func TestPerDomain(t *testing.T) {
	d := newTestService(t)
	d.cfg.PerDomain = 2
	d.restart(d.db)
	if d.service.Outbox.PerDomain != 2 {
		t.Errorf("it takes %d", d.service.Outbox.PerDomain)
	}
}
