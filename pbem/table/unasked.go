package table

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/plan"
)

// unasked says for a player what needs no decision: the only thing that can be said, and if the table has agreed on it,
// a pass in a stock turn in which they can only raise money. The player is told in their next mail. ok is false if the
// player has to be asked: because the table or the player wants that, because they were asked already, or because the
// table went back to this question.
func (t *Table) unasked(player string, from int) (next *Table, ok bool) {
	rule := pace.Idle("")
	if t.Record.Pace != nil {
		rule = t.Record.Pace.Idle
	}
	if rule == pace.IdleAsk || t.IsSandbox() || t.Kept(player) || t.put(player) || t.cameRound(player, from) ||
		slices.ContainsFunc(t.Seat(player).Orders, func(p plan.Plan) bool { return p.Kind == plan.AskMe }) {
		return t, false
	}
	at := t.Scene(player)
	a, said := at.Forced()
	whom := ""
	for _, ch := range engine.Of(t.Game.Pending(), player) {
		if !ch.Unawaited && ch.Verb == said.Verb && ch.For != "" {
			whom = " for " + ch.For
		}
	}
	text := fmt.Sprintf("In %s you could say nothing but %q%s: you were not asked.", t.RoundAt(len(t.Log)), strings.Join(append([]string{said.Verb}, said.Args...), " "), whom)
	if !a.Says && rule == pace.IdlePass {
		a = at.Idle()
		text = fmt.Sprintf("In %s you could only raise money. As the table has agreed, you passed without being asked; \"ask me\" is for who wants to be asked.", t.RoundAt(len(t.Log)))
	}
	if !a.Says {
		return t, false
	}
	next = t.With(a.At.Game, a.At.Log[len(t.Log):])
	seat := next.Seat(player)
	seat.Ended = append(slices.Clip(seat.Ended), EndedOrder{Text: text, At: len(next.Log), Unasked: true})
	return next, true
}

// put reports whether the question that waits for a player was put to them in a mail, or the table has been taken back
// to it.
func (t *Table) put(player string) bool {
	for _, e := range slices.Backward(t.Log) {
		if _, undone := e.(engine.Undone); undone {
			return true
		}
		if !engine.Beside(e) {
			break
		}
	}
	seat := t.Seat(player)
	return !seat.Asked.IsZero() && seat.Question == t.Entered() && !slices.ContainsFunc(t.Log[min(seat.AskedAt, len(t.Log)):], func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && said.By == player
	})
}

// mostOpened is how many commands of others are looked at for whether they were forced.
const mostOpened = 10

// DecidedSince reports whether somebody other than the player has decided something since a position. What was the
// only thing to say, whoever said it, is no decision: it does not stand against an undo.
func (t *Table) DecidedSince(player string, position int) bool {
	opened := 0
	for _, i := range t.Commands() {
		said := t.Log[i].(engine.Said)
		if i < position || said.By == player {
			continue
		}
		if opened++; opened > mostOpened {
			return true
		}
		g := engine.Open(t.Title.Rules, t.Log[:i])
		if g.Frozen() != nil {
			return true
		}
		at := plan.Scene{Title: t.Title, Game: g, Log: t.Log[:i], Player: said.By}
		if a, only := at.Forced(); !a.Says || only.String() != said.Command.String() {
			return true
		}
	}
	return false
}
