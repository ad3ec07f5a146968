package picture

import (
	"os"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/titles/title"
)

// coast draws a small map, after changes to its facts.
func coast(t *testing.T, changes ...string) string {
	t.Helper()
	data, err := os.ReadFile("../../engine/facts/testdata/coast.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Load([]byte(strings.NewReplacer(changes...).Replace(string(data))))
	if err != nil {
		t.Fatal(err)
	}
	ti := &title.Title{Facts: f, Position: func(*engine.State) title.Position { return title.Position{} }}
	return string(SVG(ti, engine.Fold([]engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}})))
}

// Of two kinds of terrain both costs are written, and a value that belongs to a
// train with its train.
func TestTerrainOfTwoKindsAndValuesOfTrains(t *testing.T) {
	svg := coast(t)
	for _, want := range []string{">$60<", ">$20<", ">D 100<", ">D 80<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture has no %s", want)
		}
	}
}

// Wet ground is drawn alike, whatever a title calls it, and other than hills.
func TestWetGround(t *testing.T) {
	river := coast(t)
	for word, wet := range map[string]bool{"swamp": true, "fen": true, "bog": true, "canal": true, "hill": false} {
		if got := coast(t, `"river"`, `"`+word+`"`); (got == river) != wet {
			t.Errorf("%s is drawn like a river: %v, want %v", word, got == river, wet)
		}
	}
}
