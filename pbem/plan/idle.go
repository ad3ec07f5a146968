package plan

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/moves"
)

// Idle passes a stock turn in which the player can do nothing but pass or raise money. It says nothing in any other
// turn, where a pass would end something, and once the player has raised money in the turn: who does wants to see what
// that makes possible.
func (s Scene) Idle() Answer {
	if now := s.turn(); !s.asked() || now.step != Stock || now.actor != s.Player || s.secret() || s.raised() {
		return Answer{}
	}
	for _, ch := range s.mine() {
		if !ch.Unawaited && !s.Passes(ch.Verb) && !s.Title.Verbs.Does(ch.Verb, moves.Raises) && open(ch) {
			return Answer{}
		}
	}
	a := s.passes(false)
	a.Aside = "" // a pass that ends something is simply not said
	return a
}

// raised reports whether the player has raised money in the current turn.
func (s Scene) raised() bool {
	now, log := s.turn(), s.Game.Log()
	for i, e := range slices.Backward(log) {
		switch e := e.(type) {
		case engine.Said:
			if e.By == s.Player && s.Title.Verbs.Does(e.Verb, moves.Raises) && turnAt(log[:i]) == now {
				return true
			}
		case engine.Flowed:
			if turnOf(e.Stack) != now {
				return false
			}
		}
	}
	return false
}

// Forced says the only thing that the player can say, if there is but one. It says nothing where that would end
// something of the player's or the game, where several players answer in secret, and where the player would lose the
// chance to do something for which the game does not wait.
func (s Scene) Forced() (a Answer, said engine.Command) {
	if !s.asked() || s.secret() {
		return a, said
	}
	var only *engine.Choice
	for _, ch := range s.mine() {
		if ch.Unawaited || !open(ch) {
			continue
		}
		if only != nil || ch.Free != nil && ch.Usage != "" {
			return a, said
		}
		only = &ch
	}
	if only == nil {
		return a, said
	}
	options := only.List()
	if said = (engine.Command{By: s.Player, Verb: only.Verb, Args: slices.Clone(options[0].Args)}); len(options) > 1 {
		return a, said
	}
	if r := options[0].Range; r != nil && r.Min < r.Max {
		return a, said
	} else if r != nil {
		said.Args = append(said.Args, strconv.Itoa(r.Min))
	}
	if s.means(said) != "" {
		return a, said
	}
	at, err := s.decide(said)
	if err != nil || !at.keeps(s) {
		return a, said
	}
	return Answer{Says: true, At: at}, said
}

// keeps reports whether the player may still do whatever they could do before without being asked.
func (s Scene) keeps(before Scene) bool {
	for _, ch := range before.mine() {
		if ch.Unawaited && open(ch) && !slices.ContainsFunc(s.mine(), func(now engine.Choice) bool { return now.Verb == ch.Verb && open(now) }) {
			return false
		}
	}
	return true
}

// open reports whether a choice is there for more than the reason why nothing of it is possible.
func open(ch engine.Choice) bool { return ch.Listed() || ch.Free != nil && ch.Usage != "" }
