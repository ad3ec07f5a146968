package pbem

import (
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/table"
)

// undone gives the line with which the answer to the host's last line says how to undo it.
func (d *testService) undone(answer string) {
	d.t.Helper()
	_, line, ok := strings.Cut(answer, "\n    host ")
	if !ok {
		d.t.Fatalf("no line in %q", answer)
	}
	d.says(strings.TrimSpace(line))
}

// The host gives nobody a name that cannot be written in a mail, or that somebody else at the table has.
func TestHostGivesNames(t *testing.T) {
	d := newTestService(t)
	d.three()
	for name, want := range map[string]string{
		"Do\x1b[31mra":               "cannot be anybody's name. A name begins with a letter",
		"\u202eDora":                 "cannot be anybody's name. ",
		"42":                         "cannot be anybody's name. ",
		strings.Repeat("Dora", 2500): "Dor…\" cannot be anybody's name. ",
		"brian":                      "Somebody else in g1 (Shoreline) is called brian: give another name, such as brian 2.",
		"Dora <dora@example.org>":    "cannot be anybody's name. ",
	} {
		d.refuses("seat g1 Amy dora@example.org "+name, want)
		if name != "brian" {
			d.refuses("admit dora@example.org "+name, want)
		}
	}
	d.says(`admit dora@example.org "Dora  van Dyck"`)
	d.says("admit emil@example.org")
	if m, err := d.service.Draft().Member("dora@example.org"); err != nil || m.Name != "Dora van Dyck" {
		t.Errorf("she is called %q, %v", m.Name, err)
	}
}

// The line that undoes a change of a seat is accepted, whatever its player was called, and if a robot had it.
func TestHostSeatIsUndone(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy_1 <amy@example.org>", "Brian <brian@example.org>", "easy robot")...)
	d.undone(d.says("seat g1 p1 dora@example.org Dora"))
	if seat := d.table("g1").Seat("p1"); seat.Name != "Amy_1" || seat.Address != "amy@example.org" {
		t.Errorf("the seat is that of %s <%s>", seat.Name, seat.Address)
	}
	d.undone(d.says("seat g1 p3 dora@example.org Dora"))
	if !d.table("g1").Robotic("p3") {
		t.Error("no robot plays the seat")
	}
}

// Two players of a game can become one person. The host is told of both seats, and how to give them back.
func TestHostMergesTwoPlayers(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.refuses("address g1 Amy amy@example.org", "That is the address already.")
	answer := strings.Join(strings.Fields(d.says("address all amy@example.org brian@example.org")), " ")
	for _, want := range []string{"the two are one person from now on. That address now has the seats of Amy and Brian in g1 (Shoreline).", "To undo it for the games: host address g1 p1 amy@example.org"} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %q in %q", want, answer)
		}
	}
	d.undone(d.says("address g1 p2 crystal@example.org"))
	d.says("address g1 p1 amy@example.org")
	for id, want := range map[string]string{"p1": "amy@example.org", "p2": "brian@example.org", "p3": "crystal@example.org"} {
		if got := d.table("g1").Seat(id).Address; got != want {
			t.Errorf("mails of %s go to %s", id, got)
		}
	}
}

// A player gets another address in one game. What others wrote to them there, and did not arrive, goes to it; what is about other
// games and the host's word to all stay where the host finds them.
func TestMessagesFollowASeat(t *testing.T) {
	d := newTestService(t)
	d.talk = table.PrivateTalk
	d.three()
	d.three()
	d.post.refuse = unknown("brian@example.org")
	d.receive(d.from("p1", "1@example.org", "press to Brian: let us start NLN"), desk.OutcomeAnswered)
	d.receive(d.mail("amy@example.org", "g2.p1", "2@example.org", "press to Brian: and here GR"), desk.OutcomeAnswered)
	d.flush()
	if failed, err := failures(d.db); err != nil || len(failed) != 2 {
		t.Fatalf("%d mails have failed, %v", len(failed), err)
	}
	d.says("address g1 Brian brian@new.example")
	mails := d.flush()
	got := to(mails, "brian@new.example")
	if strings.Count(got, "> let us start NLN") != 1 || strings.Contains(got, "and here GR") || !strings.Contains(got, "did not arrive there") {
		t.Errorf("Brian gets at the new address:\n%s", got)
	}
	failed, err := failures(d.db)
	if err != nil || len(failed) != 1 || !strings.Contains(failed[0].ID, ".g2.") {
		t.Errorf("failed are still %+v, %v", failed, err)
	}
}

// What the host wrote to everybody, and did not arrive, goes to the new address of a player who has no other seat at the old one.
// Otherwise it stays with that.
func TestHostsWordFollowsTheLastSeat(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.post.refuse = unknown("brian@example.org")
	d.says("tell all We have a new address.")
	d.flush()
	d.says("address g1 Brian brian@new.example")
	if got := to(d.flush(), "brian@new.example"); strings.Contains(got, "We have a new address") {
		t.Errorf("Brian still plays at the old address:\n%s", got)
	}
	d.says("address g2 Brian brian@other.example")
	got := to(d.flush(), "brian@other.example")
	if strings.Count(got, "> We have a new address.") != 1 || !strings.Contains(got, "did not arrive there") {
		t.Errorf("Brian gets at the last address:\n%s", got)
	}
	d.now = d.now.Add(time.Hour)
	if failed, err := failures(d.db); err != nil || len(failed) != 0 || to(d.flush(), "brian@example.org") != "" {
		t.Errorf("failed are still %+v, %v", failed, err)
	}
}
