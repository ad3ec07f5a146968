package t1817

import (
	"fmt"
	"testing"

	"pbem/engine"
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
