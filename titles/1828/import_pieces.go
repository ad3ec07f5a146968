package t1828

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// lay returns the command that lays a tile, with a private company if that allows it. // O-01, O-04, O-05,
// O-09
func (tr *translator) lay(pending []engine.Choice, by string, a games18xx.Action) string {
	tr.tiles[a.Tile] = a.Hex
	words := fmt.Sprintf("%s %s %d", a.Hex, games18xx.Base(a.Tile), a.Rotation)
	if with := " with " + string(a.Entity); a.EntityType == "company" && offered(pending, by, "lay", strings.Fields(words+with)...) {
		words += with
	}
	return "lay " + words
}

// city returns our name of a city such as "592-1-0" (copy 1 of tile 592, city 0) or "H9-2-0" (the city
// printed in H9).
func (tr *translator) city(v view, a games18xx.Action) (string, error) {
	tile, n, err := a.CityName()
	if err != nil {
		return "", err
	}
	hex, laid := tr.tiles[tile]
	if !laid {
		hex = games18xx.Base(tile)
	}
	b := v.Board()
	for i, s := range b.Face(hex).Stops {
		if s.Kind != board.City {
			continue
		}
		if n == 0 {
			return strings.Join(step.SpotName(b, board.Spot{Hex: hex, N: i}), " "), nil
		}
		n--
	}
	return "", fmt.Errorf("there is no city %s", a.City)
}

// station returns the command that places a marker: a station, the home of ERIE, or one with the C&P.
// // O-03, O-06, O-07
func (tr *translator) station(v view, pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	at, err := tr.city(v, a)
	if _, home := asked(pending, by, "home"); home {
		return "home " + at, err
	}
	return "token " + at, err
}

// train returns the command that buys a train from the supply, or from the owner of this copy, for a shell
// of a system. The supply is paid the price of the train. // O-14
func (tr *translator) train(a games18xx.Action) (string, error) {
	name, from := games18xx.Base(a.Train), tr.trains[a.Train]
	into, shell := company(string(a.Entity)), ""
	if a.Shell != "" {
		into = company(a.Shell)
		shell = " into " + into
	}
	words := "buy train " + name + " from bank" + shell
	switch t := data.Train(name); {
	case t == nil:
		return "", fmt.Errorf("there is no %s-train", name)
	case from != "":
		words = fmt.Sprintf("buy train %s from %s%s for %d", name, from, shell, a.Price)
	case a.Price != t.Price:
		return "", fmt.Errorf("it pays %s for a %s-train, which costs %s", money(a.Price), name, money(t.Price))
	}
	tr.trains[a.Train] = into
	return words, nil
}

// swap returns the command that moves a train to the other shell of its system. // O-13
func (tr *translator) swap(v view, a games18xx.Action) (string, error) {
	from := tr.trains[a.Train]
	for _, shell := range v.shells(company(string(a.Entity))) {
		if shell != from && from != "" {
			tr.trains[a.Train] = shell
			return fmt.Sprintf("move train %s into %s", games18xx.Base(a.Train), shell), nil
		}
	}
	return "", fmt.Errorf("%s moves the train %s and does not have it", a.Entity, a.Train)
}

// discard returns the command that discards a train. // O-16
func (tr *translator) discard(a games18xx.Action) (string, error) {
	from := tr.trains[a.Train]
	if from == "" {
		return "", fmt.Errorf("%s discards the train %s and does not have it", a.Entity, a.Train)
	}
	return fmt.Sprintf("discard train %s %s", games18xx.Base(a.Train), from), nil
}

// runWords returns the command for recorded runs. The run of the C&P is between two stops. // O-02, O-11
func runWords(b *board.Board, a games18xx.Action) (string, error) {
	var words []string
	for _, r := range a.Routes {
		way, err := wayOf(b, r)
		if err != nil {
			return "", err
		}
		if a.EntityType == "minor" {
			ends := []string{way[0], last(way)}
			slices.Sort(ends) // our names of lines are sorted
			return "line " + strings.Join(ends, " "), nil
		}
		words = append(append(words, games18xx.Base(r.Train)+":"), way...)
	}
	if len(words) == 0 {
		return "run nothing", nil
	}
	return "run " + strings.Join(words, " "), nil
}

// lineEarns checks that the run of the C&P earns what the record says.
func (v view) lineEarns(words string, a games18xx.Action) error {
	b, got := v.Board(), 0
	want, told := a.Earned()
	for _, w := range strings.Fields(words)[1:] {
		at, ok := board.ParseSpot(w)
		if !ok {
			at = board.Spot{Hex: w}
		}
		if at.N >= len(b.Face(at.Hex).Stops) {
			return fmt.Errorf("the C&P runs to %s, where no stop is", w)
		}
		got += b.Stop(at).Revenue.In(v.Phase().Offboard)
	}
	if told && got != want {
		return fmt.Errorf("the runs earn %s, recorded are %s", money(got), money(want))
	}
	return nil
}

// wayOf returns the hexes of a run in order. A record lists the hexes of its stops, and for each part the
// hexes from stop to stop in either direction. It always names Canada A15, even if the run ends at the
// arrow of A13. // D-30
func wayOf(b *board.Board, r games18xx.Route) ([]string, error) {
	parts := slices.Clone(r.Connections)
	if len(parts) == 0 || len(r.Hexes) != len(parts)+1 {
		return nil, fmt.Errorf("the run of the %s-train does not hang together", games18xx.Base(r.Train))
	}
	for i, p := range parts {
		if len(p) < 2 {
			return nil, fmt.Errorf("the run of the %s-train goes nowhere in %s", games18xx.Base(r.Train), r.Hexes[i])
		}
		if p[0] != r.Hexes[i] || last(p) != r.Hexes[i+1] {
			p = slices.Clone(p)
			slices.Reverse(p)
			parts[i] = p
		}
	}
	out := []string{stopAt(b, parts[0][0], parts[0][1])}
	for _, p := range parts {
		for _, hex := range p[1 : len(p)-1] {
			if hex == canada[0].Hex || len(b.Face(hex).Stops) == 0 { // the name of another hex would mean its stop
				out = append(out, hex)
			}
		}
		out = append(out, stopAt(b, last(p), p[len(p)-2]))
	}
	return inCanada(out), nil
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

func last(p []string) string { return p[len(p)-1] }

// stopAt names the stop of a hex to which the track from a neighbour leads.
func stopAt(b *board.Board, hex, from string) string {
	if len(b.Face(hex).Stops) < 2 {
		return hex
	}
	for e := range 6 {
		if at, ok := b.Neighbour(hex, e); ok && at == from {
			return board.Spot{Hex: hex, N: b.Face(hex).StopAt(e)}.String()
		}
	}
	return hex
}
