package board_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pbem/engine/board"
)

func TestTrackIsReadAsWritten(t *testing.T) {
	junction := board.End(-1)
	for text, want := range map[string]board.Path{
		"0-3":   {A: 0, B: 3},
		"5-s1":  {A: 5, B: board.StopEnd(1)},
		"s0-s9": {A: board.StopEnd(0), B: board.StopEnd(9)},
		"2-j":   {A: 2, B: junction},
		"2-s0!": {A: 2, B: board.StopEnd(0), Terminal: true},
	} {
		var got board.Path
		if err := json.Unmarshal([]byte(`"`+text+`"`), &got); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{`""`, `"0"`, `"0-6"`, `"0-s10"`, `"0-s"`, `"0-x"`, `"-1-2"`, `"0-1-2"`, `"!"`, `"0-+3"`, `"0-s+1"`, `"0-03"`, `3`} {
		var got board.Path
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

func TestEndsAreEdgesOrStops(t *testing.T) {
	for n := range 6 {
		if e, ok := board.End(n).Edge(); !ok || e != n {
			t.Errorf("edge %d is %d, %v", n, e, ok)
		}
		if _, ok := board.End(n).Stop(); ok {
			t.Errorf("edge %d is a stop", n)
		}
	}
	for n := range 10 {
		if s, ok := board.StopEnd(n).Stop(); !ok || s != n {
			t.Errorf("stop %d is %d, %v", n, s, ok)
		}
		if _, ok := board.StopEnd(n).Edge(); ok {
			t.Errorf("stop %d is an edge", n)
		}
	}
	junction := board.End(-1)
	if _, ok := junction.Edge(); ok {
		t.Error("the junction is an edge")
	}
	if _, ok := junction.Stop(); ok {
		t.Error("the junction is a stop")
	}
}

func TestRevenueIsOneValueOrOneForEachColour(t *testing.T) {
	for text, want := range map[string]map[string]int{
		`40`:                          {"yellow": 40, "brown": 40, "": 40},
		`{"yellow": 30, "brown": 60}`: {"yellow": 30, "green": 30, "blue": 30, "brown": 60, "red": 60, "purple": 60, "": 0, "pink": 0},
		`{"green": 40, "gray": 70}`:   {"yellow": 0, "green": 40, "red": 40, "gray": 70, "purple": 70},
		`{}`:                          {"yellow": 0},
	} {
		var r board.Revenue
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		for color, n := range want {
			if r.In(color) != n {
				t.Errorf("%s pays %d in %q, want %d", text, r.In(color), color, n)
			}
		}
	}
	if err := json.Unmarshal([]byte(`"40"`), new(board.Revenue)); err == nil {
		t.Error("a word is read as revenue")
	}
}

// The colour of the value that counts is returned too, for drawing it.
func TestWhichValueHolds(t *testing.T) {
	r := board.Revenue{By: map[string]int{"yellow": 0, "brown": 60}}
	for in, want := range map[string]string{"yellow": "yellow", "blue": "yellow", "brown": "brown", "gray": "brown", "": "", "pink": ""} {
		if got := r.Holds(in); got != want {
			t.Errorf("in %q holds the value for %q, want %q", in, got, want)
		}
	}
	if got := (board.Revenue{Fixed: 20}).Holds("green"); got != "" {
		t.Errorf("a fixed value holds for %q", got)
	}
}

// turning has two stops, plain track, a spur to a junction and a terminal.
const turning = `{"id": "1", "color": "green", "label": "B", "stops": [{"kind": "city"}, {"kind": "town"}],
	"track": ["0-s0", "1-s1", "s0-s1", "2-j", "3-j", "s1-j", "5-s0!"]}`

func TestTurningMovesEdgesOnly(t *testing.T) {
	m := newMap(t, flat, blank("A1"), turning)
	tile := m.Tile("1")
	for rot := range 6 {
		f := tile.Turned(rot)
		if f.Color != "green" || f.Label != "B" || len(f.Stops) != 2 || len(f.Track) != len(tile.Track) {
			t.Fatalf("turned by %d: %+v", rot, f)
		}
		for i, p := range f.Track {
			q := tile.Track[i]
			if p.A != turnedEnd(q.A, rot) || p.B != turnedEnd(q.B, rot) || p.Terminal != q.Terminal {
				t.Errorf("turned by %d: %+v is %+v", rot, q, p)
			}
		}
		var want []int
		for _, e := range []int{0, 1, 2, 3, 5} {
			want = append(want, (e+rot)%6)
		}
		slices.Sort(want)
		if got := f.Exits(); !slices.Equal(got, want) {
			t.Errorf("turned by %d: exits %v, want %v", rot, got, want)
		}
	}
}

func turnedEnd(e board.End, rot int) board.End {
	if n, ok := e.Edge(); ok {
		return board.End((n + rot) % 6)
	}
	return e
}

// Track through the junction leads to the stop at the junction. Plain track and blank edges lead to no stop.
func TestStopAtAnEdge(t *testing.T) {
	m := newMap(t, flat, blank("A1"), turning+`, {"id": "8", "color": "yellow", "track": ["0-2"]}`)
	for rot := range 6 {
		for edge, want := range []int{0, 1, 1, 1, -1, 0} {
			if got := m.Tile("1").Turned(rot).StopAt((edge + rot) % 6); got != want {
				t.Errorf("turned by %d: edge %d leads to stop %d, want %d", rot, edge, got, want)
			}
		}
	}
	if got := m.Tile("8").Turned(0).StopAt(0); got != -1 {
		t.Errorf("bare track leads to stop %d", got)
	}
}
