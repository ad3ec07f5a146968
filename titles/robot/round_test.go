package robot_test

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
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

// Robots of before took a train that rusts for one that goes from company to company. The train of the bank that makes it rust was the only
// one a company could get, so they asked one after the other for theirs, at any price: up to 32 times in a stored game, and one that is not
// stored did not come to an end. Where they asked again in stored games, today's say something that nobody has to agree to.
func TestNobodyIsAskedAgainAndAgain(t *testing.T) {
	if testsize.Small() {
		t.Skip("stored games are played again in larger tests only")
	}
	looked, found := 0, 0
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			games := gamesOfRobots(t, ti)
			looked++
			for _, stored := range games {
				i := againAsked(ti, stored.Said)
				if i < 0 {
					continue
				}
				found++
				stored.Said = stored.Said[:i]
				g := upTo(t, ti, stored)
				m, ok := robot.Next(ti, g, engine.Awaited(g.Pending())[0], robot.Steady)
				if !ok || slices.ContainsFunc(m.Game.Pending(), func(ch engine.Choice) bool {
					return ch.By != m.Command.By && !ch.Unawaited && ti.Verbs.Does(ch.Verb, moves.Declines)
				}) {
					t.Errorf("%v, after %d commands: a robot says %q, too", stored, i, m.Command)
				}
			}
		})
	}
	if looked > 1 && found == 0 { // one title alone may have none
		t.Error("in no stored game somebody is asked again and again")
	}
}

// againAsked returns the first command of which another player declines what it asks for, after two such commands of the same player; -1
// if there is none.
func againAsked(ti *title.Title, said []engine.Command) int {
	declined := func(i int) bool {
		return i+1 < len(said) && said[i].By != said[i+1].By && ti.Verbs.Does(said[i+1].Verb, moves.Declines)
	}
	for i := range said {
		if i >= 4 && declined(i) && declined(i-2) && declined(i-4) && said[i].By == said[i-2].By && said[i].By == said[i-4].By {
			return i
		}
	}
	return -1
}

// upTo returns a stored game after what is said in it.
func upTo(t *testing.T, ti *title.Title, stored replaytest.Spoken) *engine.Game {
	t.Helper()
	setup, err := ti.Setup(stored.Start)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(ti.Rules, setup)
	for _, c := range stored.Said {
		if g, _, err = g.Decide(c); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
