package picture

import (
	"os"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/titles/title"
)

// Of two kinds of terrain both costs are written, and a value that belongs to a
// train with its train.
func TestTerrainOfTwoKindsAndValuesOfTrains(t *testing.T) {
	data, err := os.ReadFile("../../engine/facts/testdata/coast.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	ti := &title.Title{Facts: f, Position: func(*engine.State) title.Position { return title.Position{} }}
	svg := string(SVG(ti, engine.Fold([]engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}})))
	for _, want := range []string{">$60<", ">$20<", ">D 100<", ">D 80<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture has no %s", want)
		}
	}
}
