package enginetest_test

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/enginetest"
	"pbem/engine/step"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// Markers lie in circles of cities that are there, and not more of them than there are circles.
func TestCircles(t *testing.T) {
	for _, ti := range titles.All() {
		g, _, err := titles.Start(ti, titletest.Names(1, ti.Facts.Seats[0].Players))
		if err != nil {
			t.Fatal(err)
		}
		start := g.State()
		b := (step.Table{S: start, F: ti.Facts}).Board()
		hex := first(b, func(stops []board.Stop) bool { return len(stops) == 1 && stops[0].Slots == 1 })
		bare := first(b, func(stops []board.Stop) bool { return len(stops) == 0 })
		for _, c := range []struct {
			what    string
			markers []engine.Event
			want    string
		}{
			{"one in a city", []engine.Event{marker(0, hex+".0")}, ""},
			{"two in a circle", []engine.Event{marker(0, hex+".0"), marker(1, hex+".0")}, "2 markers in " + hex + ", stop 0, which has 1 circles"},
			{"one at a stop that is not there", []engine.Event{marker(0, hex+".7")}, "lies at " + hex + ".7, which is not there"},
			{"one where no stop is", []engine.Event{marker(0, bare+".0")}, "lies at " + bare + ".0, which is not there"},
			{"one on a hex without a city", []engine.Event{marker(0, bare)}, "1 markers in " + bare + ", which has 0 circles"},
			{"another piece where no stop is", []engine.Event{engine.Moved{Piece: "mine:X:0", To: bare + ".0"}}, ""},
			{"one beside the map", []engine.Event{marker(0, "box.7")}, ""},
		} {
			sound := enginetest.Circles(ti.Facts)
			if err := sound(start); err != nil {
				t.Fatalf("%s: at the beginning: %v", ti.Facts.Slug, err)
			}
			err := sound(start.With(c.markers...))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %s: %v, want %q", ti.Facts.Slug, c.what, err, c.want)
			}
		}
	}
}

// first returns the first hex with such stops.
func first(b *board.Board, are func([]board.Stop) bool) string {
	i := slices.IndexFunc(b.Hexes, func(h board.Hex) bool { return are(b.Face(h.At).Stops) })
	return b.Hexes[i].At
}

// marker puts a new marker on a place.
func marker(n int, place string) engine.Event {
	return engine.Moved{Piece: step.Token("X", n), To: place}
}
