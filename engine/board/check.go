package board

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

var (
	colors = []string{"white", "yellow", "green", "brown", "gray", "red", "blue"}
	kinds  = []Kind{City, Town, Offboard, Port, Halt}
)

// check finds errors in a hex of the data.
func (h *Hex) check() error {
	for _, e := range h.Blocked {
		if e < 0 || e > 5 {
			return fmt.Errorf("hex %s: no edge %d", h.At, e)
		}
	}
	for sym, n := range h.Reserved {
		if n < 0 || n >= len(h.Stops) {
			return fmt.Errorf("hex %s: no stop %d for %s", h.At, n, sym)
		}
	}
	for _, colour := range h.Again {
		if !slices.Contains(colors, colour) {
			return fmt.Errorf("hex %s: paid again for a tile of the colour %q, which is none", h.At, colour)
		}
	}
	if len(h.Again) > 0 && h.Cost == 0 {
		return fmt.Errorf("hex %s: paid again, but it costs nothing", h.At)
	}
	if err := h.Face.check(); err != nil {
		return fmt.Errorf("hex %s: %w", h.At, err)
	}
	return nil
}

// checkTurns finds rotations that do not exist.
func (m *Map) checkTurns(h *Hex) error {
	for _, id := range slices.Sorted(maps.Keys(h.Turns)) {
		if m.Tile(id) == nil {
			return fmt.Errorf("hex %s: turns of tile %s, which is none", h.At, id)
		}
		for _, r := range h.Turns[id] {
			if r < 0 || r > 5 {
				return fmt.Errorf("hex %s: tile %s is turned by %d, not 0 to 5", h.At, id, r)
			}
		}
	}
	return nil
}

// check finds errors in a tile of the data.
func (t *Tile) check() error {
	if t.ID == "" {
		return fmt.Errorf("a tile has no number")
	}
	if err := t.Face.check(); err != nil {
		return fmt.Errorf("tile %s: %w", t.ID, err)
	}
	return nil
}

func (f *Face) check() error {
	if !slices.Contains(colors, f.Color) {
		return fmt.Errorf("no colour %q", f.Color)
	}
	for _, s := range f.Stops {
		if !slices.Contains(kinds, s.Kind) {
			return fmt.Errorf("no kind of stop %q", s.Kind)
		}
		for _, colour := range slices.Sorted(maps.Keys(s.Revenue.By)) {
			if !slices.Contains(ages, colour) {
				return fmt.Errorf("a revenue for %q, which is no colour of a phase", colour)
			}
		}
	}
	return f.checkTrack()
}

// checkTrack finds track to stops that do not exist, track that joins nothing, and track that is listed
// twice.
func (f *Face) checkTrack() error {
	arms := 0
	seen := map[[2]End]bool{}
	for _, p := range f.Track {
		for _, e := range []End{p.A, p.B} {
			if n, ok := e.Stop(); ok && n >= len(f.Stops) {
				return fmt.Errorf("track %s: no stop %d", p, n)
			}
			if e == junction {
				arms++
			}
		}
		ends := [2]End{min(p.A, p.B), max(p.A, p.B)}
		switch {
		case p.A == p.B:
			return fmt.Errorf("track %s leads nowhere", p)
		case seen[ends]:
			return fmt.Errorf("track %s is there twice", p)
		}
		seen[ends] = true
	}
	if arms == 1 {
		return fmt.Errorf("one track alone leads to its junction")
	}
	return nil
}

// String writes the track as data files do.
func (p Path) String() string {
	text := p.A.String() + "-" + p.B.String()
	if p.Terminal {
		text += "!"
	}
	return text
}

// String writes the end as data files do.
func (e End) String() string {
	if n, ok := e.Stop(); ok {
		return "s" + strconv.Itoa(n)
	}
	if e == junction {
		return "j"
	}
	return strconv.Itoa(int(e))
}
