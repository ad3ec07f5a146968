package board_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/route"
)

// A networkCase is a small board and the view of one company.
type networkCase struct {
	board *board.Board
	from  []board.Spot
	full  func(board.Spot) bool
	worth map[board.Spot]int
	bonus map[string]int
	graph *route.Graph
}

func newNetworkCase(t testing.TB, seed uint64, bonuses bool) networkCase {
	r := rand.New(rand.NewPCG(7, seed))
	c := networkCase{board: smallBoard(t, r), worth: map[board.Spot]int{}, bonus: map[string]int{}}
	c.from, c.full = stationed(r, c.board)
	for _, s := range allStops(c.board) {
		c.worth[s] = 10 * r.IntN(6)
	}
	for i := range c.board.Hexes {
		if bonuses && r.IntN(2) == 0 {
			c.bonus[c.board.Hexes[i].At] = 10
		}
	}
	c.graph = c.board.NetworkPaying(c.from, func(at board.Spot, s *route.Stop) {
		s.Revenue, s.Token, s.Blocked = c.worth[at], slices.Contains(c.from, at), c.full(at)
	}, func(hex string) int { return c.bonus[hex] })
	return c
}

// boardRuns walks the board itself. It returns every route with a station, in words.
func (c networkCase) boardRuns() map[string]*way {
	out := map[string]*way{}
	tr := newTracer(c.board, c.full, func(w *way) {
		if w.whole() && slices.ContainsFunc(w.stops, func(s board.Spot) bool { return slices.Contains(c.from, s) }) {
			out[w.String()] = w
		}
	})
	for _, s := range allStops(c.board) {
		tr.trace(s)
	}
	return out
}

// graphRuns walks the graph. It returns every route with a station, in words, and how often it is found.
func (c networkCase) graphRuns() map[string]int {
	out := map[string]int{}
	for i := range c.graph.Stops {
		c.walk(out, []int{i}, nil, c.graph.Stops[i].ID)
	}
	return out
}

func (c networkCase) walk(out map[string]int, stops, track []int, words string) {
	g, last := c.graph, stops[len(stops)-1]
	if len(stops) > 1 {
		if slices.ContainsFunc(stops, func(i int) bool { return g.Stops[i].Token }) {
			out[words]++
		}
		if s := g.Stops[last]; s.Terminal || s.Blocked {
			return
		}
	}
	for _, s := range g.Segments {
		to, via := s.B, slices.Clone(s.Via)
		if s.B == last {
			to = s.A
			slices.Reverse(via)
		} else if s.A != last {
			continue
		}
		taken := func(i int) bool { return i == to || g.Stops[i].Group > 0 && g.Stops[i].Group == g.Stops[to].Group }
		if slices.ContainsFunc(stops, taken) || slices.ContainsFunc(s.Track, func(p int) bool { return slices.Contains(track, p) }) {
			continue
		}
		text := strings.Join(append(append([]string{words}, via...), g.Stops[to].ID), " ")
		c.walk(out, append(slices.Clone(stops), to), append(slices.Clone(track), s.Track...), text)
	}
}

// ground splits a run into its stops and the sides it crosses.
func ground(run string) (stops string, sides map[string]bool) {
	sides = map[string]bool{}
	before := ""
	for _, word := range strings.Fields(run) {
		hex, _, stop := strings.Cut(word, ".")
		if stop {
			stops += word + " "
		}
		if before != "" && before != hex {
			sides[min(before, hex)+max(before, hex)] = true
		}
		before = hex
	}
	return stops, sides
}

// Every run of the graph is one of the board, found once. Every run of the board is one of the graph, or a
// detour: then the graph has a run with the same stops that crosses only some of the same sides.
func TestNetworkHasTheRunsOfTheBoardAndNoOthers(t *testing.T) {
	runs, detours := 0, 0
	for seed := range uint64(3000) {
		c := newNetworkCase(t, seed, false)
		onBoard, onGraph := c.boardRuns(), c.graphRuns()
		if slices.ContainsFunc(c.graph.Segments, func(s route.Segment) bool { return s.A == s.B }) {
			t.Errorf("board %d: track leads from a stop to itself", seed)
		}
		byStops := map[string][]map[string]bool{}
		for run, n := range onGraph {
			if onBoard[run] == nil || n > 1 {
				t.Errorf("board %d: graph has %s %d times; on the board: %v", seed, run, n, onBoard[run] != nil)
			}
			stops, sides := ground(run)
			byStops[stops] = append(byStops[stops], sides)
		}
		for run := range onBoard {
			if onGraph[run] > 0 {
				runs++
				continue
			}
			stops, sides := ground(run)
			if !slices.ContainsFunc(byStops[stops], func(part map[string]bool) bool { return within(part, sides) }) {
				t.Errorf("board %d: graph lacks %s", seed, run)
			}
			detours++
		}
	}
	if runs < 10000 || detours < 50 {
		t.Errorf("%d runs, %d detours: the boards are too poor to prove anything", runs, detours)
	}
}

func within(part, whole map[string]bool) bool {
	for s := range maps.Keys(part) {
		if !whole[s] {
			return false
		}
	}
	return true
}

// The best run of one train on the graph pays as much as the best on the board, with and without a bonus for
// hexes passed.
func TestNetworkPaysWhatTheBoardDoes(t *testing.T) {
	for seed := range uint64(2500) {
		c := newNetworkCase(t, seed, seed%4 > 0)
		length := 2 + int(seed%5)
		want := 0
		for run, w := range c.boardRuns() {
			if len(w.stops) <= length {
				want = max(want, c.pays(run))
			}
		}
		best := route.Best(c.graph, []route.Train{{Stops: length}}, route.Options{})
		if best.Total != want || !best.Proven {
			t.Errorf("board %d: a train of %d pays %d (proven: %v), on the board %d", seed, length, best.Total, best.Proven, want)
		}
	}
}

func (c networkCase) pays(run string) int {
	sum := 0
	for _, word := range strings.Fields(run) {
		if s, ok := board.ParseSpot(word); ok {
			sum += c.worth[s]
		} else {
			sum += c.bonus[word]
		}
	}
	return sum
}

// A loop back into a hex is no detour if the hex pays for both passes.
func TestNetworkKeepsLoopsThatPay(t *testing.T) {
	b := bare(newMap(t, pointy, `
		{"at": "B2", "color": "yellow", "stops": [{"kind": "city"}], "track": ["4-s0"]},
		{"at": "B4", "color": "yellow", "track": ["1-4", "1-3", "2-4"]},
		{"at": "A5", "color": "yellow", "track": ["0-1"]},
		{"at": "A3", "color": "yellow", "track": ["4-5"]},
		{"at": "B6", "color": "yellow", "stops": [{"kind": "city"}], "track": ["1-s0"]}`, ""))
	for mine, want := range map[string]string{"": "[[B4]]", "B4": "[[B4] [B4 A5 A3 B4]]", "A3": "[[B4] [B4 A5 A3 B4]]", "B2": "[[B4]]"} {
		g := b.NetworkPaying([]board.Spot{{Hex: "B2"}}, func(board.Spot, *route.Stop) {}, func(hex string) int {
			if hex == mine {
				return 10
			}
			return 0
		})
		var ways [][]string
		for _, s := range g.Segments {
			ways = append(ways, s.Via)
		}
		slices.SortFunc(ways, slices.Compare)
		if got := fmt.Sprint(ways); got != want {
			t.Errorf("with a bonus in %q the ways are %s, want %s", mine, got, want)
		}
	}
}

// A stop of the network is as printed: kind, hex, its own name or that of the hex, whether routes end there,
// and the same number for all stops of a group.
func TestNetworkStopsAreAsPrinted(t *testing.T) {
	m := newMap(t, pointy, `
		{"at": "A1", "color": "yellow", "name": "Ulm", "stops": [{"kind": "city"}], "track": ["4-s0"]},
		{"at": "A3", "color": "yellow", "name": "Twins", "stops": [{"kind": "town", "name": "Left", "group": "hex"}, {"kind": "halt", "group": "hex"}], "track": ["1-s0", "s0-s1", "4-s1"]},
		{"at": "A5", "color": "red", "stops": [{"kind": "offboard", "group": "West"}], "track": ["1-s0", "5-s0"]},
		{"at": "B6", "color": "blue", "stops": [{"kind": "port", "group": "West"}], "track": ["2-s0!"]}`, "")
	var asked []string
	g := bare(m).Network([]board.Spot{{Hex: "A1"}, {Hex: "A1"}}, func(at board.Spot, s *route.Stop) { asked = append(asked, at.String()) })
	var got []string
	for _, s := range g.Stops {
		got = append(got, fmt.Sprintf("%s %s %q %d %v %d", s.ID, s.Hex, s.Name, s.Kind, s.Terminal, s.Group))
	}
	want := []string{
		fmt.Sprintf(`A1.0 A1 "Ulm" %d false 0`, route.City), fmt.Sprintf(`A3.0 A3 "Left" %d false 1`, route.Town),
		fmt.Sprintf(`A3.1 A3 "Twins" %d false 1`, route.Town), fmt.Sprintf(`A5.0 A5 "" %d true 2`, route.Offboard),
		fmt.Sprintf(`B6.0 B6 "" %d true 2`, route.Port),
	}
	if !slices.Equal(got, want) {
		t.Errorf("stops\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if want := []string{"A1.0", "A3.0", "A3.1", "A5.0", "B6.0"}; !slices.Equal(asked, want) {
		t.Errorf("described %v, want each once: %v", asked, want)
	}
}

func TestNetworkWithoutStationsIsEmpty(t *testing.T) {
	g := bare(smallBoard(t, rand.New(rand.NewPCG(1, 1))).Map).Network(nil, func(board.Spot, *route.Stop) {})
	if len(g.Stops)+len(g.Segments) > 0 {
		t.Errorf("%d stops, %d segments", len(g.Stops), len(g.Segments))
	}
}
