package robot_test

import (
	"reflect"
	"slices"
	"strconv"
	"sync"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// Robots play every title: all that they say is accepted, every invariant holds, and the same game is played
// again. They get on: companies are started, buy trains and run them.
func TestRobotsPlayEveryTitle(t *testing.T) {
	t.Parallel()
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			first := opening(t, ti, testsize.Of(8, 8, 400))
			opened.Store(ti, first)
			if ran := slices.ContainsFunc(first, func(c engine.Command) bool { return c.Verb == "run" }); len(first) >= 400 && !ran {
				t.Errorf("no company has run a train after %d decisions, of which the last are %v", len(first), first[len(first)-10:])
			}
			if bought := slices.ContainsFunc(first, func(c engine.Command) bool { return c.Verb == "buy" && c.Arg(0) == "train" }); len(first) >= 400 && !bought {
				t.Errorf("no company has bought a train after %d decisions", len(first))
			}
			again := opening(t, ti, min(len(first), 10))
			for i, c := range again {
				if c.String() != first[i].String() {
					t.Fatalf("decision %d is %q, and %q when it is played again", i, first[i], c)
				}
			}
		})
	}
}

// opened are the openings that were played, by title: []engine.Command.
var opened sync.Map

// opening plays the first decisions of a game in which robots have all seats.
func opening(t *testing.T, ti *title.Title, most int) []engine.Command {
	t.Helper()
	players := ti.Facts.Seats[0].Players
	g := newTable(t, ti, players, players, 7)
	g.walk.Limit, g.walk.Thorough = most, true
	if err := g.walk.Run(); err != nil && len(g.walk.Commands) < most {
		t.Fatal(err)
	}
	for _, n := range g.tried {
		if n > mostWork {
			t.Errorf("%d positions were valued for one decision", n)
		}
	}
	return g.walk.Commands
}

// mostWork is how many positions one decision may value.
const mostWork = 2000

// What others have answered in secret does not change what a robot says.
// // 20-RU-48
func TestRobotsDoNotLookAtSecrets(t *testing.T) {
	secretly(t, func(g *engine.Game, ti *title.Title, me string) any {
		m, ok := robot.Next(ti, g, me, robot.Steady)
		if !ok {
			t.Fatalf("nothing is said for %s", me)
		}
		return m.Command.String()
	})
}

// secretly plays random games. At each question that is answered in secret by several, it
// gives the others' answers in two ways, and compares what is decided for the last.
func secretly(t *testing.T, decide func(g *engine.Game, ti *title.Title, me string) any) {
	t.Helper()
	found := 0
	for _, ti := range titles.All() {
		if len(ti.Sealed) == 0 {
			continue
		}
		for seed := range int64(testsize.More(3, 3, 12)) {
			found += secrets(t, ti, seed, decide)
		}
		if found == 0 {
			t.Errorf("no game of %s came to a question that is answered in secret", ti.Facts.Name)
		}
	}
}

// secrets plays a random game and returns how many were asked.
func secrets(t *testing.T, ti *title.Title, seed int64, decide func(g *engine.Game, ti *title.Title, me string) any) (asked int) {
	t.Helper()
	w := newTable(t, ti, ti.Facts.Seats[0].Players, 0, seed).walk
	w.Limit = 300
	w.Run() // as far as it comes
	g, _ := engine.Start(w.Rules, w.Setup)
	for _, c := range w.Commands {
		if awaited := engine.Awaited(g.Pending()); len(awaited) > 1 && slices.Contains(ti.Sealed, g.Pending()[0].Question) {
			asked += lastOf(t, ti, g, awaited, decide)
		}
		next, _, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		g = next
	}
	return asked
}

// lastOf has all but one answer in two ways, and compares what is then decided for the one.
func lastOf(t *testing.T, ti *title.Title, g *engine.Game, awaited []string, decide func(g *engine.Game, ti *title.Title, me string) any) int {
	t.Helper()
	me := awaited[len(awaited)-1]
	var said []any
	for _, high := range []bool{false, true} {
		now := g
		for _, p := range awaited[:len(awaited)-1] {
			now = answered(t, now, p, high)
		}
		if !slices.Equal(engine.Awaited(now.Pending()), []string{me}) {
			return 0
		}
		said = append(said, decide(now, ti, me))
	}
	if !reflect.DeepEqual(said[0], said[1]) {
		t.Errorf("%s says %v, and %v when the others bid high", me, said[0], said[1])
	}
	return 1
}

// answered lets a player bid the most or the least that is offered.
func answered(t *testing.T, g *engine.Game, p string, high bool) *engine.Game {
	t.Helper()
	var c engine.Command
	for _, ch := range engine.Of(g.Pending(), p) {
		for _, o := range ch.List() {
			switch {
			case o.Range == nil && c.Verb == "":
				c = engine.Command{By: p, Verb: ch.Verb, Args: o.Args}
			case o.Range != nil && high:
				c = engine.Command{By: p, Verb: ch.Verb, Args: append(slices.Clone(o.Args), strconv.Itoa(o.Range.Max))}
			case o.Range != nil && c.Verb == "":
				c = engine.Command{By: p, Verb: ch.Verb, Args: append(slices.Clone(o.Args), strconv.Itoa(o.Range.Min))}
			}
		}
	}
	next, _, err := g.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// A bid that is not small is not made if it brings no more than a pass: in auctions robots do not bid a lot up to
// all that they have, against each other or themselves. Nor do they pay more than they have bid only because they are
// asked again before they pay.
func TestRobotsDoNotBidInVain(t *testing.T) {
	bids := 0
	for _, ti := range titles.All() {
		n := testsize.Of(8, 8, 46)
		played, ok := opened.Load(ti)
		if !ok {
			played = opening(t, ti, n)
		}
		commands := played.([]engine.Command)
		for _, c := range commands[:min(n, len(commands))] {
			if c.Verb == "overpay" {
				t.Errorf("%s: a robot says %s", ti.Facts.Slug, c)
			}
			n, err := strconv.Atoi(c.Arg(max(0, len(c.Args)-1)))
			if c.Verb != "bid" || err != nil {
				continue
			}
			bids++
			if n > mostBid(ti, c) {
				t.Errorf("%s: a robot says %s", ti.Facts.Slug, c)
			}
		}
	}
	if bids == 0 {
		t.Error("robots have not bid")
	}
}

// mostBid is what robots bid at most: for a private company twice its face value, or what is small.
func mostBid(ti *title.Title, c engine.Command) int {
	if p := ti.Facts.Private(c.Arg(0)); p != nil {
		return max(140, p.Value*2)
	}
	return 400
}
