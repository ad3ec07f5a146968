package replay_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// A spot is a recorded position just before a company runs.
type spot struct {
	title   *title.Title
	state   *engine.State
	company string
}

func (s spot) network() (*route.Graph, []route.Train) { return s.title.Network(s.state, s.company) }

// BenchmarkRecorded finds the best run at every recorded position in turn. The figures
// beside the mean are for single positions. Each is the best of three searches, because the
// machine may be busy. The network comes from the memory of its board, except at the first search.
func BenchmarkRecorded(b *testing.B) {
	for _, file := range recordedRuns(b) {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		b.Run(name, func(b *testing.B) {
			spots := spotsOf(b, name)
			b.Run("network", func(b *testing.B) {
				b.ReportAllocs()
				figures(b, spots, func(s spot) { s.network() })
			})
			b.Run("best", func(b *testing.B) {
				b.ReportAllocs()
				figures(b, spots, func(s spot) {
					g, trains := s.network()
					route.Best(g, trains, route.Options{})
				})
			})
		})
	}
}

// BenchmarkReplay plays recorded games again, each action checked. Processor time of one game, before a
// command was looked for without listing what else may be said, and after: 1817 15528 0.67 and 0.48 s, 1828
// 23366 1.62 and 0.61 s, 18NewEngland 73885 0.50 and 0.20 s. With maps that keep their last boards 0.29, 0.39 and
// 0.13 s, of which best runs take a tenth. Since a choice asks only once
// whether it is possible, and a step keeps that for its next run (engine.Turn.Known), 1828 takes 0.55 and 18NewEngland
// 0.7 of that time, and with boards that keep their last networks 0.8 of it again. 18xx.games with its checks off takes 0.8 and 0.6 s for the first two.
func BenchmarkReplay(b *testing.B) {
	for _, name := range []string{"1817-15528", "1828-23366", "18newengland-73885"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				step.Searched.Forget() // as if the game were not known
				r := open(b, name)
				for _, a := range r.Actions {
					play(b, r, a)
				}
			}
		})
	}
}

func spotsOf(tb testing.TB, name string) []spot {
	tb.Helper()
	r := open(tb, name)
	var out []spot
	for _, a := range r.Actions {
		if replay.IsRun(a) {
			out = append(out, spot{r.Title, r.Game.State(), companyOf(r, a)})
		}
		play(tb, r, a)
	}
	return out
}

// figures times work on every spot and reports the distribution. It also reports the most
// memory that one of them allocated, whether freed or not.
func figures(b *testing.B, spots []spot, work func(spot)) {
	for i := 0; b.Loop(); i++ {
		work(spots[i%len(spots)])
	}
	var times []time.Duration
	most := uint64(0)
	for _, s := range spots {
		var best time.Duration
		for try := range 3 {
			before := allocated()
			began := time.Now()
			work(s)
			if d := time.Since(began); try == 0 || d < best {
				best = d
			}
			most = max(most, allocated()-before)
		}
		times = append(times, best)
	}
	slices.Sort(times)
	n := len(times)
	ms := func(i int) float64 { return times[i].Seconds() * 1000 }
	b.ReportMetric(ms(n/2), "ms-median")
	b.ReportMetric(ms(n*95/100), "ms-95%")
	b.ReportMetric(ms(n-1), "ms-worst")
	b.ReportMetric(float64(most)/1e6, "MB-most")
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
