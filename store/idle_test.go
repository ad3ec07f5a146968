package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pbem/store"
)

// An operation that changes nothing writes nothing: a tick with nothing to do costs the same however much
// space is free in the file.
func TestIdleWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{NoSync: true})
	if err := db.Commit(numbered(store.Version{})); err != nil {
		t.Fatal(err)
	}
	file := func() []byte {
		t.Helper()
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	before := file()
	for range 3 {
		if more, err := db.Prune(noon.AddDate(-1, 0, 0), nil, 100); more || err != nil {
			t.Fatal(more, err)
		}
		if err := db.SetMarks(store.Marks{}); err != nil {
			t.Fatal(err)
		}
		if err := sent(db, "<nobody@pbem>", noon); err == nil {
			t.Fatal("a mail that there is not was sent")
		}
	}
	if !bytes.Equal(file(), before) {
		t.Error("the file has changed")
	}
	if err := db.Commit(numbered(store.Version{Events: 2, Record: 1})); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(file(), before) {
		t.Error("a commit has not changed the file")
	}
}
