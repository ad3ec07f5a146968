package robot

import (
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

var forecast = flag.Int("forecast", 0, "stored games of steady robots alone, of each title, whose outcome TestForecast compares with what the robots expected (0: none)")

// TestForecast prints, for each phase, what robots expected at the beginnings of rounds and what came. It judges nothing.
func TestForecast(t *testing.T) {
	if *forecast == 0 {
		t.Skip("-forecast N compares N stored games of each title with what robots expected in them")
	}
	for _, ti := range titles.All() {
		games, err := replaytest.ReadSpoken(filepath.Join("..", ti.Facts.Slug, "testdata", "robots.jsonl.gz"))
		if err != nil {
			t.Error(err)
			continue
		}
		phases, left := map[string]*expected{}, *forecast
		for _, g := range games {
			if left > 0 && steadyAlone(g) {
				left--
				expect(t, ti, g, phases)
			}
		}
		for _, ph := range ti.Facts.Phases {
			if e := phases[ph.Name]; e != nil {
				fmt.Printf("%s, phase %s: %s\n", ti.Facts.Name, ph.Name, e)
			}
		}
	}
}

func steadyAlone(g replaytest.Spoken) bool {
	for _, name := range g.Start.Players {
		if !strings.HasPrefix(name, "steady ") {
			return false
		}
	}
	return true
}

// An expected is what robots expected in a phase and what came: sums over seats and rounds, in money. What sets the
// seats of a game apart is compared with the mean of its seats in the same round.
type expected struct {
	n                       int
	more, came              int     // than the seat had
	rounds, played          int     // operating rounds to the end, in hundredths: what is expected, what came
	both, saw, was, had, hw float64 // products of what is more than the mean
}

// String returns the means, and how what sets seats apart in the end goes with what is expected, and with what they have.
func (e *expected) String() string {
	return fmt.Sprintf("%d seats expect %d more in %.1f operating rounds and get %d in %.1f; the end goes with what is expected by %.2f, with what they have by %.2f",
		e.n, e.more/e.n, float64(e.rounds)/float64(100*e.n), e.came/e.n, float64(e.played)/float64(100*e.n), e.both/math.Sqrt(e.saw*e.was), e.hw/math.Sqrt(e.had*e.was))
}

// expect plays a game again, and adds what each seat expects at the beginning of each round.
func expect(t *testing.T, ti *title.Title, g replaytest.Spoken, phases map[string]*expected) {
	t.Helper()
	w, err := g.Play(ti, nil)
	if err != nil {
		t.Fatal(err)
	}
	starts := beginnings(ti, w.Log)
	for i, now := range starts {
		left := 0
		for _, later := range starts[i:] {
			if runs(later) {
				left++
			}
		}
		phase := ti.Position(now.State()).Phase
		if phases[phase] == nil {
			phases[phase] = &expected{}
		}
		phases[phase].add(ti, now, 100*left, w.Game.State().Result.Scores)
	}
}

// beginnings returns the first position of each round.
func beginnings(ti *title.Title, log []engine.Event) (out []*engine.Game) {
	round := ""
	for _, at := range (replaytest.Stored{Title: ti, Log: log}).Commands() {
		now := engine.Open(ti.Rules, log[:at])
		if r := ti.Round(now.State()); r != round {
			round, out = r, append(out, now)
		}
	}
	return out
}

// runs reports whether a game is in an operating round.
func runs(g *engine.Game) bool {
	_, _, ok := operating(g.State().Stack)
	return ok
}

// add adds what the seats of a position expect, which is so many operating rounds before the end, in hundredths, and their scores.
func (e *expected) add(ti *title.Title, now *engine.Game, left int, scores map[string]int) {
	var have, sees, ends []float64
	for _, p := range now.State().Players() {
		b := newBrain(ti, p, Steady)
		b.begin(now)
		v := b.value(now)
		more := v.Total + v.Others - v.Now
		e.n, e.more, e.came = e.n+1, e.more+more, e.came+scores[p]-v.Now
		e.rounds, e.played = e.rounds+v.Rounds, e.played+left
		have, sees, ends = append(have, float64(v.Now)), append(sees, float64(v.Now+more)), append(ends, float64(scores[p]))
	}
	h, s, w := mean(have), mean(sees), mean(ends)
	for i := range ends {
		e.both += (sees[i] - s) * (ends[i] - w)
		e.saw += (sees[i] - s) * (sees[i] - s)
		e.was += (ends[i] - w) * (ends[i] - w)
		e.had += (have[i] - h) * (have[i] - h)
		e.hw += (have[i] - h) * (ends[i] - w)
	}
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, n := range list {
		sum += n
	}
	return sum / float64(len(list))
}
