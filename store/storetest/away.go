package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"pbem/store"
)

// logsAway puts logs away and back, before and after what brought them was pruned.
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
	type whole struct {
		Game   store.Game
		Events []store.Event
	}
	load := func(id string) whole {
		t.Helper()
		g, events, err := s.Load(id, 0)
		ok(t, err)
		return whole{g, events}
	}
	change := func(ch store.Change) error { return s.Commit(store.Commit{At: at(20), Changes: []store.Change{ch}}) }
	stub := json.RawMessage(`{"stub":true}`)
	for round := range 3 {
		was := load("g1")
		v := was.Game.Version
		is(t, change(store.Change{Game: "g1", Expect: store.Version{Events: v.Events - 1, Record: v.Record}, Record: stub, Away: true}), store.ErrConflict)
		is(t, change(store.Change{Game: "g1", Expect: v, Away: true}), store.ErrInvalid)
		is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Away: true, Events: raw("1")}), store.ErrInvalid)
		is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Back: was.Events}), store.ErrAway) // it is here
		ok(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Keys: []string{"ended"}, Away: true}))
		v.Record++
		g := must[store.Game](t)(s.Game("g1"))
		same(t, "a game whose log is away", []any{g.Version, string(g.Record), g.Away, g.Created}, []any{v, string(stub), true, was.Game.Created})
		_, _, err := s.Load("g1", 0)
		is(t, err, store.ErrAway)
		_, _, err = s.Load("g1", 99)
		is(t, err, store.ErrAway)
		same(t, "found", must[[]string](t)(s.Find("ended", "", 0)), []string{"g1"})
		same(t, "in a bundle", len(must[store.Bundle](t)(s.Read(store.Query{Games: []string{"g1", "g2"}})).Games), 2)
		is(t, change(store.Change{Game: "g1", Expect: v, Events: raw("1")}), store.ErrAway)
		is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Away: true}), store.ErrAway)
		is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Back: was.Events[1:]}), store.ErrInvalid)
		is(t, change(store.Change{Game: "g1", Expect: v, Record: stub, Back: was.Events[:1]}), store.ErrInvalid)
		ok(t, change(store.Change{Game: "g1", Expect: v, Record: stub})) // its record may change
		v.Record++
		ok(t, s.Verify(func(problem string) { t.Errorf("away, round %d: %s", round, problem) }))
		same(t, "the others", len(load("g3").Events), 4)
		if round == 1 {
			must[int](t)(s.Prune(at(30), nil, 100))
		}
		ok(t, change(store.Change{Game: "g1", Expect: v, Record: was.Game.Record, Keys: was.Game.Keys, Back: was.Events}))
		now := load("g1")
		same(t, "record and keys", []any{string(now.Game.Record), now.Game.Keys, now.Game.Away}, []any{string(was.Game.Record), was.Game.Keys, false})
		for i, e := range was.Events {
			e.Commit, now.Events[i].Commit = 0, 0
			same(t, "event that has come back", now.Events[i], e)
		}
		ok(t, s.Verify(func(problem string) { t.Errorf("back, round %d: %s", round, problem) }))
	}
	v := load("g1").Game.Version
	ok(t, change(store.Change{Game: "g1", Expect: v, Events: raw("10")})) // it goes on
	is(t, settle(s, "mg1", "applied"), store.ErrSettled)
	same(t, "events", len(load("g1").Events), v.Events+1)
	awayOnce(t, s)
}

// awayOnce has several put the same log away, while others go on with the game: one of them wins, and nothing is lost.
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
