package robot_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/robot"
	"pbem/titles/title"
)

var (
	positions = flag.Int("positions", 0, "positions of recorded games in which TestPeoplesChoice asks a robot (0: none)")
	differ    = flag.Bool("differ", false, "print what people said and robots would have said instead")
)

// A choice is what somebody said where something else could have been said.
type choice struct {
	title *title.Title
	game  *engine.Game
	said  engine.Command
}

// TestPeoplesChoice prints how often a robot says what people said in recorded games. It judges nothing.
func TestPeoplesChoice(t *testing.T) {
	if *positions == 0 {
		t.Skip("-positions N asks a robot in N positions of recorded games")
	}
	all := map[string][]place{}
	for _, ti := range titles.All() {
		if *only != "" && ti.Facts.Slug != *only {
			continue
		}
		for _, g := range replaytest.StoredIn(t, ti, filepath.Join("..", ti.Facts.Slug)) {
			if byPeople(g) {
				for _, at := range g.Commands() {
					all[ti.Facts.Slug] = append(all[ti.Facts.Slug], place{g, at})
				}
			}
		}
	}
	for _, ti := range titles.All() {
		list := all[ti.Facts.Slug]
		if len(list) == 0 {
			continue
		}
		n := *positions / len(all)
		same, alike := map[string]int{}, map[string]int{}
		count := map[string]int{}
		for i := range n {
			c, ok := chosen(list[i*len(list)/n:])
			if !ok {
				break
			}
			m, ok := robot.Next(ti, c.game, c.said.By, robot.Steady)
			if !ok {
				t.Errorf("%s: a robot has nothing to say instead of %s", ti.Facts.Slug, c.said)
				continue
			}
			asked := questionOf(c)
			for _, kind := range []string{"", asked} {
				count[kind]++
				if m.Command.Verb == c.said.Verb {
					alike[kind]++
				}
				if m.Command.String() == c.said.String() {
					same[kind]++
				}
			}
			if *differ && m.Command.String() != c.said.String() {
				fmt.Printf("%s %s: %s, people: %s, robot: %s\n", ti.Facts.Slug, ti.Round(c.game.State()), asked, c.said, m.Command)
			}
		}
		for _, kind := range sorted(count) {
			fmt.Printf("%s %-20s %3d positions: the same in %d, the same verb in %d\n", ti.Facts.Slug, kind, count[kind], same[kind], alike[kind])
		}
	}
}

// byPeople reports whether people have played a stored game: it has the number of a recorded one.
func byPeople(g replaytest.Stored) bool {
	dir, name := filepath.Split(g.Name)
	return filepath.Base(dir) == "v1" && strings.Trim(name, "0123456789") == ""
}

// A place is where somebody said something in a recorded game.
type place struct {
	game replaytest.Stored
	at   int
}

// chosen returns the first decision at some places that is no run: those people left to the program.
func chosen(places []place) (choice, bool) {
	for _, p := range places {
		// By the written rules: some games were recorded with others, by which nobody is asked to agree.
		game, _ := engine.Open(p.game.Title.Rules, p.game.Log[:p.at]).Host("", engine.Adopted, "")
		c := choice{p.game.Title, game, p.game.Log[p.at].(engine.Said).Command}
		if game.Frozen() == nil && decides(c) {
			return c, true
		}
	}
	return choice{}, false
}

func decides(c choice) bool {
	ways := 0
	for _, ch := range engine.Of(c.game.Pending(), c.said.By) {
		switch {
		case ch.Unawaited:
		case ch.Free != nil && ch.Usage != "":
			return false
		default:
			ways += len(ch.List())
		}
	}
	return ways > 1 && slices.Contains(engine.Awaited(c.game.Pending()), c.said.By)
}

func questionOf(c choice) string {
	for _, ch := range engine.Of(c.game.Pending(), c.said.By) {
		if ch.Verb == c.said.Verb {
			return ch.Question
		}
	}
	return "another question"
}

func sorted(m map[string]int) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
