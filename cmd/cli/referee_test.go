package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// referees is the folder of programs that judge whole games of some titles by their
// rulebooks. They share no code with pbem.
const referees = "../../../shared/referee"

// A judged game is a random game, or one of the stored games of robots, and the command of its referee.
type judgedGame struct {
	title  string
	robots int // which one of robots, from 1; 0 for a random one
	stroll
	module string
	flags  []string
	wrong  *regexp.Regexp   // lines that name a fault
	own    []*regexp.Regexp // faults of the referee itself
	lost   *regexp.Regexp   // after such a line the referee has lost track of the game; nil for none
}

var (
	wrong1820 = regexp.MustCompile(`\] (breach|differs): `)
	wrong1843 = regexp.MustCompile(` (breach|adapter) +`)
	// The referee of 1820 counts for British Rail a port to which track leads over a tile
	// of a third hex, which is not adjacent (13.5; 20-RU-86). It looks for what follows
	// when a player is bankrupt in the middle of a takeover, although the game is over
	// (10.2). It reads the par price from the next position, where the end of the round
	// may have moved it, and the hex of a marker from a company that is closed by then.
	// It refuses a second circle of the same city (7.2.2; 20-RU-81).
	own1820 = []*regexp.Regexp{
		regexp.MustCompile(`\[13\.5\] differs: players \d cash`),
		regexp.MustCompile(`\(.* takes over .*bankrupt\)`),
		regexp.MustCompile(`\(floats .*\)$`),
		regexp.MustCompile(`\(token( > .*)?\)$`),
	}
	// The referee of 1843 cannot follow an emergency in which everything that was sold
	// comes back (8.8.3; R-25).
	lost1843    = regexp.MustCompile(`facts were rolled back`)
	judgedGames = []judgedGame{
		{title: "1820", stroll: stroll{games: 1, seed: 620005, players: 5}, module: "r1820.referee", flags: []string{"--run-seconds", "1.5"}, wrong: wrong1820, own: own1820},
		{title: "1820", stroll: stroll{games: 1, seed: 620007, players: 3, options: "certificates"}, module: "r1820.referee", flags: []string{"--run-seconds", "1.5"}, wrong: wrong1820, own: own1820},
		{title: "1843", stroll: stroll{games: 1, seed: 510001, players: 2}, module: "r1843.judge", wrong: wrong1843, lost: lost1843},
		{title: "1843", stroll: stroll{games: 1, seed: 520003, players: 4}, module: "r1843.judge", wrong: wrong1843, lost: lost1843},
		{title: "1820", robots: 2, module: "r1820.referee", flags: []string{"--run-seconds", "1.5"}, wrong: wrong1820, own: own1820},
		{title: "1843", robots: 2, module: "r1843.judge", wrong: wrong1843, lost: lost1843},
	}
)

// Independent referees find nothing wrong in whole games, position by position.
func TestRefereesFindNothing(t *testing.T) {
	if testsize.Race {
		t.Skip("whole games are judged without the race detector: nothing in them runs side by side")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here: ", err)
	}
	if _, err := os.Stat(referees); err != nil {
		t.Skip("no referees here: ", err)
	}
	if !testsize.Whole() {
		t.Skip("TESTSIZE=whole plays whole games and has them judged")
	}
	for _, g := range judgedGames {
		t.Run(g.name(), func(t *testing.T) {
			t.Parallel()
			g.judge(t, python)
		})
	}
}

// name is that of the log that is written.
func (g judgedGame) name() string {
	if g.robots > 0 {
		return g.title + "-robots"
	}
	return fmt.Sprintf("%s-%d", g.title, g.seed)
}

// write plays the game and writes its log.
func (g judgedGame) write(name string) error {
	if g.robots == 0 {
		return g.walk(g.title, io.Discard)
	}
	ti, _ := titles.Find(g.title)
	games, err := replaytest.ReadSpoken(filepath.Join("..", "..", "titles", g.title, "testdata", "robots.jsonl.gz"))
	if err != nil {
		return err
	}
	w, err := games[g.robots-1].Play(ti, nil)
	if err != nil {
		return err
	}
	return writeLog(g.logs, filepath.Base(name), w.Log)
}

// judge plays the game, writes its positions and lets the referee check them.
func (g judgedGame) judge(t *testing.T, python string) {
	dir := t.TempDir()
	g.logs = dir
	name := filepath.Join(dir, g.name()+".events.jsonl")
	if err := g.write(name); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	timeline := filepath.Join(dir, "timeline.jsonl")
	if err := replayLog(bytes.NewReader(raw), timeline, io.Discard); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, python, append([]string{"-B", "-m", g.module, timeline, name}, g.flags...)...)
	c.Dir = referees
	out, err := c.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "findings") { // it gives their number, even if there are none
		t.Fatalf("it did not come to its end\n%s", out)
	}
	g.tell(t, string(out))
}

// tell reports what the referee has found, without its own faults.
func (g judgedGame) tell(t *testing.T, out string) {
	for line := range strings.Lines(out) {
		if g.lost != nil && g.lost.MatchString(line) {
			return
		}
		mine := false
		for _, own := range g.own {
			mine = mine || own.MatchString(strings.TrimSpace(line))
		}
		if g.wrong.MatchString(line) && !mine {
			t.Error(strings.TrimSpace(line))
		}
	}
}
