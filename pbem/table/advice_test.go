package table

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/titles/robot"
)

// Where one person plays with robots, the moves of robots carry their reasons, short ones.
// Where two people play they do not.
func TestRobotsTellWhy(t *testing.T) {
	for _, people := range []int{1, 2} {
		tb, reasons, said := seatedWith(t, "1843", 3, 5), 0, 0
		if people == 2 {
			tb.Record.Seats[1].Open = false // it is somebody's, who is late
		}
		if tb.Learning() != (people == 1) || tb.Advises() != (people == 1) {
			t.Errorf("with %d people: learning %v, advised %v", people, tb.Learning(), tb.Advises())
		}
		for range 8 {
			if tb.Waits("p1") {
				m, ok := robot.Next(tb.Title, tb.Game, "p1", robot.Easy)
				if !ok {
					t.Fatal("nothing to say")
				}
				tb = tb.With(m.Game, m.Events)
			}
			tb = tb.Robots(robot.Next, 5, never).Table
		}
		for _, e := range tb.Log {
			h, ok := e.(engine.Hosted)
			if !ok || h.Act != sheet.Robot {
				continue
			}
			if said++; h.Text == sheet.RobotAnswers {
				continue
			}
			if reasons++; len(h.Text) > 90 || strings.ContainsAny(h.Text, "\n()") {
				t.Errorf("a reason is %q", h.Text)
			}
		}
		if said < 5 || people == 1 && reasons == 0 || people == 2 && reasons > 0 {
			t.Errorf("with %d people %d of %d commands of robots have reasons", people, reasons, said)
		}
	}
}

// Advice at a table of several is given while all want it.
func TestAdviceIsAgreedOn(t *testing.T) {
	tb := newTable(t, "18newengland")
	if tb.Advises() {
		t.Error("nobody has agreed")
	}
	allowed := tb.WithAdvice("p1", true)
	if !allowed.Advises() || allowed.WithAdvice("p2", false).Advises() || tb.Advises() {
		t.Error("what was agreed does not hold")
	}
}
