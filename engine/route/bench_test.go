package route

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

func stops(n int) Train { return Train{Name: fmt.Sprint(n), Stops: n} }

var (
	diesel   = Train{Name: "D"}
	eight    = Train{Name: "8E", Majors: 8, Pay: PayMajors}
	express8 = Train{Name: "8E", Best: 8, Pay: PayMajorsFirst}
	joined   = Train{Name: "2x8E", Best: 8, Pay: PayMajorsFirst, Times: 2}
	double3  = Train{Name: "3+D", Majors: 3, Times: 2}
	best5    = Train{Name: "5E", Best: 5, Pay: PayBest}
	best8    = Train{Name: "8E", Best: 8, Pay: PayBest}
	flood5   = Train{Name: "5D+", Best: 5, Pay: PayBestMajors, Ports: 1, Times: 2}
	eightUp  = Train{Name: "8+", Majors: 8, Ports: 1}
)

// suites are kinds of boards, each with the trains of its time.
var suites = []struct {
	name   string
	board  setting
	trains [][]Train
}{
	{"early", early, [][]Train{{stops(2)}, {stops(2), stops(2)}, {stops(3), stops(2)}, {stops(2), stops(2), stops(2), stops(2)}}},
	{"middle", middle, [][]Train{{stops(3), stops(4)}, {stops(4), stops(4)}, {double3, stops(5)}, {stops(5)}, {stops(3), stops(3), stops(3)}}},
	{"late", late, [][]Train{{stops(5), stops(6)}, {stops(6), stops(7)}, {double3, double3}, {eight}, {express8}, {diesel}, {stops(7), stops(8)},
		{eightUp}, {Train{Majors: 5, Stops: 7}, Train{Stops: 5, Best: 3, Pay: PayBest}}, {eight, stops(6)}, {stops(8), stops(8)}}},
	{"end", late, [][]Train{{diesel, diesel}, {diesel, eight}, {best5, best5, best8}, {flood5, flood5}, {joined}, {express8, stops(4)},
		{eight, eight}, {stops(8), stops(8), stops(8)}, {diesel, stops(6)}, {diesel, diesel, diesel}, {eightUp, eightUp}}},
	{"ne8e", end18NE, [][]Train{{express8, express8}, {joined}, {express8, stops(4), stops(4)}}},
	{"dense", dense, [][]Train{{diesel}, {eight}, {diesel, eight}, {eight, eight}, {diesel, diesel}, {eight, eight, diesel}, {diesel, diesel, eight},
		{stops(8), stops(8), stops(8)}, {best8, best8}, {flood5, flood5}, {eight, eight, eight}}},
	{"open", open, [][]Train{{diesel}, {eight}, {diesel, eight}, {eight, eight}, {diesel, diesel}, {eight, eight, diesel}, {diesel, diesel, eight},
		{stops(8), stops(8), stops(8)}, {best8, best8}, {flood5, flood5}, {eight, eight, eight}, {express8, express8}, {eightUp, eightUp}}},
}

// TestFigures prints the figures of docs/performance.md when asked: go test -run Figures -v -args figures.
func TestFigures(t *testing.T) {
	if testing.Short() || !figures() {
		t.Skip("run with -args figures")
	}
	for _, s := range suites[:6] {
		var times []time.Duration
		var unproven int
		worst := ""
		for seed := range int64(boardsPer()) {
			g := generate(s.board, seed)
			for i, trains := range s.trains {
				start := cpu()
				res := Best(g, trains, Options{})
				d := cpu() - start
				if len(times) == 0 || d > slices.Max(times) {
					worst = fmt.Sprintf("seed %d trains %d", seed, i)
				}
				times = append(times, d)
				if !res.Proven {
					unproven++
					t.Logf("  %s seed %d trains %d (%d segments): %d to %d, %v, work %d", s.name, seed, i, len(g.Segments), res.Total, res.Bound, d, res.Work)
				} else if d > 100*time.Millisecond {
					t.Logf("  %s seed %d trains %d (%d segments): %d, %v, work %d", s.name, seed, i, len(g.Segments), res.Total, d, res.Work)
				}
			}
		}
		slices.Sort(times)
		n := len(times)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%-7s %4d boards: median %v, 95%% %v, worst %v (%s), %d not proven; heap %d MB", s.name, n, times[n/2], times[n*95/100],
			times[n-1], worst, unproven, m.HeapSys>>20)
	}
}
