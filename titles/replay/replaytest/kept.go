package replaytest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// A Stored is a game in testdata/v0, v1 and so on of a title. These files are like running
// games of those versions. They never change.
type Stored struct {
	Title *title.Title
	Name  string // without extensions
	Log   []engine.Event
	// Changed are the positions of commands that have other facts by now, because a rule
	// was corrected, with the reason.
	Changed map[int]string
}

// StoredIn reads the stored games of a title in its folder. There must be some.
func StoredIn(t *testing.T, ti *title.Title, folder string) []Stored {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "testdata", "v*", "*.log.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no stored games (%v)", ti.Facts.Slug, err)
	}
	var out []Stored
	for _, file := range files {
		g := Stored{Title: ti, Name: strings.TrimSuffix(file, ".log.gz")}
		if g.Log, err = ReadLog(file); err != nil {
			t.Fatal(err)
		}
		changed, err := ReadChanged(filepath.Join(filepath.Dir(file), "changed.txt"))
		if err != nil {
			t.Fatal(err)
		}
		g.Changed = changed[filepath.Base(g.Name)]
		out = append(out, g)
	}
	return out
}

// Commands returns the places of the commands in force.
func (g Stored) Commands() []int {
	var out []int
	for _, i := range engine.InForce(g.Log) {
		if _, ok := g.Log[i].(engine.Said); ok {
			out = append(out, i)
		}
	}
	return out
}

// OpensAndGoesOn opens the game before every n-th command. It has the same position as before, and the command has
// the same facts. With keep it first stores how the game stands, if that is not stored yet.
func (g Stored) OpensAndGoesOn(t *testing.T, every int, keep bool) {
	t.Helper()
	stands := g.readStands(t, keep)
	for n, at := range g.Commands() {
		if n%every > 0 {
			continue
		}
		game := engine.Open(g.Title.Rules, g.Log[:at])
		if game.Frozen() != nil && g.ChangedSince(game, at) {
			continue // in the middle of a step that goes another way by now
		}
		if game.Frozen() != nil {
			t.Fatalf("position %d: %v", at, game.Frozen())
		}
		if want, ok := stands[at]; ok {
			g.standsAsStored(t, game, at, want)
		}
		g.goesOn(t, game, at)
	}
}

func (g Stored) standsAsStored(t *testing.T, game *engine.Game, at int, want map[string]any) {
	t.Helper()
	now := game.State()
	if here, there := g.Title.Round(now), g.Title.Position(now).Round; here != there {
		t.Fatalf("position %d: the title names the round %q, its position %q", at, here, there)
	}
	diff, err := Look(g.Title, game, at).Differences(want)
	asks, refused := strings.HasPrefix(g.Changed[at], asksOtherwise), strings.HasPrefix(g.Changed[at], RefusedNow)
	if err != nil || !refused && (len(diff) > 0) != asks {
		t.Fatalf("position %d: %v %q\n%s", at, err, g.Changed[at], strings.Join(diff, "\n"))
	}
}

// goesOn says the command that was said at a position again.
func (g Stored) goesOn(t *testing.T, game *engine.Game, at int) {
	t.Helper()
	said := g.Log[at].(engine.Said).Command
	_, made, err := game.Decide(said)
	if refused := strings.HasPrefix(g.Changed[at], RefusedNow); refused != (err != nil) {
		t.Fatalf("position %d: %v is refused: %v %q", at, said, err, g.Changed[at])
	} else if refused {
		return
	}
	switch why, reason := Differs(g.Log[at:], made), g.Changed[at]; {
	case why != "" && reason == "":
		t.Fatalf("position %d: %v: %s", at, said, why)
	case why == "" && reason != "" && !strings.HasPrefix(reason, asksOtherwise):
		t.Fatalf("position %d: %v has the facts it had, although %s", at, said, reason)
	}
}

// asksOtherwise begins the reason for a position at which other answers are possible by
// now. The recorded answer still has the same facts.
const asksOtherwise = "asks otherwise: "

// RefusedNow begins the reason for a position at which the recorded command is refused by
// now.
const RefusedNow = "refused: "

// ChangedSince reports whether the step that runs at a position had a command that has
// other facts by now.
func (g Stored) ChangedSince(game *engine.Game, at int) bool {
	stack := game.State().Stack
	for c := range g.Changed {
		if len(stack) > 0 && stack[len(stack)-1].Entered <= c && c < at {
			return true
		}
	}
	return false
}

// standEvery is the number of commands between two stored stands.
const standEvery = 5

// readStands reads how a game stood. With keep it writes that first.
func (g Stored) readStands(t *testing.T, keep bool) map[int]map[string]any {
	t.Helper()
	name := g.Name + ".stands.gz"
	if _, err := os.Stat(name); os.IsNotExist(err) && keep {
		if err := WriteStands(name, g.Title, g.Log); err != nil {
			t.Fatal(err)
		}
	}
	stands, err := ReadStands(name)
	if err != nil {
		t.Fatal(err)
	}
	return stands
}

// WriteStands stores how a game stands at every fifth command.
func WriteStands(name string, ti *title.Title, log []engine.Event) error {
	var out []Stand
	for n, at := range (Stored{Log: log}).Commands() {
		if n%standEvery == 0 {
			out = append(out, Look(ti, engine.Open(ti.Rules, log[:at]), at))
		}
	}
	return WriteLines(name, out)
}

// PlaysAgain plays the game again from its commands alone: it gives the same facts.
func (g Stored) PlaysAgain(t *testing.T) {
	t.Helper()
	ti := *g.Title
	ti.Rules.Recheck = true // some questions are only in games that were recorded elsewhere
	err := replay.Again(&ti, g.Log, func(_ *engine.Game, n int) error {
		if why := g.Changed[n]; why != "" {
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
}

// changedAt reports whether an error is about an event that is known to differ by now.
func (g Stored) changedAt(err error) bool {
	for at := range g.Changed {
		if text, ok := strings.CutPrefix(err.Error(), fmt.Sprintf("event %d", at)); ok && (text[0] == ' ' || text[0] == ':') {
			return true
		}
	}
	return false
}

var errChanged = errors.New("changed since")

// CanBeFinished has random players play on from some places of the game: they come to an end.
func (g Stored) CanBeFinished(t *testing.T, tries int) {
	t.Helper()
	places := g.Commands()
	for i := range tries {
		at := places[(2*i+1)*len(places)/(2*tries)]
		if game := engine.Open(g.Title.Rules, g.Log[:at]); game.Frozen() != nil && g.ChangedSince(game, at) {
			continue // in the middle of a step that goes another way by now
		}
		w := walk.Walk{Rules: g.Title.Rules, From: g.Log[:at], Seed: uint64(at), Manner: walk.MannerOf(int64(i)), Habits: g.Title.Habits}
		if err := w.Run(); err != nil {
			t.Errorf("from position %d: %v", at, err)
		}
	}
}

// RandomGames makes the logs of two games of prudent players by name: walk-plain, and walk-variants with every variant
// and as many players as may play.
func RandomGames(ti *title.Title) (map[string][]engine.Event, error) {
	seats := ti.Facts.Seats
	var variants map[string]string
	for _, v := range ti.Variants {
		if variants == nil {
			variants = map[string]string{}
		}
		variants[v.Key] = "yes"
	}
	plain, err := random(ti, seats[0].Players, nil)
	if err != nil {
		return nil, err
	}
	varied, err := random(ti, seats[len(seats)-1].Players, variants)
	return map[string][]engine.Event{"walk-plain": plain, "walk-variants": varied}, err
}

// random plays a game of players who do something whenever they can.
func random(ti *title.Title, players int, options map[string]string) ([]engine.Event, error) {
	start := engine.Started{Title: ti.Facts.Slug, Seed: 1, Options: options}
	for i := range players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	setup, err := ti.Setup(start)
	if err != nil {
		return nil, err
	}
	w := walk.Walk{Rules: ti.Rules, Setup: setup, Seed: 1, Manner: walk.Prudent, Habits: ti.Habits}
	err = w.Run()
	return w.Log, err
}

// KeepLog stores a log, unless the file is there: stored games are never written anew.
func KeepLog(name string, log []engine.Event) error {
	raws, err := engine.MarshalLog(log)
	if err != nil {
		return err
	}
	if err := WriteLines(name+".log.gz", raws); err != nil && !os.IsExist(err) {
		return err
	}
	return nil
}
