package pbem

import (
	"context"
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
