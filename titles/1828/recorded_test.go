package t1828_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/internal/testsize"
	t1828 "pbem/titles/1828"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

const shared = "../../../shared"

var games = []string{"23366", "bankrupt", "random-1", "random-2"}

// recorded reads a recorded game. It skips the test if there is no shared folder.
func recorded(t *testing.T, name string) *replay.Replay {
	t.Helper()
	return replaytest.Open(t, filepath.Join(shared, "games", "1828", name+".json"))
}

// The recorded games are replayed action by action, with checks of systems, coal, the runs of the C&P and
// the end. Usual tests leave out the long games of random players.
func TestRecordedGames(t *testing.T) {
	for _, name := range testsize.Of(games[:2], games[:2], games) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, w := recorded(t, name), watch{name: name, peers: readPeers(t, name)}
			for _, a := range r.Actions {
				if a.Type == "run_routes" && a.EntityType == "minor" {
					compareLine(t, r, a, w.peers[a.ID])
				}
				if _, err := r.Do(a); err != nil {
					t.Fatal(err)
				}
				w.coal(t, r, a)
				w.systems(t, r, a)
			}
			compareEnd(t, r, name)
			if name == "23366" && (w.bought != 2 || w.met != len(checkpoints)) {
				t.Errorf("%d coal markers were bought, %d checkpoints met: no longer a test", w.bought, w.met)
			}
		})
	}
}

// A watch checks one game while it is replayed.
type watch struct {
	name   string
	peers  map[int]int // what the router of 18xx.games finds, by action
	bought int         // coal markers
	met    int         // checkpoints
}

// reasons are the reasons for which the games ended.
var reasons = map[string]string{
	"23366": "the operating rounds of the purple phase are over", "bankrupt": "Player 2 is bankrupt",
	"random-1": "the operating rounds of the purple phase are over", "random-2": "a share price reached $500",
}

// compareEnd compares scores and reason. // 28-EN-02, 28-EN-03, 28-EN-04, 28-EN-05
func compareEnd(t *testing.T, r *replay.Replay, name string) {
	t.Helper()
	end := r.Game.State().Result
	if end == nil || end.Reason != reasons[name] {
		t.Fatalf("it ends with %+v, not because %s", end, reasons[name])
	}
	for i, p := range r.Export.Players {
		if got, want := end.Scores[engine.PlayerID(i)], r.Export.Result[string(p.ID)]; got != want {
			t.Errorf("%s has %d, recorded are %d", p.Name, got, want)
		}
	}
}

// coal checks that the markers in K11 and K13 are those that nobody has bought or built. // 28-CO-01,
// 28-CO-03
func (w *watch) coal(t *testing.T, r *replay.Replay, a games18xx.Action) {
	t.Helper()
	if a.Type == "special_buy" {
		w.bought++
	}
	onMap := map[string]int{}
	for _, m := range r.Title.Position(r.Game.State()).Marks {
		onMap[m.Hex]++
	}
	if onMap["K11"] < 2-w.bought || onMap["K13"] > 1 {
		t.Fatalf("action %d: %v lie on the map, %d were bought", a.ID, onMap, w.bought)
	}
}

// checkpoints are companies after actions of game 23366. They resemble the worked examples of the
// checklist.
var checkpoints = []struct {
	id         int
	sym        string
	price      int
	treasury   int // shares in its own treasury
	cash, left int // left: markers on its charter
}{
	{235, "GT", 67, 0, 580, 5},  // in the middle of the merger: GT and IC pooled
	{236, "GT", 109, 1, 580, 5}, // 67 and 78: L = 111
	{242, "CPR", 111, 1, 370, 5},
	{403, "PRR", 119, 1, 391, 5},
	{596, "NYC", 138, 1, 1170, 4},
	{640, "NKP", 167, 1, 2400, 6},
}

// systems checks that the systems are as recorded. // 28-MG-04, 28-MG-05, 28-MG-23
func (w *watch) systems(t *testing.T, r *replay.Replay, a games18xx.Action) {
	t.Helper()
	for _, c := range checkpoints {
		if c.id != a.ID || w.name != "23366" {
			continue
		}
		w.met++
		pos := r.Title.Position(r.Game.State())
		got, treasury := pos.Company(c.sym), 0
		for _, st := range got.Held {
			if st.Holder == "treasury" {
				treasury = st.Shares
			}
		}
		if got.Price != c.price || treasury != c.treasury || got.Cash != c.cash || got.Tokens != c.left {
			t.Errorf("action %d: %s at %d has %d, %d shares and %d markers: %+v", c.id, c.sym, got.Price, got.Cash, treasury, got.Tokens, c)
		}
	}
}

// compareLine checks that the player of the C&P is offered its recorded run, and that the best offer pays
// at least what the router of 18xx.games finds. // 28-CP-03
func compareLine(t *testing.T, r *replay.Replay, a games18xx.Action, peer int) {
	t.Helper()
	i := slices.IndexFunc(r.Game.Pending(), func(c engine.Choice) bool { return c.Verb == "line" })
	if i < 0 {
		t.Fatalf("action %d: the C&P is not asked where it runs", a.ID)
	}
	best := r.Game.Pending()[i].List()[0]
	pays := 0
	if _, err := fmt.Sscanf(best.Label, "$%d,", &pays); err != nil || pays < peer || pays < a.Routes[0].Revenue {
		t.Errorf("action %d: the best is %q, recorded is %d, the peer finds %d", a.ID, best.Label, a.Routes[0].Revenue, peer)
	}
}

// readPeers reads what the router of 18xx.games finds, by action.
func readPeers(t *testing.T, name string) map[int]int {
	t.Helper()
	f, err := os.Open(filepath.Join(shared, "games", "routes", "1828-"+name+".jsonl"))
	if errors.Is(err, fs.ErrNotExist) { // there are none for games played by a program
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[int]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var run struct{ ID, Peer int }
		if err := json.Unmarshal(lines.Bytes(), &run); err != nil {
			t.Fatal(err)
		}
		out[run.ID] = run.Peer
	}
	return out
}

// A game that is imported halfway continues by our rules: each player who is asked has an option, and it is
// accepted.
func TestImportedGameGoesOn(t *testing.T) {
	r := recorded(t, "23366")
	for _, a := range r.Actions[:len(r.Actions)/2] {
		if _, err := r.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	g := engine.Open(t1828.Title.Rules, r.Log)
	for range 40 {
		c, ok := firstOption(g.Pending())
		if !ok {
			t.Fatal("nobody has anything to say")
		}
		next, _, err := g.Decide(c)
		if err != nil {
			t.Fatalf("%q of %s: %v", c, c.By, err)
		}
		g = next
	}
}

// firstOption returns the first thing that an awaited player may say.
func firstOption(pending []engine.Choice) (engine.Command, bool) {
	for _, c := range pending {
		for _, o := range c.List() {
			if !c.Unawaited && o.Range == nil {
				return engine.Command{By: c.By, Verb: c.Verb, Args: o.Args}, true
			}
		}
	}
	return engine.Command{}, false
}

// D-01: the only known option of a record is the advice for new players.
func TestOptionsOfARecord(t *testing.T) {
	e := &games18xx.Export{Title: "1828.Games", Players: []games18xx.Player{{ID: "1"}, {ID: "2"}, {ID: "3"}}}
	e.Settings.OptionalRules = []string{"ensure_good_privates"}
	if r, err := replay.New(e); err != nil || r.Game.State().Option("good privates") == "" {
		t.Errorf("the advice for new players is not read: %v", err)
	}
	e.Settings.OptionalRules = []string{"something"}
	if _, err := replay.New(e); err == nil || !strings.Contains(err.Error(), "something") {
		t.Errorf("an option that is not known is read: %v", err)
	}
}

func TestCitations(t *testing.T) {
	enginetest.Unbundled(t, ".")
	enginetest.Citations(t, filepath.Join(shared, "rules", "1828.txt"), ".")
}
