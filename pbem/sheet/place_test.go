package sheet

import (
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/grammar"
	"pbem/titles"
	"pbem/titles/title"
)

// Every hex, train, colour of tiles, phase and zone of the market of a title is on some page of help, however it is said.
func TestNothingOfATitleIsWithoutAPage(t *testing.T) {
	for _, ti := range titles.All() {
		f := ti.Facts
		for i := range f.Map.Hexes {
			exact, _, _ := grammar.Meant(f, strings.ToLower(f.Map.Hexes[i].At))
			if len(exact) != 1 || exact[0].Kind != grammar.HexThing {
				t.Errorf("%s, %s: %v", f.Name, f.Map.Hexes[i].At, exact)
				continue
			}
			placed(t, ti, exact[0])
		}
		for _, tr := range f.Trains {
			for _, said := range []string{tr.Name, "train " + tr.Name, tr.Name + "-train", strings.ToLower(tr.Name)} {
				exact, _, _ := grammar.Meant(f, said)
				if !slices.ContainsFunc(exact, func(th grammar.Thing) bool { return th.Kind == grammar.TrainThing && th.ID == tr.Name }) {
					t.Errorf("%s, %q: %v", f.Name, said, exact)
				}
			}
		}
		var words []string
		for _, zone := range f.Zones {
			said := strings.ReplaceAll(zone, "_", " ")
			words = append(words, said, "the "+said+" zone", zone)
		}
		for _, p := range f.Phases {
			for _, colour := range p.Tiles {
				words = append(words, colour, colour+" tiles", "Colour "+colour)
			}
			words = append(words, p.Name+" phase", "phase "+p.Name)
		}
		for _, said := range words {
			if len(colourWords(ti, said)) == 0 {
				t.Errorf("%s: %q is on no page", f.Name, said)
			}
		}
	}
}

// placed checks the page of a hex before a game.
func placed(t *testing.T, ti *title.Title, hex grammar.Thing) {
	t.Helper()
	sec := Explain(ti, nil, hex)
	if len(sec.Facts) < 2 || !strings.HasPrefix(sec.Head, hex.ID) {
		t.Errorf("%s, %s: %v", ti.Facts.Name, hex.ID, sec)
	}
}

// A page of a hex tells what is there in a game: its tile, its stations and what lies around it.
func TestPageOfAHex(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range titles.All() {
		stood := 0
		for _, m := range positions(t, ti) {
			v := look(m)
			for i := range v.board.Hexes {
				hex := &v.board.Hexes[i]
				sec := Explain(ti, m.State, grammar.Thing{Kind: grammar.HexThing, ID: hex.At, Name: hex.Name})
				fact := func(name string) string {
					for _, f := range sec.Facts {
						if f.Name == name {
							return f.Text
						}
					}
					return ""
				}
				if l, ok := m.State.Tile(hex.At); ok && !strings.HasPrefix(fact("Tile"), l.Tile+", ") {
					t.Fatalf("%s, %s: %v", ti.Facts.Name, hex.At, sec.Facts)
				}
				for _, f := range sec.Facts {
					if strings.Contains(f.Text, "[") && strings.Contains(f.Text, "]") {
						stood++
					}
				}
			}
		}
		if stood == 0 {
			t.Errorf("%s: no station is told", ti.Facts.Name)
		}
	}
}
