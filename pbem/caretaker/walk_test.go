package caretaker_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/caretaker"
	"pbem/titles"
	"pbem/titles/title"
)

// games is the number of games of each title, number of players and number of seats
// that the caretaker plays.
var games = flag.Int("games", 1, "games of each kind; of one, those of the fewest players only, or of all numbers of players in large tests")

// Games of every title and number of players come to their end with a seat played by
// the caretaker, and with two where a title is for many, from the beginning or from
// somewhere on.
func TestGamesOfTheCaretakerEnd(t *testing.T) {
	each(t, func(t *testing.T, ti *title.Title, seats facts.Seats, seed int64) {
		for kept := 1; kept <= min(2, seats.Players-1); kept++ {
			if kept == 2 && *games == 1 && seats.Players != 5 && seats != ti.Facts.Seats[len(ti.Facts.Seats)-1] {
				continue // more games have all
			}
			g := seated(t, ti, seats, seed, kept, 150*int(seed%4))
			if err := g.walk.Run(); err != nil {
				t.Fatalf("seed %d, %d kept: %v\n%.2000s", seed, kept, err, walk.Position(g.walk.Game))
			}
		}
	})
}

// Where the caretaker plays all seats a game ends too, or comes to where shares,
// trains and tiles stay as they are: no rule ends it where nobody buys trains. The
// service plays for no such table.
func TestGamesOfCaretakersAlone(t *testing.T) {
	each(t, func(t *testing.T, ti *title.Title, seats facts.Seats, seed int64) {
		if *games == 1 && seats != ti.Facts.Seats[0] && seats != ti.Facts.Seats[len(ti.Facts.Seats)-1] {
			t.Skip("of one game each, only those for the fewest and the most are played: -games 2 plays all")
		}
		g := seated(t, ti, seats, seed, seats.Players, 50+100*int(seed%4))
		g.walk.Limit = g.from + 4000
		err := g.walk.Run()
		if s := g.walk.Game.State(); s.Result == nil && !g.walk.Standstill && (g.late == nil || !same(g.late, s)) {
			t.Fatalf("seed %d: %v\n%.2000s", seed, err, walk.Position(g.walk.Game))
		}
	})
}

func each(t *testing.T, play func(t *testing.T, ti *title.Title, seats facts.Seats, seed int64)) {
	for _, ti := range titles.All() {
		for i, seats := range ti.Facts.Seats {
			if i > 0 && *games == 1 && !testsize.Large() {
				break
			}
			t.Run(fmt.Sprintf("%s/%d", ti.Facts.Slug, seats.Players), func(t *testing.T) {
				t.Parallel()
				for n := range *games {
					play(t, ti, seats, int64(seats.Players+n))
				}
			})
		}
	}
}

// same reports whether shares, trains and tiles are where they were.
func same(a, b *engine.State) bool {
	for _, p := range b.Pieces() {
		if (strings.HasPrefix(p, "share:") || strings.HasPrefix(p, "train:")) && a.Where(p) != b.Where(p) {
			return false
		}
	}
	return slices.Equal(a.Tiles(), b.Tiles())
}

// A game is a walk in which the caretaker plays the first seats from a decision on.
type game struct {
	walk  *walk.Walk
	title *title.Title
	from  int
	late  *engine.State // some way before the end
}

func seated(t *testing.T, ti *title.Title, seats facts.Seats, seed int64, kept, from int) *game {
	t.Helper()
	start := engine.Started{Title: ti.Facts.Slug, Seed: seed}
	if seats.Variant != "" {
		start.Options = map[string]string{seats.Variant: "yes"}
	}
	for i := range seats.Players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	w := &walk.Walk{Rules: ti.Rules, Setup: setup, Seed: uint64(seed), Manner: walk.Prudent, Habits: ti.Habits, Kept: map[string]func(*engine.Game) (engine.Command, bool){}}
	g := &game{walk: w, title: ti, from: from}
	before := walk.NewThrifty(uint64(seed)+7, ti.Habits)
	for n := range kept {
		p := engine.PlayerID(n)
		w.Kept[p] = func(now *engine.Game) (engine.Command, bool) {
			if len(w.Commands) < from {
				return before.Pick(engine.Of(now.Pending(), p))
			}
			if len(w.Commands) >= from+3000 && g.late == nil {
				g.late = now.State()
			}
			return g.says(t, now, p)
		}
	}
	return g
}

// says is the word of the caretaker, checked against what everybody may read of it.
func (g *game) says(t *testing.T, now *engine.Game, p string) (engine.Command, bool) {
	m, ok := caretaker.Next(g.title, now, p)
	if !ok {
		return m.Command, false
	}
	again, _ := caretaker.Next(g.title, now, p)
	if again.Command.String() != m.Command.String() {
		t.Errorf("at the same position it says %q and %q", m.Command, again.Command)
	}
	bare := func(verb func(string) bool) bool {
		return slices.ContainsFunc(now.Pending(), func(ch engine.Choice) bool {
			return ch.By == p && !ch.Unawaited && verb(ch.Verb) && ch.Options == nil && ch.Free == nil
		})
	}
	does := func(role moves.Role) func(string) bool {
		return func(verb string) bool { return g.title.Verbs.Does(verb, role) }
	}
	switch verb := m.Command.Verb; {
	case bare(does(moves.Declines)) && !does(moves.Declines)(verb):
		t.Errorf("it could say no and says %q", m.Command)
	case bare(does(moves.Passes)) && !slices.Contains([]string{"pass", "run", "pay", "decline"}, verb):
		t.Errorf("it could pass and says %q", m.Command)
	case bare(func(v string) bool { return v == "pay" }) && verb != "pay":
		t.Errorf("it could pay and says %q", m.Command)
	}
	return m.Command, true
}
