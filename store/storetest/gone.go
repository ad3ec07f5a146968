package storetest

import (
	"encoding/json"
	"testing"
	"time"

	"pbem/store"
)

// gone deletes a game: nobody finds it any more, and the others stay as they are.
func gone(t *testing.T, s Store) {
	for i, id := range []string{"g1", "g2", "g3"} {
		create(t, s, id, 2)
		keep(t, s, "m"+id)
		v := must[store.Game](t)(s.Game(id)).Version
		changes := []store.Change{{Game: id, Expect: v, Record: json.RawMessage(`{"n":2}`), Keys: []string{"on", "at/" + id}, Events: raw("7", "8")}}
		if id == "g3" { // one commit for two games
			changes = append(changes, store.Change{Game: "g2", Expect: must[store.Game](t)(s.Game("g2")).Version, Events: raw("9")})
		}
		ok(t, s.Commit(store.Commit{At: at(i + 1), Cause: "m" + id, Outcome: "applied", Changes: changes,
			Deadlines: []store.Deadline{{Game: id, Key: "a", At: at(50)}, {Game: id, Key: "b", At: at(60)}}}))
	}
	v := must[store.Game](t)(s.Game("g2")).Version
	is(t, s.Commit(alone(store.Change{Game: "g2", Expect: store.Version{Events: v.Events - 1, Record: v.Record}, Gone: true})), store.ErrConflict)
	is(t, s.Commit(alone(store.Change{Game: "g2", Expect: v, Gone: true, Events: raw("1")})), store.ErrInvalid)
	is(t, s.Commit(alone(store.Change{Game: "g2", Expect: v, Gone: true, Record: json.RawMessage(`{}`)})), store.ErrInvalid)
	is(t, s.Commit(alone(store.Change{Game: "g9", Gone: true})), store.ErrInvalid)
	ok(t, s.Commit(alone(store.Change{Game: "g2", Expect: v, Gone: true})))
	isGone(t, s, v)
	same(t, "more to prune", must[bool](t)(s.Prune(at(30), nil, 100)), false)
	isGone(t, s, v)
	is(t, settle(s, "mg2", "applied"), store.ErrSettled) // its mails are known
	create(t, s, "g4", 1)
	same(t, "games", must[[]string](t)(s.Games()), []string{"g1", "g3", "g4"})
	ok(t, s.Commit(alone(store.Change{Game: "g4", Expect: store.Version{Events: 1, Record: 1}, Record: json.RawMessage(`{}`), Away: true})))
	ok(t, s.Commit(alone(store.Change{Game: "g4", Expect: store.Version{Events: 1, Record: 2}, Gone: true}))) // also one that was put away
	same(t, "games", must[[]string](t)(s.Games()), []string{"g1", "g3"})
}

// isGone checks that there is nothing of g2, and all of g1 and g3.
func isGone(t *testing.T, s Store, v store.Version) {
	t.Helper()
	_, err := s.Game("g2")
	is(t, err, store.ErrNotFound)
	_, _, err = s.Load("g2", 0)
	is(t, err, store.ErrNotFound)
	is(t, s.Commit(alone(store.Change{Game: "g2", Expect: v, Events: raw("1")})), store.ErrConflict)
	same(t, "found", must[[]string](t)(s.Find("on", "", 0)), []string{"g1", "g3"})
	same(t, "found by its own key", must[[]string](t)(s.Find("at/g2", "", 0)), []string{})
	same(t, "counted", []int{must[int](t)(s.FindCount("")), must[int](t)(s.FindCount("on")), must[int](t)(s.FindCount("at/g2"))}, []int{2, 2, 0})
	same(t, "in the figures", must[store.Stats](t)(s.Stats()).Games, 2)
	same(t, "its deadlines", len(must[[]store.Deadline](t)(s.Deadlines("g2"))), 0)
	same(t, "those of all", len(must[[]store.Deadline](t)(s.Overdue(at(99)))), 4)
	for _, id := range []string{"g1", "g3"} {
		_, events, err := s.Load(id, 0)
		ok(t, err)
		same(t, "events of "+id, len(events), 4)
	}
	ok(t, s.Verify(func(problem string) { t.Error(problem) }))
}

// goneOften makes and deletes games again and again: the file does not grow with them.
func goneOften(t *testing.T, s Store) {
	var sizes []int64
	for n := range 60 {
		now := noon.Add(time.Duration(n) * time.Minute)
		c := store.Commit{At: now, Changes: []store.Change{{Game: "s1", Record: json.RawMessage(`{}`), Keys: []string{"k"}}}}
		for range 400 {
			c.Changes[0].Events = append(c.Changes[0].Events, json.RawMessage(`{"paid":{"from":"bank","to":"a player with a long name","amount":20}}`))
		}
		ok(t, s.Commit(c))
		ok(t, s.Commit(store.Commit{At: now, Changes: []store.Change{{Game: "s1", Expect: store.Version{Events: 400, Record: 1}, Gone: true}}}))
		must[bool](t)(s.Prune(now, nil, 100))
		stats := must[store.Stats](t)(s.Stats())
		sizes = append(sizes, stats.Bytes-stats.Free)
	}
	if sizes[59] > sizes[9]+64<<10 {
		t.Errorf("bytes in use after 10 games that are gone: %d, after 60: %d", sizes[9], sizes[59])
	}
}
