package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
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

// TestListingBrokenOff stops the listing of mails by their arrival after each step: no program reads the file then, and the
// next one that opens it for writing goes on.
func TestListingBrokenOff(t *testing.T) {
	for steps := range 40 {
		path := filepath.Join(t.TempDir(), "pbem.db")
		file, err := os.ReadFile("testdata/v3.db")
		if err = errors.Join(err, os.WriteFile(path, file, 0o600)); err != nil {
			t.Fatal(err)
		}
		db, err := openBolt(path, Options{NoSync: true})
		if err == nil {
			err = db.transact(tx.toArrived)
		}
		more := true
		for range steps {
			err = errors.Join(err, db.transact(func(t tx) (err error) { more, err = t.listSome(1); return err }))
		}
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		switch read, err := Open(path, Options{ReadOnly: true}); {
		case more != errors.Is(err, errHalfway):
			t.Fatalf("after %d steps it opens to read with %v", steps, err)
		case err == nil:
			read.Close()
		}
		if db, err = Open(path, Options{NoSync: true}); err != nil {
			t.Fatal(err)
		}
		err = db.Verify(func(problem string) { t.Errorf("after %d steps: %s", steps, problem) })
		late := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
		_, unpruned := db.Prune(late, nil, 99)
		_, kept := db.ForgetKeys(late, nil, 99)
		if _, ok, unread := db.Settled("m1"); ok || errors.Join(err, unpruned, kept, unread) != nil {
			t.Fatalf("after %d steps its keys are not forgotten: %v", steps, errors.Join(err, unpruned, kept, unread))
		}
		err = db.Verify(func(problem string) { t.Errorf("after %d steps, when keys are forgotten: %s", steps, problem) })
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if !more {
			return
		}
	}
	t.Fatal("it takes more steps than were tried")
}
