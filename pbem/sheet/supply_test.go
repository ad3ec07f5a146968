package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/titles"
)

// The tiles that are left are those of the title, less those on the map; what never runs out has no number.
func TestTilesLeft(t *testing.T) {
	limited := 0
	for _, ti := range titles.All() {
		s := engine.Fold(nil)
		sec := TilesLeft(ti, s)
		listed := ""
		for _, f := range sec.Facts {
			listed += f.Text + ", "
		}
		if got, want := strings.Count(listed, ", "), len(ti.Facts.Map.Tiles); got != want {
			t.Errorf("%s lists %d tiles of %d", ti.Facts.Name, got, want)
		}
		i := slices.IndexFunc(ti.Facts.Map.Tiles, func(tile board.Tile) bool { return tile.Count > 1 })
		if i < 0 {
			continue // none runs out
		}
		limited++
		tile := ti.Facts.Map.Tiles[i]
		for n := range tile.Count { // all of them are laid
			want, where := fmt.Sprintf("%s×%d", tile.ID, tile.Count-n), tile.Color
			if !slices.Contains(tilesOf(TilesLeft(ti, s), where), want) {
				t.Errorf("%s: after %d of tile %s there is no %s: %v", ti.Facts.Name, n, tile.ID, want, tilesOf(TilesLeft(ti, s), where))
			}
			s = s.With(engine.TileLaid{Hex: ti.Facts.Map.Hexes[n].At, Tile: tile.ID})
		}
		if !slices.Contains(tilesOf(TilesLeft(ti, s), "none"), tile.ID) {
			t.Errorf("%s: tile %s has not run out: %v", ti.Facts.Name, tile.ID, TilesLeft(ti, s))
		}
	}
	if limited < 3 {
		t.Errorf("tiles run out in %d titles", limited)
	}
}

// tilesOf returns what a list of tiles has in a row.
func tilesOf(sec Section, row string) []string {
	for _, f := range sec.Facts {
		if f.Name == row {
			return strings.Split(f.Text, ", ")
		}
	}
	return nil
}

// Rounds before the first price are left out, and no table is wider than a phone.
func TestPricesByRound(t *testing.T) {
	ti, _ := titles.Find("1828")
	_, log, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(log)
	if got := Prices(ti, []string{"Auction"}, []*engine.State{s}); got != "  No company has a price yet.\n" {
		t.Errorf("before any price: %q", got)
	}
	at := s.With(engine.Priced{Marker: ti.Facts.Companies[0].Sym, Cell: "3,3"})
	names, states := []string{"Auction"}, []*engine.State{s}
	for n := range 7 {
		names, states = append(names, fmt.Sprintf("OR 10.%d", n)), append(states, at)
	}
	lines := strings.Split(strings.TrimSpace(Prices(ti, names, states)), "\n")
	price := strings.Fields(lines[len(lines)-1])
	if len(lines) != 5 || strings.Contains(lines[0], "Auction") || price[0] != ti.Facts.Companies[0].Sym || len(price) != 3 || price[1] == "-" {
		t.Errorf("the prices are\n%s", strings.Join(lines, "\n"))
	}
	for _, line := range lines {
		if len(line) > 47 {
			t.Errorf("too wide for a phone: %q", line)
		}
	}
}
