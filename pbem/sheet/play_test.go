package sheet

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

// script is the game from which the golden mails are made: every command of
// all players, "p1 lay H6 8 2". It was played by a picker that likes what
// people like; -update plays it again.
const (
	script = "testdata/game.txt"
	seed   = 5
)

var players = []string{"Amy", "Brian", "Cleo", "Dan O'Neill"}

// likes weighs verbs; what is not named weighs 2.
var likes = map[string]int{
	"reserve": 6, "value": 5, "lay": 16, "token": 8, "pay": 6, "half": 1, "withhold": 1, "buy": 6, "start": 3,
	"convert": 2, "merge": 4, "issue": 1, "redeem": 0, "sell": 1, "pass": 2, "relinquish": 0, "accept": 3, "withdraw": 0,
}

// pick chooses a command by weight.
func pick(rng *rand.Rand, pending []engine.Choice) engine.Command {
	pending = open(pending)
	sum := 0
	weight := func(ch engine.Choice) int {
		if w, ok := likes[ch.Verb]; ok {
			return w
		}
		return 2
	}
	for _, ch := range pending {
		sum += weight(ch)
	}
	n := rng.IntN(max(sum, 1))
	for _, ch := range pending {
		if n -= weight(ch); n < 0 || sum == 0 {
			return complete(rng, ch)
		}
	}
	panic("unreachable")
}

func complete(rng *rand.Rand, ch engine.Choice) engine.Command {
	options := ch.List()
	o := options[rng.IntN(len(options))]
	c := engine.Command{By: ch.By, Verb: ch.Verb, Args: slices.Clone(o.Args)}
	if o.Range != nil {
		c.Args = append(c.Args, strconv.Itoa(o.Range.Min+rng.IntN((o.Range.Max-o.Range.Min)/max(o.Range.Step, 1)+1)*max(o.Range.Step, 1)))
	}
	return c
}

// A table is a game with its whole log.
type testGame struct {
	title *title.Title
	game  *engine.Game
	log   []engine.Event
}

func newGame(t testing.TB, seed int64, names []string) *testGame {
	t.Helper()
	ti, ok := titles.Find("18newengland")
	if !ok {
		t.Fatal("no such title")
	}
	g, log, err := titles.Start(ti, engine.Started{Seed: seed, Players: names})
	if err != nil {
		t.Fatal(err)
	}
	return &testGame{ti, g, log}
}

func (g *testGame) say(t testing.TB, c engine.Command) {
	t.Helper()
	next, events, err := g.game.Decide(c)
	if err != nil {
		t.Fatalf("%s %s: %v (the rules have changed? run with -update)", c.By, c, err)
	}
	g.game, g.log = next, append(g.log, events...)
}

// writeScript plays a game to its end and stores the commands.
func writeScript(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 18))
	g := newGame(t, seed, players)
	var b strings.Builder
	for len(g.game.Pending()) > 0 {
		c := pick(rng, g.game.Pending())
		fmt.Fprintf(&b, "%s %s\n", c.By, c)
		g.say(t, c)
	}
	if err := os.WriteFile(script, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// replayScript plays the stored game and shows every position, until enough is
// seen.
func replayScript(t testing.TB, enough func(*testGame) bool) {
	t.Helper()
	file, err := os.Open(script)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	g := newGame(t, seed, players)
	lines := bufio.NewScanner(file)
	for !enough(g) && lines.Scan() {
		words := strings.Fields(lines.Text())
		g.say(t, engine.Command{By: words[0], Verb: words[1], Args: words[2:]})
	}
}

// sinceLast returns what happened since a player spoke last.
func (g *testGame) sinceLast(player string) []engine.Event {
	for i := len(g.log) - 1; i >= 0; i-- {
		if said, ok := g.log[i].(engine.Said); ok && said.By == player {
			return g.log[i+1:]
		}
	}
	return g.log
}
