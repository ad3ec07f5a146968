package robot

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
)

// Outside of operating rounds and auctions an easy robot spends nothing of what it keeps, as long as it may pass. A steady one does.
func TestEasyRobotsKeepMoney(t *testing.T) {
	steady := map[string]bool{} // titles in which a steady one spends of that
	for _, ti := range titles.All() {
		for _, at := range hoardings(t, ti, testsize.More(5, 5, 60)) {
			if n := spentOfHoard(ti, at.game, at.player, Easy); n > 0 {
				t.Errorf("%s, after %d events: an easy robot spends %d of what it keeps", ti.Facts.Slug, len(at.game.Log()), n)
			}
			if spentOfHoard(ti, at.game, at.player, Steady) > 0 {
				steady[ti.Facts.Slug] = true
			}
		}
	}
	if len(steady) < 3 {
		t.Errorf("steady robots spend of that only in these titles: %v", steady)
	}
}

// A title says how much that is. Who keeps all that they are worth spends nothing, and one who keeps next to nothing does.
func TestTitlesSayWhatEasyRobotsKeep(t *testing.T) {
	spent := 0
	for _, ti := range titles.All() {
		miser, spender := *ti, *ti
		miser.EasyKeeps, spender.EasyKeeps = 100, 1
		for _, at := range hoardings(t, ti, testsize.More(3, 3, 30)) {
			if n := paidBy(&miser, at); n > 0 {
				t.Errorf("%s, after %d events: an easy robot that keeps all spends %d", ti.Facts.Slug, len(at.game.Log()), n)
			}
			spent += paidBy(&spender, at)
		}
	}
	if spent == 0 {
		t.Error("easy robots that keep a hundredth spend nothing")
	}
}

// paidBy is how much less money an easy robot has after its next command.
func paidBy(ti *title.Title, at hoarding) int {
	m, ok := Next(ti, at.game, at.player, Easy)
	if !ok {
		return 0
	}
	return at.game.State().Cash(at.player) - m.Game.State().Cash(at.player)
}

// A hoarding is a position in which a player may keep money.
type hoarding struct {
	game   *engine.Game
	player string
}

// hoardings returns some of two random games, at most: every seventh, as else all would be of the first round.
func hoardings(t *testing.T, ti *title.Title, most int) (out []hoarding) {
	t.Helper()
	asked := 0
	for seed := uint64(1); seed < 3; seed++ {
		w := &walk.Walk{Rules: ti.Rules, Setup: setUp(t, ti, 1), Seed: seed, Manner: walk.Prudent, Habits: ti.Habits, Limit: 300}
		w.Run() // as far as it comes
		g, _ := engine.Start(w.Rules, w.Setup)
		for _, c := range w.Commands {
			if player, ok := mayHoard(ti, g); ok && len(out) < most {
				if asked++; asked%7 == 0 {
					out = append(out, hoarding{g, player})
				}
			}
			g, _, _ = g.Decide(c)
		}
	}
	return out
}

// mayHoard returns who is asked, if that is one player, outside of operating rounds and auctions, who may pass.
func mayHoard(ti *title.Title, g *engine.Game) (player string, ok bool) {
	awaited := engine.Awaited(g.Pending())
	if _, _, running := operating(g.State().Stack); running || len(awaited) != 1 || newBrain(ti, awaited[0], Easy).bids(g) {
		return "", false
	}
	return awaited[0], slices.ContainsFunc(engine.Of(g.Pending(), awaited[0]), func(ch engine.Choice) bool {
		return ti.Verbs.Does(ch.Verb, moves.Passes)
	})
}

// spentOfHoard returns what a robot of a level spends of what an easy one keeps.
func spentOfHoard(ti *title.Title, g *engine.Game, player string, level Level) int {
	m, ok := Next(ti, g, player, level)
	if !ok {
		return 0
	}
	before, after := g.State().Cash(player), m.Game.State().Cash(player)
	return min(before-after, newBrain(ti, player, level).hoard(g)-after)
}
