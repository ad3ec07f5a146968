package sheet

import (
	"path/filepath"
	"regexp"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// The scores at the end are told with what they are made of, in every title: in its stored games, and in those of robots.
func TestWhatScoresAreMadeOf(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("../../titles", ti.Facts.Slug)
			told := 0
			for _, g := range replaytest.StoredIn(t, ti, folder) {
				told += addsUp(t, ti, engine.Fold(g.Log), g.Name)
			}
			games, err := replaytest.ReadSpoken(filepath.Join(folder, "testdata", "robots.jsonl.gz"))
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(games); i += testsize.Of(len(games), len(games)/2+1, len(games)/4+1) {
				game, err := games[i].At(ti, len(games[i].Said))
				if err != nil {
					t.Fatal(err)
				}
				told += addsUp(t, ti, game.State(), games[i].String())
			}
			if told == 0 {
				t.Error("no game has an end")
			}
		})
	}
}

// addsUp fails if scores at the end of a game are not what they are said to be made of. It returns 1 for a game that has ended
// with scores, and else 0.
func addsUp(t *testing.T, ti *title.Title, s *engine.State, name string) int {
	t.Helper()
	if s.Result == nil || len(s.Result.Scores) == 0 {
		return 0
	}
	v := look(Mail{Title: ti, State: s, Reader: "p1"})
	sums := v.sums(v.places())
	if sums == nil {
		t.Errorf("%s: what the scores are made of is unknown", name)
		return 1
	}
	more := false
	for _, p := range v.places() {
		n := 0
		for _, part := range sums[p.Player] {
			n += part
		}
		more = more || n != sums[p.Player][ofCash]
		if n != p.Score || sums[p.Player] == nil && p.Score != 0 {
			t.Errorf("%s: %s has %d, which is not %v", name, p.Player, p.Score, sums[p.Player])
		}
	}
	if text := Text(Mail{Title: ti, State: s, Reader: "p1"}); regexp.MustCompile(`Player +Score +Cash +Sh`).MatchString(text) != more {
		t.Errorf("%s: the mail does not tell it:\n%.600s", name, text)
	}
	return 1
}
