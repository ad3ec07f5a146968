package table

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/store"
	"pbem/titles/title"
)

// A Table is an open game. It is a value: a decision makes a new one.
type Table struct {
	ID      string
	Title   *title.Title
	Record  Record
	Version store.Version
	Game    *engine.Game
	Log     []engine.Event // all events, also those that were undone
}

// Seat returns the seat of a player or guest, nil for none.
func (t *Table) Seat(id string) *Seat {
	for i := range t.Record.Seats {
		if engine.PlayerID(i) == id {
			return &t.Record.Seats[i]
		}
	}
	for i := range t.Record.Guests {
		if t.Record.Guests[i].ID == id {
			return &t.Record.Guests[i]
		}
	}
	return nil
}

// Plays reports whether an id is a player's, not a guest's.
func (t *Table) Plays(id string) bool {
	if t.Game == nil { // the game was not opened
		return !slices.ContainsFunc(t.Record.Guests, func(g Seat) bool { return g.ID == id })
	}
	return t.Game.State().Seat(id) >= 0
}

// Everybody lists the players and the guests.
func (t *Table) Everybody() []string {
	var out []string
	for i := range t.Record.Seats {
		out = append(out, engine.PlayerID(i))
	}
	for _, g := range t.Record.Guests {
		out = append(out, g.ID)
	}
	return out
}

// With returns the table after more events, with its seats copied.
func (t *Table) With(g *engine.Game, events []engine.Event) *Table {
	next := *t
	next.Game = g
	next.Log = append(t.Log[:len(t.Log):len(t.Log)], events...)
	next.Record = t.Record.copy()
	return &next
}

// Said returns the table after something was said or done beside it. by is a
// player, or "" for the host.
func (t *Table) Said(by, act, text string) *Table {
	g, events := t.Game.Host(by, act, text)
	return t.With(g, events)
}

// State is how a game stands.
func (t *Table) State() string {
	switch {
	case t.Game == nil && t.Record.Over != "", t.Game != nil && t.Game.State().Result != nil:
		return StateEnded
	case t.Game != nil && t.Game.Frozen() != nil:
		return StateFrozen
	case t.Record.Paused != nil:
		return StatePaused
	case slices.ContainsFunc(t.Record.Seats, func(s Seat) bool { return s.Open && s.Robot == "" }):
		return StateOpen
	}
	return StateRunning
}

// IsAbout reports whether a mail is to somebody at the table and about its
// game.
func (t *Table) IsAbout(m store.Mail) bool {
	return strings.Contains(m.ID, "."+t.ID+".")
}

// Paced returns the table with another pace, which everybody is told. by is the
// player who asked, for all of them, or "" for the host.
func (t *Table) Paced(by string, p pace.Pace) *Table {
	text := "changes the pace to " + p.String()
	if by != "" {
		text += ", as all agreed"
	}
	next := t.Said(by, "pace", text)
	next.Record.Pace = &p
	for i := range next.Record.Seats {
		seat := &next.Record.Seats[i]
		if seat.Caretaker == "" || seat.Caretaker == KeptHost {
			continue
		}
		by, ok := KeeperOf(p.Policy)
		if seat.Robot = string(by); !ok {
			seat.Caretaker = ""
		}
	}
	return next
}

// RoundAt names the round of a game after so many events. For the stored
// position the record has it.
func (t *Table) RoundAt(events int) string {
	switch {
	case events == t.Version.Events && t.Record.Round != "":
		return t.Record.Round
	case events == len(t.Log):
		return t.Title.Round(t.Game.State())
	}
	return t.Title.Round(engine.Fold(t.Log[:events]))
}

// Out reports whether a player is out of the game.
func (t *Table) Out(player string) bool {
	return slices.ContainsFunc(t.Title.Position(t.Game.State()).Players, func(p title.Player) bool { return p.ID == player && p.Out })
}

// IsOn refuses a game that is over.
func (t *Table) IsOn() error {
	if t.Game.State().Result == nil {
		return nil
	}
	return engine.Refuse("%s is over.", t.Called())
}

// The states of a game, as the host sees them.
const (
	StateRunning = "running"
	StateOpen    = "open" // it has not begun, or it has a free seat
	StatePaused  = "paused"
	StateFrozen  = "frozen" // its rules cannot go on, or it cannot be opened
	StateEnded   = "ended"
)
