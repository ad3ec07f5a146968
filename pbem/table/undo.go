package table

import (
	"fmt"
	"iter"
	"slices"

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

// BackTo returns the table as it was at a position of its log, and how many commands are
// undone. by is the player who takes them back, "" for all or the host. It refuses a
// position that was itself undone, and one at which the game asked nobody anything.
func (t *Table) BackTo(by string, n int) (next *Table, fallen int, err error) {
	now, then := engine.InForce(t.Log), engine.InForce(t.Log[:n])
	to, _ := slices.BinarySearch(now, n)
	if !slices.Equal(ruled(t.Log, now[:to]), ruled(t.Log, then)) {
		return nil, 0, engine.Refuse("Position %d was itself taken back later. %s", n, t.rests(n))
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
	if !t.still(g, events) {
		return nil, 0, engine.Refuse("Position %d is in the middle of a command. %s", n, t.rests(n))
	}
	return t.With(g, events), fallen, nil
}

// still reports whether the game waits for a command, or has ended, right at the position it was taken back
// to.
func (t *Table) still(g *engine.Game, events []engine.Event) bool {
	return (len(events) == 1 || t.Game.Frozen() != nil) && (g.State().Result != nil || len(g.Pending()) > 0)
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

// mostThaws is how many positions are tried in order to free a game.
const mostThaws = 50

// thaws returns positions that may free a frozen game, the latest first: those before the last commands, and
// the one where the unfinished step began.
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

// ruled keeps the places of events that come from the rules.
func ruled(log []engine.Event, places []int) []int {
	return slices.DeleteFunc(slices.Clone(places), func(i int) bool { return engine.Beside(log[i]) })
}

// rests returns a sentence with the nearest positions before and after n to which the game can go back. Only
// positions before a command that still counts qualify.
func (t *Table) rests(n int) string {
	all := t.Commands()
	at, _ := slices.BinarySearch(all, n)
	before := t.nearest(all[:at], slices.Backward[[]int])
	after := t.nearest(all[at:], slices.All[[]int])
	switch {
	case before == 0 && after == 0:
		return "There is none to go back to."
	case before == 0:
		return fmt.Sprintf("Take one after it: %d.", after)
	case after == 0:
		return fmt.Sprintf("Take one before it: %d.", before)
	}
	return fmt.Sprintf("Take one before or after it: %d or %d.", before, after)
}

// mostNear is how many positions are tried in each direction.
const mostNear = 3

// nearest returns the first of the positions to which the game can go back, 0 if there is none.
func (t *Table) nearest(places []int, in func([]int) iter.Seq2[int, int]) int {
	tried := 0
	for _, n := range in(places) {
		if tried++; tried > mostNear {
			break
		}
		if t.canGoBack(n) {
			return n
		}
	}
	return 0
}

// canGoBack reports whether the game can go on from a position before a command in force.
func (t *Table) canGoBack(n int) bool {
	to, _ := slices.BinarySearch(engine.InForce(t.Log), n)
	g, events, err := t.Game.Undo("", to)
	return err == nil && t.still(g, events)
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
