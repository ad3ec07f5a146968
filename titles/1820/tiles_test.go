package t1820

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/enginetest"
)

// 20-TR-04, 20-TR-09, 20-TR-10, 20-RU-59: every tile and its number; 0 is unlimited.
func TestTiles(t *testing.T) { // 12.1, 12.2
	var got []string
	for _, tile := range data.Map.Tiles {
		got = append(got, fmt.Sprintf("%s x%d %s", tile.ID, tile.Count, enginetest.Face(tile.Face, "")))
	}
	enginetest.Rows(t, got, printedTiles)
}

// 20-TR-08, 20-TR-09, 20-RU-58: a tile may become every tile of the next colour and the same kind
// that keeps its lines in some rotation, and no other.
func TestUpgrades(t *testing.T) { // 12.3.5
	enginetest.Becomes(t, data.Map, data.Upgrades, func(old, tile board.Tile) bool { return kindOf(&tile) == kindOf(&old) && becomes(&old, &tile) })
}

// becomes reports whether a tile keeps the lines of another in some rotation: pairs of edges, and
// the edges of each city. Two cities may be in either order.
func becomes(old, tile *board.Tile) bool {
	for turn := range 6 {
		f := tile.Turned(turn)
		if len(old.Stops) == 0 {
			if !slices.ContainsFunc(old.Track, func(p board.Path) bool {
				return !slices.ContainsFunc(f.Track, func(q board.Path) bool { return q == p || q.A == p.B && q.B == p.A })
			}) {
				return true
			}
			continue
		}
		if keepsCities(old.Face, *f, 0, nil) {
			return true
		}
	}
	return false
}

// keepsCities reports whether each stop of old, from the i-th on, has a stop of its own in f with
// at least its edges. If f has fewer stops, they may share.
func keepsCities(old, f board.Face, i int, taken []int) bool {
	if i == len(old.Stops) {
		return true
	}
	for n := range f.Stops {
		if len(f.Stops) >= len(old.Stops) && slices.Contains(taken, n) {
			continue
		}
		all := true
		for _, e := range edgesOf(old, i) {
			all = all && slices.Contains(edgesOf(f, n), e)
		}
		if all && keepsCities(old, f, i+1, append(slices.Clone(taken), n)) {
			return true
		}
	}
	return false
}

// edgesOf returns the edges from which track leads to a stop.
func edgesOf(f board.Face, stop int) []board.End {
	var out []board.End
	for _, p := range f.Track {
		switch board.StopEnd(stop) {
		case p.A:
			out = append(out, p.B)
		case p.B:
			out = append(out, p.A)
		}
	}
	return out
}

// 20-TR-10, 20-TR-12, 20-TR-13, 20-RU-24: which tiles come first on hexes with something printed.
func TestFirstTiles(t *testing.T) { // 12.3.3
	var got []string
	for at, to := range data.PrintedUpgrades {
		got = append(got, at+" > "+strings.Join(slices.Sorted(slices.Values(to)), " "))
	}
	enginetest.Rows(t, got, `
B6 > 5 57 6
C11 > 248 802 803
C15 > 148 149 150 5 57 6
C5 > 148 149 150
C7 > 248 802 803
D10 > 248 802 803
D16 > 148 149 150 5 57 6
D4 > 248 802 803
D6 > M01
G7 > 148 149 150
N18 > 5 57 6
O17 > 148 149 150`)
}

const printedTiles = `
3 x5 yellow, town 10: 0-s0 1-s0
4 x10 yellow, town 10: 0-s0 3-s0
5 x10 yellow, city/1 20: 0-s0 1-s0
6 x10 yellow, city/1 20: 0-s0 2-s0
7 x0 yellow: 0-1
8 x0 yellow: 0-2
9 x0 yellow: 0-3
57 x10 yellow, city/1 20: 0-s0 3-s0
58 x10 yellow, town 10: 0-s0 2-s0
148 x7 yellow B, city/1 30: 0-s0 1-s0
149 x7 yellow B, city/1 30: 0-s0 2-s0
150 x7 yellow B, city/1 30: 0-s0 3-s0
248 x2 yellow OO, city/1 50, city/1 50: 0-s0 4-s0
802 x2 yellow OO, city/1 50, city/1 50: 0-s0 3-s0
803 x2 yellow OO, city/1 50, city/1 50: 1-s0 2-s0
M01 x1 yellow M, city/1 50, city/1 50, town 10: 2-s0 5-s0 0-s1 3-s1 4-s2
14 x8 green, city/2 30: 0-s0 1-s0 3-s0 4-s0
15 x8 green, city/2 30: 0-s0 1-s0 2-s0 3-s0
16 x5 green: 0-2 1-3
17 x5 green: 1-3 0-4
18 x5 green: 0-3 1-2
19 x5 green: 0-3 2-4
20 x5 green: 0-3 1-4
21 x5 green: 0-2 3-4
22 x5 green: 0-4 2-3
23 x5 green: 0-3 0-4
24 x5 green: 0-3 0-2
25 x5 green: 0-2 0-4
26 x5 green: 0-3 0-5
27 x5 green: 0-3 0-1
28 x5 green: 0-4 0-5
29 x5 green: 0-2 0-1
30 x5 green: 0-4 0-1
31 x5 green: 0-2 0-5
35 x1 green OO, city/1 50, city/1 50: 0-s0 2-s0 1-s1 3-s1
36 x1 green OO, city/1 50, city/1 50: 1-s0 3-s0 0-s1 4-s1
38 x8 green, city/2 30: 0-s0 2-s0 3-s0 4-s0
54 x1 green OO, city/1 50, city/1 50: 0-s0 1-s0 2-s1 3-s1
64 x1 green OO, city/1 50, city/1 50: 0-s0 2-s0 3-s1 4-s1
65 x1 green OO, city/1 50, city/1 50: 0-s0 4-s0 2-s1 3-s1
66 x1 green OO, city/1 50, city/1 50: 0-s0 3-s0 1-s1 2-s1
67 x1 green OO, city/1 50, city/1 50: 0-s0 3-s0 2-s1 4-s1
68 x1 green OO, city/1 50, city/1 50: 0-s0 3-s0 1-s1 4-s1
179 x7 green B, city/1 40: 0-s0 5-s0 3-s0
180 x7 green B, city/1 40: 0-s0 1-s0 3-s0
181 x7 green B, city/1 40: 0-s0 1-s0 2-s0
182 x7 green B, city/1 40: 0-s0 2-s0 4-s0
212 x1 green OO, city/1 50, city/1 50: 2-s0 3-s0 0-s1 5-s1
624 x5 green: 0-1 1-2
625 x5 green: 0-1 2-3
626 x5 green: 0-1 3-4
847 x5 green, town 20: 0-s0 1-s0
848 x10 green, town 20: 0-s0 3-s0
849 x10 green, town 20: 0-s0 2-s0
M02 x1 green M, city/1 50, city/1 50, city/1 50: 3-s0 0-s0 4-s0 5-s1 2-s1 0-s1 1-s2 4-s2 2-s2
39 x5 brown: 0-2 0-1 1-2
40 x5 brown: 0-2 2-4 0-4
41 x5 brown: 0-3 0-1 1-3
42 x5 brown: 0-3 3-5 0-5
43 x5 brown: 0-3 0-2 1-3 1-2
44 x5 brown: 0-3 1-4 0-1 3-4
45 x5 brown: 0-3 2-4 0-4 2-3
46 x5 brown: 0-3 2-4 3-4 0-2
47 x5 brown: 0-3 1-4 1-3 0-4
51 x12 brown, city/2 40: 0-s0 1-s0 2-s0 3-s0 4-s0
70 x5 brown: 0-1 0-2 1-3 2-3
198 x7 brown B, city/2 60: 0-s0 1-s0 3-s0 4-s0
199 x7 brown B, city/2 60: 0-s0 1-s0 2-s0 3-s0
200 x7 brown B, city/2 60: 0-s0 2-s0 3-s0 4-s0
339 x3 brown OO, city/1 50, city/1 50: 2-s0 3-s0 0-s0 5-s1 4-s1 1-s1
627 x5 brown: 0-3 0-1 1-2 2-3
628 x5 brown: 1-3 3-4 0-4 0-1
629 x5 brown: 0-2 2-3 3-4 0-4
867 x5 brown, town 30: 0-s0 1-s0
868 x10 brown, town 30: 0-s0 3-s0
869 x9 brown, town 30: 0-s0 2-s0
M03 x1 brown M, city/4 60: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
290 x5 gray B, city/2 70: 0-s0 1-s0 2-s0 3-s0 4-s0
804 x2 gray OO, city/1 60, city/1 60: 2-s0 3-s0 0-s0 5-s1 4-s1 1-s1 s0-s1
M04 x1 gray M, city/4 80: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0`
