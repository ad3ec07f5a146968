package grammar

import (
	"cmp"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// What a title offers is read as itself, even in lower case and with commas between words: names of trains,
// tiles and companies are read as a whole.
func TestWhatTitlesOfferIsRead(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			for seed := range testsize.Of[int64](1, 1, 2) {
				readOffers(t, ti, seed, testsize.Of(200, 200, 400))
			}
		})
	}
}

// readsPhrase fails if a command as mails write it, with the exits of a tile, is not read as one with the
// same effect.
func readsPhrase(t *testing.T, ctx Context, pending []engine.Choice, c engine.Command) {
	t.Helper()
	said := Phrase(ctx, c)
	got, err := Match(ctx, pending, c.By, said)
	if err != nil || Phrase(ctx, got) != said {
		t.Fatalf("%q is offered, and read as %q: %v", said, got, err)
	}
}

// readOffers plays a game of prudent players, n decisions at most.
func readOffers(t *testing.T, ti *title.Title, seed int64, n int) {
	names := []string{"Amy", "Brian", "Cat", "Dan O'Neill"}
	for m := range titletest.Play(t, ti, engine.Started{Players: names, Seed: seed}, walk.NewThrifty(uint64(seed), ti.Habits)) {
		if m.N == n {
			return
		}
		g := m.Game
		ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs, Board: step.Table{S: g.State(), F: ti.Facts}.Board(), Players: map[string]string{}}
		for i, name := range names {
			ctx.Players[engine.PlayerID(i)] = name
		}
		for _, ch := range g.Pending() {
			for _, c := range some(ch, 3) {
				reads(t, ctx, g.Pending(), c.String(), c)
				reads(t, ctx, g.Pending(), strings.ToLower(strings.ReplaceAll(c.String(), " ", ", ")), c)
				readsPhrase(t, ctx, g.Pending(), c)
				if said := withNames(ctx, c); said != c.String() {
					reads(t, ctx, g.Pending(), said, c)
				}
			}
		}
	}
}

// withNames says a command as mails show it, with the names of players.
func withNames(ctx Context, c engine.Command) string {
	said := []string{c.Verb}
	for _, arg := range c.Args {
		said = append(said, cmp.Or(ctx.Players[arg], arg))
	}
	return strings.Join(said, " ")
}
