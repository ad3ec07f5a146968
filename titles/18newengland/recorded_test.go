package t18newengland_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	t18newengland "pbem/titles/18newengland"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title/titletest"
)

// update writes the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write testdata/playthrough.golden")

const shared = "../../../shared"

// recorded reads a recorded game. Without the shared folder the test is skipped.
func recorded(t *testing.T, name string) *games18xx.Export {
	t.Helper()
	return replaytest.Open(t, filepath.Join(shared, "games", "18newengland", name)).Export
}

// checkpoints of game 73885, by the id of an action: the bank after it, the cash and wealth of each
// player, and the companies with price and treasury. EX-09 to EX-18 are from this game. It does not
// differ from the rules (DIF-30).
var checkpoints = map[int]string{
	46: "OR 1.2 bank 11340: 55/315 65/325 125/325 65/325; " +
		"WNR 70 55 CV 70 65 NYNH 65 50 NYW 65 55 HNH 60 40 ER 60 40 BL 50 20 HRR 50 25",
	136: "MR 2.2 bank 11050: 180/440 61/451 100/410 115/485; " +
		"WNR 70 110 NYNH 65 0 NYW 65 60 ER 60 90 PE 55 30 CR 55 25 BL 50 30 HRR 50 40 D&H 130 109",
	340: "SR 5 bank 8681: 295/865 218/958 241/1036 404/1014; " +
		"GR 100 60 CR 55 105 D&H 180 12 NYNHH 120 268 NYC 110 140 CN 90 509 B&A 65 878 CVT 65 189",
	476: "SR 6 bank 8402: 476/1381 413/1253 735/2015 770/1905",
}

func TestRecordedCheckpoints(t *testing.T) {
	r, err := replay.New(recorded(t, "73885.json"))
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			t.Fatal(err)
		}
		if want, ok := checkpoints[a.ID]; ok {
			met++
			if got := summary(r); !strings.HasPrefix(got, want) {
				t.Errorf("after action %d\n got %s\nwant %s", a.ID, got, want)
			}
		}
	}
	if met != len(checkpoints) {
		t.Errorf("%d of %d checkpoints met", met, len(checkpoints))
	}
	checkResult(t, r, 6657, 5554, 8155, 8192)
}

func TestRecordedComputerGame(t *testing.T) {
	r, err := replay.New(recorded(t, "random-3.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	checkResult(t, r, 4259, 6607, 6320, 5807)
}

// checkResult compares the scores, NE-EN-06 and NE-EN-07, and what broke the
// bank.
func checkResult(t *testing.T, r *replay.Replay, want ...int) {
	t.Helper()
	end := r.Game.State().Result
	if end == nil || end.Reason != "the bank is broken" {
		t.Fatalf("the game ends with %+v", end)
	}
	for i, n := range want {
		if got := end.Scores[engine.PlayerID(i)]; got != n {
			t.Errorf("player %d scores %d, recorded are %d", i+1, got, n)
		}
	}
}

// summary writes a position like the checkpoints.
func summary(r *replay.Replay) string {
	s := r.Game.State()
	p := r.Title.Position(s)
	var players, companies []string
	for _, pl := range p.Players {
		players = append(players, fmt.Sprintf("%d/%d", pl.Cash, pl.Worth))
	}
	for _, c := range p.Companies {
		companies = append(companies, fmt.Sprintf("%s %d %d", c.Sym, c.Price, c.Cash))
	}
	return fmt.Sprintf("%s bank %d: %s; %s", p.Round, s.Cash(engine.Bank), strings.Join(players, " "), strings.Join(companies, " "))
}

// DIF-27: the sequel is another game.
func TestOtherTitlesAreNotReplayed(t *testing.T) {
	_, err := replay.New(&games18xx.Export{Title: "18NewEngland 2: Northern States", Players: []games18xx.Player{{ID: "1"}, {ID: "2"}}})
	if err == nil || !strings.Contains(err.Error(), "not a title that can be replayed") {
		t.Errorf("the sequel is replayed: %v", err)
	}
}

func TestCitations(t *testing.T) {
	enginetest.Unbundled(t, ".")
	enginetest.Citations(t, filepath.Join(shared, "rules", "18NewEngland.txt"), ".")
}

// TestPlaythrough compares two random games with the stored ones: one of players who prefer acts to
// passes, and one of prudent players, which goes through all phases.
func TestPlaythrough(t *testing.T) {
	log, err := enginetest.Play(t18newengland.Title.Rules, begun(t, 4, 13), 13, func(int, *engine.Game) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Golden(t, "testdata/playthrough.golden", enginetest.Transcript(log), *update)
	w := walk.Walk{Rules: t18newengland.Title.Rules, Setup: begun(t, 3, prudentSeed), Seed: prudentSeed, Manner: walk.Prudent}
	if err := w.Run(); err != nil {
		t.Fatal(err)
	}
	enginetest.Golden(t, "testdata/prudent.golden", enginetest.Transcript(w.Log), *update)
}

const prudentSeed = 7

// begun returns the setup of a game.
func begun(t *testing.T, players int, seed uint64) []engine.Event {
	t.Helper()
	title := t18newengland.Title
	setup, err := title.Setup(engine.Started{Title: title.Facts.Slug, Seed: int64(seed), Players: []string{"Amy", "Brian", "Crystal", "David", "Eve"}[:players]})
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// Random games with every number of players never reach a position that breaks a limit.
func TestPositionsAreSound(t *testing.T) {
	for players := 2; players <= 5; players++ {
		for seed := range testsize.More[int64](1, 1, 4) {
			titletest.Sound(t, t18newengland.Title, titletest.Names(seed, players), limits)
		}
	}
}

// limits checks what no position may exceed: 60% of a major with a player, NE-CO-12; half of it in
// the pool unless a player went bankrupt, NE-SR-12; the supply of tiles, NE-TR-04.
func limits(s *engine.State) error {
	p := t18newengland.Title.Position(s)
	ruined := false
	for _, pl := range p.Players {
		ruined = ruined || pl.Out
	}
	for _, c := range p.Companies {
		for _, stake := range c.Held {
			if c.Kind == "major" && (s.Seat(stake.Holder) >= 0 && stake.Shares > 6 || stake.Holder == "pool" && stake.Shares > 5 && !ruined) {
				return fmt.Errorf("%s holds %d shares of %s", stake.Holder, stake.Shares, c.Sym)
			}
		}
	}
	for _, tile := range t18newengland.Title.Facts.Map.Tiles {
		if n := s.TileCount(tile.ID); tile.Count > 0 && n > tile.Count {
			return fmt.Errorf("%d tiles %s of %d lie on the map", n, tile.ID, tile.Count)
		}
	}
	return nil
}
