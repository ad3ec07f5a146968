package store_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pbem/store"
	"pbem/store/dump"
)

// Of commits that were pruned nothing is left once the logs that they brought are put away: a file would grow by them for ever.
func TestPrunedCommitsGoWithTheirLogs(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	commits := func() (n int) {
		ok(t, db.Dump(func(it dump.Item) error {
			if _, is := it.(dump.Commit); is {
				n++
			}
			return nil
		}))
		return n
	}
	var v store.Version
	for i := range 10 { // each brings events of a game
		ch := store.Change{Game: "g1", Expect: v, Record: json.RawMessage(`{}`), Events: []json.RawMessage{json.RawMessage(fmt.Sprint(i))}}
		ok(t, db.Commit(store.Commit{At: noon.Add(time.Duration(i) * time.Minute), Changes: []store.Change{ch}}))
		v = store.Version{Events: v.Events + 1, Record: v.Record + 1}
	}
	more, err := db.Prune(noon.Add(time.Hour), nil, 100)
	ok(t, err)
	if n := commits(); more || n != 10 {
		t.Errorf("%d commits are left that brought events, %v", n, more)
	}
	ok(t, db.Commit(store.Commit{At: noon.Add(2 * time.Hour), Changes: []store.Change{{Game: "g1", Expect: v, Record: json.RawMessage(`{}`), Away: true}}}))
	if n := commits(); n != 1 {
		t.Errorf("%d commits are left, want only the one that put the log away", n)
	}
	ok(t, db.Verify(func(problem string) { t.Error(problem) }))
}
