package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pbem/store"
)

// Space of pruned or archived data is free in the file and used again. A compact copy leaves it out and has
// the same content.
func TestFreeSpaceIsUsedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{NoSync: true})
	big := bytes.Repeat([]byte("x"), 20000)
	fill := func(from string) {
		for i := range 200 {
			key := from + string(rune('a'+i%26)) + string(rune('a'+i/26))
			if _, _, err := db.Keep(store.Inbound{Key: key, At: noon, Raw: big}, reader, store.Query{}); err != nil {
				t.Fatal(err)
			}
			if err := db.Commit(store.Commit{At: noon, Cause: key, Outcome: "applied"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	stats := func() store.Stats {
		t.Helper()
		s, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	fill("one")
	full := stats()
	if _, err := db.Prune(noon.AddDate(0, 0, 1), nil, 1000); err != nil {
		t.Fatal(err)
	}
	if now := stats(); now.Free < 3<<20 || now.Free > now.Bytes || now.Bytes > full.Bytes+1<<20 {
		t.Errorf("of %d bytes %d are free after pruning, there were %d", now.Bytes, now.Free, full.Bytes)
	}
	copied := filepath.Join(t.TempDir(), "small.db")
	want := dump2(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := store.Compact(path, copied); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(copied); err != nil || info.Size() > full.Bytes/4 {
		t.Errorf("the compact copy: %v, %v", info.Size(), err)
	}
	db = open(t, copied, store.Options{NoSync: true})
	if found := problems(t, db); len(found) > 0 || dump2(t, db) != want {
		t.Errorf("the compact copy is another: %q", found)
	}
	db.Close()
	db = open(t, path, store.Options{NoSync: true})
	fill("two")
	if now := stats(); now.Bytes > full.Bytes+1<<20 {
		t.Errorf("what was free is not used: %d bytes, there were %d", now.Bytes, full.Bytes)
	}
}

// dump2 is how many mails are settled, and what the last was.
func dump2(t *testing.T, db *store.DB) string {
	t.Helper()
	keys, err := db.Ended("applied")
	if err != nil || len(keys) == 0 {
		t.Fatal(keys, err)
	}
	return keys[len(keys)-1]
}
