package t1828

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine/board"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
)

// lay returns the command that lays a tile, with a private company if that allows it. // O-01, O-04, O-05,
// O-09
func (tr *translator) lay(a translate.Action) (string, error) {
	words := tr.Tile(a)
	if with := " with " + string(a.Entity); a.EntityType == "company" && a.Offered("lay", strings.Fields(words+with)...) {
		words += with
	}
	return "lay " + words, nil
}

// station returns the command that places a marker: a station, the home of ERIE, or one with the C&P.
// // O-03, O-06, O-07
func (tr *translator) station(a translate.Action) (string, error) {
	if _, home := a.Asked("home"); home {
		return tr.City("home", a)
	}
	return tr.City("token", a)
}

// swap returns the command that moves a train to the other shell of its system. // O-13
func (tr *translator) swap(a translate.Action) (string, error) {
	from := tr.Trains[a.Train]
	for _, shell := range see(a.S).shells(a.Actor) {
		if shell != from && from != "" {
			tr.Trains[a.Train] = shell
			return fmt.Sprintf("move train %s into %s", games18xx.Base(a.Train), shell), nil
		}
	}
	return "", fmt.Errorf("%s moves the train %s and does not have it", a.Entity, a.Train)
}

// runs returns the command for recorded runs. The run of the C&P is between two stops. A record always
// names Canada A15, even if the run ends at the arrow of A13. // O-02, O-11, D-30
func (tr *translator) runs(a translate.Action) (string, error) {
	v := see(a.S)
	way := func(r games18xx.Route) ([]string, error) {
		hexes, err := translate.Way(v.Board(), r, canada[0].Hex)
		return inCanada(hexes), err
	}
	if a.EntityType != "minor" || len(a.Routes) == 0 {
		return translate.Runs(a.Routes, way)
	}
	hexes, err := way(a.Routes[0])
	if err != nil {
		return "", err
	}
	ends := []string{hexes[0], hexes[len(hexes)-1]}
	slices.Sort(ends) // our names of lines are sorted
	return "line " + strings.Join(ends, " "), tr.lineEarns(v, ends, a)
}

// lineEarns checks that the run of the C&P earns what the record says.
func (tr *translator) lineEarns(v view, ends []string, a translate.Action) error {
	b, got := v.Board(), 0
	for _, w := range ends {
		at, ok := board.ParseSpot(w)
		if !ok {
			at = board.Spot{Hex: w}
		}
		if at.N >= len(b.Face(at.Hex).Stops) {
			return fmt.Errorf("the C&P runs to %s, where no stop is", w)
		}
		got += b.Stop(at).Revenue.In(v.Phase().Offboard)
	}
	return tr.Earns(a.Action, got)
}

// inCanada removes A15 next to A13 at the ends of a run. // D-30
func inCanada(way []string) []string {
	n := len(way)
	switch {
	case n > 2 && way[0] == canada[1].Hex && way[1] == canada[0].Hex:
		return way[1:]
	case n > 2 && way[n-1] == canada[1].Hex && way[n-2] == canada[0].Hex:
		return way[:n-1]
	}
	return way
}
