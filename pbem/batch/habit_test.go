package batch

import (
	"slices"
	"testing"
	"time"

	"pbem/engine"
	"pbem/store"
)

// Only the first event of a commit shows who wrote a mail: what plans say for others follows it, and a mark of the host
// precedes what a robot says.
func TestMovesOf(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 3, 2, 20, minute, 0, 0, time.UTC) }
	said := func(by string) engine.Event { return engine.Said{Command: engine.Command{By: by, Verb: "pass"}} }
	log := []engine.Event{said("p1"), said("p1"), said("p2"), said("p1"), engine.Hosted{Act: "robot"}, said("p1"), said("p1")}
	var events []store.Event
	for i, commit := range []uint64{1, 1, 2, 2, 3, 3, 4, 5} { // the log lacks the last one
		events = append(events, store.Event{Commit: commit, At: at(i)})
	}
	if got := movesOf("p1", log, events); !slices.Equal(got, []time.Time{at(0), at(6)}) {
		t.Errorf("moves at %v", got)
	}
	if got := movesOf("p1", log, events[:3]); !slices.Equal(got, []time.Time{at(0)}) {
		t.Errorf("moves at %v", got)
	}
}
