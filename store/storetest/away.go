package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"pbem/store"
)

// logsAway puts logs away and brings them back, before and after their commits were pruned.
func logsAway(t *testing.T, s Store) {
	for i, id := range []string{"g1", "g2", "g3"} {
		create(t, s, id, 2)
		keep(t, s, "m"+id)
		v := must[store.Game](t)(s.Game(id)).Version
		changes := []store.Change{{Game: id, Expect: v, Record: json.RawMessage(`{"n":2}`), Keys: []string{"on", "at/amy"}, Events: raw("7", "8")}}
		if id == "g3" { // one commit for two games
			changes = append(changes, store.Change{Game: "g1", Expect: must[store.Game](t)(s.Game("g1")).Version, Events: raw("9")})
		}
		ok(t, s.Commit(store.Commit{At: at(i + 1), Cause: "m" + id, Outcome: "applied", Changes: changes}))
	}
	for round := range 3 {
		awayAndBack(t, s, round)
	}
	v := must[store.Game](t)(s.Game("g1")).Version
	ok(t, s.Commit(alone(store.Change{Game: "g1", Expect: v, Events: raw("10")}))) // it goes on
	is(t, settle(s, "mg1", "applied"), store.ErrSettled)
	same(t, "version", must[store.Game](t)(s.Game("g1")).Version.Events, v.Events+1)
	awayOnce(t, s)
}

// alone is a commit of one change.
func alone(ch store.Change) store.Commit {
	return store.Commit{At: at(20), Changes: []store.Change{ch}}
}

// awayAndBack puts the log of a game away and back: the game is then as it was.
func awayAndBack(t *testing.T, s Store, round int) {
	change := func(ch store.Change) error { return s.Commit(alone(ch)) }
	stub := json.RawMessage(`{"stub":true}`)
	was, events, err := s.Load("g1", 0)
	ok(t, err)
	v := was.Version
	is(t, change(store.Change{Game: "g1", Expect: store.Version{Events: v.Events - 1, Record: v.Record}, Record: stub, Away: true}), store.ErrConflict)
	is(t, change(store.Change{Game: "g1", Expect: v, Away: true}), store.ErrInvalid)
	is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Away: true, Events: raw("1")}), store.ErrInvalid)
	is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Back: events}), store.ErrAway) // it is here
	ok(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Keys: []string{"ended"}, Away: true}))
	v.Record++
	whileAway(t, s, v, was, events)
	ok(t, change(store.Change{Game: "g1", Expect: v, Record: stub})) // its record may change
	v.Record++
	ok(t, s.Verify(func(problem string) { t.Errorf("away, round %d: %s", round, problem) }))
	if round == 1 {
		must[bool](t)(s.Prune(at(30), nil, 100))
	}
	ok(t, change(store.Change{Game: "g1", Expect: v, Record: was.Record, Keys: was.Keys, Back: events}))
	now, back, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "record and keys", []any{string(now.Record), now.Keys, now.Away}, []any{string(was.Record), was.Keys, false})
	same(t, "events that have come back", len(back), len(events))
	for i, e := range events {
		e.Commit, back[i].Commit = 0, 0
		same(t, "event that has come back", back[i], e)
	}
	ok(t, s.Verify(func(problem string) { t.Errorf("back, round %d: %s", round, problem) }))
}

// whileAway asks for a game whose log is away: it is found and described, but it cannot be loaded and accepts
// no events.
func whileAway(t *testing.T, s Store, v store.Version, was store.Game, events []store.Event) {
	stub := json.RawMessage(`{"stub":true}`)
	refused := func(ch store.Change) error {
		ch.Game, ch.Expect = "g1", v
		return s.Commit(alone(ch))
	}
	g := must[store.Game](t)(s.Game("g1"))
	same(t, "a game whose log is away", []any{g.Version, string(g.Record), g.Away, g.Created}, []any{v, string(stub), true, was.Created})
	for _, from := range []int{0, 99} {
		_, _, err := s.Load("g1", from)
		is(t, err, store.ErrAway)
	}
	same(t, "found", must[[]string](t)(s.Find("ended", "", 0)), []string{"g1"})
	same(t, "in a bundle", len(must[store.Bundle](t)(s.Read(store.Query{Games: []string{"g1", "g2"}})).Games), 2)
	is(t, refused(store.Change{Events: raw("1")}), store.ErrAway)
	is(t, refused(store.Change{Record: stub, Away: true}), store.ErrAway)
	is(t, refused(store.Change{Record: stub, Back: events[1:]}), store.ErrInvalid)
	is(t, refused(store.Change{Record: stub, Back: events[:1]}), store.ErrInvalid)
	_, others, err := s.Load("g3", 0)
	ok(t, err)
	same(t, "the others", len(others), 4)
}

// awayOnce lets several put away the same log while others continue the game. One of them wins, and nothing
// is lost.
func awayOnce(t *testing.T, s Store) {
	var wait sync.WaitGroup
	var mu sync.Mutex
	var kept []store.Event
	done := 0
	for w := range 8 {
		wait.Go(func() {
			for {
				g, events, err := s.Load("g2", 0)
				if errors.Is(err, store.ErrAway) {
					return
				}
				ch := store.Change{Game: "g2", Expect: g.Version, Record: json.RawMessage(`{}`), Away: true}
				if w%2 == 0 && len(events) < 40 {
					ch.Away, ch.Events = false, raw(fmt.Sprint(w))
				}
				if err == nil {
					err = s.Commit(store.Commit{At: noon, Changes: []store.Change{ch}})
				}
				switch {
				case err == nil && ch.Away:
					mu.Lock()
					kept, done = events, done+1
					mu.Unlock()
				case err != nil && !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrAway):
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	g := must[store.Game](t)(s.Game("g2"))
	same(t, "put away, with all its events", []int{done, len(kept)}, []int{1, g.Version.Events})
}
