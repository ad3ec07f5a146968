package pbem

import (
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/desk"
)

// A mail full of questions for advice costs a bounded amount of work: the same question is
// answered once, and of many different ones as many as the work of a mail allows. The others
// are named.
func TestManyAdvices(t *testing.T) {
	testsize.SkipRace(t)
	for _, c := range []struct {
		name     string
		lines    func(l *late) []string
		most     int
		leftover bool
	}{
		{"the same", func(*late) []string { return times("advice") }, 1, true},
		{"two", func(*late) []string { return []string{"advice", "hint"} }, 1, false},
		{"others", func(l *late) []string { return l.asksAnew("what should I do?")[:18] }, 10, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := busiest(cutsOf(t, worstGames[3])).late(t, fullGame(t, worstGames[3]))
			l.d.receive(l.mail(append([]string{"sandbox"}, c.lines(l)...)...), desk.OutcomeApplied)
			answer := textTo(t, l.d.flush(), l.actor+"@example.org")
			n := strings.Count(answer, "\nADVICE\n")
			if n < 1 || n > c.most || strings.Contains(answer, "NOT ANSWERED") != c.leftover {
				t.Errorf("%d advices, at most %d are expected:\n%s", n, c.most, answer)
			}
		})
	}
}

// A question for advice changes nothing.
func TestAdviceChangesNothing(t *testing.T) {
	d := newTestService(t)
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "steady robot", "easy robot")...)
	d.flush()
	before := d.version(id)
	d.receive(d.mail("amy@example.org", id+"."+d.table(id).SeatOf("amy@example.org"), "1@x", "advice"), desk.OutcomeAnswered)
	if d.version(id) != before {
		t.Error("the game has changed")
	}
	if answer := textTo(t, d.flush(), "amy@example.org"); !strings.Contains(answer, "\nADVICE\n") {
		t.Errorf("there is no advice:\n%s", answer)
	}
}
