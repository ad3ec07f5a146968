package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// played plays a random game of a title for some steps.
func played(t testing.TB, slug string, seed int64, players, steps int) (*title.Title, *engine.State) {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatalf("no title %s", slug)
	}
	var s *engine.State
	for m := range titletest.Play(t, ti, titletest.Names(seed, players), walk.NewPlayer(uint64(seed))) {
		if s = m.Game.State(); m.N == steps {
			break
		}
	}
	return ti, s
}

// TestMaps draws the map of every title at the start and in the middle of a
// game: the SVG is well formed and says what is on the map, the PNG is small.
func TestMaps(t *testing.T) {
	all := titles.All()
	if testing.Short() {
		all = all[:1]
	}
	for _, ti := range all {
		players := ti.Facts.Seats[0].Players
		for _, steps := range []int{0, 150} {
			_, s := played(t, ti.Facts.Slug, 4, max(players, 3), steps)
			t.Run(fmt.Sprintf("%s, %d steps", ti.Facts.Slug, steps), func(t *testing.T) {
				checkSVG(t, ti, s)
				checkPNG(t, ti, s)
			})
		}
	}
}

// TestMarks draws a mark where the title says that one lies, with its number
// where there are several, and nothing for other pieces.
func TestMarks(t *testing.T) {
	known, s := played(t, "1817", 1, 3, 0)
	ti := *known
	ti.Position = func(*engine.State) title.Position {
		return title.Position{Marks: []title.Mark{{Hex: "B25", Word: "coal"}, {Hex: "B25", Word: "coal"}, {Hex: "C14", Word: "port"}}}
	}
	svg := string(SVG(&ti, s.With(engine.Moved{Piece: "cube:1", To: "B5"})))
	for text, want := range map[string]int{">2 coal<": 1, ">coal<": 0, ">port<": 1, ">cube<": 0} {
		if n := strings.Count(svg, text); n != want {
			t.Errorf("%s is drawn %d times, want %d", text, n, want)
		}
	}
}

// TestTerrainIsDrawnWhileDue writes what building costs until it is paid.
func TestTerrainIsDrawnWhileDue(t *testing.T) {
	ti, s := played(t, "1817", 1, 3, 0)
	count := func(s *engine.State) int { return strings.Count(string(SVG(ti, s)), ">$15<") }
	before := count(s)
	if after := count(s.With(engine.TileLaid{Hex: "B25", Tile: "9", Rot: 1})); before == 0 || after != before-1 {
		t.Errorf("$15 is written %d times, and %d times after a tile was laid", before, after)
	}
}

// TestValuesThatHold frames the value that counts, be it printed for the colour
// of the phase or for one before.
func TestValuesThatHold(t *testing.T) {
	known, s := played(t, "1817", 1, 3, 0)
	s = s.With(engine.Set{Key: "phase", Value: 2})
	ti, f := *known, *known.Facts
	f.Phases = slices.Clone(f.Phases)
	if f.Phases[2].Offboard != "green" || f.Phases[1].Offboard != "green" {
		t.Fatal("want two phases of one colour")
	}
	f.Phases[2].Offboard = "blue"
	ti.Facts = &f
	if !bytes.Equal(SVG(&ti, s), SVG(known, s)) {
		t.Error("in blue the values of green are not drawn as in green")
	}
}

func checkSVG(t *testing.T, ti *title.Title, s *engine.State) {
	t.Helper()
	svg := SVG(ti, s)
	texts := map[string]int{}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok {
			texts[string(text)]++
		}
	}
	for _, h := range ti.Facts.Map.Hexes {
		if texts[h.At] != 1 {
			t.Errorf("the coordinate %s stands there %d times", h.At, texts[h.At])
		}
		for _, word := range strings.Fields(h.Name) {
			if !strings.Contains(string(svg), strings.ReplaceAll(word, "&", "&amp;")) {
				t.Errorf("%s is not named", h.Name)
			}
		}
		if l, ok := s.Tile(h.At); ok && texts["#"+l.Tile] == 0 {
			t.Errorf("tile %s is not named", l.Tile)
		}
	}
	if bytes.Contains(svg, []byte("NaN")) {
		t.Error("a number is none")
	}
	if !bytes.Equal(svg, SVG(ti, s)) {
		t.Error("drawn twice it differs")
	}
}

func checkPNG(t *testing.T, ti *title.Title, s *engine.State) {
	t.Helper()
	data, err := PNG(ti, s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx(); w != Pixels || len(data) > Most {
		t.Errorf("%d pixels across, %d bytes", w, len(data))
	}
}

// TestEdges checks that the middles of shared edges meet and that the corners
// of an edge lie on both sides of its middle.
func TestEdges(t *testing.T) {
	for _, ti := range titles.All() {
		_, s := played(t, ti.Facts.Slug, 1, ti.Facts.Seats[0].Players, 0)
		c := &chart{title: ti, state: s, board: ti.Facts.Map.On(func(string) (string, int, bool) { return "", 0, false })}
		c.fit()
		for _, h := range ti.Facts.Map.Hexes {
			corners := c.corners(h.At)
			for e := range 6 {
				at := c.middleOf(h.At, e)
				if mid := corners[e].toward(corners[(e+1)%6], 0.5); mid.minus(at).length() > 0.01 {
					t.Fatalf("%s edge %d: corners about %v, middle %v", h.At, e, mid, at)
				}
				if n, ok := ti.Facts.Map.Neighbour(h.At, e); ok && c.middleOf(n, (e+3)%6).minus(at).length() > 0.01 {
					t.Fatalf("%s edge %d does not meet %s", h.At, e, n)
				}
			}
		}
	}
}

// TestCompass checks that edges point where their names say.
func TestCompass(t *testing.T) {
	for _, pointy := range []bool{false, true} {
		m, err := board.NewMap(board.Layout{Pointy: pointy, Letters: board.Axis(pointy)}, []board.Hex{{At: "C3", Face: board.Face{Color: "white"}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := &chart{board: m.On(func(string) (string, int, bool) { return "", 0, false })}
		for e := range 6 {
			p, name := polar(c.angle(e), 1), m.Layout.Compass(e)
			for _, d := range []struct {
				letter string
				by     float64
			}{{"N", -p.y}, {"S", p.y}, {"E", p.x}, {"W", -p.x}} {
				if strings.Contains(name, d.letter) != (d.by > 0.1) {
					t.Errorf("edge %d is %s but points to %.2f, %.2f", e, name, p.x, p.y)
				}
			}
		}
	}
}

// TestStroke measures what a stroke covers.
func TestStroke(t *testing.T) {
	area := func(o []point) float64 {
		sum := 0.0
		for i, p := range o {
			q := o[(i+1)%len(o)]
			sum += p.x*q.y - q.x*p.y
		}
		return sum / 2
	}
	line := outline([]point{{0, 0}, {10, 0}, {10, 10}}, 2, false)
	if a := math.Abs(area(line[0])); math.Abs(a-40) > 0.01 {
		t.Errorf("a bent line covers %.2f, want 40", a)
	}
	ring := outline([]point{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, 2, true)
	if a := math.Abs(area(ring[0]) + area(ring[1])); math.Abs(a-80) > 0.01 {
		t.Errorf("a ring covers %.2f, want 80", a)
	}
}

func BenchmarkSVG(b *testing.B) {
	ti, s := played(b, "18newengland", 4, 4, 400)
	for b.Loop() {
		SVG(ti, s)
	}
}

func BenchmarkPNG(b *testing.B) {
	ti, s := played(b, "18newengland", 4, 4, 400)
	for b.Loop() {
		if _, err := PNG(ti, s); err != nil {
			b.Fatal(err)
		}
	}
}

// TestBorders draws an edge that costs with its price, and thick while it is shut.
func TestBorders(t *testing.T) {
	ti, s := played(t, "1820", 1, 3, 0)
	count := func(s *engine.State, text string) int { return strings.Count(string(SVG(ti, s)), text) }
	green := s.With(engine.Set{Key: "phase", Value: 1})
	for text, want := range map[string][2]int{`stroke="#1f5fa8" stroke-width="5"`: {8, 0}, `stroke="#1f5fa8" stroke-width="2.5"`: {5, 13}, ">£80<": {8, 8}} {
		if got := [2]int{count(s, text), count(green, text)}; got != want {
			t.Errorf("%s is drawn %v times in yellow and green phase, want %v", text, got, want)
		}
	}
}

// Each colour of a tile or printing has a paper of its own, and no title has a face of a colour that has none.
func TestGrounds(t *testing.T) {
	of := map[string]string{}
	for _, ti := range titles.All() {
		for _, h := range ti.Facts.Map.Hexes {
			of[h.Face.Color] = ground(h.Face.Color)
		}
		for _, tile := range ti.Facts.Map.Tiles {
			of[tile.Color] = ground(tile.Color)
		}
	}
	papers := map[string]string{}
	for name, paper := range of {
		if name != "white" && paper == ground("white") {
			t.Errorf("%q has the paper of a hex on which nothing is printed", name)
		}
		if other, ok := papers[paper]; ok {
			t.Errorf("%q and %q have the same paper", name, other)
		}
		papers[paper] = name
	}
}

// A sheet of tiles says how many there are of each, and where they may lie.
func TestNumberOfTiles(t *testing.T) {
	for want, tile := range map[string]board.Tile{
		"3×": {Count: 3}, "1×": {Count: 1}, "∞×": {}, "2× in A1, B2": {Count: 2, Face: board.Face{}, Only: []string{"A1", "B2"}},
	} {
		if got := numberOf(tile); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Every hex is filled with the paper of its tile or printing, before anything else is drawn on it.
func TestHexesAreFilled(t *testing.T) {
	for _, slug := range []string{"18newengland", "1817"} {
		ti, s := played(t, slug, 5, 3, 60)
		c := blank(ti, s)
		shapes := c.all().shapes
		for i := range c.board.Hexes {
			at := c.board.Hexes[i].At
			hexagon, want := polygon(c.corners(at)...), ground(c.board.Face(at).Color)
			n := slices.IndexFunc(shapes, func(sh shape) bool { return sh.fill == want && slices.Equal(sh.path.points(), hexagon.points()) })
			if n < 0 || n > c.low {
				t.Fatalf("%s: %s is not filled with %s", slug, at, want)
			}
		}
	}
}
