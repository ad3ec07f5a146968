package t1817

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/titles/games18xx"
)

// runWords returns the command for recorded runs. It returns "" if there is nothing to run and we do not
// ask: that program sometimes asks anyway, from outdated routes.
func runWords(v view, pending []engine.Choice, a games18xx.Action) string {
	asked := slices.ContainsFunc(pending, func(c engine.Choice) bool { return c.For == string(a.Entity) && c.Verb == "run" })
	if len(a.Routes) == 0 && !asked {
		return ""
	}
	return "run " + routeWords(v.Board(), a.Routes)
}

// routeWords writes recorded runs in our words. A record lists the hexes of each part of a run from stop to
// stop, in either direction.
func routeWords(b *board.Board, routes []games18xx.Route) string {
	var words []string
	for _, r := range routes {
		words = append(words, games18xx.Base(r.Train)+":")
		words = append(words, chain(b, r.Connections)...)
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, " ")
}

// chain returns the hexes of connected parts, in order.
func chain(b *board.Board, parts [][]string) []string {
	parts = slices.Clone(parts)
	for i := range parts {
		if i == 0 {
			if len(parts) > 1 && !touches(parts[1], last(parts[0])) {
				parts[0] = reversed(parts[0])
			}
			continue
		}
		if parts[i][0] != last(parts[i-1]) {
			parts[i] = reversed(parts[i])
		}
	}
	out := []string{stopAt(b, parts[0][0], parts[0][1])}
	for _, p := range parts {
		out = append(out, p[1:len(p)-1]...)
		out = append(out, stopAt(b, last(p), p[len(p)-2]))
	}
	return out
}

func last(p []string) string { return p[len(p)-1] }

func touches(p []string, hex string) bool { return p[0] == hex || last(p) == hex }

func reversed(p []string) []string {
	out := slices.Clone(p)
	slices.Reverse(out)
	return out
}

// stopAt names the stop of a hex to which the track from a neighbour leads.
func stopAt(b *board.Board, hex, from string) string {
	if len(b.Face(hex).Stops) > 1 {
		for e := range 6 {
			if at, ok := b.Neighbour(hex, e); ok && at == from {
				return board.Spot{Hex: hex, N: b.Face(hex).StopAt(e)}.String()
			}
		}
	}
	return hex
}
