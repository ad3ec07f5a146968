package robot_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// A game of robots takes up to two minutes, and its commands are played again in less than a second. So whole games are stored, and what
// they reached stands beside them.

var (
	store  = flag.Bool("store", false, "add the games that TestStrength plays to those in testdata of the title")
	all    = flag.Bool("all", false, "play all stored games of robots, as whole tests do")
	update = flag.Bool("update", false, "write what the stored games of robots reached")
)

// storedIn is where the games of a title are, one after the other: of each the event that started it, what was said, and how it ended.
func storedIn(ti *title.Title) string {
	return filepath.Join("..", ti.Facts.Slug, "testdata", "robots.jsonl.gz")
}

// reachedIn is where it stands what they reached.
func reachedIn(ti *title.Title) string {
	return filepath.Join("..", ti.Facts.Slug, "testdata", "robots.txt")
}

// The kinds of games, by who plays.
const (
	alone   = "steady robots alone"
	earlier = "robots of earlier versions"
)

// kind says who plays: the names of the players say it, such as "steady 1", "easy 2", "earlier 3".
func kind(g replaytest.Spoken) string {
	others := slices.DeleteFunc(slices.Clone(g.Start.Players), steady)
	if len(others) == 0 {
		return alone
	}
	switch level, _, _ := strings.Cut(others[0], " "); level {
	case "earlier":
		return earlier
	default:
		return "one steady robot against " + level + " ones"
	}
}

func steady(name string) bool { return strings.HasPrefix(name, "steady ") }

// gamesOfRobots reads those of a title. A title that is new has none.
func gamesOfRobots(t *testing.T, ti *title.Title) []replaytest.Spoken {
	t.Helper()
	out, err := replaytest.ReadSpoken(storedIn(ti))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no games of robots are stored for %s; \"go test ./titles/robot -run Strength -games 3 -robots 0 -title %s -store\" plays some", ti.Facts.Name, ti.Facts.Slug)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Stored games of robots go as they went: everything is accepted, every invariant holds, and they end as they did. In whole tests all are
// played, and they reach what is written.
func TestStoredGamesOfRobots(t *testing.T) {
	if testsize.Race {
		t.Skip("whole games are played without the race detector: nothing in them runs side by side")
	}
	t.Parallel()
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			stored := gamesOfRobots(t, ti)
			if !testsize.Whole() && !*all && !*update {
				for _, i := range []int{0, len(stored) - 1} {
					again(t, ti, stored[i])
				}
				return
			}
			sum := reached{}
			var adding sync.Mutex
			played := 0
			t.Run("all", func(t *testing.T) { // several at a time: 1843 alone takes as long as all others
				for some := range slices.Chunk(stored, len(stored)/8+1) {
					t.Run("from "+some[0].String(), func(t *testing.T) {
						t.Parallel()
						for _, g := range some {
							w := again(t, ti, g)
							adding.Lock()
							sum.add(t, ti, g, w)
							played++
							adding.Unlock()
						}
					})
				}
			})
			if played == len(stored) { // not if some failed, or some only were asked for
				sum.compare(t, reachedIn(ti))
			}
		})
	}
}

// A game that is stored twice would count twice.
func TestNoGameIsStoredTwice(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			seen := map[string]bool{}
			for _, g := range gamesOfRobots(t, ti) {
				key := fmt.Sprint(g.Start, g.Said)
				if seen[key] {
					t.Errorf("%v is stored twice", g)
				}
				seen[key] = true
			}
		})
	}
}

// From late positions of games of robots, which random players hardly reach, others come to an end, too, and all that is offered there
// is accepted. Robots of today go on there as well.
func TestGamesOfRobotsGoOnAtRandom(t *testing.T) {
	if testsize.Small() {
		t.Skip("whole games are left out of small tests")
	}
	t.Parallel()
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			first := gamesOfRobots(t, ti)[0]
			g := replaytest.Stored{Title: ti, Log: again(t, ti, first).Log}
			places := g.Commands()
			for _, part := range testsize.Of(nil, []int{90}, []int{60, 90}) { // of a hundred
				at := places[len(places)*part/100]
				if err := enginetest.CheckOffers(engine.Open(ti.Rules, g.Log[:at]), 12); err != nil {
					t.Errorf("%v, position %d: %v", first, at, err)
				}
				w := walk.Walk{Rules: ti.Rules, From: g.Log[:at], Seed: uint64(at), Manner: walk.MannerOf(int64(part / 10)), Habits: ti.Habits, Also: enginetest.Circles(ti.Facts)}
				if err := w.Run(); err != nil {
					t.Errorf("%v, from position %d: %v", first, at, err)
				}
				robotsGoOn(t, ti, g.Log[:at], testsize.Part(3, 3, 10, 20))
			}
		})
	}
}

// again plays a game again.
func again(t *testing.T, ti *title.Title, g replaytest.Spoken) *walk.Walk {
	t.Helper()
	w, err := g.Play(ti, enginetest.Circles(ti.Facts))
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	return w
}

// reached is what games of each kind reached.
type reached map[string]*course

// A course is what some games reached.
type course struct {
	games, seats, bankrupt, won, worth int
	players                            map[int]int    // games with so many players
	marks                              map[string]int // landmark -> games that reached it
}

func (r reached) add(t *testing.T, ti *title.Title, g replaytest.Spoken, w *walk.Walk) {
	t.Helper()
	c := r[kind(g)]
	if c == nil {
		c = &course{players: map[int]int{}, marks: map[string]int{}}
		r[kind(g)] = c
	}
	c.games++
	c.players[len(g.Start.Players)]++
	won, best := false, 0
	for _, p := range ti.Position(w.Game.State()).Players {
		score := g.End.Scores[p.ID]
		c.worth += score
		name := g.Start.Players[slices.Index(w.Game.State().Players(), p.ID)]
		if score > best {
			won, best = false, score
		}
		won = won || score == best && steady(name)
		if steady(name) {
			c.seats++
			if wentBankrupt(p, name, g.End.Reason) {
				c.bankrupt++
			}
		}
	}
	if won {
		c.won++
	}
	for _, mark := range ti.Landmarks(w.Game.State(), w.Log) {
		c.marks[mark]++
	}
}

// wentBankrupt reports whether a player went bankrupt in a game that has ended for a reason. Where it ends with that, the reason may be
// all that tells it.
func wentBankrupt(p title.Player, name, reason string) bool {
	return p.Out || strings.HasPrefix(reason, name+" is bankrupt")
}

// String is a table.
func (r reached) String() string {
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(r)) {
		c := r[kind]
		fmt.Fprintf(&b, "%s: %d games", kind, c.games)
		for _, n := range slices.Sorted(maps.Keys(c.players)) {
			fmt.Fprintf(&b, ", %d with %d players", c.players[n], n)
		}
		fmt.Fprintf(&b, "\n  %-60s %6d\n", "all players together have in the end", c.worth/c.games)
		if c.seats > 0 {
			fmt.Fprintf(&b, "  %-60s %6s\n", "steady robots that went bankrupt", fmt.Sprintf("%d/%d", c.bankrupt, c.seats))
		}
		if c.seats == c.games {
			fmt.Fprintf(&b, "  %-60s %6d\n", "games that the steady one won", c.won)
		}
		for _, mark := range slices.Sorted(maps.Keys(c.marks)) {
			fmt.Fprintf(&b, "  %-60s %6d\n", mark, c.marks[mark])
		}
	}
	return b.String()
}

// compare compares the table with the one that is kept.
func (r reached) compare(t *testing.T, file string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(r.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.String(); got != string(want) {
		t.Errorf("games of robots reach\n%s\nin %s stands\n%s", got, file, want)
	}
}
