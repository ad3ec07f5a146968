package sheet

import (
	"os"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

// Of two kinds of terrain both costs are told, and a value that belongs to a
// train with its train, on the map and beyond its edge.
func TestTerrainOfTwoKindsAndValuesOfTrains(t *testing.T) {
	data, err := os.ReadFile("../../engine/facts/testdata/coast.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold([]engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}})
	v := &view{Mail: Mail{Title: &title.Title{Facts: f}, State: s}, table: step.Table{S: s, F: f}}
	v.board = v.table.Board()
	for at, want := range map[string]string{"B3": "$60 mountain + $20 river", "C2": "$20 river", "A2": "free"} {
		if got := v.terrain(v.board.Hex(at)); got != want {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
	easton, abroad := v.board.Hex("B7"), v.board.Hex("A6")
	if got := v.stop(easton, &easton.Face, 0, easton.Stops[0]).text(); !strings.HasPrefix(got, "$10 (D $80)") {
		t.Errorf("Easton is worth %q", got)
	}
	var row []string
	for _, c := range v.outsideRow(abroad, abroad.Stops[0], []string{"yellow", "brown"}, "yellow") {
		row = append(row, c.text())
	}
	if got := strings.Join(row, "|"); got != "A6|Abroad (D $100)|$30|30|60" {
		t.Errorf("Abroad is worth %q", got)
	}
}
