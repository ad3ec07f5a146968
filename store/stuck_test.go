package store

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// If the file is spoilt while it is open, with the list of free pages, nobody waits for ever: not who writes next, and not who closes the file.
func TestSpoiltWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	db, err := Open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	refused := Commit{At: time.Unix(1e9, 0), Changes: []Change{{Game: "g1", Expect: Version{Events: 9, Record: 9}, Record: json.RawMessage(`{}`)}}}
	if err := db.Commit(refused); !errors.Is(err, ErrConflict) {
		t.Fatal(err)
	}
	spoilPages(t, db)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for range 2 {
		ends(ctx, t, "a commit", func() error { return db.Commit(refused) })
	}
	if !db.stuck {
		t.Error("bbolt has given its lock back: the test proves nothing")
	}
	ends(ctx, t, "wipe", db.Wipe)
	ends(ctx, t, "verify", func() error { return db.Verify(func(string) {}) })
	ends(ctx, t, "close", db.Close)
}

// ends checks that a call returns, with the error of a damaged file.
func ends(ctx context.Context, t *testing.T, name string, call func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	case <-ctx.Done():
		t.Fatalf("%s waits for ever", name)
	}
}

// spoilPages overwrites all pages of an open database but the first two.
func spoilPages(t *testing.T, db *DB) {
	t.Helper()
	f, err := os.OpenFile(db.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size, page := int64(0), int64(db.bolt.Info().PageSize)
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	if _, err := f.WriteAt(make([]byte, size-2*page), 2*page); err != nil {
		t.Fatal(err)
	}
}
