package board_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pbem/engine/board"
)

// A tracer finds every legal way from a stop by trying all of them. It shares only the facts of the map with
// the package: it reads the ways through a hex from its printed track, and finds neighbours from the
// positions of hexes.
type tracer struct {
	b       *board.Board
	over    map[board.Side]string // the hex over an open side
	blocked func(board.Spot) bool
	visit   func(w *way)
}

// A way is a partial route.
type way struct {
	stops []board.Spot
	sides []board.Side // crossed hex sides, in order
	words []string     // stops, and hexes passed without a stop
	used  map[string]bool
}

func newTracer(b *board.Board, blocked func(board.Spot) bool, visit func(*way)) *tracer {
	t := &tracer{b, map[board.Side]string{}, blocked, visit}
	for i := range b.Hexes {
		for e := range 6 {
			if at := hexOver(b.Map, b.Hexes[i].At, e); at != "" {
				t.over[board.Side{Hex: b.Hexes[i].At, Edge: e}] = at
			}
		}
	}
	return t
}

// hexOver finds the hex whose middle lies one hex away in the direction of the edge. It returns "" if there
// is none or the border is blocked.
func hexOver(m *board.Map, at string, edge int) string {
	x, y := middle(m, at)
	angle := math.Pi / 180 * float64(90+60*edge)
	if m.Layout.Pointy {
		angle += math.Pi / 6
	}
	x, y = x+math.Sqrt(3)*math.Cos(angle), y+math.Sqrt(3)*math.Sin(angle)
	for i := range m.Hexes {
		h := &m.Hexes[i]
		if hx, hy := middle(m, h.At); math.Hypot(hx-x, hy-y) < 0.1 {
			if slices.Contains(m.Hex(at).Blocked, edge) || slices.Contains(h.Blocked, (edge+3)%6) {
				return ""
			}
			return h.At
		}
	}
	return ""
}

// middle returns the position of the middle of a hex with sides of length 1, y downwards.
func middle(m *board.Map, at string) (x, y float64) {
	col, row := m.Center(at)
	if m.Layout.Pointy {
		return float64(col) * math.Sqrt(3) / 2, float64(row) * 1.5
	}
	return float64(col) * 1.5, float64(row) * math.Sqrt(3) / 2
}

// onward lists the ends that track inside the hex leads to from an end.
func onward(f *board.Face, from board.End) (out []board.End) {
	atJunction := func(p board.Path) (board.End, bool) {
		if p.A == -1 {
			return p.B, true
		}
		return p.A, p.B == -1
	}
	for i, p := range f.Track {
		if arm, ok := atJunction(p); ok {
			for j, q := range f.Track {
				if other, ok := atJunction(q); ok && i != j && arm == from {
					out = append(out, other)
				}
			}
			continue
		}
		switch from {
		case p.A:
			out = append(out, p.B)
		case p.B:
			out = append(out, p.A)
		}
	}
	return out
}

// ends reports whether every route ends at the stop.
func ends(b *board.Board, s board.Spot) bool {
	return b.Stop(s).Kind == board.Offboard || slices.ContainsFunc(b.Face(s.Hex).Track, func(p board.Path) bool {
		return p.Terminal && (p.A == board.StopEnd(s.N) || p.B == board.StopEnd(s.N))
	})
}

// trace calls visit for every way from a stop, after each extension.
func (t *tracer) trace(from board.Spot) {
	t.stop(&way{used: map[string]bool{}}, from)
}

// stop arrives at a stop and continues from there.
func (t *tracer) stop(w *way, at board.Spot) {
	keys := []string{at.String()}
	switch g := t.b.Stop(at).Group; g {
	case "":
	case board.OfHex:
		keys = append(keys, "hex "+at.Hex)
	default:
		keys = append(keys, "group "+g)
	}
	if slices.ContainsFunc(keys, func(k string) bool { return w.used[k] }) {
		return
	}
	n := w.with(keys...)
	n.stops, n.words = append(slices.Clone(w.stops), at), append(slices.Clone(w.words), at.String())
	t.visit(n)
	if len(w.stops) == 0 || !ends(t.b, at) && !t.blocked(at) {
		t.leave(n, at.Hex, board.StopEnd(at.N))
	}
}

func (w *way) with(keys ...string) *way {
	n := &way{stops: w.stops, sides: w.sides, words: w.words, used: maps.Clone(w.used)}
	for _, k := range keys {
		n.used[k] = true
	}
	return n
}

// leave continues from an end within a hex.
func (t *tracer) leave(w *way, hex string, from board.End) {
	for _, to := range onward(t.b.Face(hex), from) {
		if n, ok := to.Stop(); ok {
			t.stop(w, board.Spot{Hex: hex, N: n})
			continue
		}
		n := w
		if _, edge := from.Edge(); edge {
			n = w.with()
			n.words = append(slices.Clone(w.words), hex)
		}
		t.cross(n, board.Side{Hex: hex, Edge: int(to)})
	}
}

// cross crosses a hex side into the next hex.
func (t *tracer) cross(w *way, out board.Side) {
	next, ok := t.over[out]
	if !ok {
		return
	}
	in := board.Side{Hex: next, Edge: (out.Edge + 3) % 6}
	key := sideKey(out.Hex, next)
	if w.used[key] {
		return
	}
	n := w.with(key)
	n.sides = append(slices.Clone(w.sides), in)
	t.visit(n)
	t.leave(n, next, board.End(in.Edge))
}

// sideKey names the side between two hexes among what a way has used.
func sideKey(hex, next string) string { return fmt.Sprint("side ", min(hex+next, next+hex)) }

// whole reports whether the way ends at a stop, as a route does.
func (w *way) whole() bool {
	return len(w.stops) > 1 && w.words[len(w.words)-1] == w.stops[len(w.stops)-1].String()
}

func (w *way) String() string { return strings.Join(w.words, " ") }
