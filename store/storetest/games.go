package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/store"
)

func gamesInOrder(t *testing.T, s Store) {
	same(t, "games at first", must[[]string](t)(s.Games()), []string{})
	for _, id := range []string{"g2", "g10", "g1", "g"} {
		create(t, s, id, len(id))
	}
	same(t, "games", must[[]string](t)(s.Games()), []string{"g2", "g10", "g1", "g"})
	for _, id := range []string{"g2", "g10", "g1", "g"} {
		g := must[store.Game](t)(s.Game(id))
		same(t, "game", g, store.Game{ID: id, Created: noon, Version: store.Version{Events: len(id), Record: 1},
			Record: json.RawMessage(`{"title":"a title"}`)})
	}
	_, err := s.Game("g3")
	is(t, err, store.ErrNotFound)
	_, _, err = s.Load("g3", 0)
	is(t, err, store.ErrNotFound)
}

func eventsAsGiven(t *testing.T, s Store) {
	keep(t, s, "m1")
	record := json.RawMessage("{ \"a\":\t\"<Zürich>\",\n \"b\": 1.50 }")
	odd := raw("{ \"k\" : \"<&>\" }", "[1,\n2]", `"\u00e9"`, strings.Repeat(" ", 9000)+"7")
	ok(t, s.Commit(store.Commit{At: noon, Changes: []store.Change{{Game: "g1", Record: record, Events: odd[:2]}}}))
	ok(t, s.Commit(store.Commit{At: at(1).In(time.FixedZone("CET", 3600)), Cause: "m1", Outcome: "applied",
		Changes: []store.Change{{Game: "g1", Expect: store.Version{Events: 2, Record: 1}, Events: odd[2:]}}}))
	g, events, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "record", string(g.Record), string(record))
	same(t, "version", g.Version, store.Version{Events: 4, Record: 1})
	for i, e := range events {
		same(t, "number", e.N, i)
		same(t, "event", string(e.Data), string(odd[i]))
		same(t, "time", e.At, at(i/2))
		same(t, "cause", e.Cause, []string{"", "m1"}[i/2])
	}
	if events[0].Commit != events[1].Commit || events[1].Commit == events[2].Commit {
		t.Fatalf("commits of the events: %d, %d, %d", events[0].Commit, events[1].Commit, events[2].Commit)
	}
	for from, want := range map[int]int{-1: 4, 0: 4, 1: 3, 3: 1, 4: 0, 99: 0} {
		_, some, err := s.Load("g1", from)
		ok(t, err)
		same(t, fmt.Sprintf("events from %d", from), len(some), want)
	}
}

func versionsConflict(t *testing.T, s Store) {
	commit := func(v store.Version, record, event string) error {
		ch := store.Change{Game: "g1", Expect: v}
		if record != "" {
			ch.Record = json.RawMessage(record)
		}
		if event != "" {
			ch.Events = raw(event)
		}
		return s.Commit(store.Commit{At: noon, Changes: []store.Change{ch}})
	}
	is(t, commit(store.Version{Events: 1}, `1`, ``), store.ErrConflict)
	is(t, commit(store.Version{}, ``, `1`), store.ErrInvalid) // a new game has a record
	ok(t, commit(store.Version{}, `1`, ``))
	is(t, commit(store.Version{}, `2`, ``), store.ErrConflict) // created twice
	ok(t, commit(store.Version{Record: 1}, `2`, ``))
	is(t, commit(store.Version{Record: 1}, `3`, ``), store.ErrConflict) // two joins at once
	ok(t, commit(store.Version{Record: 2}, ``, `1`))
	is(t, commit(store.Version{Record: 2}, ``, `2`), store.ErrConflict) // two moves at once
	ok(t, commit(store.Version{Events: 1, Record: 2}, `4`, `2`))
	is(t, commit(store.Version{Events: 3, Record: 3}, ``, `3`), store.ErrConflict)
	g, events, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "version", g.Version, store.Version{Events: 2, Record: 3})
	same(t, "record and events", string(g.Record)+string(events[0].Data)+string(events[1].Data), "412")
}

func severalGames(t *testing.T, s Store) {
	create(t, s, "g1", 1)
	create(t, s, "g2", 2)
	one, two := store.Version{Events: 1, Record: 1}, store.Version{Events: 2, Record: 1}
	both := func(a, b store.Version) error {
		return s.Commit(store.Commit{At: noon, Changes: []store.Change{
			{Game: "g1", Expect: a, Events: raw("1")}, {Game: "g2", Expect: b, Events: raw("2", "3")}}})
	}
	is(t, both(one, one), store.ErrConflict)
	same(t, "g1 after a refusal", must[store.Game](t)(s.Game("g1")).Version, one)
	ok(t, both(one, two))
	same(t, "g1", must[store.Game](t)(s.Game("g1")).Version.Events, 2)
	same(t, "g2", must[store.Game](t)(s.Game("g2")).Version.Events, 4)
}

func refusedLeavesNothing(t *testing.T, s Store) {
	create(t, s, "g1", 1)
	keep(t, s, "m1")
	queue(t, s, "turn/g1/amy", "old")
	before := counts(t, s)
	c := store.Commit{
		At: noon, Cause: "m1", Outcome: "applied",
		Changes: []store.Change{
			{Game: "g0", Record: json.RawMessage(`0`), Events: raw("1")},
			{Game: "g1", Events: raw("1")}, // its version is not zero
		},
		Drop:      []string{"turn/g1/"},
		Mails:     []store.Mail{{ID: "new", To: "amy@example.org", Raw: []byte("x")}},
		Deadlines: []store.Deadline{{Game: "g1", Key: "amy", At: noon}},
		Marks:     marks("mark", "1"),
		Add:       map[string]int{"counter": 1},
	}
	is(t, s.Commit(c), store.ErrConflict)
	same(t, "stats", counts(t, s), before)
	same(t, "games", must[[]string](t)(s.Games()), []string{"g1"})
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{"m1"})
	same(t, "due", due(t, s, noon, 0), []string{"old"})
	same(t, "mark", mark(t, s, "mark"), "")
	same(t, "counter", must[int](t)(s.Counter("counter")), 0)
	_, err := s.Mail("new")
	is(t, err, store.ErrNotFound)
	c.Changes[1].Expect = store.Version{Events: 1, Record: 1}
	ok(t, s.Commit(c)) // the same commit, right
	is(t, s.Commit(c), store.ErrSettled)
}

func malformed(t *testing.T, s Store) {
	create(t, s, "g1", 0)
	good := store.Mail{ID: "a", To: "b", Raw: []byte("c")}
	long := strings.Repeat("x", 5000)
	for name, c := range map[string]store.Commit{
		"no time":         {},
		"no outcome":      {At: noon, Cause: "m"},
		"no cause":        {At: noon, Outcome: "applied"},
		"no game id":      {At: noon, Changes: []store.Change{{Record: json.RawMessage(`1`)}}},
		"zero in game id": {At: noon, Changes: []store.Change{{Game: "a\x00b", Record: json.RawMessage(`1`)}}},
		"long game id":    {At: noon, Changes: []store.Change{{Game: long, Record: json.RawMessage(`1`)}}},
		"record no JSON":  {At: noon, Changes: []store.Change{{Game: "g2", Record: json.RawMessage(`{`)}}},
		"event no JSON":   {At: noon, Changes: []store.Change{{Game: "g1", Expect: store.Version{Record: 1}, Events: raw("")}}},
		"mail without id": {At: noon, Mails: []store.Mail{good, {To: "b", Raw: []byte("c")}}},
		"mail to nobody":  {At: noon, Mails: []store.Mail{{ID: "a", Raw: []byte("c")}}},
		"mail empty":      {At: noon, Mails: []store.Mail{{ID: "a", To: "b"}}},
		"mail topic":      {At: noon, Mails: []store.Mail{{ID: "a", To: "b", Raw: []byte("c"), Topic: "\xff"}}},
		"drop everything": {At: noon, Drop: []string{""}},
		"ends, and waits": {At: noon, Ended: []store.Ending{{ID: "a", To: store.Queued, At: noon}}},
		"ends in no way":  {At: noon, Ended: []store.Ending{{ID: "a", To: "lost", At: noon}}},
		"deadline key":    {At: noon, Deadlines: []store.Deadline{{Game: "g1", At: noon}}},
		"deadline game":   {At: noon, Deadlines: []store.Deadline{{Key: "k", At: noon}}},
		"deadline year":   {At: noon, Deadlines: []store.Deadline{{Game: "g1", Key: "k", At: noon.AddDate(900, 0, 0)}}},
		"mark":            {At: noon, Marks: marks("", "x")},
		"counter":         {At: noon, Add: map[string]int{"": 1}},
	} {
		if err := s.Commit(c); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: error %v, want ErrInvalid", name, err)
		}
	}
}

func idsOnce(t *testing.T, s Store) {
	var wait sync.WaitGroup
	ids := make([]uint64, 20)
	for i := range ids {
		wait.Go(func() {
			id, err := s.NextID()
			if err != nil {
				t.Error(err)
			}
			ids[i] = id
		})
	}
	wait.Wait()
	seen := map[uint64]bool{0: true}
	for _, id := range ids {
		if seen[id] {
			t.Fatalf("%d was given twice or is zero: %v", id, ids)
		}
		seen[id] = true
	}
}

// concurrent plays games side by side, two goroutines a game that reload on a conflict, as the service does.
func concurrent(t *testing.T, s Store) {
	const games, seats, moves = 4, 2, 15
	var wait sync.WaitGroup
	for g := range games {
		id := fmt.Sprintf("g%d", g)
		create(t, s, id, 0)
		for seat := range seats {
			wait.Go(func() {
				for n := range moves {
					if err := move(s, id, fmt.Sprintf("%s/%d/%d", id, seat, n)); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wait.Wait()
	for g := range games {
		_, events, err := s.Load(fmt.Sprintf("g%d", g), 0)
		ok(t, err)
		same(t, "events", len(events), seats*moves)
		seen := map[string]bool{}
		for i, e := range events {
			if e.N != i || seen[e.Cause] || string(e.Data) != fmt.Sprintf("%q", e.Cause) {
				t.Fatalf("event %d: %+v", i, e)
			}
			seen[e.Cause] = true
		}
	}
	same(t, "mails", len(due(t, s, noon, 0)), games*seats*moves)
}

func move(s Store, game, cause string) error {
	for {
		g, err := s.Game(game)
		if err != nil {
			return err
		}
		err = s.Commit(store.Commit{
			At: noon, Cause: cause, Outcome: "applied",
			Changes: []store.Change{{Game: game, Expect: g.Version, Events: raw(fmt.Sprintf("%q", cause))}},
			Mails:   []store.Mail{{ID: cause, To: "amy@example.org", Raw: []byte("text of " + cause)}},
		})
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}
