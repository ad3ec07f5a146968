package robot_test

import (
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// Robots of before raised a share-count and took it back, turn for turn of a stock round, and the others read of it each time. Where they
// did so in stored games, today's say something that does not come to nothing.
func TestNothingIsBegunInVain(t *testing.T) {
	testsize.SkipRace(t)
	if testsize.Small() {
		t.Skip("stored games are played again in larger tests only")
	}
	looked, found := 0, 0
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			looked++
			most := testsize.More(0, 1, 4)
			for n, stored := range gamesOfRobots(t, ti) {
				if most == 0 || n == testsize.More(0, 3, 12) {
					return
				}
				at, ok := begunInVain(t, ti, stored.Start, stored.Said)
				if !ok {
					continue
				}
				most--
				found++
				if said, back := comesTo(t, ti, at); back {
					t.Errorf("%s, %s: a robot begins %q, and it is taken back", stored, ti.Round(at.game.State()), said)
				}
				advised(t, ti, at)
			}
		})
	}
	if looked > 1 && found == 0 { // one title alone may have none
		t.Error("in no stored game something was begun in vain")
	}
}

// advised fails if a way that an advice gives is what was begun in vain.
func advised(t *testing.T, ti *title.Title, at choice) {
	t.Helper()
	a, ok := robot.Advise(ti, at.game, at.said.By, 3_000_000)
	if !ok {
		t.Error("there is no advice")
	}
	for _, w := range append(a.Ways, a.Other) {
		if len(w.Commands) > 0 && w.Commands[0].String() == at.said.String() {
			t.Errorf("%s: the advice is %v, and it is taken back", ti.Round(at.game.State()), w.Commands)
		}
	}
}

// comesTo plays on as a robot as long as what it begins is open. It returns what the robot said, and whether that was taken back.
func comesTo(t *testing.T, ti *title.Title, at choice) (said string, back bool) {
	t.Helper()
	g := at.game
	for open, first := 0, true; first || open > 0; first = false {
		m, ok := robot.Next(ti, g, at.said.By, robot.Steady)
		if !ok && !first {
			return said, false // others are asked, for it goes on
		}
		if !ok {
			t.Fatal("a robot has nothing to say")
		}
		if first {
			said = m.Command.String()
		}
		for _, e := range m.Events {
			if open, back = opened(e, open); back && open == 0 {
				return said, true
			}
		}
		g = m.Game
	}
	return said, false
}

// opened follows what is open: one more that was begun, or one less that was kept or taken back.
func opened(e engine.Event, open int) (now int, back bool) {
	switch e.(type) {
	case engine.Marked:
		return open + 1, false
	case engine.Restored:
		return open - 1, true
	case engine.Kept:
		return open - 1, false
	}
	return open, false
}

// begunInVain returns where somebody says what begins something that is taken back, if that happens in a game: the first such place.
func begunInVain(t *testing.T, ti *title.Title, start engine.Started, said []engine.Command) (began choice, ok bool) {
	t.Helper()
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(ti.Rules, setup)
	open := 0
	for _, c := range said {
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			was, back := open, false
			if open, back = opened(e, open); was == 0 && open == 1 {
				began = choice{ti, g, c}
			} else if back && open == 0 {
				return began, true
			}
		}
		g = next
	}
	return choice{}, false
}
