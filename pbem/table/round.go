package table

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/sheet"
)

// No plan, no caretaker and no robot may pass for ever. In some auctions the private companies pay out when everybody
// has passed, and then the bidding goes on: players who all pass in advance would earn money without end. So
// a plan, the caretaker or a robot passes a question once. If the same question comes back and nobody has done
// anything but pass, a person has to answer.

// alone returns the length of the log in force when the caretaker or a robot began to play without a word from a
// person. If none has played since, that is the present length.
func (t *Table) alone() int {
	log, n := t.Game.Log(), t.Record.Tended
	for i := len(log) - 1; i >= 0 && n > 0; i-- {
		if h, ok := log[i].(engine.Hosted); !ok || !sheet.Marks(h.Act) {
			continue
		}
		if n--; n == 0 {
			return i
		}
	}
	return len(log)
}

// cameRound reports whether the player is asked a question that they have already passed since from (a length
// of the log), and in between everybody had a turn and only passed. Where the turn goes back and forth, a player
// may be asked again before everybody had a turn; that does not count.
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
			return t.onlyPasses(log[enteredAt(log[:i]):i]) // false if they did something else in that step before they passed
		}
	}
	return false
}

// enteredAt returns the position at which the step began that asks at the end of the log.
func enteredAt(log []engine.Event) int {
	if stack := stackAt(log); len(stack) > 0 {
		return min(stack[len(stack)-1].Entered, len(log))
	}
	return len(log)
}

// allTurned reports whether every player who is still in the game had a turn in this part of the log. It is
// true if the present turn is not a player's but a company's.
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

// actorOf returns whose turn the innermost step is, "" if nobody's.
func actorOf(stack []engine.Frame) string {
	if len(stack) == 0 {
		return ""
	}
	return stack[len(stack)-1].Actor
}

// passed reports whether a command is a pass or declines an offer.
func (t *Table) passed(said engine.Said) bool {
	return t.Passes(said.Verb) || t.Title.Verbs.Does(said.Verb, moves.Declines)
}

// onlyPasses reports whether all commands of the log are passes.
func (t *Table) onlyPasses(log []engine.Event) bool {
	return !slices.ContainsFunc(log, func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && !t.passed(said)
	})
}

// question returns the name of the question that waits for the player.
func (t *Table) question(player string) string {
	for _, ch := range engine.Of(t.Game.Pending(), player) {
		if !ch.Unawaited {
			return ch.Question
		}
	}
	return ""
}

// placeOf returns where a game stands in its flow: each step with the player or company it is for. A step
// that is for nobody has its count of laps, so two rounds are two places, and the turns of one round are one
// place.
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

// stackAt returns the stack of steps at the end of the log.
func stackAt(log []engine.Event) []engine.Frame {
	for _, e := range slices.Backward(log) {
		if f, ok := e.(engine.Flowed); ok {
			return f.Stack
		}
	}
	return nil
}
