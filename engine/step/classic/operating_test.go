package classic_test

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// two is two tiles, the second for $20, one of them an upgrade.
var two = step.Works{Allowed: []step.Allowance{{Upgrade: true}, {Upgrade: true, Fee: 20}}, Upgrades: 1}

func trackOf(works step.Works, change func(*classic.Ground)) func(*engine.Turn, step.Table) {
	return func(t *engine.Turn, tb step.Table) {
		classic.Track{
			Works: works,
			Ground: func(done step.Works) *classic.Ground {
				g := &classic.Ground{Ground: step.Ground{Table: tb, Sym: t.Actor}, Done: done, Tiles: "3", Phases: "9"}
				change(g)
				return g
			},
			Ask: func(g *classic.Ground) engine.Command {
				v := tb.Voice(t.Actor)
				return classic.Ask(t)("track", func() []engine.Choice { return classic.IfOpen(v.Pass("lay no tile"), g.Offer(v)) })
			},
		}.Run(t)
	}
}

func asIs(*classic.Ground) {}

// The chart, the phase, the supply, the turn, money and routes: what is offered, and why the rest is not.
func TestTrack(t *testing.T) {
	for _, c := range []struct {
		name    string
		cash    int
		events  []engine.Event
		said    []string // the last is refused
		why     string
		offered string
	}{
		{"the chart", 100, nil, []string{"lay A4 57 1"}, "A4 takes tile 9 next (3)", "A4 9 1 (yellow, exits W-E)"},
		{"print is kept", 100, nil, []string{"lay A2 57 1"}, "A2 is a gray hex, which takes no tile (3)", "A4 9 1 (yellow, exits W-E)"},
		{"out of reach", 100, nil, []string{"lay A6 57 1"}, "no route of NYC reaches the track of that tile (3)", "A4 9 1 (yellow, exits W-E)"},
		{"the phase", 100, straight("A4 9", "A6 57"), []string{"lay A6 14 1"}, "there are no green tiles in this phase, only from phase 4 on (9)", "A8 9 1 (yellow, exits W-E, $40)"},
		{"off the map", 100, nil, []string{"lay A4 9 0"}, "tile 9 would lead SW from A4, where no track may go (3)", "A4 9 1 (yellow, exits W-E)"},
		{"the fee", 25, nil, []string{"lay A4 9 1", "lay A6 57 0"}, "tile 57 would lead SW from A6, where no track may go (3)", "A6 57 1 (yellow, exits W-E, $20)"},
		{"once in a turn", 100, nil, []string{"lay A4 9 1", "lay A4 9 1"}, "the tile in A4 cannot be upgraded (3)", "A6 57 1 (yellow, exits W-E, $20)"},
		{"no upgrade of what was laid", 100, append(straight("A4 9"), engine.Set{Key: "phase", Value: 1}), []string{"lay A6 57 1", "lay A6 14 1"},
			"a tile was laid on A6 in this turn (3)", "A8 9 1 (yellow, exits W-E, $60)"},
	} {
		g := play(setup(c.cash, c.events...), trackOf(two, asIs))
		tells(t, c.name+": refused", g.say(c.said...), c.why)
		tells(t, c.name+": offered", strings.Join(g.offered("lay"), ", "), c.offered)
	}
}

// Tiles run out. Money is looked at for the terrain, and for the fee of the second tile.
func TestTrackIsPaid(t *testing.T) {
	v := play(setup(30, straight("A4 9", "A6 57")...), func(t *engine.Turn, tb step.Table) {
		g := &classic.Ground{Ground: step.Ground{Table: tb, Sym: "NYC"}, Done: two, Tiles: "3"}
		t.Note("", "%s", g.NotLaid([]string{"A8", "9", "1"}))
		g.Done = two.With(0, "A4", false)
		t.Note("", "%s", g.NotLaid([]string{"A8", "9", "1"}))
	})
	none := play(setup(30, straight("A6 9", "A8 9")...), func(t *engine.Turn, tb step.Table) {
		g := &classic.Ground{Ground: step.Ground{Table: tb, Sym: "NYC"}, Done: two, Tiles: "3"}
		t.Note("", "%s", g.NotLaid([]string{"A4", "9", "1"}))
	})
	tells(t, "run out", none.told(), "no tile 9 is left (3)")
	var told []string
	for _, e := range v.log {
		if n, ok := e.(engine.Noted); ok && n.Text != "" {
			told = append(told, n.Text)
		}
	}
	tells(t, "refused", strings.Join(told, "; "), "the terrain costs $40, but NYC has $30 (3); that costs $60, but NYC has $30 (3)")

	g := play(setup(70, straight("A4 9")...), trackOf(two, asIs))
	tells(t, "laid", g.say("lay A6 57 1", "lay A8 9 1"), "")
	if cash := g.State().Cash("NYC"); cash != 10 {
		t.Errorf("NYC has $%d after tiles for $0 and $60", cash)
	}
	tells(t, "told", g.told(), "laid tile 9 in A8 for $60")
}

// A tile that nothing allows has no fee, and a title may lay what is answered in its own way.
func TestTrackHasNoFeeBeyondItsWorks(t *testing.T) {
	g := play(setup(1), func(t *engine.Turn, tb step.Table) {
		g := &classic.Ground{Ground: step.Ground{Table: tb, Sym: "NYC"}, Done: two.With(0, "A4", false).With(1, "A6", false), Tiles: "3"}
		t.Note("", "$%d", g.Price("A8", tb.F.Map.Tile("9")))
	})
	tells(t, "price", g.told(), "$40")

	g = play(setup(100), func(t *engine.Turn, tb step.Table) {
		classic.Track{
			Works: step.Works{Allowed: []step.Allowance{{}}},
			Ground: func(done step.Works) *classic.Ground {
				return &classic.Ground{Ground: step.Ground{Table: tb, Sym: t.Actor}, Done: done, Tiles: "3"}
			},
			Ask: func(*classic.Ground) engine.Command {
				return engine.Command{By: "p1", Verb: "lay", Args: []string{"A4", "9", "1"}}
			},
			Lay: func(_ *classic.Ground, a engine.Command) { t.Note("", "laid %s by magic", a.Arg(1)) },
		}.Run(t)
	})
	tells(t, "own", g.told(), "laid 9 by magic")
}

// A title has one more reason, a price of its own, a chart of its own and its own rule for routes.
func TestTrackOfATitle(t *testing.T) {
	own := func(g *classic.Ground) {
		g.Not = func(at string, tile *board.Tile) string {
			if at == "A4" {
				return "A4 is a lake"
			}
			return ""
		}
		g.Cost = func(string, *board.Tile) int { return 5 }
		g.Chart = func(at string) []string { return map[string][]string{"A4": {"9"}, "A6": {"57"}}[at] }
		g.NotJoined = func(step.Site, *board.Tile, int) string { return "" }
	}
	g := play(setup(100, straight()...), trackOf(two, own))
	if len(g.Pending()) > 0 {
		t.Errorf("offered is %v, want nothing: only A4 is reached", g.offered("lay"))
	}
	g = play(setup(100, straight("A4 9")...), trackOf(two, own))
	tells(t, "refused", g.say("lay A4 9 1"), "A4 is a lake")
	tells(t, "offered", strings.Join(g.offered("lay"), ", "), "A6 57 1 (yellow, exits W-E, $5)")
	tells(t, "laid", g.say("lay A6 57 1"), "")
	if cash := g.State().Cash("NYC"); cash != 95 {
		t.Errorf("NYC has $%d, want $95", cash)
	}
}

func stationStep(t *engine.Turn, tb step.Table) {
	s := classic.NextStation(&step.Ground{Table: tb, Sym: t.Actor}, "4")
	s.Not = func(at board.Spot) string {
		if t.Get("closed") == 1 {
			return "no city is open"
		}
		return ""
	}
	v := tb.Voice(t.Actor)
	if a := classic.Ask(t)("station", func() []engine.Choice { return []engine.Choice{s.Offer(v, nil), v.Pass("place none")} }); a.Verb != "pass" {
		s.Place(t, a.Args)
	}
}

// The cheapest marker goes to a city with a free space that a route reaches.
func TestStation(t *testing.T) {
	road := straight("A4 9", "A6 57")
	for _, c := range []struct {
		cash   int
		events []engine.Event
		said   string
		why    string
	}{
		{100, road, "token A6", ""},
		{100, road, "token A4", "say the hex of a city: there is none in A4 (4)"},
		{100, road, "token A2", "NYC has a marker in A2 (4)"},
		{30, road, "token A6", "the next marker costs $40, but NYC has $30 (4)"},
		{100, straight("A6 57"), "token A6", "no route of NYC reaches that city (4)"},
		{100, append(straight("A4 9", "A6 57"), moved("A6.0", step.Token("PRR", 1))), "token A6", "no space is free in A6 (4)"},
		{100, append(straight("A4 9", "A6 57"), moved("out", step.Token("NYC", 1)), moved("out", step.Token("NYC", 2))), "token A6", "NYC has no station marker left (4)"},
		{100, append(straight("A4 9", "A6 57"), engine.Set{Key: "closed", Value: 1}), "token A6", "no city is open"},
	} {
		g := play(setup(c.cash, c.events...), stationStep)
		tells(t, c.said, g.say(c.said), c.why)
		if s := g.State(); c.why == "" && (s.Cash("NYC") != 60 || s.Where(step.Token("NYC", 1)) != "A6.0") {
			t.Errorf("NYC has $%d, its marker is at %s", s.Cash("NYC"), s.Where(step.Token("NYC", 1)))
		}
	}
}

// A company without trains, or without a route, is not asked; the others run for the most.
func TestRunning(t *testing.T) {
	run := func(t *engine.Turn, tb step.Table) {
		classic.Running{
			Sym: t.Actor, Counter: "earned", Trains: tb.Trains(t.Actor), Voice: tb.Voice(t.Actor), Ask: classic.Ask(t), Parse: classic.Best(t.Actor, "5"),
			Runs: func() step.Runs {
				return step.NewRuns(classic.Network(tb, t.Actor, nil), classic.Fleet(tb, tb.TrainNames(t.Actor)), tb.F.Money)
			},
		}.Run(t)
	}
	train := moved("NYC", step.Train("4", 0))
	if g := play(setup(1, straight("A4 9", "A6 57")...), run); len(g.Pending()) > 0 || g.told() != "" {
		t.Errorf("without a train: %v, %q", g.Pending(), g.told())
	}
	g := play(setup(1, append(straight("A4 9"), train)...), run)
	tells(t, "no route", g.told(), "has no route")
	g = play(setup(1, append(straight("A4 9", "A6 57", "A8 9"), train)...), run)
	tells(t, "too little", g.say("run 4: A2 A6"), "NYC must earn the most it can, $70, not $40 (5)")
	tells(t, "all", g.say("run 4: A2 A6 A10"), "")
	tells(t, "told", g.told(), "ran 4 A2-A6-A10 for $70")
}

// Runs are worked out once for the question, and again each time it is asked again: something may have changed.
func TestRunsAreWorkedOutAgain(t *testing.T) {
	g := play(setup(1, append(straight("A4 9", "A6 57", "A8 9"), moved("NYC", step.Train("4", 0)))...), func(t *engine.Turn, tb step.Table) {
		times := 0
		classic.Running{
			Sym: t.Actor, Counter: "earned", Trains: tb.Trains(t.Actor), Voice: tb.Voice(t.Actor), Parse: classic.Any,
			Ask: func(_ string, choices func() []engine.Choice) engine.Command {
				choices()
				first := times
				choices()
				t.Note("", "%d, then %d", first, times)
				return engine.Command{By: "p1", Verb: "run", Args: []string{"4:", "A2", "A6"}}
			},
			Runs: func() step.Runs {
				times++
				return step.NewRuns(classic.Network(tb, t.Actor, nil), classic.Fleet(tb, tb.TrainNames(t.Actor)), tb.F.Money)
			},
		}.Run(t)
	})
	var told []string
	for _, e := range g.log {
		if n, ok := e.(engine.Noted); ok && n.Text != "" {
			told = append(told, n.Text)
		}
	}
	tells(t, "told", strings.Join(told, "; "), "1, then 2; ran 4 A2-A6 for $40")
}

func TestBeginOperating(t *testing.T) {
	g := play(setup(1, engine.Set{Key: "stock round", Value: 2}), func(t *engine.Turn, _ step.Table) {
		classic.BeginOperating(t, 7)
		classic.BeginOperating(t, 7)
	})
	tells(t, "told", g.told(), "Operating round 2.2")
	if s := g.State(); s.Get("round") != 2 || s.Get("kind") != 7 {
		t.Errorf("round %d of kind %d", s.Get("round"), s.Get("kind"))
	}
}

// The first marker goes to the space that was kept for it, once.
func TestPlaceHome(t *testing.T) {
	g := play(setup(1, moved("NYC", step.Token("NYC", 0)), moved("A2.0", step.Keep("NYC"))), func(t *engine.Turn, tb step.Table) {
		t.Note("", "%v %v", classic.PlaceHome(t, tb, "NYC"), classic.PlaceHome(t, tb, "NYC"))
	})
	s := g.State()
	tells(t, "home", fmt.Sprint(g.told(), " ", s.Where(step.Token("NYC", 0)), " ", s.Where(step.Keep("NYC"))), "true false A2.0 out")
}

// Companies operate by price.
func TestFloated(t *testing.T) {
	floated := []engine.Event{engine.Set{Key: "floated:NYC", Value: 1}, engine.Priced{Marker: "PRR", Cell: "0,2"}}
	tb := step.Table{S: engine.Fold(setup(1, floated...)), F: lineFacts()}
	tells(t, "one", fmt.Sprint(classic.Floated(tb)), "[NYC]")
	tb.S = engine.Fold(setup(1, append(floated, engine.Set{Key: "floated:PRR", Value: 1})...))
	tells(t, "both", fmt.Sprint(classic.Floated(tb)), "[PRR NYC]")
}
