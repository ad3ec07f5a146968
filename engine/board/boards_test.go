package board_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/facts"
)

// hexes reads hexes as they are written in a data file.
func hexes(t testing.TB, text string) []board.Hex {
	t.Helper()
	var out []board.Hex
	if err := json.Unmarshal([]byte("["+text+"]"), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func tiles(t testing.TB, text string) []board.Tile {
	t.Helper()
	var out []board.Tile
	if err := json.Unmarshal([]byte("["+text+"]"), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func newMap(t testing.TB, layout board.Layout, hexText, tileText string) *board.Map {
	t.Helper()
	m, err := board.NewMap(layout, hexes(t, hexText), tiles(t, tileText))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bare is the board with no tile laid.
func bare(m *board.Map) *board.Board {
	return m.On(func(string) (string, int, bool) { return "", 0, false })
}

var (
	flat   = board.Layout{Letters: board.Columns}
	pointy = board.Layout{Pointy: true, Letters: board.Rows}
)

// smallBoard makes a map of a few hexes full of track: forks, junctions, adjacent cities, groups, terminals,
// off-boards, closed borders.
func smallBoard(t testing.TB, r *rand.Rand) *board.Board {
	t.Helper()
	rows, cols := 3, 2+r.IntN(3)
	var list []string
	for row := range rows {
		for col := range cols {
			list = append(list, fmt.Sprintf(`{"at": "%c%d", %s}`, 'A'+row, 1+2*col+row%2, randomFace(r)))
		}
	}
	return bare(newMap(t, pointy, strings.Join(list, ","), ""))
}

var randomFaces = []func(r *rand.Rand) (stops, track string){
	plainFace, plainFace, plainFace, junctionFace, cityFace, cityFace, twoCities, townAndTrack, joinedStops, offboardFace, terminalCity, junctionStop,
}

func randomFace(r *rand.Rand) string {
	stops, track := randomFaces[r.IntN(len(randomFaces))](r)
	blocked := ""
	if r.IntN(12) == 0 {
		blocked = fmt.Sprintf(`, "blocked": [%d]`, r.IntN(6))
	}
	return fmt.Sprintf(`"color": "yellow", "stops": [%s], "track": [%s]%s`, stops, track, blocked)
}

// arms joins the first n edges of a permutation to one end.
func arms(perm []int, n int, to string) string {
	var out []string
	for _, e := range perm[:n] {
		out = append(out, fmt.Sprintf(`"%d-%s"`, e, to))
	}
	return strings.Join(out, ",")
}

func plainFace(r *rand.Rand) (string, string) {
	seen := map[[2]int]bool{}
	var out []string
	for range 2 + r.IntN(6) {
		p := r.Perm(6)
		if a, b := min(p[0], p[1]), max(p[0], p[1]); !seen[[2]int{a, b}] {
			seen[[2]int{a, b}] = true
			out = append(out, fmt.Sprintf(`"%d-%d"`, a, b))
		}
	}
	return "", strings.Join(out, ",")
}

func junctionFace(r *rand.Rand) (string, string) { return "", arms(r.Perm(6), 3+r.IntN(4), "j") }

func randomGroup(r *rand.Rand) string {
	return []string{"", "", "hex", "Canada", "NY"}[r.IntN(5)]
}

func stopText(kind, group string) string {
	return fmt.Sprintf(`{"kind": %q, "group": %q}`, kind, group)
}

func cityFace(r *rand.Rand) (string, string) {
	return stopText("city", randomGroup(r)), arms(r.Perm(6), 2+r.IntN(5), "s0")
}

func twoCities(r *rand.Rand) (string, string) {
	p, g := r.Perm(6), randomGroup(r)
	return stopText("city", g) + "," + stopText("city", g), arms(p, 2, "s0") + "," + arms(p[2:], 1+r.IntN(3), "s1")
}

func townAndTrack(r *rand.Rand) (string, string) {
	p := r.Perm(6)
	return stopText("town", ""), arms(p, 2, "s0") + fmt.Sprintf(`,"%d-%d"`, p[2], p[r.IntN(2)])
}

func joinedStops(r *rand.Rand) (string, string) {
	p := r.Perm(6)
	return stopText("city", "") + "," + stopText("town", randomGroup(r)), arms(p, 2, "s0") + "," + arms(p[2:], 2, "s1") + `,"s0-s1"`
}

func offboardFace(r *rand.Rand) (string, string) {
	return stopText("offboard", randomGroup(r)), arms(r.Perm(6), 1+r.IntN(3), "s0")
}

func terminalCity(r *rand.Rand) (string, string) {
	p := r.Perm(6)
	return stopText("city", ""), arms(p, 1+r.IntN(2), "s0!") + "," + arms(p[2:], 1, "s0")
}

// junctionStop returns a stop at a junction, with or without track that passes beside it.
func junctionStop(r *rand.Rand) (string, string) {
	return stopText("town", ""), arms(r.Perm(6), 2+r.IntN(2), "j") + []string{`,"s0-j"`, `,"s0-j!"`}[r.IntN(2)]
}

// allStops lists every stop of a board.
func allStops(b *board.Board) []board.Spot {
	var out []board.Spot
	for i := range b.Hexes {
		for n := range b.Face(b.Hexes[i].At).Stops {
			out = append(out, board.Spot{Hex: b.Hexes[i].At, N: n})
		}
	}
	return out
}

// stationed chooses stops with stations of a company, and cities that are full of other companies' stations.
func stationed(r *rand.Rand, b *board.Board) (from []board.Spot, blocked func(board.Spot) bool) {
	full := map[board.Spot]bool{}
	all := allStops(b)
	for _, i := range r.Perm(len(all)) {
		if b.Stop(all[i]).Kind != board.City {
			continue
		}
		switch {
		case len(from) == 0 || len(from) < 3 && r.IntN(5) == 0:
			from = append(from, all[i])
		case r.IntN(3) == 0:
			full[all[i]] = true
		}
	}
	return from, func(s board.Spot) bool { return full[s] }
}

// titleMap reads the map of a title.
func titleMap(t testing.TB, slug string) *board.Map {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "titles", slug, "data.json"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return f.Map
}

// overbuilt covers a map at random with as many tiles of the given colours as fit. It leaves a share of the
// hexes as they are.
func overbuilt(r *rand.Rand, m *board.Map, share float64, colors ...string) *board.Board {
	b := bare(m)
	for _, i := range r.Perm(len(m.Hexes)) {
		h := &m.Hexes[i]
		if h.Color == "gray" || h.Color == "red" || h.Color == "blue" || r.Float64() > share {
			continue
		}
		if lay := lays(b, h, colors); len(lay) > 0 {
			l := lay[r.IntN(len(lay))]
			b = b.With(h.At, l.tile, l.rot)
		}
	}
	return b
}

type turnedTile struct {
	tile string
	rot  int
}

func lays(b *board.Board, h *board.Hex, colors []string) (out []turnedTile) {
	for i := range b.Tiles {
		t := &b.Tiles[i]
		if !slices.Contains(colors, t.Color) || len(t.Stops) != len(h.Stops) {
			continue
		}
		for rot := range 6 {
			if _, err := b.Fit(h.At, t.ID, rot); err == nil {
				out = append(out, turnedTile{t.ID, rot})
			}
		}
	}
	return out
}
