package robot_test

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// Robots play every title: all that they say is accepted, every invariant holds, and the same game is played
// again. They get on: companies are started, buy trains and run them.
func TestRobotsPlayEveryTitle(t *testing.T) {
	t.Parallel()
	var bids atomic.Int64
	t.Cleanup(func() {
		if bids.Load() == 0 && !t.Failed() {
			t.Error("robots have not bid")
		}
	})
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			most := testsize.Of(8, 8, 400)
			first := opening(t, ti, most)
			if most >= 400 && !getOn(first) {
				t.Errorf("no company has bought a train and run it after %d decisions, of which the last are %v", len(first), first[len(first)-10:])
			}
			bids.Add(int64(bidWisely(t, ti, first[:min(len(first), auction)])))
			again := opening(t, ti, min(len(first), 10))
			for i, c := range again {
				if c.String() != first[i].String() {
					t.Fatalf("decision %d is %q, and %q when it is played again", i, first[i], c)
				}
			}
		})
	}
}

// auction is how many decisions of an opening are looked at for bids.
const auction = 46

// opening plays the first decisions of a game in which robots have all seats, at most so many: those that are looked at for bids, and
// until companies have got on.
func opening(t *testing.T, ti *title.Title, most int) []engine.Command {
	t.Helper()
	var said []engine.Command
	var log []engine.Event
	for len(said) < most && (len(said) < auction || !getOn(said)) {
		var more []engine.Command
		more, log = robotsGoOn(t, ti, log, min(40, most-len(said)))
		said = append(said, more...)
	}
	return said
}

// robotsGoOn plays so many decisions of a game in which robots have all seats; without a log it begins.
func robotsGoOn(t *testing.T, ti *title.Title, log []engine.Event, decisions int) ([]engine.Command, []engine.Event) {
	t.Helper()
	players := ti.Facts.Seats[0].Players
	if len(log) > 0 {
		players = len(log[0].(engine.Started).Players)
	}
	g := newTable(t, ti, players, players, 7)
	g.walk.From, g.walk.Limit, g.walk.Thorough = log, decisions, true
	if err := g.walk.Run(); err != nil && !errors.Is(err, walk.ErrLimit) {
		t.Fatalf("after %d events: %v", len(log), err)
	}
	for _, n := range g.tried {
		if n > mostWork {
			t.Errorf("%d positions were valued for one decision", n)
		}
	}
	return g.walk.Commands, g.walk.Log
}

// getOn reports whether a company has bought a train and one has run.
func getOn(said []engine.Command) bool {
	return slices.ContainsFunc(said, func(c engine.Command) bool { return c.Verb == "run" }) &&
		slices.ContainsFunc(said, func(c engine.Command) bool { return c.Verb == "buy" && c.Arg(0) == "train" })
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

// bidWisely returns how many bids were made. A bid that is not small is not made if it brings no more than a pass: in auctions
// robots do not bid a lot up to all that they have, against each other or themselves. Nor do they pay more than they have bid
// only because they are asked again before they pay.
func bidWisely(t *testing.T, ti *title.Title, commands []engine.Command) (bids int) {
	t.Helper()
	for _, c := range commands {
		if c.Verb == "overpay" {
			t.Errorf("a robot says %s", c)
		}
		n, err := strconv.Atoi(c.Arg(max(0, len(c.Args)-1)))
		if c.Verb != "bid" || err != nil {
			continue
		}
		bids++
		if n > mostBid(ti, c) {
			t.Errorf("a robot says %s", c)
		}
	}
	return bids
}

// mostBid is what robots bid at most: for a private company twice its face value, or what is small.
func mostBid(ti *title.Title, c engine.Command) int {
	if p := ti.Facts.Private(c.Arg(0)); p != nil {
		return max(140, p.Value*2)
	}
	return 400
}
