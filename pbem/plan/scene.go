package plan

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// A Scene is a game as one of its players sees it. It is a value.
type Scene struct {
	Title  *title.Title
	Game   *engine.Game
	Log    []engine.Event // all events, also those that were undone
	Player string

	known *title.Position // of the game given, nil if it was not worked out yet
	given *engine.Game
}

// Knowing returns the scene with the position of its game, so that it is not worked out
// again.
func (s Scene) Knowing(p *title.Position) Scene {
	s.known, s.given = p, s.Game
	return s
}

// mine returns the choices of the player.
func (s Scene) mine() []engine.Choice { return engine.Of(s.Game.Pending(), s.Player) }

// asked reports whether the game waits for the player.
func (s Scene) asked() bool { return slices.Contains(engine.Awaited(s.Game.Pending()), s.Player) }

func (s Scene) state() *engine.State { return s.Game.State() }

func (s Scene) position() title.Position {
	if s.known != nil && s.given == s.Game {
		return *s.known
	}
	return s.Title.Position(s.state())
}

// round names the round of the game.
func (s Scene) round() string { return s.Title.Round(s.state()) }

// Passes reports whether a verb of the title passes.
func (s Scene) Passes(verb string) bool { return s.Title.Verbs.Does(verb, moves.Passes) }

// Bids reports whether a verb of the title bids.
func (s Scene) Bids(verb string) bool { return s.Title.Verbs.Does(verb, moves.Bids) }

// secret reports whether the present question is answered in secret. No answer to it is ever tried, because
// the outcome would show the answers of others. // 20-RU-48
func (s Scene) secret() bool {
	return slices.ContainsFunc(s.Game.Pending(), func(ch engine.Choice) bool { return slices.Contains(s.Title.Sealed, ch.Question) })
}

// Entered returns where the step that asks began, in events in force; 0 at the
// end of the game.
func (s Scene) Entered() int {
	if stack := s.state().Stack; len(stack) > 0 {
		return stack[len(stack)-1].Entered
	}
	return 0
}

// step returns the name of the step that asks, "" if the game has ended.
func (s Scene) step() string {
	if stack := s.state().Stack; len(stack) > 0 {
		return stack[len(stack)-1].Step
	}
	return ""
}

// Bidding reports whether an auction is going on: somebody is asked for a bid
// on the lot. A question what to put up is not enough.
func (s Scene) Bidding() bool { return slices.ContainsFunc(s.Game.Pending(), s.bidAsked) }

// bidAsked reports whether a choice asks for a bid on the lot that was put up.
func (s Scene) bidAsked(c engine.Choice) bool {
	return s.Bids(c.Verb) && slices.ContainsFunc(c.List(), func(o engine.Option) bool { return o.Range != nil && len(o.Args) == 0 })
}

// A turn is one turn of a company, or of a player in a stock round.
type turn struct {
	step, actor string
	mark        string // tells it from the next turn of the same player or company
}

// turnOf returns the turn that a stack is in, the zero turn if none.
func turnOf(stack []engine.Frame) turn {
	for i, f := range stack {
		if i > 0 && (f.Step == title.OperatingTurn || f.Step == title.StockTurn) {
			return turn{f.Step, f.Actor, fmt.Sprint(stack[i-1].Laps, roundMark(stack[:i]))}
		}
	}
	return turn{}
}

// roundMark returns a string that is different for each round.
func roundMark(stack []engine.Frame) string {
	mark := ""
	for _, f := range stack {
		mark += fmt.Sprintf(".%d", f.Laps)
	}
	return mark
}

func (s Scene) turn() turn { return turnOf(s.state().Stack) }

// Turn returns the step of the current turn and whose turn it is; "" if there
// is none.
func (s Scene) Turn() (step, actor string) { return s.turn().step, s.turn().actor }

// SameTurn reports whether two scenes are of one turn.
func (s Scene) SameTurn(other Scene) bool { return s.turn() == other.turn() }

// Untouched reports whether the player has said nothing yet in the current
// turn.
func (s Scene) Untouched() bool {
	now := s.turn()
	log := s.Game.Log()
	for i := len(log) - 1; i >= 0; i-- {
		switch e := log[i].(type) {
		case engine.Said:
			if e.By == s.Player && turnAt(log[:i]) == now {
				return false
			}
		case engine.Flowed:
			if turnOf(e.Stack) != now {
				return true
			}
		}
	}
	return true
}

// turnAt returns the turn at the end of a log.
func turnAt(log []engine.Event) turn { return turnOf(stackAt(log)) }

// inForce returns the events in force of a log: those that came before it was n long, and those since. What was undone
// since then is in neither.
func inForce(log []engine.Event, n int) (before, since []engine.Event) {
	n = min(n, len(log))
	if !slices.ContainsFunc(log, undoes) {
		return log[:n], log[n:] // most logs
	}
	force := engine.Force(engine.InForce(log))
	at, _ := slices.BinarySearch(force, n)
	all := force.Events(log)
	return all[:at], all[at:]
}

func undoes(e engine.Event) bool { _, ok := e.(engine.Undone); return ok }

// stackAt returns the stack at the end of a log.
func stackAt(log []engine.Event) []engine.Frame {
	for _, e := range slices.Backward(log) {
		if f, ok := e.(engine.Flowed); ok {
			return f.Stack
		}
	}
	return nil
}

// runs reports whether a step is on the stack.
func (s Scene) runs(step string) bool {
	return step != "" && slices.ContainsFunc(s.state().Stack, func(f engine.Frame) bool { return f.Step == step })
}

// around reports whether a step that runs the given one is on the stack: a round of such turns is on.
func (s Scene) around(step string) bool { return s.roundFor(s.state().Stack, step) }

// roundFor reports whether a stack is in a round of turns of the given step.
func (s Scene) roundFor(stack []engine.Frame, step string) bool {
	return slices.ContainsFunc(stack, func(f engine.Frame) bool {
		return slices.Contains(s.Title.Rules.Flow[f.Step].Steps(), step)
	})
}

// with returns the scene after more events.
func (s Scene) with(g *engine.Game, events []engine.Event) Scene {
	s.Game, s.Log = g, append(s.Log[:len(s.Log):len(s.Log)], events...)
	return s
}

// suppose returns the scene if a turn began now. Such a scene is only looked at and never stored.
func (s Scene) suppose(step, actor string) (Scene, error) {
	g, err := s.Title.Suppose(s.Game, step, actor)
	if err != nil {
		return s, err
	}
	s.Game, s.Log = g, g.Log()
	return s, nil
}

// name returns the name of a player or company.
func (s Scene) name(id string) string { return s.state().PlayerName(id) }
