package t1817

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles/title/titletest"
)

// Coal mines and bridge tokens are marks on the map, in the order of its hexes.
// // 17-PV-06, 17-PV-12
func TestMinesAndBridgesAreMarks(t *testing.T) {
	log, err := setup(engine.Started{Title: "1817", Players: []string{"Amy", "Brian", "Crystal"}})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(log)
	if got := position(s).Marks; len(got) > 0 {
		t.Errorf("marks before the first: %v", got)
	}
	s = s.With(engine.Moved{Piece: "bridge:X:1", To: "G6"}, engine.Moved{Piece: "coal:X:1", To: "H13"}, engine.Moved{Piece: "coal:X:2", To: "B25"})
	if got := fmt.Sprint(position(s).Marks); got != "[{B25 coal} {G6 bridge} {H13 coal}]" {
		t.Errorf("marks %s", got)
	}
}

// The powers of private companies are told in words. // 1.2.6
func TestPowersOfPrivates(t *testing.T) {
	for private, want := range map[string]string{
		"MINC": "brings its company 1 coal mine: it goes, with",
		"MAJC": "brings its company 3 coal mines: each goes, with",
	} {
		if got := power(private); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", private, got, want)
		}
	}
}

func TestGamesThatBeginNow(t *testing.T) {
	titletest.BeginsNow(t, Title, switches, quietEnd)
}
