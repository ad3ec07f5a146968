package step

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/route"
)

// railway is a network with a hex of two stops, B2, two ways from there to C3 (over D4 or E5), and track that
// passes C3 beside its stop.
var railway = &route.Graph{
	Stops: []route.Stop{
		{ID: "A1.0", Hex: "A1", Token: true, Revenue: 10},
		{ID: "B2.0", Hex: "B2", Revenue: 20},
		{ID: "B2.1", Hex: "B2", Revenue: 30},
		{ID: "C3.0", Hex: "C3", Revenue: 40},
	},
	Segments: []route.Segment{
		{A: 0, B: 1, Track: []int{1}},
		{A: 0, B: 2, Track: []int{2, 3}, Via: []string{"C3"}},
		{A: 1, B: 3, Track: []int{4}, Via: []string{"D4"}},
		{A: 1, B: 3, Track: []int{5}, Via: []string{"E5"}, Bonus: 5},
	},
}

func dollars(n int) string { return fmt.Sprintf("$%d", n) }

func runsOf(trains ...route.Train) Runs { return NewRuns(railway, trains, dollars) }

var two, three, six = route.Train{Name: "2", Stops: 2}, route.Train{Name: "3", Stops: 3}, route.Train{Name: "6E", Times: 2}

// The words of players about runs, their stored form, and what they earn.
func TestRunsInWords(t *testing.T) {
	for _, c := range []struct {
		runs       Runs
		said, kept string
		total      int
	}{
		{runsOf(three), "3: A1 B2.0 C3", "3: A1 B2.0 C3", 75},
		{runsOf(three), "A1 B2.0 C3", "3: A1 B2.0 C3", 75}, // the only train needs no name
		{runsOf(three), "a1 b2.0 c3.0", "3: A1 B2.0 C3", 75},
		{runsOf(three), "3: A1 B2.0 D4 C3", "3: A1 B2.0 D4 C3", 70},
		{runsOf(three), "3: A1 B2.0 e5 C3", "3: A1 B2.0 E5 C3", 75},
		{runsOf(three), "3: C3 D4 B2.0 A1", "3: C3 D4 B2.0 A1", 70}, // a hex after the first stop
		{runsOf(three), "3: B2.1 A1 B2.0", "3: B2.1 A1 B2.0", 60},
		{runsOf(three), "auto", "3: A1 B2.0 C3", 75},
		{runsOf(three), "BEST", "3: A1 B2.0 C3", 75},
		{runsOf(three), "nothing", "nothing", 0},
		{runsOf(two, two), "2: A1 B2.1 2: A1 B2.0", "2: A1 B2.1 2: A1 B2.0", 70},
		{runsOf(two, three), "3: A1 B2.0 C3 2: A1 B2.1", "2: A1 B2.1 3: A1 B2.0 C3", 115}, // in the order of the trains
		{runsOf(two, six), "6e: A1 B2.0", "6E: A1 B2.0", 60},
	} {
		kept, err := c.runs.Parse(strings.Fields(c.said))
		if err != nil || strings.Join(kept, " ") != c.kept {
			t.Errorf("%q is kept as %q, %v, want %q", c.said, kept, err, c.kept)
			continue
		}
		if _, total, err := c.runs.Read(kept); err != nil || total != c.total {
			t.Errorf("%q earns %d, %v, want %d", c.said, total, err, c.total)
		}
	}
}

// For a certificate that is two trains or one, runs name the trains. Both at once are refused, and the better
// of the two is offered.
func TestRunsOfFleets(t *testing.T) {
	runs := NewRunsOf(railway, []route.Train{two, two, three}, []route.Fleet{{0, 1}, {2}}, dollars)
	for said, kept := range map[string]string{
		"auto":                  "3: A1 B2.0 C3",
		"3: A1 B2.0 D4 C3":      "3: A1 B2.0 D4 C3",
		"2: A1 B2.1 2: A1 B2.0": "2: A1 B2.1 2: A1 B2.0",
	} {
		got, err := runs.Parse(strings.Fields(said))
		if err != nil || strings.Join(got, " ") != kept {
			t.Errorf("%q is kept as %q, %v, want %q", said, got, err, kept)
		}
	}
	_, err := runs.Parse(strings.Fields("2: A1 B2.1 3: A1 B2.0"))
	var refused *engine.Refusal
	if !errors.As(err, &refused) || err.Error() != "2 and 3 cannot run together; these can: 2 2, or 3" {
		t.Errorf("both at once: %v", err)
	}
	if _, _, err := runs.Read(strings.Fields("2: A1 B2.1 3: A1 B2.0")); err == nil {
		t.Error("both at once are priced")
	}
	if best := runs.Result(); best.Total != 75 || !best.Proven {
		t.Errorf("the best earns %+v", best)
	}
	if got := runs.Best()[0]; got.Label != "$75, the best there is" {
		t.Errorf("offered %v", got)
	}
}

// A wrong run is the player's mistake: the refusal says what is wrong.
func TestWrongRunsAreRefused(t *testing.T) {
	for _, c := range []struct {
		runs       Runs
		said, want string
	}{
		{runsOf(two, three), "", "say what runs where"},
		{runsOf(two), "", "say what runs where"},
		{runsOf(two, three), "A1 B2.0", "say which train runs"},
		{runsOf(two), "3: A1 B2.0", "there is no 3-train left to run"},
		{runsOf(two), "2: A1 B2.0 2: A1 B2.1", "there is no 2-train left to run"},
		{runsOf(two), "2: A1 B2", "B2 has several stops: say B2.0 or B2.1"},
		{runsOf(two), "2: A1 X9", "no track of the company leads to a stop in X9"},
		{runsOf(two), "2: D4 B2.0", "no track of the company leads to a stop in D4"},
		{runsOf(three), "3: A1 B2.0 D4", "a run ends at a stop; there is none in D4"},
		{runsOf(three), "3: C3 D4", "a run ends at a stop; there is none in D4"},
		{runsOf(three), "3:", "two stops"},
		{runsOf(three), "A1", "two stops"},
		{runsOf(two), "2: A1", ""},
		{runsOf(two), "2: A1 B2.0 C3", ""},
		{runsOf(two), "2: A1 C3", ""},
		{runsOf(two), "2: B2.0 C3", ""}, // without the company's station
	} {
		kept, err := c.runs.Parse(strings.Fields(c.said))
		var refused *engine.Refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q is kept as %q, %v, want a refusal: %s", c.said, kept, err, c.want)
		}
	}
}

func TestRunsAreDescribed(t *testing.T) {
	r := runsOf(two, three, six)
	routes, total, err := r.Read(strings.Fields("2: A1 B2.1 6E: A1 B2.0 C3"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Describe(routes, total), "2 A1-B2.1, 2x6E A1-B2.0-C3 for $190"; got != want {
		t.Errorf("described as %q, want %q", got, want)
	}
	if got := r.Describe(make([]route.Route, 3), 0); got != "nothing" {
		t.Errorf("no run is described as %q", got)
	}
	once := runsOf(route.Train{Name: "5E", Times: 1}, six)
	if a, b := once.TrainName(0), once.TrainName(1); a != "5E" || b != "2x6E" {
		t.Errorf("trains are named %s and %s", a, b)
	}
}

// The first hex of a network may have two stops too.
func TestStopsOfTheFirstHex(t *testing.T) {
	g := &route.Graph{Stops: []route.Stop{{ID: "A1.0", Hex: "A1", Token: true}, {ID: "A1.1", Hex: "A1"}, {ID: "B2.0", Hex: "B2"}}, Segments: []route.Segment{{A: 0, B: 2, Track: []int{1}}}}
	_, err := NewRuns(g, []route.Train{two}, dollars).Parse([]string{"2:", "A1", "B2"})
	if err == nil || !strings.Contains(err.Error(), "A1 has several stops: say A1.0 or A1.1") {
		t.Errorf("A1 is read: %v", err)
	}
}

// The best run as offered is accepted and earns what it says, even if hexes have several stops or track
// beside their stop.
func TestTheBestRunIsAccepted(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(1, seed))
		g := randomGraph(r)
		runs := NewRuns(g, []route.Train{three, two, two}[:1+r.IntN(3)], dollars)
		offered := runs.Best()[0].Args
		kept, err := runs.Parse(offered)
		if err != nil || !slices.Equal(kept, offered) {
			t.Errorf("graph %d: %q is kept as %q, %v", seed, offered, kept, err)
			continue
		}
		if _, total, err := runs.Read(kept); err != nil || total != runs.Result().Total {
			t.Errorf("graph %d: %q earns %d, %v, want %d", seed, kept, total, err, runs.Result().Total)
		}
	}
}

// randomGraph has up to two stops in each of four hexes, and track between all of them by any hex.
func randomGraph(r *rand.Rand) *route.Graph {
	g := &route.Graph{}
	hexes := []string{"A1", "A3", "B2", "B4", "C3", "C5"}
	for _, hex := range hexes[:4] {
		for n := range 1 + r.IntN(2) {
			g.Stops = append(g.Stops, route.Stop{ID: fmt.Sprintf("%s.%d", hex, n), Hex: hex, Revenue: 10 * r.IntN(5), Token: hex == "A1"})
		}
	}
	for i := range 12 {
		s := route.Segment{A: r.IntN(len(g.Stops)), B: r.IntN(len(g.Stops)), Track: []int{i, 20 + r.IntN(4)}, Via: []string{hexes[r.IntN(6)]}, Bonus: 5 * r.IntN(2)}
		g.Segments = append(g.Segments, s)
	}
	return g
}

// Runs that earn less than the best are recognised. What is run is booked and told.
func TestRunsBooked(t *testing.T) {
	r := runsOf(three)
	for said, want := range map[string]string{
		"3: A1 B2.0 C3": "", "3: A1 B2.0 E5 C3": "",
		"3: A1 B2.0 D4 C3": "must earn the most it can, $75, not $70", "nothing": "must earn the most it can, $75, not $0",
	} {
		if got := r.NotBest(strings.Fields(said)); got != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
	c := r.Choice(Voice{"p1", "PRR"}, func([]string) ([]string, error) { return []string{"parsed"}, nil })
	if got, _ := c.Free(nil); c.Verb != "run" || c.By != "p1" || c.For != "PRR" || c.Usage != RunUsage || len(c.List()) != 1 || got[0] != "parsed" {
		t.Errorf("asked with %+v", c)
	}
	tb := play(t, set(t), func(e *engine.Turn, _ Table) { r.Run(e, "PRR", "earned", strings.Fields("3: A1 B2.0 D4 C3")) })
	if n := tb.S.Get("earned"); n != 70 {
		t.Errorf("booked %d", n)
	}
}

// Whether trains earn anything takes no whole search if they do, and one if they seem not to.
func TestRunsEarn(t *testing.T) {
	searched := 0
	r := runsOf(route.Train{Name: "3", Stops: 3})
	r.best = func() route.Result { searched++; return route.Result{} }
	if !r.Earn() || searched > 0 {
		t.Errorf("a train on the railway earns: %v, after %d whole searches", r.Earn(), searched)
	}
	r = runsOf()
	r.best = func() route.Result { searched++; return route.Result{Total: searched - 1} }
	if r.Earn() || searched != 1 {
		t.Errorf("no train earns nothing, after %d whole searches", searched)
	}
	if !r.Earn() {
		t.Error("what only a whole search finds is not seen")
	}
}
