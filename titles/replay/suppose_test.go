package replay_test

import (
	"path/filepath"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// every is the number of positions between two at which turns are supposed.
func every() int { return testsize.Of(3, 3, 1) }

// Every title has the steps for which players plan. At the positions of a random game, a
// turn of every company with a president can be supposed. In most of them the president
// is asked.
func TestTurnsCanBeSupposed(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			for _, turn := range []string{title.OperatingTurn, title.StockTurn} {
				if _, ok := ti.Rules.Flow[turn]; !ok {
					t.Errorf("there is no step %q", turn)
				}
			}
			tried, asked := 0, 0
			for seed := int64(3); seed < 8 && tried < 200/every(); seed++ { // some games end in the first round
				a, b := supposedIn(t, ti, seed)
				tried, asked = tried+a, asked+b
			}
			if tried < 200/every() || asked*2 < tried {
				t.Errorf("%d turns supposed, in %d the president is asked", tried, asked)
			}
		})
	}
}

// supposedIn supposes turns throughout the beginning of a random game.
func supposedIn(t *testing.T, ti *title.Title, seed int64) (tried, asked int) {
	t.Helper()
	for m := range titletest.Play(t, ti, titletest.Names(seed, 3), walk.NewThrifty(uint64(seed), ti.Habits)) {
		if m.N%every() == 0 {
			a, b := supposed(t, ti, m.Game)
			tried, asked = tried+a, asked+b
		}
		if m.N == 600 {
			break
		}
	}
	return tried, asked
}

// The same at the positions of games that people have played (in whole tests of
// all that are here), where nearly
// every turn asks its president.
func TestTurnsOfRecordedGamesCanBeSupposed(t *testing.T) {
	files, err := filepath.Glob("../../../shared/games/*/[0-9]*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no recorded games here: ../shared/games is absent")
	}
	for _, name := range testsize.Of(files[:1], files[:1], files) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			r := replaytest.Open(t, name)
			tried, asked := 0, 0
			for i, a := range r.Actions {
				if _, err := r.Do(a); err != nil {
					t.Fatal(err)
				}
				if i%every() > 0 {
					continue
				}
				a, b := supposed(t, r.Title, r.Game)
				tried, asked = tried+a, asked+b
			}
			if asked*10 < tried*9 {
				t.Errorf("%d turns supposed, in only %d the president is asked", tried, asked)
			}
		})
	}
}

// supposed supposes a turn of every company with a president at one position. It does not
// change the game.
func supposed(t *testing.T, ti *title.Title, g *engine.Game) (tried, asked int) {
	t.Helper()
	if g.State().Result != nil {
		return 0, 0
	}
	before := g.State().With()
	for _, c := range ti.Position(g.State()).Companies {
		if g.State().Seat(c.President) < 0 || c.Price == 0 {
			continue
		}
		next, err := ti.Suppose(g, title.OperatingTurn, c.Sym)
		if err != nil && len(c.Stations) == 0 { // the operating round begins by placing its home station
			continue
		}
		if err != nil {
			t.Fatalf("%s: the turn of %s: %v", ti.Round(g.State()), c.Sym, err)
		}
		if tried++; len(engine.Of(next.Pending(), c.President)) > 0 {
			asked++
		}
	}
	if !g.State().SameTable(before) {
		t.Error("supposing a turn changed the table")
	}
	return tried, asked
}
