package store_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pbem/store"
)

// One flipped bit is reported as one fault, and not as a fault of every row after it.
func TestVerifyTellsOneBitOnce(t *testing.T) {
	const games, events, of = 300, 1500, 700
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{NoSync: true})
	long := store.Change{Game: "g700", Record: json.RawMessage(`1`)}
	for i := range events {
		long.Events = append(long.Events, json.RawMessage(fmt.Sprintf(`"event %d of %d"`, i, events)))
	}
	commit := func(ch store.Change) {
		t.Helper()
		if err := db.Commit(store.Commit{At: noon, Changes: []store.Change{ch}}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range games {
		commit(store.Change{Game: fmt.Sprintf("g%d", i+1), Record: json.RawMessage(`1`), Events: long.Events[:1]})
	}
	commit(long)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	number := binary.BigEndian.AppendUint64(nil, of)
	for name, where := range map[string]struct {
		near []byte
		byte int
	}{
		"in an event":            {[]byte(`"event 700 of 1500"`), 3},
		"in the key of an event": {append([]byte("g700\x00"), number...), 5},
		"in a game's place":      {[]byte("g150"), 1},
	} {
		for n, at := 0, bytes.Index(whole, where.near); at >= 0; n++ {
			spoilt := bytes.Clone(whole)
			spoilt[at+where.byte] ^= 2
			if faults, sample := faultsOf(t, spoilt); faults > 12 {
				t.Errorf("%s, place %d: %d faults, such as %q", name, n, faults, sample)
			}
			next := bytes.Index(whole[at+1:], where.near)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
}

// faultsOf returns how many faults a database has, and some of them. A database that is refused as a whole
// has one.
func faultsOf(t *testing.T, file []byte) (n int, sample []string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(name, store.Options{ReadOnly: true})
	if err != nil {
		return 1, []string{err.Error()}
	}
	defer db.Close()
	found := problems(t, db)
	return len(found), found[:min(len(found), 5)]
}
