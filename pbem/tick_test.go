package pbem

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/pace"
	"pbem/store"
)

// slowStore lets a mail or another tick in between two deadlines.
type slowStore struct {
	*store.DB
	during func()
	once   sync.Once
}

func (s *slowStore) Commit(c store.Commit) error {
	if len(c.Changes) > 0 {
		s.once.Do(s.during)
	}
	return s.DB.Commit(c)
}

// A tick does nothing while another one runs, and stops when its context ends.
func TestTicksDoNotOverlap(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.pass(pace.UsualMove - 10*time.Minute)
	d.now = d.now.Add(11 * time.Minute)
	ctx, stop := context.WithCancel(context.Background())
	slow := &slowStore{DB: d.db}
	slow.during = func() {
		before := d.log.Len()
		d.service.Tick(ctx) // if it ran, it would wait for the lock for ever
		if d.log.Len() != before {
			t.Error("a second tick has done something")
		}
		stop()
	}
	d.service.Store = counted{slow, d.service}
	d.service.Tick(ctx)
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d reminders after the tick was told to stop, want the one it was at", n)
	}
	d.service.Tick(context.Background())
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d reminders by the next tick, want the other", n)
	}
}

// pieces is a store that gives at most two deadlines at a time, and prunes at most two commits.
type pieces struct {
	*store.DB
	taken, pruned int // calls
}

func (s *pieces) TakeDeadlines(c store.Claim, _ int) ([]store.Deadline, error) {
	s.taken++
	return s.DB.TakeDeadlines(c, 2)
}

func (s *pieces) Prune(before time.Time, keep []string, _ int) (more bool, err error) {
	s.pruned++
	return s.DB.Prune(before, keep, 2)
}

// A tick does all that is due, however much that is: after an outage nobody is reminded hours later. It takes no more
// at a time than it can do before its claim ends.
func TestTickDoesAllThatIsDue(t *testing.T) {
	d := newTestService(t)
	for range 5 {
		d.three()
	}
	d.pass(pace.UsualMove - 10*time.Minute)
	d.now = d.now.Add(11 * time.Minute)
	db := &pieces{DB: d.db}
	d.service.Store = counted{db, d.service}
	d.service.Tick(context.Background())
	if n := len(d.flush()); n != 5 || db.taken != 4 {
		t.Errorf("%d reminders, want 5; %d calls, want one for each two deadlines, and one that finds no more", n, db.taken)
	}
	d.now, db.pruned = d.now.AddDate(0, 0, d.service.Config.KeepDays+1), 0
	d.beat()
	if db.pruned > 0 {
		t.Errorf("%d times it prunes while the clock may be ahead", db.pruned)
	}
	d.now = d.now.Add(time.Hour)
	mailroom{d.service}.Heard()
	d.service.Tick(context.Background())
	if more, err := d.db.Prune(d.now.AddDate(0, 0, -d.service.Config.KeepDays), nil, 1); more || err != nil || db.pruned < 3 {
		t.Errorf("a tick prunes %d times, and there is more: %t, %v", db.pruned, more, err)
	}
}

// dueAgain is a store in which each deadline is due again, a second later, as soon as it was taken.
type dueAgain struct {
	*store.DB
	due   []store.Deadline
	taken int // calls
}

func (s *dueAgain) TakeDeadlines(c store.Claim, limit int) (due []store.Deadline, err error) {
	if s.taken++; s.taken == 1 {
		s.due, err = s.DB.TakeDeadlines(c, limit)
	}
	for i := range s.due {
		s.due[i].At = s.due[i].At.Add(time.Second)
	}
	return append(due, s.due...), err
}

// What is set anew in a tick and due at once waits for the next tick: a tick comes to an end.
func TestTickEnds(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.pass(pace.UsualMove - 10*time.Minute)
	d.now = d.now.Add(11 * time.Minute)
	db := &dueAgain{DB: d.db}
	d.service.Store = counted{db, d.service}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	if d.service.Tick(ctx); db.taken != 2 || len(db.due) != 1 {
		t.Errorf("deadlines were taken %d times, %d the first time", db.taken, len(db.due))
	}
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d reminders, want 1", n)
	}
}

// The texts of old mails are deleted. A player who was told a position by one of them is
// not told again.
func TestOldMailsAreForgotten(t *testing.T) {
	d := newTestService(t)
	d.three()
	first := d.from("p1", "1@example.org", "reserve NLN")
	d.receive(first, desk.OutcomeApplied)
	told := d.flush()
	key := intake.Key(first)
	d.pass(time.Hour)
	if in, err := d.db.Inbound(key); err != nil || len(in.Raw) == 0 {
		t.Fatal(in, err)
	}
	d.says("pause g1")
	d.flush()
	for range 90 + 1 {
		d.now = d.now.Add(pace.Day)
		d.service.Tick(context.Background())
	}
	if in, err := d.db.Inbound(key); err != nil || len(in.Raw) > 0 {
		t.Errorf("the text is kept: %d bytes, %v", len(in.Raw), err)
	}
	if _, err := d.db.Mail(readBack(t, told[0]).header.Get("Message-ID")); err == nil {
		t.Error("a mail that was sent is kept")
	}
	d.receive(first, desk.OutcomeApplied) // the mail is recognized all the same
	d.says("resume g1")
	for _, m := range d.flush() {
		if text := readBack(t, m).text; strings.Count(text, "\n  * ") != 1 {
			t.Errorf("told again:\n%.600s", text)
		}
	}
}

// A pruneless is a store that panics when it is to be pruned.
type pruneless struct{ *store.DB }

func (pruneless) Prune(time.Time, []string, int) (bool, error) { panic("no such bucket") }

// A fault of the program in a tick ends that tick only: the next one does what is due, and mails are decided.
func TestTickThatPanics(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.restart(pruneless{d.db})
	d.pass(time.Minute)
	if !strings.Contains(d.log.String(), "clock.failed") || d.service.Figures().Tally.Faults == 0 {
		t.Errorf("the log says\n%s", d.log.String())
	}
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.flush()
	d.pass(pace.UsualMove)
	if got := textTo(t, d.flush(), "brian@example.org"); !strings.Contains(got, "Your time ran out") {
		t.Errorf("after two days Brian reads\n%s", got)
	}
}
