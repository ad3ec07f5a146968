package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/table"
)

// A plan without its colon is not taken for a pass or anything else. The refusal shows
// the right line. "no" before a command is no pass either.
func TestPlanWithoutColon(t *testing.T) {
	stock := seated(t, "1817", 3)
	for _, line := range []string{"pass", "pass", "pass"} {
		stock = say(t, stock, stock.Actors()[0], line)
	}
	run := say(t, stock, "p1", "start A&S in B5 for 200")
	for _, line := range []string{"pass", "pass", "pass", "pass", "pass"} {
		run = say(t, run, run.Actors()[0], line)
	}
	if round := run.Title.Round(run.Game.State()); round != "OR 1.1" || run.Actors()[0] != "p1" {
		t.Fatalf("it is %s, and %s moves", round, asked(run))
	}
	buys := run
	for !strings.Contains(asked(buys), "p1 buy") {
		buys = say(t, buys, "p1", "pass")
	}
	for line, want := range map[string]string{
		"next buy A&S":                        `"next: buy A&S"`,
		"Next, start H in C8 for 200":         `"next: start H in C8 for 200"`,
		"my next turn sell 1 H; buy A&S":      `"next: sell 1 H; buy A&S"`,
		"next buy train 2":                    `"next: buy train 2"`,
		"next A&S buy train 2":                `"plan A&S: buy train 2"`,
		"plan A&S run auto; pay":              `"plan A&S: run auto; pay"`,
		"plan Alton & Southern run auto":      `"plan A&S: run auto"`,
		"plan run auto":                       `"plan A&S: run auto"`,
		"plan all run auto":                   `"plan all: run auto"`,
		"plan A&S every turn - run auto; pay": `"plan A&S every turn: run auto; pay"`,
		"plan A&S":                            `"plan A&S: run auto; pay"`,
	} {
		for name, at := range map[string]*table.Table{"stock": stock, "track": run, "trains": buys} {
			switch r := try(t, at, "p1", line); {
			case r.refused == nil || r.applied > 0 || r.ordered:
				t.Errorf("%s, %q: carried out", name, line)
			case name != "stock" && !strings.Contains(r.refused.Reason, want):
				t.Errorf("%s, %q: %s; want %s", name, line, r.refused.Reason, want)
			}
		}
	}
	for _, line := range []string{"no buy train A&S", "no A&S buy train 2", "done buy A&S", "no, run auto"} {
		if r := try(t, buys, "p1", line); r.refused == nil || r.applied > 0 {
			t.Errorf("%q is carried out", line)
		}
	}
	if r := try(t, buys, "p1", "no train"); r.refused != nil {
		t.Errorf("no train: %s", r.refused.Reason)
	}
}

// A line of a plan may hold several commands, like a line of a mail.
func TestPlanIsPartedAsLinesAre(t *testing.T) {
	tb := seated(t, "1817", 3)
	for _, said := range []string{"p1 pass", "p2 pass", "p3 pass", "p1 start A&S in B5 for 200", "p2 pass", "p3 pass"} {
		by, line, _ := strings.Cut(said, " ")
		tb = say(t, tb, by, line)
	}
	want := say(t, tb, "p1", "plan A&S: loan 2; buy train 2").Seat("p1").Orders
	if len(want) != 1 || len(want[0].Lines) != 2 {
		t.Fatalf("the plan is %v", want)
	}
	for _, line := range []string{
		"plan A&S: loan 2, buy train 2", "plan A&S: loan 2 and buy train 2", "plan A&S: loan 2, and buy train 2", "plan A&S: loan 2, then buy train 2",
	} {
		r := try(t, tb, "p1", line)
		if r.refused != nil {
			t.Errorf("%q: %s", line, r.refused.Reason)
			continue
		}
		if got := r.next.Seat("p1").Orders; len(got) != 1 || got[0].String() != want[0].String() {
			t.Errorf("%q is %v, want %v", line, got, want)
		}
	}
	if r := try(t, tb, "p1", "plan A&S: loan 2, buy train 9"); r.refused == nil || !strings.Contains(r.refused.Reason, "9") {
		t.Errorf("a wrong part: %+v", r.refused)
	}
}
