package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine/board"
)

// The drawing of the map shows each hex as a box of 5 by 4 characters: its coordinate, below that its
// revenue, and around them its exits. The boxes are placed so that track continues from box to box:
//
//	flat    |         pointy  \ /
//	       \B5 /              -B5 -
//	       /30 \               30
//	        |                 / \

// A grid holds lines of characters.
type grid struct{ lines [][]rune }

func (g *grid) put(x, y int, text string) {
	for len(g.lines) <= y {
		g.lines = append(g.lines, nil)
	}
	for _, r := range text {
		for len(g.lines[y]) <= x {
			g.lines[y] = append(g.lines[y], ' ')
		}
		g.lines[y][x] = r
		x++
	}
}

// drawing draws the map. It returns nil if the map is too wide.
func (v *view) drawing() []string {
	var g grid
	left, top, right := v.corner()
	if v.column(right-left)+5 > Columns {
		return nil
	}
	for i := range v.board.Hexes {
		hex := &v.board.Hexes[i]
		if face := v.board.Face(hex.At); hex.Color != "blue" || len(face.Track) > 0 {
			x, y := v.board.Center(hex.At)
			v.box(&g, hex, face, v.column(x-left), v.line(y-top))
		}
	}
	var out []string
	for _, l := range g.lines {
		out = append(out, strings.TrimRight(string(l), " "))
	}
	return out
}

// corner returns the left and top edge of the map and its right edge.
func (v *view) corner() (left, top, right int) {
	for i := range v.board.Hexes {
		x, y := v.board.Center(v.board.Hexes[i].At)
		if i == 0 {
			left, top, right = x, y, x
		}
		left, top, right = min(left, x), min(top, y), max(right, x)
	}
	return left, top, right
}

// column returns the column at which the box of a hex begins.
func (v *view) column(x int) int {
	if v.board.Layout.Pointy {
		return x * 5 / 2
	}
	return x * 5
}

func (v *view) line(y int) int {
	if v.board.Layout.Pointy {
		return y * 4
	}
	return y * 2
}

// ends are the place and the look of the exits in a box, by edge.
var ends = map[bool][6]struct {
	x, y int
	mark string
}{
	false: {{2, 3, "|"}, {0, 2, "/"}, {0, 1, `\`}, {2, 0, "|"}, {4, 1, "/"}, {4, 2, `\`}},
	true:  {{1, 3, "/"}, {0, 1, "-"}, {1, 0, `\`}, {3, 0, "/"}, {4, 1, "-"}, {3, 3, `\`}},
}

func (v *view) box(g *grid, hex *board.Hex, face *board.Face, x, y int) {
	for _, e := range face.Exits() {
		end := ends[v.board.Layout.Pointy][e]
		g.put(x+end.x, y+end.y, end.mark)
	}
	g.put(x+1, y+1, fmt.Sprintf("%-3s", hex.At))
	g.put(x+1, y+2, fmt.Sprintf("%-3s", v.pays(hex, face)))
}

// pays tells in three characters what a hex is worth: "30o" is a city of 30 with a free space, ".10" is a
// town, "$20" is the cost of building.
func (v *view) pays(hex *board.Hex, face *board.Face) string {
	if len(face.Stops) == 0 {
		if _, laid := v.State.Tile(hex.At); !laid && hex.Cost > 0 && len(face.Track) == 0 {
			return v.costMark(hex.Cost)
		}
		return ""
	}
	st := face.Stops[0]
	if i := slices.IndexFunc(face.Stops, func(s board.Stop) bool { return s.Kind == board.City }); i >= 0 {
		st = face.Stops[i]
	}
	value := ""
	if n := st.Revenue.In(v.table.Phase().Offboard); n > 0 || len(face.Track) > 0 {
		value = fmt.Sprint(n)
	}
	switch {
	case st.Kind == board.Town || st.Kind == board.Halt:
		return "." + value
	case v.room(hex, face):
		return value + "o"
	}
	return value
}

// costMark writes a cost of two digits in three characters: "$20", or "20f" for francs.
func (v *view) costMark(n int) string {
	text := v.money(n)
	if before, _, ok := strings.Cut(v.Title.Facts.Currency, "%d"); ok && before == "" && len(text) > len(fmt.Sprint(n)) {
		return text[:len(fmt.Sprint(n))+1]
	}
	return text
}

// room reports whether a city of the hex has a free space.
func (v *view) room(hex *board.Hex, face *board.Face) bool {
	for i, st := range face.Stops {
		if v.table.Space(v.board, board.Spot{Hex: hex.At, N: i}) > 0 && st.Kind == board.City {
			return true
		}
	}
	return false
}
