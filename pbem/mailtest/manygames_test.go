package mailtest

import (
	"slices"
	"strings"
	"testing"

	"pbem/pbem"
	"pbem/store"
)

// What is measured is what a service could have stored: it is sound, and all running games go on.
func TestManyGamesAreSound(t *testing.T) {
	g := newGround(t, "bbolt", t.TempDir(), 20)
	db, err := store.Open(g.path(), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	games, err := pbem.Verify(db, func(problem string) { t.Error(problem) })
	if err != nil || games != 20 {
		t.Errorf("%d games are sound, %v", games, err)
	}
	taken := map[int]bool{}
	for range 2 * running {
		taken[g.take()] = true
	}
	on, err := db.Find("on", "", 0)
	if err != nil || len(on) != 2*running || len(taken) != len(on) {
		t.Fatalf("%d games are on, and %d get moves: %v", len(on), len(taken), err)
	}
	for i := range taken {
		if !slices.Contains(on, gameOf(i)) {
			t.Errorf("%s gets moves, and is not on", gameOf(i))
		}
		due, err := db.Deadlines(gameOf(i))
		if err != nil || len(due) == 0 || !strings.Contains(due[0].Key, "/p") {
			t.Errorf("%s has the deadlines %v, %v", gameOf(i), due, err)
		}
	}
}
