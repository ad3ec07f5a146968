package table

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/walk"
	"pbem/pbem/pace"
	"pbem/titles"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// seatedWith begins a game in which robots have all seats but the first.
func seatedWith(t *testing.T, slug string, players int, seed int64) *Table {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("no title ", slug)
	}
	seats := []Seat{{Name: "Amy", Address: "amy@example.org"}}
	for range players - 1 {
		seats = append(seats, RobotSeat(seats, SteadyRobot))
	}
	start := engine.Started{Seed: seed}
	for _, s := range seats {
		start.Players = append(start.Players, s.Name)
	}
	g, log, err := titles.Start(ti, start)
	if err != nil {
		t.Fatal(err)
	}
	before := &Table{ID: "g1", Title: ti, Record: Record{Title: slug, Seats: seats}}
	return before.With(g, log)
}

func never() bool { return false }

// A seat of a robot is read by a program that knows none as one of the caretaker, and a seat
// of a caretaker as it was stored before there were robots.
func TestStoredKeepers(t *testing.T) {
	raw, err := json.Marshal(RobotSeat(nil, EasyRobot))
	if err != nil {
		t.Fatal(err)
	}
	var old struct {
		Name      string
		Open      bool
		Caretaker string
	}
	if err := json.Unmarshal(raw, &old); err != nil || old.Name != "Robot 1" || !old.Open || old.Caretaker != KeptHost {
		t.Errorf("an older program reads %+v, %v", old, err)
	}
	tb := &Table{}
	if err := json.Unmarshal([]byte(`{"seats":[{"name":"Amy","caretaker":"late"},{"name":"Bo","caretaker":"host","robot":"of 2030"},{"name":"Cleo"}]}`), &tb.Record); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(tb.KeptSeats(), []string{"p1", "p2"}) || !slices.Equal(tb.RobotSeats(), []string{"p2"}) || tb.Keeper("p1") != "" || levelOf("of 2030") != robot.Steady {
		t.Errorf("kept are %v, by robots %v", tb.KeptSeats(), tb.RobotSeats())
	}
}

// The names of robots are those of nobody else at the table.
func TestRobotSeats(t *testing.T) {
	seats := []Seat{{Name: "robot 1"}}
	for range 3 {
		seats = append(seats, RobotSeat(seats, SteadyRobot))
	}
	if seats[1].Name != "Robot 2" || seats[3].Name != "Robot 4" {
		t.Errorf("%v", seats)
	}
}

// Robots play in one turn until a person is asked, and never more than a commit may have.
// Between commands of robots, plans of people are played; robots do not see them.
func TestRobotsTurn(t *testing.T) {
	tb := seatedWith(t, "18newengland", 4, 3)
	asked := 0
	next := func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		asked++
		return robot.Next(ti, g, player, robot.Easy)
	}
	for n := range 12 {
		turn := tb.Robots(next, MostSpoken, never)
		if turn.Stuck != "" || turn.Round {
			t.Fatalf("robots stopped: %+v", turn)
		}
		if turn.Said != asked || turn.Said > MostSpoken {
			t.Fatalf("%d commands of %d decisions", turn.Said, asked)
		}
		tb, asked = turn.Table, 0
		if who := tb.Actors(); turn.Said < MostSpoken && !slices.Equal(who, []string{"p1"}) {
			t.Fatalf("after %d commands %v are asked", turn.Said, who)
		}
		tb = said(t, tb, int64(n))
	}
	for n := 0; n < 30 && tb.RobotAwaited() == ""; n++ { // the person may be asked again
		tb = said(t, tb, int64(n))
	}
	if turn := tb.Robots(next, 1, never); turn.Said != 1 {
		t.Errorf("%d commands in a commit of one", turn.Said)
	}
	if turn := tb.Robots(next, MostSpoken, func() bool { return true }); turn.Said != 0 {
		t.Errorf("%d commands after the service was stopped", turn.Said)
	}
}

// said lets the first player say something that is offered.
func said(t *testing.T, tb *Table, seed int64) *Table {
	t.Helper()
	c, ok := walk.NewThrifty(uint64(seed), tb.Title.Habits).Pick(engine.Of(tb.Game.Pending(), "p1"))
	if !ok {
		return tb
	}
	g, events, err := tb.Game.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	return tb.With(g, events)
}

// What others have answered in secret changes nothing that a robot says. // 20-RU-48
func TestRobotsKnowNoSecret(t *testing.T) {
	tb := seatedWith(t, "1820", 3, 5)
	for n := range 400 {
		if tb.Secret("p1") && len(tb.Actors()) > 1 {
			compareSecrets(t, tb)
			return
		}
		if player := tb.RobotAwaited(); player != "" {
			c, _ := walk.NewThrifty(uint64(n), tb.Title.Habits).Pick(engine.Of(tb.Game.Pending(), player))
			g, events, err := tb.Game.Decide(c)
			if err != nil {
				t.Fatal(err)
			}
			tb = tb.With(g, events)
			continue
		}
		tb = said(t, tb, int64(n))
	}
	t.Fatal("nothing was asked in secret")
}

// compareSecrets has the first player answer in two ways, and compares what robots say then.
func compareSecrets(t *testing.T, tb *Table) {
	t.Helper()
	heard := map[string]bool{}
	for _, verb := range []func(engine.Choice) bool{
		func(ch engine.Choice) bool { return tb.Title.Verbs.Does(ch.Verb, moves.Bids) },
		func(ch engine.Choice) bool { return tb.Title.Verbs.Does(ch.Verb, moves.Passes) },
	} {
		choices := slices.DeleteFunc(engine.Of(tb.Game.Pending(), "p1"), func(ch engine.Choice) bool { return !verb(ch) })
		c, ok := walk.NewThrifty(1, tb.Title.Habits).Pick(choices)
		if !ok {
			t.Fatal("p1 cannot answer in two ways")
		}
		g, events, err := tb.Game.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		at := tb.With(g, events)
		m, ok, fault := at.asked(robot.Next, at.RobotAwaited())
		if !ok || fault != nil {
			t.Fatal(fault)
		}
		heard[m.Command.String()] = true
	}
	if len(heard) != 1 {
		t.Errorf("a robot says %v, as others have answered in secret", heard)
	}
}

// A robot that panics has failed, with the reason.
func TestRobotPanics(t *testing.T) {
	tb := seatedWith(t, "18newengland", 3, 3)
	for n := 0; tb.RobotAwaited() == ""; n++ {
		tb = said(t, tb, int64(n))
	}
	turn := tb.Robots(func(*title.Title, *engine.Game, string, robot.Level) (robot.Move, bool) { panic(errors.New("lost")) }, MostSpoken, never)
	if turn.Stuck == "" || turn.Fault == nil || turn.Said != 0 || len(turn.Table.Log) != len(tb.Log) {
		t.Errorf("%+v", turn)
	}
}

// A change of the pace changes who plays for late players, and leaves alone what the host has said.
func TestKeepersFollowThePace(t *testing.T) {
	tb := seatedWith(t, "18newengland", 3, 3)
	tb = tb.Tended("p1", KeptLate, "", "Amy is late")
	for _, c := range []struct {
		policy pace.Remedy
		kept   bool
		by     Keeper
	}{{pace.Robot, true, SteadyRobot}, {pace.EasyRobot, true, EasyRobot}, {pace.Caretaker, true, ""}, {pace.PassFor, false, ""}} {
		tb = tb.Paced("", pace.Pace{Policy: c.policy})
		if tb.Kept("p1") != c.kept || tb.Keeper("p1") != c.by || !tb.Robotic("p2") {
			t.Errorf("policy %s: kept %v by %q", c.policy, tb.Kept("p1"), tb.Keeper("p1"))
		}
	}
}
