package robot_test

import (
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// Robots of before bought one train to and fro between two companies of a player, of which none ever ran with it: one game stood still
// for thirty operating rounds. Where they did so in stored games, today's say something else.
func TestTrainsDoNotGoRound(t *testing.T) {
	if testsize.Small() {
		t.Skip("stored games are played again in larger tests only")
	}
	looked, found := 0, 0
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			games := gamesOfRobots(t, ti)
			looked++
			most := testsize.More(0, 1, 20)
			for _, stored := range games {
				for _, at := range roundTrips(t, ti, stored.Start, stored.Said) {
					if most == 0 {
						return
					}
					most--
					found++
					if m, ok := robot.Next(ti, at.game, at.said.By, robot.Steady); !ok || m.Command.String() == at.said.String() {
						t.Errorf("%s: a robot says %q, too", ti.Round(at.game.State()), m.Command)
					}
				}
			}
		})
	}
	if looked > 1 && found == 0 { // one title alone may have none
		t.Error("in no stored game a train goes round")
	}
}

// roundTrips returns where somebody buys a train for a company from another one that has bought it from the first and has not been asked
// anything for itself since.
func roundTrips(t *testing.T, ti *title.Title, start engine.Started, said []engine.Command) (out []choice) {
	t.Helper()
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(ti.Rules, setup)
	came := map[string]string{} // the company that a train came from last, of trains that are where they were not yet asked
	acts := ""
	for _, c := range said {
		if now := engine.Of(g.Pending(), c.By)[0].For; now != acts {
			acts = now
			for piece := range came {
				if g.State().Where(piece) == acts {
					delete(came, piece)
				}
			}
		}
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			m, ok := e.(engine.Moved)
			if !ok || ti.Facts.Company(m.From) == nil || c.Verb != "buy" || c.Arg(0) != "train" {
				continue
			}
			if came[m.Piece] == m.To {
				out = append(out, choice{ti, g, c})
			}
			came[m.Piece] = m.From
		}
		g = next
	}
	return out
}
