package table

import (
	"slices"
	"strings"
	"time"

	"pbem/pbem/pace"
)

// A Pause stops a game's clock and its moves. What all players have agreed to, such
// as an undo, is done in a pause too.
//
// Only the host ends a pause of the host. Any player can end a pause of the
// players: all had to agree to it, so it lasts only as long as all want it.
type Pause struct {
	By     string    `json:"by,omitempty"`   // a player, for all players; "" for the host
	At     time.Time `json:"at"`             // when the clock stopped
	Until  time.Time `json:"until,omitzero"` // when the pause ends by itself; zero for never
	Reason string    `json:"reason,omitempty"`
}

// Sentence tells players that the game is paused, by whom and why.
func (p *Pause) Sentence() string {
	text := "The game is paused"
	if p.By == "" {
		text += " by the host"
	}
	return text + p.Why() + "."
}

// Why is the reason behind a colon.
func (p *Pause) Why() string {
	if p.Reason == "" {
		return ""
	}
	return ": " + strings.TrimRight(p.Reason, ".")
}

// Paused returns the table in a pause. by is the player who asked, for all of
// them, or "" for the host.
func (t *Table) Paused(by, reason string, at time.Time) *Table {
	return t.Stopped(Pause{By: by, At: at.UTC(), Reason: reason})
}

// Stopped returns the table in a pause. If the game is paused already, the
// earlier time counts.
func (t *Table) Stopped(p Pause) *Table {
	text := "pauses the game" + p.Why()
	if p.By != "" {
		text = "pauses the game, as all agreed" + p.Why()
	}
	if was := t.Record.Paused; was != nil {
		p.At = was.At
	}
	next := t.Said(p.By, "pause", text)
	next.Record.Paused = &p
	return next
}

// Resumed returns the table after a pause. by is the player who ends it, or ""
// for the host.
func (t *Table) Resumed(by string, at time.Time) *Table {
	return t.Said(by, "resume", "lets the game go on").GoesOn(at)
}

// GoesOn ends a pause; its time counts for nobody.
func (t *Table) GoesOn(at time.Time) *Table {
	next := t.With(t.Game, nil)
	stood := pace.Spell{From: t.Record.Paused.At, To: at.UTC()}
	next.Record.Paused, next.Record.Stood = nil, append(slices.Clip(t.Record.Stood), stood)
	return next
}
