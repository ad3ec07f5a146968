package demo

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
)

var rewrite = flag.Bool("record", false, "write game.txt anew")

// The recorded game: which one our random player plays.
const (
	recordedTitle = "18newengland"
	recordedSeed  = 110
	mostLines     = 8 // of one mail
)

// record lets the random player play a game; commands of one player in a row
// are one mail.
func record(t *testing.T, seed int64) Script {
	t.Helper()
	s := Script{Title: recordedTitle, Seed: seed, Names: []string{"Amy", "Brian", "Crystal"}}
	ti, _ := titles.Find(s.Title)
	g, _, err := titles.Start(ti, engine.Started{Seed: seed, Players: s.Names, Options: ti.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	p := walk.NewPlayer(uint64(seed))
	for g.State().Result == nil {
		c := eager(t, p, g.Pending())
		if g, _, err = g.Decide(c); err != nil {
			t.Fatal(err)
		}
		if n := len(s.Moves); n > 0 && s.Moves[n-1].By == c.By && len(s.Moves[n-1].Lines) < mostLines {
			s.Moves[n-1].Lines = append(s.Moves[n-1].Lines, c.String())
			continue
		}
		s.Moves = append(s.Moves, Move{By: c.By, Lines: []string{c.String()}})
	}
	return s
}

// eager picks at random and thinks again when that is to do nothing, or
// something rash.
func eager(t *testing.T, p *walk.Player, choices []engine.Choice) engine.Command {
	t.Helper()
	for try := 0; ; try++ {
		c, ok := p.Pick(choices)
		if !ok {
			t.Fatal("stuck")
		}
		poor := slices.Contains([]string{"pass", "relinquish", "liquidate", "decline", "withhold", "bankrupt", "sell", "redeem"}, c.Verb)
		trade := len(c.Args) == 6 && c.Args[0] == "train" // at any price
		if !poor && !trade || try == 6 {
			return c
		}
	}
}

// The recorded game is what the random player plays today: it changes only
// when the rules do, and then the change can be read.
func TestRecordedGameIsCurrent(t *testing.T) {
	testsize.SkipRace(t)
	text := record(t, recordedSeed).Format()
	if *rewrite {
		if err := os.WriteFile("game.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text != recorded && !*rewrite {
		t.Error("game.txt is out of date: run go test ./pbem/demo -record and read the difference")
	}
}

// Format writes a script.
func (s Script) Format() string {
	var b strings.Builder
	fmt.Fprintf(&b, "title %s seed %d players %s\n", s.Title, s.Seed, strings.Join(s.Names, " "))
	for _, m := range s.Moves {
		fmt.Fprintf(&b, "%s %s\n", m.By, strings.Join(m.Lines, "; "))
	}
	return b.String()
}
