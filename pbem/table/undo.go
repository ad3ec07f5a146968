package table

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
)

// Commands counts commands that are taken back.
func Commands(n int) string {
	switch n {
	case 0:
		return "no command is taken back"
	case 1:
		return "one command is taken back"
	}
	return fmt.Sprintf("%d commands are taken back", n)
}

// BackTo returns the table as it was at a position of its log, and how many
// commands fall; by is the player who takes them back, "" for all or the host. It
// refuses a position that is no more, and one at which the game never stood still.
func (t *Table) BackTo(by string, n int) (next *Table, fallen int, err error) {
	now, then := engine.InForce(t.Log), engine.InForce(t.Log[:n])
	to, _ := slices.BinarySearch(now, n)
	if !slices.Equal(ruled(t.Log, now[:to]), ruled(t.Log, then)) {
		return nil, 0, engine.Refuse("Position %d was itself taken back later. Take one that still counts: %s.", n, t.rests(n))
	}
	for _, i := range now[to:] {
		if _, ok := t.Log[i].(engine.Said); ok {
			fallen++
		}
	}
	g, events, err := t.Game.Undo(by, to)
	if err != nil {
		return nil, 0, engine.Refuse("The game cannot go on from position %d: %v. Take an earlier one.", n, err)
	}
	if len(events) > 1 && t.Game.Frozen() == nil || g.State().Result == nil && len(g.Pending()) == 0 {
		return nil, 0, engine.Refuse("Position %d is in the middle of a command. Take one before or after it: %s.", n, t.rests(n))
	}
	return t.With(g, events), fallen, nil
}

// Thaw says how the host frees a frozen game.
func (t *Table) Thaw() string {
	for _, n := range t.thaws() {
		if _, fallen, err := t.BackTo("", n); err == nil {
			return fmt.Sprintf("\"host rollback %s to %d\" frees it; %s.", t.ID, n, Commands(fallen))
		}
	}
	return "It is freed by rules that can go on from there, or by a rollback to a much earlier position."
}

// mostThaws is how many positions are tried to free a game.
const mostThaws = 50

// thaws are positions that may free a frozen game, the latest first: before the
// last commands, and where the unfinished step began.
func (t *Table) thaws() []int {
	out := t.Commands()
	out = out[max(0, len(out)-mostThaws):]
	if stack, now := t.Game.State().Stack, engine.InForce(t.Log); len(stack) > 0 {
		if began := stack[len(stack)-1].Entered; began > 0 && began <= len(now) {
			out = append(out, now[began-1]+1)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// ruled keeps the places of what comes from the rules.
func ruled(log []engine.Event, places []int) []int {
	return slices.DeleteFunc(slices.Clone(places), func(i int) bool { return engine.Beside(log[i]) })
}

// rests names the nearest positions before and after one at which the game
// stood still: those before a command that still counts, and the present one.
func (t *Table) rests(n int) string {
	before, after := 0, len(t.Log)
	for _, i := range engine.InForce(t.Log) {
		if _, ok := t.Log[i].(engine.Said); !ok || i == n {
			continue
		}
		if i < n {
			before = i
		} else {
			after = min(after, i)
		}
	}
	if before == 0 {
		return strconv.Itoa(after)
	}
	return fmt.Sprintf("%d or %d", before, after)
}

// PassedBy reports whether the question that waits for a player is newer than a
// position, and somebody else has acted between.
func (t *Table) PassedBy(player string, n int) bool {
	seat := t.Seat(player)
	if n >= len(t.Log) || seat.Asked.IsZero() || n >= seat.AskedAt {
		return false
	}
	return slices.ContainsFunc(t.Log[n:], func(e engine.Event) bool {
		switch e := e.(type) {
		case engine.Said:
			return e.By != player
		case engine.Undone:
			return e.By != player
		}
		return false
	})
}

// Commands are the places in the log of the commands in force.
func (t *Table) Commands() []int {
	return slices.DeleteFunc(engine.InForce(t.Log), func(i int) bool {
		_, ok := t.Log[i].(engine.Said)
		return !ok
	})
}

// SaidSince lists who said the commands in force since a position.
func (t *Table) SaidSince(position int) []string {
	var out []string
	for _, i := range t.Commands() {
		if i >= position {
			out = append(out, t.Log[i].(engine.Said).By)
		}
	}
	return out
}
