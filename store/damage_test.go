package store_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"pbem/internal/testsize"
	"pbem/store"
)

var (
	flips    = flag.Int("flips", 100, "how many bits TestFlips flips, one at a time")
	flipSeed = flag.Uint64("flip-seed", 1, "which ones")
)

// told collects what a database reports.
func told(reports *[]string) func(string) {
	return func(damage string) { *reports = append(*reports, damage) }
}

// severalGames is a file with five games in it, some of them long, and something of every kind.
func severalGames(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{NoSync: true})
	fill(t, db)
	fill2(t, db)
	for i := range 3 {
		v := store.Version{}
		for n := range 30 + 20*i {
			if err := db.Commit(played(fmt.Sprintf("g%d", 3+i), v, n)); err != nil {
				t.Fatal(err)
			}
			v = store.Version{Events: v.Events + 10, Record: 1}
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// content is all that is read of a file: every row of every bucket.
func content(t *testing.T, path string) (all []byte, err error) {
	b, err := bolt.Open(path, 0, &bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	var out bytes.Buffer
	err = b.View(func(t *bolt.Tx) error {
		return t.ForEach(func(name []byte, b *bolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				_, err := fmt.Fprintf(&out, "%s %q %q\n", name, k, v)
				return err
			})
		})
	})
	return out.Bytes(), err
}

// TestFlips flips one bit of a database at a time. Verify notices each that changes anything that is read,
// and none ends the process. If the database opens, the games that do not verify are refused; the others are
// unchanged and can be continued.
//
//	go test ./store -run TestFlips -args -flips 5000 -flip-seed 7
func TestFlips(t *testing.T) {
	testsize.SkipRace(t)
	n := *flips
	file := severalGames(t)
	path := filepath.Join(t.TempDir(), "pbem.db")
	write(t, path, string(file))
	was, err := content(t, path)
	if err != nil {
		t.Fatal(err)
	}
	want := games(t, path)
	r := rand.New(rand.NewPCG(*flipSeed, 0))
	refused, noticed, idle := 0, 0, 0
	for range n {
		at, bit := r.IntN(len(file)), r.IntN(8)
		file[at] ^= 1 << bit
		write(t, path, string(file))
		switch outcome := flipped(t, path, want); outcome {
		case "refused":
			refused++
		case "noticed":
			noticed++
		default:
			write(t, path, string(file)) // the test has continued its games
			if now, err := content(t, path); err != nil || !bytes.Equal(was, now) {
				t.Errorf("bit %d of byte %d: the database reads otherwise and is sound, %v", bit, at, err)
			}
			idle++
		}
		file[at] ^= 1 << bit
	}
	t.Logf("%d flips: %d refused when opened, %d noticed, %d of what nothing reads", n, refused, noticed, idle)
	if refused == 0 || noticed == 0 || n < 50 {
		t.Error("that tried little")
	}
}

// games are what the games of a file read.
func games(t *testing.T, path string) map[string]string {
	t.Helper()
	db := open(t, path, store.Options{ReadOnly: true})
	defer db.Close()
	out := map[string]string{}
	ids, err := db.Games()
	if err != nil || len(ids) != 5 {
		t.Fatal(ids, err)
	}
	for _, id := range ids {
		g, events, err := db.Load(id, 0)
		if err != nil {
			t.Fatal(err)
		}
		out[id] = fmt.Sprint(g, events)
	}
	return out
}

// flipped opens a damaged file, and plays on in the games that can be read.
func flipped(t *testing.T, path string, want map[string]string) string {
	var reports []string
	db, err := store.Open(path, store.Options{NoSync: true, Report: told(&reports)})
	if err != nil {
		if !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrForeign) || strings.Contains(err.Error(), "\n") {
			t.Errorf("it is refused with %q", err)
		}
		return "refused"
	}
	defer db.Close()
	found := problems(t, db)
	if len(found) > 0 && len(reports) == 0 {
		t.Errorf("not reported when it was opened: %q", found)
	}
	lost := 0
	for id, was := range want {
		g, events, err := db.Load(id, 0)
		switch {
		case errors.Is(err, store.ErrDamaged):
			lost++
		case err != nil:
			t.Errorf("game %s: %v", id, err)
		case fmt.Sprint(g, events) != was && !strings.Contains(strings.Join(reports, ""), "written last may be lost"):
			t.Errorf("game %s reads otherwise", id)
		case fmt.Sprint(g, events) == was:
			err := db.Commit(store.Commit{At: noon, Cause: "on " + id, Outcome: "applied", Changes: []store.Change{{Game: id, Expect: g.Version, Events: first.Changes[0].Events}}})
			if err != nil {
				t.Errorf("game %s does not go on: %v", id, err)
			}
		}
	}
	if lost > 1 || lost > 0 && len(found) == 0 {
		t.Errorf("%d games cannot be read; verify says %q", lost, found)
	}
	lists(t, db)
	if len(found) > 0 {
		return "noticed"
	}
	return "idle"
}

// lists asks for what the service lists. A damaged row keeps back no other.
func lists(t *testing.T, db *store.DB) {
	_, games := db.Games()
	_, due := db.TakeMails(store.Claim{Owner: "pbem", Now: noon.AddDate(1, 0, 0), Until: noon.AddDate(2, 0, 0)}, false, 0)
	_, deadlines := db.TakeDeadlines(store.Claim{Owner: "pbem", Now: noon.AddDate(1, 0, 0), Until: noon.AddDate(2, 0, 0)}, 0)
	_, unsettled := db.Unsettled()
	_, marks := db.MarkPage("", "", 0)
	_, _, failures := db.FailedPage("", 0)
	_, stats := db.Stats()
	_, ended := db.Ended("quarantine")
	if err := errors.Join(games, due, deadlines, unsettled, marks, failures, stats, ended); err != nil {
		t.Error(err)
	}
}
