package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"pbem/store"
	"pbem/store/dump"
	"pbem/store/storetest"
	"pbem/wholefile"
)

// movedIntoAFile moves everything into a new file, which goes on as the store would have.
func movedIntoAFile(t *testing.T, s storetest.Store) {
	path := filepath.Join(t.TempDir(), "moved.db")
	if err := store.Fill(path, s.Dump, wholefile.Keep); err != nil {
		t.Fatal(err)
	}
	moved := open(t, path, store.Options{NoSync: true})
	storetest.Verified(t, moved)
	storetest.Same(t, "the file", s, moved)
	storetest.GoesOn(t, s, moved)
}

// A store that was left opens for reading, and says where its games are to whoever wants to go on with it.
func TestLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "left.db")
	db := open(t, path, store.Options{})
	to := store.Move{To: "db.example.org", At: time.Date(2031, 5, 4, 3, 2, 1, 0, time.UTC)}
	if _, found, err := db.Moved(); found || err != nil {
		t.Fatal(found, err)
	}
	broken := errors.New("it cannot be moved")
	if err := db.Leave(func(dump.Source) (store.Move, error) { return to, broken }); err != broken {
		t.Fatal(err)
	}
	if _, found, err := db.Moved(); found || err != nil {
		t.Fatal(found, err)
	}
	if err := db.Leave(func(dump.Source) (store.Move, error) { return to, nil }); err != nil {
		t.Fatal(err)
	}
	db.Close()
	const want = ": the games of this database were moved to db.example.org, on 4 May 2031 at 03:02 UTC; name that in the configuration"
	if _, err := store.Open(path, store.Options{}); !errors.Is(err, store.ErrMoved) || err.Error() != path+want {
		t.Errorf("it opens: %v", err)
	}
	db, err := store.Open(path, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if m, found, err := db.Moved(); m != to || !found || err != nil {
		t.Error(m, found, err)
	}
	storetest.Verified(t, db)
}

// A move that fails leaves no file.
func TestMoveThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "moved.db")
	broken := errors.New("the source fails")
	err := store.Fill(path, func(emit func(dump.Item) error) error {
		return errors.Join(emit(dump.Counter{Name: "n", N: 1}), broken)
	}, wholefile.Keep)
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); !errors.Is(err, broken) || len(left) > 0 {
		t.Errorf("%v, and there is %q", err, left)
	}
}
