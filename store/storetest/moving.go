package storetest

import (
	"testing"
	"time"

	"pbem/store"
	"pbem/store/dump"
)

// Same fails the test if two stores do not hold the same.
func Same(t testing.TB, what string, a, b Store) {
	t.Helper()
	one, err := dump.Of(a.Dump)
	ok(t, err)
	other, err := dump.Of(b.Dump)
	ok(t, err)
	for _, kind := range one.Differences(other) {
		t.Errorf("%s: %s differ: %d and %d, %s and %s", what, kind, one.Count(kind), other.Count(kind), one.Sum(kind), other.Sum(kind))
	}
}

// GoesOn uses a store to which everything was moved from another, before that is changed: no number is given twice, all
// games are found, and what is old can be pruned.
func GoesOn(t testing.TB, from, to Store) {
	t.Helper()
	highest := map[string]uint64{}
	ok(t, from.Dump(func(it dump.Item) error {
		if n, is := it.(dump.Numbers); is {
			highest["id"], highest["rest"] = n.IDs, n.Rest
		}
		return nil
	}))
	id, err := to.NextID()
	ok(t, err)
	if id <= highest["id"] {
		t.Errorf("the number %d is given again", id)
	}
	ids := must[[]string](t)(from.Games())
	same(t, "games", must[[]string](t)(to.Games()), ids)
	for _, id := range ids {
		was, events, err := from.Load(id, 0)
		now, again, bad := to.Load(id, 0)
		same(t, "error of "+id, bad, err)
		same(t, "game "+id, now, was)
		for _, all := range [][]store.Event{events, again} {
			for i := range all {
				all[i].Commit = 0 // another store may number commits anew
			}
		}
		same(t, "events of "+id, again, events)
	}
	ok(t, to.SetMarks(marks("moved/here", "yes")))
	if m := must[store.Mark](t)(to.MarkAt("moved/here")); uint64(m.Rev) <= highest["rest"] && highest["rest"] > 0 {
		t.Errorf("the revision %d is given again", m.Rev)
	}
	ok(t, to.Commit(store.Commit{At: at(9999), Changes: []store.Change{{Game: "moved", Record: []byte(`{}`), Events: raw(`1`, `2`)}},
		Mails: []store.Mail{{ID: "<moved@x>", To: "amy@x", Topic: "turn/moved/", Raw: []byte("hello")}}}))
	if n := len(must[[]string](t)(to.Games())); n != len(ids)+1 {
		t.Errorf("there are %d games, %d are expected", n, len(ids)+1)
	}
	late := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	for more := true; more; {
		more = must[bool](t)(to.Prune(late, []string{"quarantine"}, 100))
	}
	for more := true; more; {
		more = must[bool](t)(to.ForgetKeys(late, []string{"quarantine"}, 100))
	}
	Verified(t, to)
}
