package robot_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/robot"
	"pbem/titles/title"
)

var (
	games  = flag.Int("games", 0, "games of each title and number of players that TestStrength plays (0: none)")
	only   = flag.String("title", "", "the title of TestStrength; all if empty")
	seats  = flag.Int("seats", 0, "the number of players; every number if 0")
	robots = flag.Int("robots", 1, "how many of the players are robots; 0 for all")
	seed   = flag.Int64("seed", 1, "the seed of the first game")
	easy   = flag.Bool("easy", false, "the other players are easy robots instead of prudent random ones")
	limit  = flag.Int("limit", 0, "decisions of a game at most; 0: to its end")
	trace  = flag.Bool("trace", false, "print what robots say")
)

// A table is a game of steady robots and others: prudent random players, or easy robots.
type table struct {
	walk   *walk.Walk
	robots map[string]bool
	tried  []int
	took   []time.Duration
}

func newTable(t testing.TB, ti *title.Title, players, robots int, seed int64) *table {
	t.Helper()
	start := engine.Started{Title: ti.Facts.Slug, Seed: seed}
	for i := range players {
		start.Players = append(start.Players, fmt.Sprint(levelOf(i, players, robots, seed), " ", i+1))
	}
	if s, ok := ti.Facts.SeatsFor(players); ok && s.Variant != "" {
		start.Options = map[string]string{s.Variant: "yes"}
	}
	start.Options = ti.AsOfNow(start.Options)
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	g := &table{robots: map[string]bool{}, walk: &walk.Walk{Rules: ti.Rules, Setup: setup, Seed: uint64(seed), Manner: walk.Prudent, Habits: ti.Habits, Limit: *limit, Kept: map[string]func(*engine.Game) (engine.Command, bool){}}}
	round := ""
	for i := range players {
		p, level := engine.PlayerID(i), robot.Steady
		switch levelOf(i, players, robots, seed) {
		case "prudent":
			continue
		case "easy":
			level = robot.Easy
		default:
			g.robots[p] = true
		}
		g.walk.Kept[p] = func(now *engine.Game) (engine.Command, bool) {
			began := time.Now()
			m, ok := robot.Next(ti, now, p, level)
			took := time.Since(began)
			g.took = append(g.took, took)
			g.tried = append(g.tried, m.Work)
			if *trace {
				if r := ti.Round(now.State()); r != round {
					round = r
					printCompanies(ti, now.State())
				}
				fmt.Printf("%5d %s %-12s %s: %s (%d, %d, %d steps, %v)\n", len(g.walk.Commands), ti.Round(now.State()), question(now, p), p, m.Command, m.Gain, m.Work, m.Steps, took)
			}
			return m.Command, ok
		}
	}
	return g
}

// levelOf says who has a seat: robots turn with the seeds.
func levelOf(seat, players, robots int, seed int64) string {
	switch {
	case (seat-int(seed)%players+players)%players < robots:
		return "steady"
	case *easy:
		return "easy"
	}
	return "prudent"
}

// printCompanies prints what companies have.
func printCompanies(ti *title.Title, s *engine.State) {
	p := ti.Position(s)
	fmt.Printf("phase %s, bank %d, next train %v\n", p.Phase, s.Cash(engine.Bank), p.Supply[:min(1, len(p.Supply))])
	for _, c := range p.Companies {
		fmt.Printf("      %-5s of %s: price %d, money %d, trains %v, stations %d\n", c.Sym, c.President, c.Price, c.Cash, c.Trains, len(c.Stations))
	}
	for _, pl := range p.Players {
		fmt.Printf("      %s: worth %d, money %d\n", pl.ID, pl.Worth, pl.Cash)
	}
}

func question(g *engine.Game, p string) string {
	for _, ch := range engine.Of(g.Pending(), p) {
		return strings.TrimSpace(ch.For + " " + ch.Question)
	}
	return ""
}

// TestStrength prints how robots fare. It judges nothing.
func TestStrength(t *testing.T) {
	if *games == 0 {
		t.Skip("-games N plays N games of each kind")
	}
	for _, ti := range titles.All() {
		if *only != "" && ti.Facts.Slug != *only {
			continue
		}
		for _, s := range ti.Facts.Seats {
			if *seats != 0 && s.Players != *seats {
				continue
			}
			played(t, ti, s.Players)
		}
	}
}

func played(t *testing.T, ti *title.Title, players int) {
	n := *robots
	if n == 0 {
		n = players
	}
	won, broke, ended, sum := 0, 0, 0, 0
	var tried []int
	var took []time.Duration
	reasons := map[string]int{}
	for i := range *games {
		g := newTable(t, ti, players, n, *seed+int64(i))
		if err := g.walk.Run(); err != nil {
			t.Errorf("seed %d: %v", *seed+int64(i), err)
			continue
		}
		if *store && g.walk.Game.State().Result != nil {
			if err := replaytest.AddSpoken(storedIn(ti), g.walk.Log); err != nil {
				t.Error(err)
			}
		}
		tried, took = append(tried, g.tried...), append(took, g.took...)
		s := g.walk.Game.State()
		reason := "standstill: " + g.walk.Why
		if s.Result != nil {
			ended++
			reason = s.Result.Reason
		}
		p := ti.Position(s)
		best, by := -1, ""
		for _, pl := range p.Players {
			if g.robots[pl.ID] && wentBankrupt(pl, s.PlayerName(pl.ID), reason) {
				broke++
			}
			sum += pl.Worth
			if pl.Worth > best {
				best, by = pl.Worth, pl.ID
			}
		}
		if g.robots[by] {
			won++
		}
		reasons[reason+", phase "+p.Phase]++
		if *trace || *games < 4 {
			for _, pl := range p.Players {
				fmt.Printf("%s worth %d cash %d robot %v\n", pl.ID, pl.Worth, pl.Cash, g.robots[pl.ID])
			}
		}
	}
	slices.Sort(tried)
	slices.Sort(took)
	if len(took) == 0 {
		return
	}
	fmt.Printf("%s, %d players, %d robots, %d games: won %d, bankrupt %d, ended %d, mean sum %d; decision median %v, 95%% %v, worst %v; tried median %d, worst %d\n",
		ti.Facts.Name, players, n, *games, won, broke, ended, sum/max(1, *games), took[len(took)/2], took[len(took)*95/100], took[len(took)-1], tried[len(tried)/2], tried[len(tried)-1])
	for _, r := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Printf("   %d: %s\n", reasons[r], r)
	}
}
