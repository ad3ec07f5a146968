package replay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// Every recorded game of every title gives the recorded position after every
// action.
func TestRecordedGames(t *testing.T) {
	met := 0
	for _, ti := range titles.All() {
		files, err := filepath.Glob(filepath.Join("../../../shared/games", ti.Facts.Slug, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			met++
			t.Run(ti.Facts.Slug+"/"+filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				samePositions(t, name)
			})
		}
	}
	if met == 0 {
		t.Skip("no recorded games here: ../shared/games is absent")
	}
}

func samePositions(t *testing.T, name string) {
	t.Helper()
	r := replaytest.Open(t, name)
	want, err := replaytest.Read(strings.TrimSuffix(name, ".json") + ".timeline.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			t.Fatal(err)
		}
		if diff := want.Differences(r.Checkpoint(a.ID)); len(diff) > 0 {
			t.Fatalf("action %d: %s", a.ID, strings.Join(diff, "; "))
		}
	}
	if len(r.Actions) != want.Len()-1 {
		t.Errorf("%d actions replayed, %d recorded", len(r.Actions), want.Len()-1)
	}
}
