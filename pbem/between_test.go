package pbem

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/store"
)

// A mail of Amy to one game sets the deadlines of her others anew, because one of her mails had come back. Just before that is
// committed, another of them goes on. The robot that is asked there now plays.
func TestDeadlinesOfAGameThatGoesOn(t *testing.T) {
	d := newSharedService(t)
	robotic := d.start("Harbour", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "easy robot")...)
	d.three()
	d.robots()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.receive(bounce(1, testAddress, "amy@example.org", "5.1.1", d.another("amy@example.org")), desk.OutcomeIgnored)
	if d.score("amy@example.org") == 0 {
		t.Fatal("the report counts nothing")
	}
	other := d.second()
	d.service.Store = counted{&justBefore{DB: d.db,
		which: func(c store.Commit) bool { return c.Add[senders.ScoreName("amy@example.org")] < 0 },
		do: func() {
			if got, err := other.Receive(context.Background(), d.from("p2", "2@example.org", "reserve GR")); got != desk.OutcomeApplied || err != nil {
				t.Error(got, err)
			}
		}}, d.service}
	d.receive(d.mail("amy@example.org", "g2.p1", "3@example.org", "status"), desk.OutcomeAnswered)
	d.robots()
	if asked := d.table(robotic).RobotAwaited(); asked != "" {
		all, err := d.db.Deadlines(robotic)
		t.Errorf("%s is a robot and still asked; the deadlines are %v, %v", asked, all, err)
	}
}

// before has something happen just before the first commit of some kind.
func (d *testService) before(which func(store.Commit) bool, do func()) {
	d.service.Store = counted{&justBefore{DB: d.db, which: which, do: do}, d.service}
}

// elsewhere has another service on the store take a mail in.
func (d *testService) elsewhere(raw []byte, want string) {
	d.t.Helper()
	if got, err := d.second().Receive(context.Background(), raw); got != want || err != nil {
		d.t.Errorf("elsewhere the mail ended %q, %v; want %q", got, err, want)
	}
}

// Amy's address can be reached again, or is suspended, just before a move is committed that was decided when it was not so.
// She is told of it, at once or when she can be reached again.
func TestMoveWhileAnAddressIsSuspended(t *testing.T) {
	moves := func(c store.Commit) bool { return len(c.Changes) > 0 && len(c.Changes[0].Events) > 0 }
	t.Run("reached", func(t *testing.T) {
		d := newSharedService(t)
		d.three()
		d.three()
		d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
		d.silenced("amy@example.org")
		d.before(moves, func() {
			d.elsewhere(d.mail("amy@example.org", "g2.p1", "2@example.org", "status"), desk.OutcomeAnswered)
		})
		d.receive(d.from("p2", "3@example.org", "press the bridge is mine"), desk.OutcomeApplied)
		if mails := to(d.flush(), "amy@example.org"); !strings.Contains(mails, "the bridge is mine") {
			t.Errorf("Amy is not told:\n%.2000s", mails)
		}
	})
	t.Run("suspended", func(t *testing.T) {
		d := newSharedService(t)
		d.three()
		d.three()
		d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
		d.flush()
		d.before(moves, func() { d.silenced("amy@example.org") })
		d.receive(d.from("p2", "3@example.org", "press the bridge is mine"), desk.OutcomeApplied)
		if mails := to(d.flush(), "amy@example.org"); mails != "" {
			t.Fatalf("Amy is suspended, and gets\n%s", mails)
		}
		d.receive(d.mail("amy@example.org", "g2.p1", "2@example.org", "status"), desk.OutcomeAnswered)
		if mails := to(d.flush(), "amy@example.org"); !strings.Contains(mails, "the bridge is mine") {
			t.Errorf("Amy is not told:\n%.2000s", mails)
		}
	})
}

// withheld has Amy, whose address is suspended, miss news of g1 and a message. She plays in g2, too.
func (d *testService) withheld() {
	d.t.Helper()
	d.talk = table.PrivateTalk
	d.three()
	d.three()
	d.post.refuse = away("amy@example.org")
	d.receive(d.from("p2", "1@example.org", "press to Amy: let us start NLN together"), desk.OutcomeAnswered)
	d.flush()
	d.silenced("amy@example.org")
	d.receive(d.from("p2", "2@example.org", "press the bridge is mine"), desk.OutcomeApplied)
	d.post.refuse = nil
	d.now = d.now.Add(intake.LastRetry)
}

// missed checks that Amy is told once what she missed.
func (d *testService) missed(mails []sent) {
	d.t.Helper()
	got := ""
	for _, m := range mails {
		if m.to == "amy@example.org" {
			got += readBack(d.t, m).text
		}
	}
	for _, want := range []string{"> let us start NLN together", "the bridge is mine"} {
		if n := strings.Count(got, want); n != 1 {
			d.t.Errorf("Amy is told %d times of %q:\n%s", n, want, got)
		}
	}
	if failed, err := failures(d.db); err != nil || len(failed) > 0 {
		d.t.Errorf("%d mails have still failed, %v", len(failed), err)
	}
	if left, err := desk.CatchUps.All(d.db, ""); err != nil || len(left) > 0 {
		d.t.Errorf("%d addresses are still to be told, %v", len(left), err)
	}
}

// A noting is a store on which something happens just before the end of a mail is noted that is held back.
type noting struct {
	*store.DB
	once sync.Once
	do   func()
}

func (n *noting) Noted(endings []store.Ending) error {
	if endings[0].To == store.Failed || endings[0].To == store.Dropped {
		n.once.Do(n.do)
	}
	return n.DB.Noted(endings)
}

// An address can be reached again while the outbox holds back what is for it.
func TestReachedWhileAMailIsHeldBack(t *testing.T) {
	d := newSharedService(t)
	d.withheld()
	d.service.Outbox.Store = &noting{DB: d.db, do: func() {
		d.receive(d.mail("amy@example.org", "g2.p1", "3@example.org", "status"), desk.OutcomeAnswered)
	}}
	d.missed(append(d.flush(), d.flush()...))
}

// The service crashes when an address can be reached again, and it was told nothing yet.
func TestCrashBeforeAnAddressIsTold(t *testing.T) {
	d := newSharedService(t)
	d.withheld()
	d.flush()
	d.restart(&failing{DB: d.db, commit: func(c store.Commit) error { return errors.Join(d.db.Commit(c), errDisk) }})
	if _, err := d.service.Receive(context.Background(), d.mail("amy@example.org", "g2.p1", "3@example.org", "status")); !errors.Is(err, errDisk) {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.service.Resume(context.Background())
	mailroom{d.service}.Heard()
	d.service.Tick(context.Background())
	d.missed(d.flush())
	d.service.Tick(context.Background())
	if mails := to(d.flush(), "amy@example.org"); mails != "" {
		t.Errorf("Amy is told again:\n%s", mails)
	}
}

// A game that cannot be told, because of a fault in it, keeps the others from nobody, and is not tried again and again.
func TestBrokenGameIsNotTold(t *testing.T) {
	d := newSharedService(t)
	d.withheld()
	d.start("Third", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.receive(d.mail("brian@example.org", "g2.p2", "3@example.org", "press the ferry is mine"), desk.OutcomeApplied)
	d.flush()
	d.broken("g1", true)
	d.receive(d.mail("amy@example.org", "g3.p1", "4@example.org", "status"), desk.OutcomeAnswered)
	if mails := to(d.flush(), "amy@example.org"); !strings.Contains(mails, "the ferry is mine") {
		t.Errorf("Amy is not told of the game that works:\n%.2000s", mails)
	}
	if left, err := desk.CatchUps.All(d.db, ""); err != nil || len(left) > 0 {
		t.Errorf("%d addresses are still to be told, %v", len(left), err)
	}
}
