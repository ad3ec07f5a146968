package pbem

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// A mail that came back was delivered as far as our server knows, so it is no failed mail. "host failed" lists its address all
// the same: whoever wonders why a player is silent looks there.
func TestFailedListsWhatCameBack(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	d.receive(bounce(1, testAddress, "amy@example.org", "5.1.1", d.another("amy@example.org")), desk.OutcomeIgnored)
	d.silenced("brian@example.org")
	for wanted, want := range map[string]string{
		"": "amy brian", "amy@example.org": "amy", "Brian@example.org": "brian", "crystal@example.org": "", "g1": "amy brian", "G1": "amy brian", "g2": "",
	} {
		list := d.says(strings.TrimSpace("failed " + wanted))
		for _, name := range []string{"amy", "brian"} {
			if strings.Contains(list, "    "+name+"@example.org: ") != strings.Contains(want, name) {
				t.Errorf("failed %s, %s:\n%s", wanted, name, list)
			}
		}
	}
	if list := d.says("failed"); !strings.Contains(list, "amy@example.org: score 4 of 10") || !strings.Contains(list, "brian@example.org: suspended since ") {
		t.Errorf("the host reads\n%s", list)
	}
	d.receive(d.from("p2", "9@example.org", "press hello"), desk.OutcomeApplied)
	if list := d.says("failed"); strings.Contains(list, "brian@example.org:") {
		t.Errorf("Brian is back, and the host reads\n%s", list)
	}
}

// asking is a store that counts which marks are asked for.
type asking struct {
	*store.DB
	marks int
}

func (a *asking) MarkAt(name string) (store.Mark, error) {
	a.marks++
	return a.DB.MarkAt(name)
}

// The list has an end, and so has the work on it.
func TestFailedListIsBounded(t *testing.T) {
	d := newTestService(t)
	add := map[string]int{}
	for i := range 600 {
		add["bounces/"+fmt.Sprintf("a%03d@example.org", i)] = 1
	}
	if err := d.service.Store.Commit(store.Commit{At: time.Now(), Add: add}); err != nil {
		t.Fatal(err)
	}
	db := &asking{DB: d.db}
	d.restart(db)
	db.marks = 0
	if list := d.says("failed"); strings.Count(list, "score 1 of 10") != 50 || !strings.Contains(list, "and 550 more;") {
		t.Errorf("the host reads\n%s", list)
	}
	if db.marks > 100 {
		t.Errorf("%d marks were read for fifty lines", db.marks)
	}
}

// Of very many failed mails some are sent again at a time, whoever is suspended; and the old ones are dropped within some ticks.
func TestVeryManyFailedMails(t *testing.T) {
	d := newTestService(t)
	const away, more = 1500, 1100
	began := d.now
	var ends []store.Ending
	c := store.Commit{At: d.now, Marks: store.Marks{}}
	for i := range away + more {
		m := store.Mail{ID: fmt.Sprintf("<move.g%d.7.p1.x@example.org>", i), To: "amy@example.org", Raw: []byte("Subject: x\r\n\r\nx\r\n")}
		if i < away {
			m.To = "brian@example.org"
		}
		c.Mails, ends = append(c.Mails, m), append(ends, store.Ending{ID: m.ID, To: store.Failed, At: d.now, Why: "550 no"})
	}
	desk.Suspensions.Set(c.Marks, "brian@example.org", d.now)
	if err := errors.Join(d.db.Commit(c), d.db.Noted(ends)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1000 of them are sent again. Say it once more for the others.", "100 of them are sent again.", "0 of them are sent again."} {
		if answer := d.says("retry"); !strings.HasPrefix(answer, want+"\nbrian@example.org is suspended") || strings.Count(answer, "is suspended") != 1 {
			t.Errorf("the host reads\n%s\nwant %s", answer, want)
		}
	}
	if queued, err := d.db.Due(d.now, 0); err != nil || len(queued) != more {
		t.Errorf("%d mails are queued, %v", len(queued), err)
	}
	for d.now = began.AddDate(0, 0, 91); d.now.Before(began.AddDate(0, 0, 91).Add(3 * time.Hour)); d.now = d.now.Add(10 * time.Minute) {
		d.service.Tick(t.Context())
	}
	if failed, err := failures(d.db); err != nil || len(failed) > 0 {
		t.Errorf("%d mails are kept, %v", len(failed), err)
	}
}

// failures returns all failed mails.
func failures(db desk.Failures) ([]store.Mail, error) {
	mails, _, err := db.FailedPage("", 0)
	return mails, err
}
