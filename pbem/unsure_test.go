package pbem

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/desk"
)

// Who writes a word with a question mark asks, and has not said it: a move is not carried out, and a word of the rules is explained.
func TestAWordWithAQuestionMark(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	before := len(d.table("g1").Log)
	for i, c := range []struct{ line, want string }{
		{"pass?", "  . pass\n"},
		{"Done ?", "  . pass\n"},
		{"reserve?", "  . reserve BL "},
		{"par?", "What a major gets"},
	} {
		d.receive(d.mail("amy@example.org", "g1.p1", string(rune('a'+i))+"@example.org", c.line), desk.OutcomeAnswered)
		if got := textTo(t, d.flush(), "amy@example.org"); !strings.Contains(got, c.want) {
			t.Errorf("%q is answered by\n%s", c.line, got)
		}
		if n := len(d.table("g1").Log); n != before {
			t.Fatalf("%q was carried out", c.line)
		}
	}
}

// A word of the service that is one of the title, too, is the title's with a sum: "lobby 50" funds a lobby, or says why it does not. In other
// games, and alone, it asks for the open games.
func TestAWordOfTheTitleWithASum(t *testing.T) {
	log := storedGame(t, "../titles/1820/testdata/v1/walk-plain.log.gz")
	at := slices.IndexFunc(log, func(e engine.Event) bool { s, ok := e.(engine.Said); return ok && s.Verb == "fund" })
	by := log[at].(engine.Said).By
	d := newTestService(t)
	d.seatAt(titleOf(t, "1820"), "Bay", log[:at], seats(t, "p1 <p1@example.org>", "p2 <p2@example.org>", "p3 <p3@example.org>"))
	d.flush()
	before := len(d.table("g1").Log)
	asks := func(by, id, line, outcome, want string) {
		t.Helper()
		d.receive(d.mail(by+"@example.org", "g1."+by, id+"@example.org", line), outcome)
		if got := textTo(t, d.flush(), by+"@example.org"); !strings.Contains(got, want) {
			t.Errorf("%q is answered by\n%s", line, got)
		}
	}
	asks(by, "1", "lobby", desk.OutcomeAnswered, "GAMES")
	asks(by, "2", "lobby please", desk.OutcomeAnswered, "GAMES")
	other := map[string]string{"p1": "p2", "p2": "p3", "p3": "p1"}[by]
	asks(other, "3", "lobby £50", desk.OutcomeRejected, "It is not your move")
	if n := len(d.table("g1").Log); n != before {
		t.Fatal("something was carried out")
	}
	d.receive(d.mail(by+"@example.org", "g1."+by, "4@example.org", "lobby 50"), desk.OutcomeApplied)
	said := d.table("g1").Log[before:]
	if i := slices.IndexFunc(said, func(e engine.Event) bool {
		s, ok := e.(engine.Said)
		return ok && s.By == by && s.Command.String() == "fund 50"
	}); i < 0 {
		t.Errorf("it was carried out as %v", said)
	}
	plain := newTestService(t)
	plain.three()
	plain.flush()
	plain.receive(plain.mail("amy@example.org", "g1.p1", "5@example.org", "lobby 50"), desk.OutcomeAnswered)
}
