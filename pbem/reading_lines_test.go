package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/sheet"
)

// Nothing that a player has typed is dropped silently. Commands between and below quoted
// lines are carried out. If a command stands below a signature, the whole mail is
// refused, with that line.
func TestNothingTypedIsDropped(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.flush()
	quote := "On Mon, Mar 2, 2026 at 6:00 PM 18xx by mail <pbem@play.example> wrote:\n> " + sheet.CutLine("g1", 178) + "\n>\n> Amy: it is your move"
	d.receive(d.from("p1", "1@example.org", "press hello", "", "-- ", "Amy", "reserve NLN"), desk.OutcomeRejected)
	mails := d.flush()
	if len(mails) != 1 || !strings.Contains(text(t, mails[0]), `"reserve NLN"`) {
		t.Fatalf("%d mails, %s", len(mails), text(t, mails[0]))
	}
	d.receive(d.from("p1", "2@example.org", "Hi all,", "", quote, "", "reserve NLN", "", "Thanks,", "Amy"), desk.OutcomeApplied)
	if mails = d.flush(); len(mails) != 3 || !strings.Contains(text(t, mails[0]), "NLN") {
		t.Errorf("%d mails", len(mails))
	}
}
