package pbem

import (
	"context"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/lobby"
	"pbem/pbem/table"
	"pbem/store"
)

// Two players ask for a rematch in the same moment, at two services: there is one, and both are in it.
func TestRematchAskedTwiceAtOnce(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.ended("g1")
	other := d.second()
	d.before(func(c store.Commit) bool { return len(c.Marks) > 0 }, func() {
		if got, err := other.Receive(context.Background(), d.from("p2", "2@example.org", "rematch")); got != desk.OutcomeApplied || err != nil {
			t.Error(got, err)
		}
	})
	d.receive(d.from("p1", "1@example.org", "rematch"), desk.OutcomeApplied)
	if all := d.gathered(); len(all) != 1 || len(all[0].Players) != 2 {
		t.Errorf("%d games wait for players: %+v", len(all), all)
	}
}

// Who plays with robots alone plays again at once, with as many.
func TestRematchWithRobots(t *testing.T) {
	d := newTestService(t)
	g := d.start("Alone", table.Seat{Name: "Amy", Address: "amy@example.org"}, table.RobotSeat(nil, table.EasyRobot), table.RobotSeat([]table.Seat{{Name: "Robot 1"}}, table.EasyRobot))
	d.ended(g)
	d.receive(d.from("p1", "1@example.org", "rematch"), desk.OutcomeApplied)
	var again *table.Table
	for _, tb := range d.tables(desk.KeyOn) {
		again = tb
	}
	if again == nil || again.Record.Name != "Alone 2" || len(again.RobotSeats()) != 2 || again.Seat(again.RobotSeats()[0]).Robot != table.EasyRobot {
		t.Fatalf("the rematch is %+v", again)
	}
	if marks, err := lobby.Rematches.All(d.db, ""); err != nil || len(marks) > 0 {
		t.Errorf("it has begun, and there is still %v, %v", marks, err)
	}
}

// Who plays at a table knows the others by name. A rematch tells nobody an address.
func TestRematchTellsNoAddress(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.ended("g1")
	d.flush()
	d.receive(d.from("p1", "1@example.org", "rematch"), desk.OutcomeApplied)
	d.receive(d.from("p2", "2@example.org", "rematch"), desk.OutcomeApplied)
	mails := d.flush()
	if len(mails) != 6 {
		t.Errorf("%d mails", len(mails))
	}
	for _, m := range mails {
		text := readBack(t, m).text
		for _, address := range []string{"amy@example.org", "crystal@example.org"} {
			if strings.Contains(text, address) {
				t.Errorf("%s reads the address %s:\n%s", m.to, address, text)
			}
		}
	}
}
