package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestBrokenOff stops the migration after each step. The file cannot be opened for reading then, and the next
// program that opens it for writing continues the migration.
func TestBrokenOff(t *testing.T) {
	for steps := range 40 {
		file, err := os.ReadFile("testdata/v2.db")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "pbem.db")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		db := openOld(t, path)
		more := true
		for range steps {
			if err := db.transact(func(t tx) (err error) { more, err = t.sumSome(100); return err }); err != nil {
				t.Fatal(err)
			}
			if !more {
				return
			}
		}
		db.Close()
		if _, err := Open(path, Options{ReadOnly: true}); !errors.Is(err, errHalfway) {
			t.Fatalf("after %d steps it opens to read with %v", steps, err)
		}
		if db, err = Open(path, Options{NoSync: true}); err != nil {
			t.Fatal(err)
		}
		err = db.Verify(func(problem string) { t.Errorf("after %d steps: %s", steps, problem) })
		if g, events, bad := db.Load("g1", 0); err != nil || bad != nil || len(events) != 3 || g.Version != (Version{3, 2}) {
			t.Fatalf("after %d steps: %v, %v, %v", steps, g, err, bad)
		}
		db.Close()
	}
	t.Fatal("it takes more steps than were tried")
}

// openOld opens a file of format 2 whose rows begin to get their checksums.
func openOld(t *testing.T, path string) *DB {
	t.Helper()
	ro, err := Open(path, Options{ReadOnly: true})
	if err != nil || !ro.old {
		t.Fatal(err)
	}
	ro.Close()
	db, err := openBolt(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.old = true
	if err := db.transact(tx.toSums); err != nil {
		t.Fatal(err)
	}
	db.old = false
	return db
}
