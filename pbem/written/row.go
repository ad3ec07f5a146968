package written

import (
	"slices"

	"pbem/engine"
)

// Where chance also orders what it draws, as the private companies in a row, "drawn" says them in that order.

// someSeeds are as many as show whether chance orders what it draws.
const someSeeds = 8

// orders reports whether chance orders what was drawn: whether some seed lays them otherwise than the facts list them. Those of several
// kinds are drawn apart.
func (h *head) orders(start engine.Started) bool {
	if len(h.drawn) < 2 || h.title.Facts.Private(h.drawn[0]) == nil {
		return false
	}
	all := h.drawable()
	for _, sym := range h.drawn {
		if h.title.Facts.Private(sym).Kind != h.title.Facts.Private(h.drawn[0]).Kind {
			return false
		}
	}
	for start.Seed = 1; start.Seed <= someSeeds; start.Seed++ {
		setup, err := h.title.Setup(start)
		if err != nil {
			return false
		}
		lies := h.places(setup)
		for _, place := range lies {
			row := slices.DeleteFunc(h.laid(setup, all), func(sym string) bool { return lies[sym] != place })
			if !slices.IsSortedFunc(row, func(a, b string) int { return slices.Index(all, a) - slices.Index(all, b) }) {
				return true
			}
		}
	}
	return false
}

// laid lists some of those that can be drawn in the order in which a setup lays them out.
func (h *head) laid(setup []engine.Event, syms []string) []string {
	of := map[string]string{}
	for _, sym := range syms {
		of[h.piece(sym)] = sym
	}
	var out []string
	for _, e := range setup {
		if moved, ok := e.(engine.Moved); ok && of[moved.Piece] != "" {
			out = append(out, of[moved.Piece])
		}
	}
	return out
}
