package pbem

import (
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// The cache's estimate of a game's memory is right within a fifth for whole games of each
// title, and within a half for games that have hardly begun. Usual tests try the smallest game of each title that
// matters, large ones all of them.
func TestCacheEstimate(t *testing.T) {
	serial(t)
	titlesSeen := map[string]bool{}
	games := storedGames(t)
	for _, name := range slices.SortedFunc(maps.Keys(games), func(a, b string) int { return len(games[a]) - len(games[b]) }) {
		log := games[name]
		if !testsize.Large() && (len(log) < 1000 || titlesSeen[log[0].(engine.Started).Title]) {
			continue
		}
		for _, half := range []bool{true, false} {
			part := log
			if half {
				part = upTo(log, len(log)/2)
			}
			if len(part) < 400 || len(part) > 9000 { // smaller ones do not matter, larger ones take too long
				continue
			}
			least, most := 0.8, 1.27
			if half || len(part) < 1000 {
				least, most = 0.65, 1.5
			}
			measured, estimated := measuredBytes(t, part)
			if ratio := float64(estimated) / float64(measured); ratio < least || ratio > most {
				t.Errorf("%s, %d events: taken for %d KB, measured %d KB: %.2f", name, len(part), estimated>>10, measured>>10, ratio)
			}
			t.Logf("%s %d: %d bytes an event", name, len(part), measured/len(part))
			titlesSeen[log[0].(engine.Started).Title] = true
		}
	}
	if len(titlesSeen) != len(titles.All()) {
		t.Errorf("games of %d titles were measured, there are %d", len(titlesSeen), len(titles.All()))
	}
}

// upTo returns a log up to the last command that begins before event n.
func upTo(log []engine.Event, n int) []engine.Event {
	for ; n > 0; n-- {
		if _, ok := log[n].(engine.Said); ok {
			return log[:n]
		}
	}
	return nil
}

// packed is a game as the store has it, for table.Load.
type packed struct {
	record json.RawMessage
	events []json.RawMessage
}

func (p packed) Load(id string, from int) (store.Game, []store.Event, error) {
	g := store.Game{ID: id, Record: p.record, Version: store.Version{Events: len(p.events), Record: 1}}
	var events []store.Event
	for i, e := range p.events[from:] {
		events = append(events, store.Event{N: from + i, Data: append(json.RawMessage{}, e...)})
	}
	return g, events, nil
}

// measuredBytes returns how much memory an opened game takes, and the cache's estimate.
func measuredBytes(t *testing.T, log []engine.Event) (measured, estimated int) {
	t.Helper()
	start := log[0].(engine.Started)
	var err error
	p := packed{}
	if p.events, err = engine.PackLog(log, 0); err != nil {
		t.Fatal(err)
	}
	r := table.Record{Title: start.Title, Name: "A game"}
	for i, name := range start.Players {
		r.Seats = append(r.Seats, table.Seat{Name: name, Address: fmt.Sprintf("p%d@example.org", i)})
	}
	if p.record, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	const copies = 4
	var all [copies]*table.Table
	load := func(i int) {
		if all[i], err = table.Load(p, "g1"); err != nil {
			t.Fatal(err)
		}
		_ = all[i].Title.Position(all[i].Game.State()) // as a mail would show it
	}
	load(0) // loads what all games share
	before := heap()
	for i := range copies - 1 {
		load(i + 1)
	}
	now := heap()
	estimated = desk.BytesOf(all[0])
	runtime.KeepAlive(all)
	return (now - before) / (copies - 1), estimated
}

// heap returns how many bytes are in use.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
