package pbem

import (
	"context"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/senders"
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
