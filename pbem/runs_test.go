package pbem

import (
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/table"
	"pbem/titles/replay/replaytest"
)

// recorded returns a recorded game just before an action, and who acts. Without the
// shared folder the test is skipped.
func recorded(t *testing.T, file string, action int) (*table.Table, string) {
	t.Helper()
	r := replaytest.Open(t, filepath.Join("..", "..", "shared", "games", file))
	replaytest.DoTo(t, r, action-1)
	tb := &table.Table{ID: "g1", Title: r.Title}
	for _, p := range r.Game.State().Players() {
		tb.Record.Seats = append(tb.Record.Seats, table.Seat{Name: p})
	}
	return tb.With(r.Game, r.Log), engine.Actors(r.Game.Pending())[0]
}

func says(t *testing.T, tb *table.Table, player, line string) result {
	t.Helper()
	r, err := saidAlone(tb, player, []letter.Line{{Text: line}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// In game 73885, OR 3.2, the NYNHH runs trains 3, 3 and 5E.
func TestRunsAreRefusedWithTheReason(t *testing.T) {
	tb, player := recorded(t, "18newengland/73885.json", 310)
	for _, c := range []struct{ say, want string }{
		{"run 3: B11 B17 D15 E14", "Train 3: too many stops: 4 of at most 3"},
		{"run 5E: B11 D13 D15 B17 B11", "Train 5E: visits Poughkeepsie (B11) twice"},
		{"run 5E: A2 B3 B5 B9 B11 D13 D15", "Train 5E: too many cities and off-board areas: 6 of at most 5"},
		{"run 5E: B11 B17 D15 E14 F13.0 E12", "Train 5E: New Haven (F13) is full of other companies' stations: a route may end there but not pass"},
		{"run 5E: B11 B17 B19 D15", "Train 5E: New York (B19) must be an end of the route"},
		{"run 5E: B5 B3 A2 B9", "Train 5E: Syracuse (A2) must be an end of the route"},
		{"run 5E: D13 D15 E14 F13.0", "Train 5E: no station of the company on the route"},
		{"run 3: B11", "Train 3: fewer than two stops on the route"},
		{"run 3: B11 B3", "Train 3: Poughkeepsie (B11) and Albany (B3) are not joined by track without another stop between"},
		{"run 3: B11 B17 B19 3: D15 B17 B11", "Train 3 and train 3 use the same track, from Poughkeepsie (B11) to White Plains (B17) and from White Plains (B17) to Poughkeepsie (B11)"},
		{"run 3: B3 C8 B5", "Train 3: no track from Albany (B3) to Hudson (B5) goes via C8"},
		{"run 5E: B11 D13 D15 E14 F13", "F13 has several stops: say F13.0 or F13.2"},
		{"run 3: B11 D13 3: B11 B9 3: B3 B5", "There is no 3-train left to run"},
		{"run 5E: B11 D15 F13.2 G10 F13.1", "Train 5E: New Haven (F13) and New Haven (F13) may not be on one route"},
		{"run 3: B11 M12", "No track of the company leads to a stop in M12"},
		{"run 4: B11 D13", "There is no 4-train left to run"},
	} {
		r := says(t, tb, player, c.say)
		if r.refused == nil || !strings.Contains(r.refused.Reason, c.want) {
			t.Errorf("%q: %+v, want %q", c.say, r.refused, c.want)
		}
	}
}

// Two legs of one train cannot share track.
func TestTrackOfOneTrainIsUsedOnce(t *testing.T) {
	tb, player := recorded(t, "18newengland/73885.json", 327)
	r := says(t, tb, player, "run 4: K10 I6 G10 F11")
	want := "Train 4: track is used twice, from Providence (K10) to Worcester (I6) and from Worcester (I6) to Hartford (G10)"
	if r.refused == nil || !strings.HasPrefix(r.refused.Reason, want) {
		t.Errorf("%+v", r.refused)
	}
}

func TestBetterRunIsNamed(t *testing.T) {
	tb, player := recorded(t, "18newengland/73885.json", 335)
	worse := says(t, tb, player, "run 3: L1 L5")
	if len(worse.answers) != 1 || !strings.HasPrefix(worse.answers[0].Lines[0], "CVT earned $110. More was possible: 3 ") {
		t.Errorf("%+v %+v", worse.refused, worse.answers)
	}
	if best := says(t, tb, player, "run auto"); best.applied == 0 || len(best.answers) != 0 {
		t.Errorf("%+v", best)
	}
	if n, m := len(worse.next.Log), len(says(t, tb, player, "run auto").next.Log); n != m {
		t.Errorf("the remark is stored: %d events, %d without", n, m)
	}
}

func TestRoutesAreAnswered(t *testing.T) {
	tb, player := recorded(t, "18newengland/73885.json", 335)
	r := says(t, tb, player, "routes cvt")
	if r.applied != 0 || len(r.answers) != 1 {
		t.Fatalf("%+v", r)
	}
	text := strings.Join(r.answers[0].Lines, "\n")
	for _, want := range []string{"CVT  $150, the best there is", "3 I6 - L5 - L1 $150", "8E for $800"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}
