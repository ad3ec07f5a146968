package table

import (
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// A Sandbox is what makes a game a sandbox: a private game in which its owner says all
// seats. All seats have the owner's address. It has no clock and is deleted after a while.
type Sandbox struct {
	Of    string    `json:"of,omitempty"`   // id of the game it was copied from; "" for a new game
	Name  string    `json:"name,omitempty"` // of that game
	At    int       `json:"at,omitempty"`   // the position that was copied, as that game counts
	Until time.Time `json:"until"`          // when it is deleted if there is no outage
}

// SandboxLife is how long a sandbox stays.
const SandboxLife = 30 * 24 * time.Hour

// MostSandboxes limits how many sandboxes one member may have.
const MostSandboxes = 3

// SandboxID returns the id of the sandbox with a number: "s12". It tells sandboxes apart
// from games without their records.
func SandboxID(id string) string { return "s" + strings.TrimPrefix(id, "g") }

// IsSandboxID reports whether an id is that of a sandbox, which may be gone.
func IsSandboxID(id string) bool { return strings.HasPrefix(id, "s") }

// IsSandbox reports whether a table is a sandbox.
func (t *Table) IsSandbox() bool { return t.Record.Sandbox != nil }

// Speaks returns the seat for which the owner of a sandbox speaks now: that of the first
// player the game waits for whose seat no robot plays. In other games, a player speaks for
// their own seat.
func (t *Table) Speaks(player string) string {
	if !t.IsSandbox() {
		return player
	}
	actors := slices.DeleteFunc(t.Actors(), t.Robotic)
	switch {
	case len(actors) > 0 && !slices.Contains(actors, player):
		return actors[0]
	case !t.Robotic(player):
		return player
	}
	for i := range t.Record.Seats {
		if id := engine.PlayerID(i); !t.Robotic(id) {
			return id
		}
	}
	return player
}

// Owner is the seat to which the mails of a sandbox go now.
func (t *Table) Owner() string { return t.Speaks(engine.PlayerID(0)) }

// Level notes for all seats of a sandbox what one of them was told and shown, because
// one person reads the mails of all.
func (t *Table) Level(player string) {
	if !t.IsSandbox() {
		return
	}
	of := *t.Seat(player)
	for i := range t.Record.Seats {
		seat := &t.Record.Seats[i]
		seat.Told, seat.From, seat.Has, seat.Had, seat.Again = of.Told, of.From, of.Has, of.Had, of.Again
	}
}

// CopyLog returns the log of a sandbox that begins at a position of a game, or where
// somebody was asked next. If nobody was, it goes back to the last question. It leaves
// out what was answered in secret. n is the position that it shows; the log is nil if the
// game cannot be played from there.
func CopyLog(t *title.Title, log []engine.Event, at int) (copied []engine.Event, n int) {
	n = nextAsked(log, at)
	for range mostCuts {
		copied, n = openly(t, log[:n])
		if g := engine.Open(t.Rules, copied); len(copied) > 0 && g.Frozen() == nil && len(g.Pending()) > 0 {
			return copied, n
		}
		before := lastSaid(log[:n])
		if before < 1 {
			break
		}
		n = before
	}
	return nil, n
}

// nextAsked returns the first position from at on at which the game waited for a command.
func nextAsked(log []engine.Event, at int) int {
	for i := min(at, len(log)); i < len(log); i++ {
		switch log[i].(type) {
		case engine.Said, engine.Undone:
			return i
		}
	}
	return len(log)
}

// mostCuts is how many commands are left out before a copy is given up.
const mostCuts = 20

// lastSaid returns the position before the last command in force, 0 if there is none.
func lastSaid(log []engine.Event) int {
	for _, i := range slices.Backward(engine.InForce(log)) {
		if _, ok := log[i].(engine.Said); ok {
			return i
		}
	}
	return 0
}

// openly returns the events in force, without answers in secret: a step that is not
// finished begins before the first of them; in finished ones a note stands for each.
func openly(t *title.Title, log []engine.Event) (out []engine.Event, n int) {
	out = engine.Effective(log)
	began := unfinished(out)
	for i, e := range out {
		said, ok := e.(engine.Said)
		switch {
		case !ok || !slices.Contains(t.Sealed, said.Question):
		case i >= began:
			return out[:i], engine.InForce(log)[i]
		default:
			out[i] = engine.Noted{By: said.By, Text: sheet.InSecret}
		}
	}
	return out, len(log)
}

// unfinished returns where the unfinished step of a log began.
func unfinished(log []engine.Event) int {
	if stack := stackAt(log); len(stack) > 0 {
		return stack[len(stack)-1].Entered
	}
	return len(log)
}
