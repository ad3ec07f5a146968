package route

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func stops(n int) Train { return Train{Name: fmt.Sprint(n), Stops: n} }

var (
	diesel   = Train{Name: "D"}
	eight    = Train{Name: "8E", Majors: 8, Pay: PayMajors}
	express8 = Train{Name: "8E", Best: 8, Pay: PayMajorsFirst}
	joined   = Train{Name: "8E+8E", Best: 8, Pay: PayMajorsFirst, Times: 2}
	double3  = Train{Name: "3+D", Majors: 3, Times: 2}
	best5    = Train{Name: "5E", Best: 5, Pay: PayBest}
	best8    = Train{Name: "8E", Best: 8, Pay: PayBest}
	best3of5 = Train{Name: "3/5", Stops: 5, Best: 3, Pay: PayBest}
	fiveTwo  = Train{Name: "5+2", Majors: 5, Stops: 7}
	double5  = Train{Name: "5D+", Best: 5, Pay: PayBestMajors, Ports: 1, Times: 2}
	eightUp  = Train{Name: "8+", Majors: 8, Ports: 1}
)

// suites are kinds of boards, each with the trains of its time.
var suites = []struct {
	name   string
	board  setting
	trains [][]Train
}{
	{"early", early, [][]Train{{stops(2)}, {stops(2), stops(2)}, {stops(3), stops(2)}, {stops(2), stops(2), stops(2), stops(2)}}},
	{"middle", middle, [][]Train{{stops(3), stops(4)}, {stops(4), stops(4)}, {double3, stops(5)}, {stops(5)},
		{stops(3), stops(3), stops(3)}}},
	{"late", late, [][]Train{{stops(5), stops(6)}, {stops(6), stops(7)}, {double3, double3}, {eight}, {express8}, {diesel},
		{stops(7), stops(8)}, {eightUp}, {fiveTwo, best3of5}, {eight, stops(6)}, {stops(8), stops(8)}}},
	{"end", late, [][]Train{{diesel, diesel}, {diesel, eight}, {best5, best5, best8}, {double5, double5}, {joined},
		{express8, stops(4)}, {eight, eight}, {stops(8), stops(8), stops(8)}, {diesel, stops(6)}, {diesel, diesel, diesel},
		{eightUp, eightUp}}},
	{"end18NE", end18NE, [][]Train{{express8, express8}, {joined}, {express8, stops(4), stops(4)}}},
	{"dense", dense, [][]Train{{diesel}, {eight}, {diesel, eight}, {eight, eight}, {diesel, diesel}, {eight, eight, diesel},
		{diesel, diesel, eight}, {stops(8), stops(8), stops(8)}, {best8, best8}, {double5, double5}, {eight, eight, eight}}},
	{"open", open, [][]Train{{diesel}, {eight}, {diesel, eight}, {eight, eight}, {diesel, diesel}, {eight, eight, diesel},
		{diesel, diesel, eight}, {stops(8), stops(8), stops(8)}, {best8, best8}, {double5, double5}, {eight, eight, eight},
		{express8, express8}, {eightUp, eightUp}}},
}

// BenchmarkBest runs the boards of each suite in turn.
func BenchmarkBest(b *testing.B) {
	for _, s := range suites[:6] {
		b.Run(s.name, func(b *testing.B) {
			var boards []*Graph
			for seed := range int64(4) {
				boards = append(boards, generate(s.board, seed))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				Best(boards[i%4], s.trains[i/4%len(s.trains)], Options{})
			}
		})
	}
}

// TestFigures prints how long searches take: go test -run Figures -v -args figures [boards of each kind].
func TestFigures(t *testing.T) {
	args := flag.Args()
	if !slices.Contains(args, "figures") {
		t.Skip("run with -args figures")
	}
	boards := 10
	if n, err := strconv.Atoi(args[len(args)-1]); err == nil {
		boards = n
	}
	for _, s := range suites {
		var times []time.Duration
		for seed := range int64(boards) {
			g := generate(s.board, seed)
			for _, trains := range s.trains {
				start := cpu()
				res := Best(g, trains, Options{})
				times = append(times, cpu()-start)
				if !res.Proven {
					t.Logf("  %s, board %d, %v: %d proven up to %d, %v", s.name, seed, names(trains), res.Total, res.Bound, times[len(times)-1])
				}
			}
		}
		slices.Sort(times)
		n := len(times)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%-7s %4d searches: median %v, 95%% %v, worst %v; heap %d MB", s.name, n, times[n/2], times[n*95/100], times[n-1],
			m.HeapSys>>20)
	}
}

func names(trains []Train) []string {
	var list []string
	for _, t := range trains {
		list = append(list, t.Name)
	}
	return list
}

// cpu is the time this process has had; the machine may be busy with others.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(0, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano())
}
