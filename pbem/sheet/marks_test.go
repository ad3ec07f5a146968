package sheet

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

// TestMarks tells what lies on hexes with stops, with bare track, with nothing
// and beyond the map's edge, and where to find each kind.
func TestMarks(t *testing.T) {
	known, _ := titles.Find("1817")
	g, _, err := titles.Start(known, engine.Started{Seed: 1, Players: players[:3]})
	if err != nil {
		t.Fatal(err)
	}
	marks := []title.Mark{{Hex: "A20", Word: "port"}, {Hex: "B5", Word: "coal"}, {Hex: "B25", Word: "coal"}, {Hex: "G14", Word: "coal"}, {Hex: "G14", Word: "coal"}, {Hex: "G14", Word: "bridge"}}
	ti := *known
	ti.Position = func(s *engine.State) title.Position {
		p := known.Position(s)
		p.Marks = append(p.Marks, marks...)
		return p
	}
	m := Mail{Title: &ti, Game: "g1", Name: "Mines", Reader: "p1", Kind: Status, State: g.State().With(engine.TileLaid{Hex: "G14", Tile: "8", Rot: 0})}
	text := strings.ReplaceAll(Text(m), tie, " ")
	narrow(t, "marks", Text(m))
	for _, want := range []string{"city [ ] +coal\n", "G14 8 SW-NW +2 coal +bridge", "B25 +coal", "A20 Montréal +port", "Marks are on:\n", "  coal   B5 B25 G14\n", "  bridge G14\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not said in\n%s", want, text)
		}
	}
	marks = nil
	if text := Text(m); strings.Contains(text, "Marks are on") || strings.Contains(text, "+coal") {
		t.Error("marks are told where none lie")
	}
}
