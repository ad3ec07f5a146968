package picture

import (
	"bytes"
	"fmt"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// A stand is how a kept game stood.
type stand struct {
	name  string
	title *title.Title
	state *engine.State
	log   []engine.Event
}

// stands returns positions of kept games of all titles, early to late.
func stands(t testing.TB) []stand {
	t.Helper()
	all, err := kept()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var kept = sync.OnceValues(func() (out []stand, err error) {
	for _, ti := range titles.All() {
		slug := ti.Facts.Slug
		files, err := filepath.Glob(filepath.Join("../../titles", slug, "testdata", "v[1-9]*", "*.log.gz"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s has no stored games, %v", slug, err)
		}
		for _, file := range slices.Compact([]string{files[0], files[len(files)-1]}) {
			log, err := replaytest.ReadLog(file)
			if err != nil {
				return nil, err
			}
			name := slug + "/" + strings.TrimSuffix(filepath.Base(file), ".log.gz")
			for _, part := range []int{3, 6, 9} {
				n := len(log) * part / 10
				out = append(out, stand{fmt.Sprintf("%s at %d", name, n), ti, engine.Fold(log[:n]), log[:n]})
			}
		}
	}
	return out, nil
})

// The part near a company shows one of its stations, and all text in it is large enough on the screen of a
// phone.
func TestNear(t *testing.T) {
	testsize.SkipRace(t)
	seen := map[string]bool{}
	for _, at := range stands(t) {
		c := drawn(at.title, at.state)
		for _, firm := range at.title.Position(at.state).Companies {
			stations := at.title.Table(at.state).Stations(firm.Sym)
			p, ok := Near(at.title, at.state, []string{firm.Sym})
			if !ok {
				if len(stations) > 0 {
					t.Errorf("%s: nothing is near %s, with stations on %v", at.name, firm.Sym, stations)
				}
				continue
			}
			seen[at.title.Facts.Slug] = true
			if len(stations) > 0 && !slices.ContainsFunc(stations, func(s board.Spot) bool { return slices.Contains(p.Hexes, s.Hex) }) {
				t.Errorf("%s: near %s is %v, its stations are on %v", at.name, firm.Sym, p.Hexes, stations)
			}
			if !(box{hi: point{c.width, c.height}}).holds(p.frame) || len(p.Hexes) < 5 {
				t.Errorf("%s: near %s is %v, %v", at.name, firm.Sym, p.frame, p.Hexes)
			}
			small(t, at.name, c, p)
		}
	}
	if len(seen) != len(titles.All()) {
		t.Errorf("looked at %v", seen)
	}
}

// small finds words in a part that are too small. Words in a station marker or in the sign of a port do not
// count, because colour and place identify these.
func small(t *testing.T, name string, c *canvas, p Part) {
	t.Helper()
	scale := phone / (p.frame.hi.x - p.frame.lo.x)
	inside := map[point]bool{}
	for _, s := range c.shapes {
		if s.radius > 0 && s.radius < slotRadius && s.radius != valueRadius {
			inside[s.center] = true
		}
	}
	for _, s := range c.shapes {
		symbol := slices.ContainsFunc([]point{{}, {0, 4.4}, {0, -4.4}}, func(by point) bool { return inside[s.center.plus(by)] })
		if s.text != "" && !symbol && p.frame.holds(box{s.center, s.center}) && s.size*scale < legible-0.01 {
			t.Errorf("%s: %q is %.1f pixels high", name, s.text, s.size*scale)
		}
	}
}

// Painting what is near takes few bytes, the same each time.
func TestPartPNG(t *testing.T) {
	testsize.SkipRace(t)
	for i, at := range stands(t) {
		companies := at.title.Position(at.state).Companies
		if i%3 != 1 || len(companies) == 0 { // one of each game
			continue
		}
		p, ok := Near(at.title, at.state, []string{companies[0].Sym})
		if !ok {
			continue
		}
		data, err := PartPNG(at.title, at.state, p)
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			again, err := PartPNG(at.title, at.state, p)
			if err != nil || !bytes.Equal(data, again) {
				t.Errorf("%s: painted again it differs, %v", at.name, err)
			}
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != partPixels || b.Dy() > partPixels*8/5 || len(data) > mostPart {
			t.Errorf("%s: %v pixels, %d bytes", at.name, b, len(data))
		}
	}
}

// There is no near part for a company without a place on the map.
func TestNearNobody(t *testing.T) {
	ti, s := played(t, "1817", 1, 3, 0)
	for _, companies := range [][]string{nil, {"no such"}, {""}} {
		if p, ok := Near(ti, s, companies); ok {
			t.Errorf("near %q is %v", companies, p.Hexes)
		}
	}
}

// Late in games there is most to paint.
func late(b *testing.B) (out []stand) {
	all := stands(b)
	for i := 2; i < len(all); i += 3 {
		out = append(out, all[i])
	}
	return out
}

func BenchmarkLateNear(b *testing.B) {
	for _, at := range late(b) {
		companies := at.title.Position(at.state).Companies
		if len(companies) == 0 {
			continue
		}
		of := []string{companies[0].Sym}
		p, ok := Near(at.title, at.state, of)
		if !ok {
			b.Fatal(at.name)
		}
		b.Run(at.name+", found", func(b *testing.B) {
			for b.Loop() {
				Near(at.title, at.state, of)
			}
		})
		b.Run(at.name+", painted", func(b *testing.B) {
			for b.Loop() {
				data, err := PartPNG(at.title, at.state, p)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(data)), "bytes")
			}
		})
	}
}

// The whole map stays small on the fullest maps too, so that a mail with the position does.
func TestWholePNGOfFullMaps(t *testing.T) {
	testsize.SkipRace(t)
	for i, at := range stands(t) {
		if every := testsize.Of(6, 6, 3); i%every != every-1 { // the latest of each game has the most track
			continue
		}
		data, err := PNG(at.title, at.state)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > Most {
			t.Errorf("%s: %d bytes", at.name, len(data))
		}
	}
}
