package robot

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// An ask is a position of a stored game in which a player asks for the third time, and is declined.
type ask struct {
	title   *title.Title
	stored  replaytest.Spoken
	command int // its number
	game    *engine.Game
}

// asks returns the first one of each stored game of robots that has any. There is one at least.
func asks(t *testing.T) (out []ask) {
	t.Helper()
	for _, ti := range titles.All() {
		games, err := replaytest.ReadSpoken(filepath.Join("..", ti.Facts.Slug, "testdata", "robots.jsonl.gz"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a title that is new has none
			t.Fatal(err)
		}
		for _, stored := range games {
			i := thirdAsk(ti, stored.Said)
			if i < 0 {
				continue
			}
			g, err := stored.At(ti, i)
			if err != nil {
				t.Fatal(stored, err)
			}
			out = append(out, ask{ti, stored, i, g})
		}
	}
	if len(out) == 0 {
		t.Fatal("in no stored game somebody asks for the third time")
	}
	return out
}

// thirdAsk returns the number of the first command that is declined by another player after two such commands of the same player; -1 if
// there is none.
func thirdAsk(ti *title.Title, said []engine.Command) int {
	declined := func(i int) bool {
		return said[i].By != said[i+1].By && ti.Verbs.Does(said[i+1].Verb, moves.Declines)
	}
	for i := 4; i+1 < len(said); i++ {
		by := said[i].By
		if said[i-4].By == by && said[i-2].By == by && declined(i-4) && declined(i-2) && declined(i) {
			return i
		}
	}
	return -1
}

// Robots of before took a train that rusts for one that goes from company to company. The train of the bank that makes it rust was the only
// one a company could get, so they asked one after the other for theirs, at any price: up to 32 times in a stored game, and one that is not
// stored did not come to an end. Where they asked for the third time in stored games, today's say something that nobody has to agree to.
func TestNobodyIsAskedAgainAndAgain(t *testing.T) {
	if testsize.Small() {
		t.Skip("stored games are played again in larger tests only")
	}
	for _, at := range asks(t) {
		by := at.stored.Said[at.command].By
		m, ok := Next(at.title, at.game, by, Steady)
		if !ok || newBrain(at.title, by, Steady).asksOthers(m.Game) {
			t.Errorf("%v, after %d commands: a robot says %q, too", at.stored, at.command, m.Command)
		}
	}
}

// Where all that does not go round asks others, a robot may go round.
func TestRatherRoundThanToAsk(t *testing.T) {
	if testsize.Small() {
		t.Skip("stored games are played again in larger tests only")
	}
	at := asks(t)[0]
	said := at.stored.Said[at.command]
	b := newBrain(at.title, said.By, Steady)
	next, _, err := at.game.Decide(said)
	if err != nil {
		t.Fatal(err)
	}
	asked, other, round := trial{game: next}, trial{game: at.game}, trial{game: at.game}
	for _, c := range []struct {
		name string
		ways []trial
		want int
	}{
		{"nothing else", nil, 1},
		{"others have to agree", []trial{asked, asked}, 3},
		{"nobody has to agree to one of them", []trial{asked, other}, 2},
	} {
		if got := b.orRound(c.ways, []trial{round}); len(got) != c.want {
			t.Errorf("%s: %d ways, want %d", c.name, len(got), c.want)
		}
	}
}
