package album_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/sheet"
)

// takenBack plays on from a game: commands that are each taken back at once, and now and then many of them. It returns the log
// after each so many commands.
func takenBack(t *testing.T, g album.Game, every, times int) (logs [][]engine.Event) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	log, game := slices.Clone(g.Log), engine.Open(g.Title.Rules, g.Log)
	say := func() {
		for _, i := range rng.Perm(len(game.Pending())) {
			ch := game.Pending()[i]
			for _, o := range ch.List() {
				if o.Range != nil {
					continue
				}
				next, events, err := game.Decide(engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args})
				if err != nil {
					t.Fatal(err)
				}
				game, log = next, append(log, events...)
				return
			}
		}
		t.Fatal("nothing can be said")
	}
	for n := range every * times {
		say()
		if n%7 == 0 { // goes on from here
			say()
			next, words := game.Host("p1", sheet.Press, "Hm.")
			game, log = next, append(log, words...)
		}
		_, to := game.LastSaid()
		if n%40 == 39 {
			to = max(len(g.Log), len(game.Log())/2)
		}
		next, events, err := game.Undo("p1", to)
		if err != nil {
			t.Fatal(err)
		}
		if game, log = next, append(log, events...); (n+1)%every == 0 {
			logs = append(logs, slices.Clone(log))
		}
	}
	return logs
}

// The rounds of a game in which much was taken back are those of what is in force, and finding them takes time that grows with the
// log: each undo looked at all that came before.
func TestRoundsOfMuchTakenBack(t *testing.T) {
	g := recorded(t, 20)
	logs := takenBack(t, g, 150, 4)
	for _, log := range logs {
		got, want := album.Rounds(g.Title, log), album.Rounds(g.Title, engine.Effective(log))
		for i, r := range got {
			if i >= len(want) || r.Name != want[i].Name || !r.State.SameTable(want[i].State) {
				t.Fatalf("of %d events the %d. of %d rounds is %s, or ends otherwise; want %d rounds", len(log), i+1, len(got), r.Name, len(want))
			}
		}
		if len(got) != len(want) || got[len(got)-1].Upto != len(log) || !got[len(got)-1].State.SameTable(engine.Fold(log)) {
			t.Errorf("%d rounds of %d events, want %d", len(got), len(log), len(want))
		}
	}
	work := func(log []engine.Event) float64 {
		return testing.AllocsPerRun(1, func() { album.Rounds(g.Title, log) }) / float64(len(log))
	}
	if few, many := work(logs[0]), work(logs[3]); many > 2*few {
		t.Errorf("each event of %d takes %.0f pieces of memory, and each of %d takes %.0f", len(logs[0]), few, len(logs[3]), many)
	}
}
