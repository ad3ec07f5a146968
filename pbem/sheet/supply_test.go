package sheet

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// The tiles that are left are those of the title, less those on the map; what never runs out has no number.
func TestTilesLeft(t *testing.T) {
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
	}
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
