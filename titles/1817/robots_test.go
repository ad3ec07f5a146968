package t1817_test

import (
	"slices"
	"strconv"
	"testing"

	"pbem/engine"
	t1817 "pbem/titles/1817"
	"pbem/titles/robot"
)

// Robots start companies in the first stock round. They passed when a start was valued before its auction had ended, by which
// nothing is won yet: all games in which nobody could buy a company at once ended without one.
func TestRobotsStart(t *testing.T) {
	ti := t1817.Title
	setup, err := ti.Setup(engine.Started{Title: ti.Facts.Slug, Players: []string{"A", "B", "C", "D"}, Seed: 1, Options: ti.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	g := auctioned(t, setup)
	if m, ok := robot.Next(ti, g, engine.Awaited(g.Pending())[0], robot.Steady); !ok || m.Command.Verb != "start" {
		t.Errorf("a robot says %q", m.Command)
	}
}

// auctioned plays the auction: the last player buys a private company for less than its face value, and can so pay more for a
// company than the first, who begins the stock round.
func auctioned(t *testing.T, setup []engine.Event) *engine.Game {
	t.Helper()
	g, _ := engine.Start(t1817.Title.Rules, setup)
	bought := false
	for t1817.Title.Round(g.State()) == "Auction" {
		by := engine.Awaited(g.Pending())[0]
		said := engine.Command{By: by, Verb: "pass"}
		if ch := engine.Of(g.Pending(), by)[0]; by == "p4" && ch.Question == "private" && !bought {
			o := slices.MaxFunc(ch.List(), func(a, c engine.Option) int { return a.Range.Max - c.Range.Max })
			said, bought = engine.Command{By: by, Verb: ch.Verb, Args: []string{o.Args[0], strconv.Itoa(o.Range.Min)}}, true
		}
		next, _, err := g.Decide(said)
		if err != nil {
			t.Fatal(err)
		}
		g = next
	}
	return g
}
