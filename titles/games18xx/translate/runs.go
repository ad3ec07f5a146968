package translate

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine/board"
	"pbem/titles/games18xx"
)

// Runs returns the command for recorded runs, "run nothing" if there are none. way returns the hexes of
// one run.
func Runs(routes []games18xx.Route, way func(games18xx.Route) ([]string, error)) (string, error) {
	words := []string{"run"}
	for _, r := range routes {
		hexes, err := way(r)
		if err != nil {
			return "", err
		}
		words = append(append(words, games18xx.Base(r.Train)+":"), hexes...)
	}
	if len(words) == 1 {
		return "run nothing", nil
	}
	return strings.Join(words, " "), nil
}

// Way returns the hexes of a run in order, and for a hex with several stops the stop. A hex with a stop
// that the run does not use is left out, because its name would mean the stop; past are hexes that are
// named although they have one.
func Way(b *board.Board, r games18xx.Route, past ...string) ([]string, error) {
	parts, err := inOrder(r)
	if err != nil {
		return nil, err
	}
	out := []string{stopAt(b, parts[0][0], parts[0][1])}
	for _, p := range parts {
		for _, hex := range p[1 : len(p)-1] {
			if len(b.Face(hex).Stops) == 0 || slices.Contains(past, hex) {
				out = append(out, hex)
			}
		}
		out = append(out, stopAt(b, last(p), p[len(p)-2]))
	}
	return out, nil
}

// inOrder turns the parts of a run, each from stop to stop, so that one begins where the one before ends.
// A record lists each in either direction. Older records do not list the stops.
func inOrder(r games18xx.Route) ([][]string, error) {
	if err := (games18xx.Action{Routes: []games18xx.Route{r}}).Whole(); err != nil {
		return nil, err
	}
	parts := slices.Clone(r.Connections)
	if len(r.Hexes) > 0 && len(r.Hexes) != len(parts)+1 {
		return nil, fmt.Errorf("the run of the %s-train does not hang together", games18xx.Base(r.Train))
	}
	for i, p := range parts {
		right := true
		switch {
		case len(r.Hexes) > 0:
			right = p[0] == r.Hexes[i] && last(p) == r.Hexes[i+1]
		case i > 0:
			right = p[0] == last(parts[i-1])
		case len(parts) > 1:
			right = slices.Contains([]string{parts[1][0], last(parts[1])}, last(p))
		}
		if !right {
			parts[i] = slices.Clone(p)
			slices.Reverse(parts[i])
		}
	}
	return parts, nil
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
