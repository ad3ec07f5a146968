package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const secretName = "Xanthippe-of-the-secret"

// full returns a database with much in it that names somebody, all of it deleted.
func full(t *testing.T) (db *DB, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pbem.db")
	db, err := Open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for i := range 40 {
		c := Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: fmt.Sprint("g", i), Record: json.RawMessage(`"` + strings.Repeat(secretName, 1+i*40) + `"`)}}}
		for n := range 20 {
			c.Changes[0].Events = append(c.Changes[0].Events, json.RawMessage(fmt.Sprintf(`"%s %d"`, secretName, n)))
		}
		if err := db.Commit(c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		if err := db.Commit(Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: fmt.Sprint("g", i), Expect: Version{Events: 20, Record: 1}, Gone: true}}}); err != nil {
			t.Fatal(err)
		}
	}
	return db, path
}

func timesNamed(t *testing.T, path string) int {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(b, []byte(secretName))
}

// What was deleted is not found in the file any more.
func TestWipe(t *testing.T) {
	db, path := full(t)
	if timesNamed(t, path) == 0 {
		t.Fatal("nothing is left in free pages: the test proves nothing")
	}
	if err := db.Wipe(); err != nil {
		t.Fatal(err)
	}
	if n := timesNamed(t, path); n > 0 {
		t.Errorf("the name is still there %d times", n)
	}
	if err := db.Verify(func(problem string) { t.Error(problem) }); err != nil {
		t.Error(err)
	}
	if err := db.Commit(Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: "g99", Record: json.RawMessage(`{}`)}}}); err != nil {
		t.Error(err)
	}
}

// The state before the last commit is whole too: a file whose last commit was torn opens with it.
func TestWipeLeavesTheStateBefore(t *testing.T) {
	for newest := range 2 {
		db, path := full(t)
		if err := db.Wipe(); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt(make([]byte, 100), int64(newest)*int64(os.Getpagesize())); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		db, err = Open(path, Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Verify(func(problem string) {
			if !strings.Contains(problem, "one of the two that say where all begins") {
				t.Error(problem)
			}
		}); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Who reads while the file is wiped reads what was there when they began.
func TestWipeWaitsForReaders(t *testing.T) {
	db, path := full(t)
	if err := db.Commit(Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: "g50", Record: json.RawMessage(`"` + secretName + `"`)}}}); err != nil {
		t.Fatal(err)
	}
	begun, read, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- db.view(func(tx tx) error {
			close(begun)
			<-read
			if record, _, err := tx.row(bGames, []byte("g50"), &gameHead{}); err != nil || !strings.Contains(string(record), secretName) {
				return fmt.Errorf("the game is %q, %w", record, err)
			}
			return nil
		})
	}()
	<-begun
	if err := db.Commit(Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: "g50", Expect: Version{Record: 1}, Gone: true}}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := db.wipe(0); !errors.Is(err, ErrBusy) {
			t.Errorf("while somebody reads: %v", err)
		}
	}
	close(read)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := db.Wipe(); err != nil || timesNamed(t, path) > 0 {
		t.Errorf("%v, the name is there %d times", err, timesNamed(t, path))
	}
}

// Commits and reads go on while the file is wiped again and again.
func TestWipeUnderLoad(t *testing.T) {
	db, path := full(t)
	var all sync.WaitGroup
	stop := make(chan struct{})
	for w := range 3 {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				id := fmt.Sprintf("w%d", w)
				text := json.RawMessage(fmt.Sprintf(`"%s %d"`, strings.Repeat("x", n*97%30_000), n))
				if err := db.Commit(Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: id, Expect: Version{Events: n, Record: n}, Record: text, Events: []json.RawMessage{text}}}}); err != nil {
					t.Error(err)
					return
				}
				if g, events, err := db.Load(id, 0); err != nil || string(g.Record) != string(text) || len(events) != n+1 {
					t.Errorf("%v, %d events", err, len(events))
					return
				}
			}
		})
	}
	for range 5 {
		if err := db.Wipe(); err != nil && !errors.Is(err, ErrBusy) {
			t.Error(err)
		}
	}
	close(stop)
	all.Wait()
	if err := db.Wipe(); err != nil || timesNamed(t, path) > 0 {
		t.Errorf("%v, the name is there %d times", err, timesNamed(t, path))
	}
	if err := db.Verify(func(problem string) { t.Error(problem) }); err != nil {
		t.Error(err)
	}
}
