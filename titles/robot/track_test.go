package robot_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// TestTrackTurns prints what companies could run after the track that people laid in a turn of recorded games, and after what a robot lays in
// its place. It judges nothing.
func TestTrackTurns(t *testing.T) {
	if *positions == 0 {
		t.Skip("-positions N has a robot lay track in N turns of recorded games")
	}
	for _, ti := range titles.All() {
		if *only != "" && ti.Facts.Slug != *only {
			continue
		}
		var turns []trackTurn
		for _, g := range replaytest.StoredIn(t, ti, filepath.Join("..", ti.Facts.Slug)) {
			if byPeople(g) {
				turns = append(turns, trackTurns(g)...)
			}
		}
		n := min(*positions, len(turns))
		before, people, robots, more, less := 0, 0, 0, 0, 0
		for i := range n {
			turn := turns[i*len(turns)/n]
			theirs, its := bestRun(ti, turn.after.State(), turn.company), bestRun(ti, turn.byRobot().State(), turn.company)
			before += bestRun(ti, turn.before.State(), turn.company)
			people, robots = people+theirs, robots+its
			switch {
			case its > theirs:
				more++
			case its < theirs:
				less++
			}
		}
		if n > 0 {
			fmt.Printf("%s %d turns: runs before %d, after the track of people %d, after that of a robot %d; it is worth more in %d, less in %d\n", ti.Facts.Slug, n, before, people, robots, more, less)
		}
	}
}

// A trackTurn is the part of a company's turn in which it lays track.
type trackTurn struct {
	title         *title.Title
	company, by   string
	before, after *engine.Game
}

// trackTurns lists those of a recorded game, by the written rules.
func trackTurns(g replaytest.Stored) (out []trackTurn) {
	var now trackTurn
	for _, at := range g.Commands() {
		by := g.Log[at].(engine.Said).By
		game, _ := engine.Open(g.Title.Rules, g.Log[:at]).Host("", engine.Adopted, "")
		if game.Frozen() != nil {
			now = trackTurn{}
			continue
		}
		company := layer(game, by)
		if company == now.company {
			continue
		}
		if now.company != "" {
			now.after = game
			out = append(out, now)
		}
		now = trackTurn{title: g.Title, company: company, by: by, before: game}
	}
	return out
}

// layer returns the company for which a player is asked for track, "" for none.
func layer(g *engine.Game, player string) string {
	for _, ch := range engine.Of(g.Pending(), player) {
		if ch.Question == "track" && !ch.Unawaited {
			return ch.For
		}
	}
	return ""
}

// byRobot returns the game after a robot has laid the track.
func (t trackTurn) byRobot() *engine.Game {
	g := t.before
	for said := 0; said < 20 && layer(g, t.by) == t.company; said++ {
		m, ok := robot.Next(t.title, g, t.by, robot.Steady)
		if !ok {
			break
		}
		g = m.Game
	}
	return g
}

// bestRun returns what a company can run, with the train next on sale if it has none.
func bestRun(ti *title.Title, s *engine.State, company string) int {
	g, trains := ti.Network(s, company)
	if supply := ti.Position(s).Supply; len(trains) == 0 && len(supply) > 0 {
		trains = []route.Train{ti.Facts.Train(supply[0].Name).Run()}
	}
	if g == nil || len(trains) == 0 {
		return 0
	}
	return route.Best(g, trains, route.Options{}).Total
}
