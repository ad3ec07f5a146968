package table

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/sheet"
)

// Nothing repeats itself without a person. In some auctions the private companies
// pay when all have passed, and the bidding goes on: players who all pass in advance
// would earn money for ever. So a plan, and the caretaker, passes once. When the same
// question comes back, and nobody has done anything but pass, it is for a person.

// alone is how long the log in force was when the caretaker began to play without a
// word of a person: the present length where it has said nothing since.
func (t *Table) alone() int {
	log, n := t.Game.Log(), t.Record.Tended
	for i := len(log) - 1; i >= 0 && n > 0; i-- {
		if h, ok := log[i].(engine.Hosted); !ok || h.Act != sheet.Caretaker {
			continue
		}
		if n--; n == 0 {
			return i
		}
	}
	return len(log)
}

// cameRound reports whether a player is asked what they have passed before, since
// the log was as long as from, and in between everybody had their turn and nobody did
// anything but pass. Where turns go forth and back some come again before that.
func (t *Table) cameRound(player string, from int) bool {
	log := t.Game.Log()
	here, question := placeOf(t.Game.State().Stack), t.question(player)
	for i := len(log) - 1; i >= from; i-- {
		said, ok := log[i].(engine.Said)
		switch {
		case !ok:
		case !t.passed(said):
			return false
		case said.By == player && said.Question == question && slices.Equal(placeOf(stackAt(log[:i])), here) && t.allTurned(log[i:]):
			return t.onlyPasses(log[enteredAt(log[:i]):i]) // or they did something, and nothing more
		}
	}
	return false
}

// enteredAt is where the step began that asked at the end of a log.
func enteredAt(log []engine.Event) int {
	if stack := stackAt(log); len(stack) > 0 {
		return min(stack[len(stack)-1].Entered, len(log))
	}
	return len(log)
}

// allTurned reports whether every player who is in the game had a turn in a part of
// the log, if the turns are those of players.
func (t *Table) allTurned(log []engine.Event) bool {
	if t.Game.State().Seat(actorOf(t.Game.State().Stack)) < 0 {
		return true
	}
	had := map[string]bool{}
	for _, e := range log {
		switch e := e.(type) {
		case engine.Said:
			had[e.By] = true
		case engine.Flowed:
			had[actorOf(e.Stack)] = true
		}
	}
	return !slices.ContainsFunc(t.Game.State().Players(), func(p string) bool { return !had[p] && !t.Out(p) })
}

// actorOf is whose turn the innermost step is, "" for nobody's.
func actorOf(stack []engine.Frame) string {
	if len(stack) == 0 {
		return ""
	}
	return stack[len(stack)-1].Actor
}

// passed reports whether a command decides nothing.
func (t *Table) passed(said engine.Said) bool {
	return t.Passes(said.Verb) || t.Title.Verbs.Does(said.Verb, moves.Declines)
}

// onlyPasses reports whether all commands of a log are passes.
func (t *Table) onlyPasses(log []engine.Event) bool {
	return !slices.ContainsFunc(log, func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && !t.passed(said)
	})
}

// question is the name of what a player is asked.
func (t *Table) question(player string) string {
	for _, ch := range engine.Of(t.Game.Pending(), player) {
		if !ch.Unawaited {
			return ch.Question
		}
	}
	return ""
}

// placeOf is where in the flow a game stands: its steps and whom they are for, and of
// those that are for nobody which time it is. The turns of one round are one place.
func placeOf(stack []engine.Frame) []string {
	var out []string
	for _, f := range stack {
		out = append(out, f.Step, f.Actor)
		if f.Actor == "" {
			out = append(out, strconv.Itoa(f.Laps))
		}
	}
	return out
}

// stackAt is where in the flow a game stood at the end of a log.
func stackAt(log []engine.Event) []engine.Frame {
	for _, e := range slices.Backward(log) {
		if f, ok := e.(engine.Flowed); ok {
			return f.Stack
		}
	}
	return nil
}
