package replay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// Every recorded game of every title gives the recorded position after every action. Usual tests leave out those that
// random players have played.
func TestRecordedGames(t *testing.T) {
	met := 0
	for _, folder := range []string{"games", "games-2"} {
		for _, ti := range titles.All() {
			files, err := filepath.Glob(filepath.Join("../../../shared", folder, ti.Facts.Slug, "*.json"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range files {
				if strings.HasPrefix(filepath.Base(name), "random") && !testsize.Whole() {
					continue
				}
				met++
				t.Run(ti.Facts.Slug+"/"+filepath.Base(name), func(t *testing.T) {
					t.Parallel()
					samePositions(t, name)
				})
			}
		}
	}
	if met == 0 {
		t.Skip("no recorded games here: ../shared/games is absent")
	}
}

// samePositions plays a whole game. It looks at every sixteenth position, in whole tests at
// each one, and reports the first that differs, and how many do.
func samePositions(t *testing.T, name string) {
	t.Helper()
	r := replaytest.Open(t, name)
	want, err := replaytest.Read(strings.TrimSuffix(name, ".json") + ".timeline.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	differing, every := 0, testsize.Of(16, 16, 1)
	for i, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			t.Errorf("it stops at action %d of %d, with %d positions that differ: %v", i+1, len(r.Actions), differing, err)
			return
		}
		if i%every > 0 && i+1 < len(r.Actions) {
			continue
		}
		diff := want.Differences(r.Checkpoint(a.ID))
		if len(diff) == 0 {
			continue
		}
		if differing++; differing == 1 {
			t.Errorf("action %d (%s by %s) is the first that differs: %s", a.ID, a.Type, a.Entity, strings.Join(diff, "; "))
		}
	}
	if differing > 0 {
		t.Errorf("%d positions differ, of %d looked at", differing, len(r.Actions)/every)
	}
	if len(r.Actions) != want.Len()-1 {
		t.Errorf("%d actions replayed, %d recorded", len(r.Actions), want.Len()-1)
	}
}
