package replay_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
)

// crowded fills a title's map with brown tiles, without regard to their number, and gives
// a company five stations.
func crowded(t *title.Title, seed uint64) *route.Graph {
	m, r := t.Facts.Map, rand.New(rand.NewPCG(seed, 0))
	type laid struct {
		tile string
		rot  int
	}
	on := map[string]laid{}
	empty := m.On(func(string) (string, int, bool) { return "", 0, false })
	for _, h := range m.Hexes {
		var ways []laid
		for _, tile := range m.Tiles {
			for rot := range 6 {
				fits := tile.Color == "brown" && len(tile.Stops) == len(h.Stops) && (h.Color == "white" || h.Color == "yellow")
				for _, e := range tile.Turned(rot).Exits() {
					fits = fits && empty.Open(h.At, e)
				}
				if fits {
					ways = append(ways, laid{tile.ID, rot})
				}
			}
		}
		if len(ways) > 0 {
			on[h.At] = ways[r.IntN(len(ways))]
		}
	}
	b := m.On(func(hex string) (string, int, bool) {
		l, ok := on[hex]
		return l.tile, l.rot, ok
	})
	var stations []board.Spot
	for _, i := range r.Perm(len(m.Hexes)) {
		at := m.Hexes[i].At
		if f := b.Face(at); len(f.Stops) > 0 && f.Stops[0].Kind == board.City && len(stations) < 5 {
			stations = append(stations, board.Spot{Hex: at})
		}
	}
	return b.Network(stations, func(at board.Spot, s *route.Stop) {
		s.Revenue, s.Token = b.Stop(at).Revenue.In("brown"), slices.Contains(stations, at)
	})
}

// fleets are the trains at the end of a game.
var fleets = map[string][][]route.Train{
	"1817": {{{Name: "8", Stops: 8}, {Name: "8", Stops: 8}}, {{Name: "7", Stops: 7}, {Name: "8", Stops: 8}}},
	"1828": {
		{{Name: "8E", Majors: 8, Pay: route.PayMajors}, {Name: "6", Stops: 6}}, {{Name: "D"}, {Name: "6", Stops: 6}},
		{{Name: "8E", Majors: 8, Pay: route.PayMajors}, {Name: "8E", Majors: 8, Pay: route.PayMajors}, {Name: "6", Stops: 6}, {Name: "D"}},
	},
	"18newengland": {
		{{Name: "8E", Best: 8, Pay: route.PayMajorsFirst, Times: 2}}, {{Name: "6E", Best: 6, Pay: route.PayMajorsFirst}},
		{{Name: "8E", Best: 8, Pay: route.PayMajorsFirst}, {Name: "4", Stops: 4}},
	},
}

// late returns the trains at the end of a title: those of the table, or the last two
// types.
func late(ti *title.Title) [][]route.Train {
	if f := fleets[ti.Facts.Slug]; f != nil {
		return f
	}
	all := ti.Facts.Trains
	return [][]route.Train{{all[len(all)-1].Run(), all[len(all)-2].Run()}}
}

// BenchmarkCrowded finds the best runs on maps with a brown tile on every hex. The
// figures beside the mean are processor times.
func BenchmarkCrowded(b *testing.B) {
	for _, t := range titles.All() {
		b.Run(t.Facts.Slug, func(b *testing.B) {
			var times []time.Duration
			searches, unproven := 0, 0
			for i := 0; b.Loop(); i++ {
				trains := late(t)[i%len(late(t))]
				g := crowded(t, uint64(i))
				began := cpu()
				res := route.Best(g, trains, route.Options{})
				times = append(times, cpu()-began)
				searches++
				if !res.Proven {
					unproven++
				}
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms-median")
			b.ReportMetric(times[len(times)-1].Seconds()*1000, "ms-worst")
			b.ReportMetric(float64(unproven)/float64(searches), "unproven")
		})
	}
}

// cpu returns the processor time of this process, because the machine may be busy.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano())
}

// There is an answer on the most crowded map, with a bound that holds, and the same one
// each time.
func TestCrowdedMaps(t *testing.T) {
	for _, ti := range titles.All() {
		for seed := range testsize.Of[uint64](1, 1, 3) {
			g := crowded(ti, seed)
			trains := late(ti)[0]
			res, again := route.Best(g, trains, route.Options{Budget: 300_000}), route.Best(g, trains, route.Options{Budget: 300_000})
			if res.Total == 0 || res.Bound < res.Total || fmt.Sprint(res) != fmt.Sprint(again) {
				t.Errorf("%s, seed %d: %+v and %+v", ti.Facts.Slug, seed, res, again)
			}
		}
	}
}
