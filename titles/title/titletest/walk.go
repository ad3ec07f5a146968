package titletest

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/engine/walk"
	_ "pbem/internal/testsize" // garbage is collected less often
	"pbem/titles/title"
)

// Walked plays one random game, to its end or to a standstill, and keeps every invariant.
func Walked(t testing.TB, ti *title.Title, seats facts.Seats, seed int64) *walk.Walk {
	t.Helper()
	start := engine.Started{Title: ti.Facts.Slug, Seed: seed}
	if seats.Variant != "" {
		start.Options = map[string]string{seats.Variant: "yes"}
	}
	for i := range seats.Players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	start.Options = ti.AsOfNow(start.Options)
	return Sound(t, ti, start, enginetest.Circles(ti.Facts))
}

// Sound plays one random game, to its end or to a standstill. It keeps every invariant of
// the engine, and sound finds no fault in any position.
func Sound(t testing.TB, ti *title.Title, start engine.Started, sound func(*engine.State) error) *walk.Walk {
	t.Helper()
	start.Title = ti.Facts.Slug
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	w := &walk.Walk{
		Rules: ti.Rules, Setup: setup, Seed: uint64(start.Seed), Manner: walk.MannerOf(start.Seed), Habits: ti.Habits, Also: sound,
	}
	if err := w.Run(); err != nil {
		t.Fatalf("%d players, seed %d: %v\n%s", len(start.Players), start.Seed, err, walk.Position(w.Game))
	}
	return w
}

// RandomGames plays games of a number of players: they come to their end.
func RandomGames(t testing.TB, ti *title.Title, seats facts.Seats, games int) {
	t.Helper()
	still := 0
	for seed := range int64(games) {
		if w := Walked(t, ti, seats, seed); w.Standstill {
			t.Logf("seed %d stands still after %d decisions: %s", seed, len(w.Commands), w.Why)
			still++
		}
	}
	// Random players become too poor to act now and then. If that happens often, something
	// is wrong with the rules.
	if still > 1+games/100 {
		t.Errorf("%d of %d games came to a standstill", still, games)
	}
}

// ComesFar plays games of prudent players until one comes to the phase before the last, at most so many. Without them walks would
// see little of a game.
func ComesFar(t testing.TB, ti *title.Title, games int) {
	t.Helper()
	seats, ok := ti.Facts.SeatsFor(4)
	if !ok {
		seats = ti.Facts.Seats[len(ti.Facts.Seats)-1]
	}
	late := "phase " + ti.Facts.Phases[max(0, len(ti.Facts.Phases)-2)].Name
	for n := range int64(games) {
		w := Walked(t, ti, seats, 2*n+1) // games with odd seeds have prudent players
		if slices.Contains(ti.Landmarks(w.Game.State(), w.Log), late) {
			return
		}
	}
	t.Errorf("none of %d prudent games comes to %s; \"pbem walk %s\" shows how games end, and Habits of the title say how often such players use a verb",
		games, late, ti.Facts.Slug)
}

// OffersAccepted plays a game of three and tries everything that is offered, not only what the random player happens
// to say, for so many decisions.
func OffersAccepted(t testing.TB, ti *title.Title, decisions int) {
	t.Helper()
	for m := range Play(t, ti, Names(5, 3), walk.NewPlayer(5)) {
		if m.N >= decisions {
			return
		}
		if err := enginetest.CheckOffers(m.Game, 12); err != nil {
			t.Fatalf("after %d decisions: %v", m.N, err)
		}
		for _, c := range m.Game.Pending() {
			if _, ok := ti.Verbs.Find(c.Verb); !ok {
				t.Fatalf("after %d decisions: %q is offered, and Verbs does not have it", m.N, c.Verb)
			}
		}
	}
}

// AsksToDecide plays a game of three for so many decisions. Whoever is asked can say something else than a pass: by mail
// each question may take a day.
func AsksToDecide(t testing.TB, ti *title.Title, decisions int) {
	t.Helper()
	start := Names(5, 3)
	start.Options = ti.AsOfNow(nil)
	for m := range Play(t, ti, start, walk.NewPlayer(5)) {
		if m.N >= decisions {
			return
		}
		for _, p := range engine.Awaited(m.Game.Pending()) {
			own := engine.Of(m.Game.Pending(), p)
			if !slices.ContainsFunc(own, func(c engine.Choice) bool { return decides(ti, c) }) {
				t.Fatalf("after %d decisions: %s is asked for %q, and can only pass", m.N, p, own[0].Question)
			}
		}
	}
}

// decides reports whether a choice is there for more than to pass, or to say why not.
func decides(ti *title.Title, c engine.Choice) bool {
	return step.Open(c) && !ti.Verbs.Does(c.Verb, moves.Passes)
}
