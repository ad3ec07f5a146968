package t1843

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/enginetest"
)

// 43-TR-04, 43-TR-11, 43-TR-12: every tile, its number, and the hexes for which it is made.
func TestTiles(t *testing.T) { // 8.4.3, 12.2
	var got []string
	for _, tile := range data.Map.Tiles {
		row := fmt.Sprintf("%s x%d %s", tile.ID, tile.Count, enginetest.Face(tile.Face, ""))
		if len(tile.Only) > 0 {
			row += fmt.Sprintf(" only %s turned %v", strings.Join(tile.Only, " "), data.Map.Hex(tile.Only[0]).Turns[tile.ID])
		}
		got = append(got, row)
	}
	enginetest.Rows(t, got, printedTiles)
}

// 43-TR-07, 43-TR-13: a plain tile may become every plain tile of the next colour that keeps its
// lines in some rotation, and no other.
func TestPlainUpgrades(t *testing.T) { // 8.4.2
	next := map[string]string{"yellow": "green", "green": "brown"}
	for _, old := range data.Map.Tiles {
		if len(old.Stops) > 0 || next[old.Color] == "" {
			continue
		}
		var want []string
		for _, tile := range data.Map.Tiles {
			if tile.Color == next[old.Color] && len(tile.Stops) == 0 && keeps(tile.Face, old.Face) {
				want = append(want, tile.ID)
			}
		}
		got := slices.Clone(data.Upgrades[old.ID])
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s becomes %v, want %v", old.ID, got, want)
		}
	}
}

// keeps reports whether a plain tile has the lines of another one in some rotation.
func keeps(tile, old board.Face) bool {
	for turn := range 6 {
		all := true
		for _, p := range old.Track {
			a, b := (p.A+board.End(turn))%6, (p.B+board.End(turn))%6
			all = all && slices.ContainsFunc(tile.Track, func(q board.Path) bool { return q.A == a && q.B == b || q.A == b && q.B == a })
		}
		if all {
			return true
		}
	}
	return false
}

// 43-TR-09, 43-TR-10, 43-TR-11, 43-TR-23, 43-TR-26, 43-TR-27, R-16, R-38: what tiles and printed
// hexes with stops may become.
func TestStopUpgrades(t *testing.T) { // 8.4.2, 8.4.3
	var got []string
	for id, to := range data.Upgrades {
		if tile := data.Map.Tile(id); len(tile.Stops) > 0 && len(to) > 0 {
			got = append(got, id+" > "+strings.Join(slices.Sorted(slices.Values(to)), " "))
		}
	}
	slices.SortFunc(got, cmp.Compare[string])
	enginetest.Rows(t, got, `
1 > G58
10 > 64 65 984 OO-X
14 > 63
15 > 63
2 > G58
55 > G58
56 > G58
57 > 14 15 Bordeaux-G LeHavre-G14 LeHavre-G15 Marseille-G
59 > 64 65 66 67 68 984
63 > 513
630 > G58
631 > G58
632 > G58
633 > G58
64 > 167
65 > 167
66 > 167
67 > 167
68 > 167
69 > G58
984 > 167
Bordeaux-G > Bordeaux-B
LeHavre-G14 > LeHavre-B
LeHavre-G15 > LeHavre-B
Lille-G > Lille-B
Lille-Y > Lille-G
Lyon-B > 513
Lyon-G > Lyon-B
Lyon-Y > Lyon-G
Marseille-G > Marseille-B
OO-X > 167
Paris-G > Paris-B`)
	got = nil
	for at, to := range data.PrintedUpgrades {
		got = append(got, at+" > "+strings.Join(slices.Sorted(slices.Values(to)), " "))
	}
	enginetest.Rows(t, got, `
C18 > 10 59
C20 > Lille-Y
E12 > 10 59
E16 > Paris-G
F23 > 10 59
I22 > 18 19 20 23 24 26 27
J15 > 14 15
J17 > Lyon-Y
J9 > 10 59
K8 > 14 15
N19 > 18 19 20 23 24 26 27`)
}

const printedTiles = `
1 x1 yellow, town 10, town 10: 1-s0 s0-3 0-s1 s1-4
2 x1 yellow, town 10, town 10: 0-s0 s0-3 1-s1 s1-2
3 x3 yellow, town 10: 0-s0 s0-1
4 x3 yellow, town 10: 0-s0 s0-3
7 x0 yellow: 0-1
8 x0 yellow: 0-2
9 x0 yellow: 0-3
55 x1 yellow, town 10, town 10: 0-s0 s0-3 1-s1 s1-4
56 x1 yellow, town 10, town 10: 0-s0 s0-2 1-s1 s1-3
57 x7 yellow, city/1 20: 0-s0 s0-3
58 x3 yellow, town 10: 0-s0 s0-2
69 x1 yellow, town 10, town 10: 0-s0 s0-3 2-s1 s1-4
630 x1 yellow, town 10, town 10: 2-s0 s0-3 0-s1 s1-4
631 x1 yellow, town 10, town 10: 3-s0 s0-4 0-s1 s1-2
632 x1 yellow, town 10, town 10: 0-s0 s0-1 2-s1 s1-3
633 x1 yellow, town 10, town 10: 0-s0 s0-1 3-s1 s1-4
Lille-Y x1 yellow, city/1 30: 2-s0 3-s0 only C20 turned [0]
Lyon-Y x1 yellow, city/1 30: 0-s0 2-s0 only J17 turned [0]
10 x1 green OO, city/1 40, city/1 40: 0-s0 3-s1
14 x5 green, city/2 30: 0-s0 1-s0 3-s0 4-s0
15 x3 green, city/2 30: 0-s0 1-s0 2-s0 3-s0
16 x1 green: 0-2 1-3
17 x1 green: 1-3 0-4
18 x1 green: 0-3 1-2
19 x1 green: 0-3 2-4
20 x1 green: 0-3 1-4
21 x1 green: 0-2 3-4
22 x1 green: 0-4 2-3
23 x3 green: 0-3 0-4
24 x3 green: 0-3 0-2
25 x1 green: 0-2 0-4
26 x1 green: 0-3 0-5
27 x1 green: 0-3 0-1
28 x1 green: 0-4 0-5
29 x1 green: 0-2 0-1
30 x1 green: 0-4 0-1
31 x1 green: 0-2 0-5
59 x2 green OO, city/1 40, city/1 40: 0-s0 2-s1
624 x1 green: 0-1 1-2
625 x1 green: 0-1 2-3
626 x1 green: 0-1 3-4
Bordeaux-G x1 green, city/2 30: 0-s0 1-s0 2-s0 3-s0 only H7 turned []
LeHavre-G14 x1 green, city/2 30: 0-s0 1-s0 3-s0 4-s0 only C14 turned []
LeHavre-G15 x1 green, city/2 30: 0-s0 1-s0 2-s0 3-s0 only C14 turned []
Marseille-G x1 green, city/2 30: 0-s0 1-s0 2-s0 3-s0 only N15 turned []
Lille-G x1 green, city/1 50: 0-s0 1-s0 2-s0 3-s0 only C20 turned [0]
Lyon-G x1 green, city/1 50: 0-s0 2-s0 3-s0 only J17 turned [0]
Paris-G x1 green Paris, city/1 60, city/1 60, city/1 60: 2-s0 3-s0 0-s1 4-s2 5-s2 only E16 turned [0]
39 x1 brown: 0-2 0-1 1-2
40 x1 brown: 0-2 2-4 0-4
41 x2 brown: 0-3 0-1 1-3
42 x2 brown: 0-3 3-5 0-5
43 x2 brown: 0-3 0-2 1-3 1-2
44 x1 brown: 0-3 1-4 0-1 3-4
45 x2 brown: 0-3 2-4 0-4 2-3
46 x2 brown: 0-3 2-4 3-4 0-2
47 x1 brown: 0-3 1-4 1-3 0-4
63 x3 brown, city/2 40: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
64 x1 brown OO, city/1 50, city/1 50: 0-s0 s0-2 3-s1 s1-4
65 x1 brown OO, city/1 50, city/1 50: 0-s0 s0-4 2-s1 s1-3
66 x1 brown OO, city/1 50, city/1 50: 0-s0 s0-3 1-s1 s1-2
67 x1 brown OO, city/1 50, city/1 50: 0-s0 s0-3 2-s1 s1-4
68 x1 brown OO, city/1 50, city/1 50: 0-s0 s0-3 1-s1 s1-4
70 x1 brown: 0-1 0-2 1-3 2-3
627 x1 brown: 0-3 0-1 1-2 2-3
628 x1 brown: 1-3 3-4 0-4 0-1
629 x1 brown: 0-2 2-3 3-4 0-4
984 x1 brown OO, city/1 50, city/1 50: 0-s0 1-s0 2-s1 3-s1
OO-X x1 brown OO, city/1 50, city/1 50: 0-s0 2-s0 1-s1 3-s1
G58 x1 brown, town 20: 0-s0 1-s0 2-s0 3-s0 4-s0
Bordeaux-B x1 brown, city/2 50: 0-s0 3-s0 4-s0 5-s0 only H7 turned []
LeHavre-B x1 brown, city/2 50: 0-s0 1-s0 3-s0 4-s0 5-s0 only C14 turned []
Marseille-B x1 brown, city/2 50: 2-s0 3-s0 4-s0 5-s0 only N15 turned []
Lille-B x1 brown, city/2 60: 0-s0 1-s0 2-s0 3-s0 5-s0 only C20 turned [0]
Lyon-B x1 brown, city/3 60: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0 only J17 turned [0]
Paris-B x1 brown Paris, city/2 80, city/1 80, city/2 80: 2-s0 3-s0 0-s1 4-s2 5-s2 only E16 turned [0]
513 x1 gray, city/3 60: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
167 x1 gray OO, city/1 70, city/1 70: 0-s0 s0-1 2-s1 s1-3 4-s0 5-s1`
