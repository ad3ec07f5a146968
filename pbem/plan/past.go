package plan

import (
	"slices"

	"pbem/engine"
	"pbem/titles/title"
)

// A past is what a player has said in one turn, or in one step outside of turns.
type past struct {
	turn
	round   string // tells the round of the turn from others
	entered int    // where the step began
	said    []engine.Command
}

// pasts returns what the player has said in the game so far, turn by turn.
func (s Scene) pasts() (out []past) {
	var stack []engine.Frame
	for _, e := range s.Game.Log() {
		switch e := e.(type) {
		case engine.Flowed:
			stack = e.Stack
		case engine.Said:
			if e.By != s.Player {
				continue
			}
			at := past{turn: turnOf(stack), round: roundOf(stack)}
			if len(stack) > 0 {
				at.entered = stack[len(stack)-1].Entered
			}
			if n := len(out); n == 0 || !out[n-1].same(at) {
				out = append(out, at)
			}
			last := &out[len(out)-1]
			last.said = append(last.said, e.Command)
		}
	}
	return out
}

// same reports whether two pasts are of one turn, or of one step outside of turns.
func (p past) same(q past) bool {
	if p.turn != (turn{}) || q.turn != (turn{}) {
		return p.turn == q.turn
	}
	return p.entered == q.entered
}

// roundOf returns a string that is the same in all stock turns of a round.
func roundOf(stack []engine.Frame) string {
	for i, f := range stack {
		if i > 0 && (f.Step == title.OperatingTurn || f.Step == title.StockTurn) {
			return roundMark(stack[:i-1])
		}
	}
	return ""
}

// lastTurn returns what the player said in their last turn of a kind, or in that of a company. It does not count the
// present turn.
func (s Scene) lastTurn(step, actor string) (past, bool) {
	now := s.turn()
	for _, p := range slices.Backward(s.pasts()) {
		if p.step == step && p.actor == actor && p.turn != now {
			return p, true
		}
	}
	return past{}, false
}

// did returns what a player did in a past beside passing.
func (s Scene) did(p past) []engine.Command {
	return slices.DeleteFunc(slices.Clone(p.said), func(c engine.Command) bool { return s.Passes(c.Verb) })
}
