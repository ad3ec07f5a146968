package titles_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// every makes the tests look at every n-th position of a stored game.
var every = flag.Int("every", 0, "try the stored games at every n-th position; 0 is 10, with -short 50")

// keep writes how stored games stand, if that is not stored yet.
var keep = flag.Bool("keep", false, "write how the stored games stand, where that is not stored yet")

func stride() int {
	switch {
	case *every > 0:
		return *every
	case testing.Short(), titles.Raced:
		return 50
	}
	return 10
}

// A stored is a game in testdata/v0, v1 and so on of a title. These files are like
// running games of those versions. They never change.
type stored struct {
	title *title.Title
	name  string // without extensions
	log   []engine.Event
	// changed are the positions of commands that have other facts by now, because a rule
	// was corrected, with the reason.
	changed map[int]string
}

// storedGames calls a test with every stored game.
func storedGames(t *testing.T, test func(t *testing.T, g stored)) {
	t.Helper()
	for _, ti := range titles.All() {
		for _, g := range gamesOf(t, ti) {
			t.Run(g.name, func(t *testing.T) {
				t.Parallel()
				test(t, g)
			})
		}
	}
}

// gamesOf reads the stored games of a title.
func gamesOf(t *testing.T, ti *title.Title) []stored {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(ti.Facts.Slug, "testdata", "v*", "*.log.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no stored games (%v)", ti.Facts.Slug, err)
	}
	var out []stored
	for _, file := range files {
		g := stored{title: ti, name: strings.TrimSuffix(file, ".log.gz")}
		if g.log, err = replaytest.ReadLog(file); err != nil {
			t.Fatal(err)
		}
		changed, err := replaytest.ReadChanged(filepath.Join(filepath.Dir(file), "changed.txt"))
		if err != nil {
			t.Fatal(err)
		}
		g.changed = changed[filepath.Base(g.name)]
		out = append(out, g)
	}
	return out
}

// commands returns the places of the commands in force.
func (g stored) commands() []int {
	var out []int
	for _, i := range engine.InForce(g.log) {
		if _, ok := g.log[i].(engine.Said); ok {
			out = append(out, i)
		}
	}
	return out
}

// Before every command a stored game opens with the same position as before, and the
// command has the same facts.
func TestStoredGamesOpenAndGoOn(t *testing.T) {
	storedGames(t, func(t *testing.T, g stored) {
		stands := g.readStands(t)
		for n, at := range g.commands() {
			if n%stride() > 0 {
				continue
			}
			game := engine.Open(g.title.Rules, g.log[:at])
			if game.Frozen() != nil && g.changedSince(game, at) {
				continue // in the middle of a step that goes another way by now
			}
			if game.Frozen() != nil {
				t.Fatalf("position %d: %v", at, game.Frozen())
			}
			if want, ok := stands[at]; ok {
				diff, err := replaytest.Look(g.title, game, at).Differences(want)
				asks, refused := strings.HasPrefix(g.changed[at], asksOtherwise), strings.HasPrefix(g.changed[at], refusedNow)
				if err != nil || !refused && (len(diff) > 0) != asks {
					t.Fatalf("position %d: %v %q\n%s", at, err, g.changed[at], strings.Join(diff, "\n"))
				}
			}
			said := g.log[at].(engine.Said).Command
			_, made, err := game.Decide(said)
			if refused := strings.HasPrefix(g.changed[at], refusedNow); refused != (err != nil) {
				t.Fatalf("position %d: %v is refused: %v %q", at, said, err, g.changed[at])
			} else if refused {
				continue
			}
			switch why, reason := replaytest.Differs(g.log[at:], made), g.changed[at]; {
			case why != "" && reason == "":
				t.Fatalf("position %d: %v: %s", at, said, why)
			case why == "" && reason != "" && !strings.HasPrefix(reason, asksOtherwise):
				t.Fatalf("position %d: %v has the facts it had, although %s", at, said, reason)
			}
		}
	})
}

// asksOtherwise begins the reason for a position at which other answers are possible by
// now. The recorded answer still has the same facts.
const asksOtherwise = "asks otherwise: "

// refusedNow begins the reason for a position at which the recorded command is refused by
// now.
const refusedNow = "refused: "

// changedSince reports whether the step that runs at a position had a command that has
// other facts by now.
func (g stored) changedSince(game *engine.Game, at int) bool {
	stack := game.State().Stack
	for c := range g.changed {
		if len(stack) > 0 && stack[len(stack)-1].Entered <= c && c < at {
			return true
		}
	}
	return false
}

// standEvery is the number of commands between two stored stands.
const standEvery = 5

// readStands reads how a game stood. With -keep it writes that first.
func (g stored) readStands(t *testing.T) map[int]map[string]any {
	t.Helper()
	name := g.name + ".stands.gz"
	if _, err := os.Stat(name); os.IsNotExist(err) && *keep {
		var out []replaytest.Stand
		for n, at := range g.commands() {
			if n%standEvery == 0 {
				out = append(out, replaytest.Look(g.title, engine.Open(g.title.Rules, g.log[:at]), at))
			}
		}
		if err := replaytest.WriteLines(name, out); err != nil {
			t.Fatal(err)
		}
	}
	stands, err := replaytest.ReadStands(name)
	if err != nil {
		t.Fatal(err)
	}
	return stands
}

// A stored game that is played again from its commands alone has the same facts.
func TestStoredGamesArePlayedAgain(t *testing.T) {
	storedGames(t, func(t *testing.T, g stored) {
		err := replay.Again(g.title, g.log, func(_ *engine.Game, n int) error {
			if why := g.changed[n]; why != "" {
				return fmt.Errorf("%w at position %d: %s", errChanged, n, why)
			}
			return nil
		})
		switch {
		case errors.Is(err, errChanged), err != nil && g.changedAt(err):
			t.Log("played no further: ", err)
		case err != nil:
			t.Error(err)
		}
	})
}

// changedAt reports whether an error is about an event that is known to differ by now.
func (g stored) changedAt(err error) bool {
	for at := range g.changed {
		if text, ok := strings.CutPrefix(err.Error(), fmt.Sprintf("event %d", at)); ok && (text[0] == ' ' || text[0] == ':') {
			return true
		}
	}
	return false
}

var errChanged = errors.New("changed since")

// From any place of a stored game, random players reach an end.
func TestStoredGamesCanBeFinished(t *testing.T) {
	storedGames(t, func(t *testing.T, g stored) {
		places := g.commands()
		tries := 3
		if testing.Short() || titles.Raced {
			tries = 2
		}
		for i := range tries {
			at := places[(2*i+1)*len(places)/(2*tries)]
			if game := engine.Open(g.title.Rules, g.log[:at]); game.Frozen() != nil && g.changedSince(game, at) {
				continue // in the middle of a step that goes another way by now
			}
			w := walk.Walk{Rules: g.title.Rules, From: g.log[:at], Seed: uint64(at), Manner: walk.MannerOf(int64(i)), Habits: g.title.Habits}
			if err := w.Run(); err != nil {
				t.Errorf("from position %d: %v", at, err)
			}
		}
	})
}
