package t1820_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles/1820"
	"pbem/titles/replay/replaytest"
	"pbem/titles/robot"
)

// filled is how many shares a player buys at least of a company that grows, if it is to have money for trains.
const filled = 20

// Robots let companies grow to many shares, and buy most of them: what a company pays to all its shares moves its price. They kept their
// money when a price seemed to follow what one share earns. // 7.2.4; 20-DV-04
func TestRobotsFillCompanies(t *testing.T) {
	testsize.SkipRace(t)
	most := testsize.More(0, 1, 4)
	if most == 0 {
		t.Skip("stored games are played again in larger tests only")
	}
	ti := t1820.Title
	games, err := replaytest.ReadSpoken("testdata/robots.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, stored := range games {
		if most == 0 {
			return
		}
		if slices.ContainsFunc(stored.Start.Players, func(name string) bool { return !strings.HasPrefix(name, "steady ") }) {
			continue
		}
		at := slices.IndexFunc(stored.Said, func(c engine.Command) bool { return c.Verb == "allot" && shares(c) >= filled })
		if at < 1 || stored.Said[at-1].Verb != "increase" {
			continue
		}
		most--
		setup, err := ti.Setup(stored.Start)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := engine.Start(ti.Rules, setup)
		for i, c := range stored.Said[:at+1] {
			if i >= at-1 {
				m, ok := robot.Next(ti, g, c.By, robot.Steady)
				if said := m.Command; !ok || said.Verb != c.Verb || i == at && shares(said) < filled {
					t.Errorf("%s, %s: a robot says %q, where one said %q", stored, ti.Round(g.State()), said, c)
				}
			}
			if g, _, err = g.Decide(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	if most > 0 {
		t.Errorf("in %d games too few a company was filled", most)
	}
}

// shares is how many shares an allotment has.
func shares(c engine.Command) int {
	n, _ := strconv.Atoi(c.Arg(1))
	return n
}
