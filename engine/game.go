package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Rules are what the engine needs of a title.
type Rules struct {
	Flow  Flow
	Start string // the step that is the whole game
}

// ErrFrozen says that the unfinished step of a stored game no longer gives the
// facts in its log. The game keeps its position; undoing the step frees it.
var ErrFrozen = errors.New("the rules of the unfinished step have changed: the game is frozen until the step is undone")

// A Game is a log opened with the rules of its title. It is a value: Decide and
// Undo return a new Game and leave the old one as it was.
type Game struct {
	rules   Rules
	log     record // in force
	version int    // length of the stored log
	base    *State // the table when the unfinished leaf began; nil when not known yet
	now     *State
	choices []Choice
	frozen  error
}

// Start begins a game with the facts of its setup, the first of them a Started.
// It returns the game and its whole log so far.
func Start(rules Rules, setup []Event) (*Game, []Event) {
	s := Fold(setup)
	s.Stack = []Frame{rules.Flow.enter(s, rules.Start, "")}
	g := &Game{rules: rules, log: newRecord(setup)}
	g.forward(s)
	g.version = len(g.log.events)
	return g, slices.Clone(g.log.events)
}

// Open opens a stored log. A log that the rules cannot continue opens all the
// same, frozen: see Frozen.
func Open(rules Rules, log []Event) *Game {
	g := &Game{rules: rules, log: newRecord(Effective(log)), version: len(log)}
	g.base, g.now = foldTwice(g.log.events)
	if more, err := g.resume(nil); err != nil || len(more) > 0 {
		g.frozen, g.choices = ErrFrozen, nil
	}
	return g
}

// State returns the table. It must not be changed.
func (g *Game) State() *State { return g.now }

// Version returns the length of the stored log, undone events included. It
// grows with everything that happens.
func (g *Game) Version() int { return g.version }

// Log returns the events in force.
func (g *Game) Log() []Event { return slices.Clip(g.log.events) }

// Frozen returns ErrFrozen when the game cannot go on, else nil.
func (g *Game) Frozen() error { return g.frozen }

// Pending returns what the players may do now; none when the game has ended.
func (g *Game) Pending() []Choice { return g.choices }

// Decide applies a command. It returns the game after it and the new events,
// or a *Refusal when the command is not among the choices.
func (g *Game) Decide(c Command) (*Game, []Event, error) {
	if g.frozen != nil {
		return nil, nil, g.frozen
	}
	if g.now.Result != nil {
		return nil, nil, Refuse("the game is over")
	}
	c, err := Accept(g.choices, c)
	if err != nil {
		return nil, nil, err
	}
	next := &Game{rules: g.rules, log: g.log, version: g.version, base: g.base, now: g.now}
	more, err := next.resume([]Command{c})
	if err != nil {
		return nil, nil, err
	}
	next.version += len(more)
	return next, more, nil
}

// Undo returns the game to its first `to` events in force; what was said and
// done beside the table since then stays.
func (g *Game) Undo(by string, to int) (*Game, []Event, error) {
	if to < 1 || to > len(g.log.events) {
		return nil, nil, fmt.Errorf("undo to event %d of %d", to, len(g.log.events))
	}
	next := &Game{rules: g.rules, log: g.log.upTo(to).and(besideStep(g.log.events[to:])...), version: g.version}
	next.base, next.now = foldTwice(next.log.events)
	more, err := next.resume(nil)
	if err != nil {
		return nil, nil, err
	}
	more = append([]Event{Undone{by, to}}, more...)
	next.version += len(more)
	return next, more, nil
}

// Host notes in the log what is said or done beside the table; by is a player,
// "" for the host.
func (g *Game) Host(by, act, text string) (*Game, []Event) {
	return g.beside(Hosted{by, act, text})
}

// Seat gives a player's seat to somebody of that name.
func (g *Game) Seat(player, name string) (*Game, []Event) {
	return g.beside(Seated{player, name})
}

// beside appends what no step knows of.
func (g *Game) beside(e Event) (*Game, []Event) {
	next := *g
	next.log = g.log.and(e)
	next.version++
	next.now = g.now.With(e)
	if g.base != nil {
		next.base = g.base.With(e)
	}
	return &next, []Event{e}
}

// Finish ends a game before its time, as all players wish. Scores are by player
// id.
func (g *Game) Finish(reason string, scores map[string]int) (*Game, []Event) {
	events := []Event{Ended{reason, scores}, Flowed{}}
	next := &Game{rules: g.rules, log: g.log.and(events...), version: g.version + len(events)}
	next.now = g.now.With(events...)
	return next, events
}

// LastSaid returns who gave the last command and the position before it, for
// Undo; by is "" when there is none.
func (g *Game) LastSaid() (by string, to int) {
	for i, e := range slices.Backward(g.log.events) {
		if said, ok := e.(Said); ok {
			return said.By, i
		}
	}
	return "", 0
}

// resume runs the unfinished leaf again with the answers in the log and then
// the new ones, checks that it gives what is stored, appends what is new, and
// goes on to where the next answer is needed. It returns what it appended.
func (g *Game) resume(answers []Command) ([]Event, error) {
	if len(g.now.Stack) == 0 || g.now.Result != nil {
		return nil, nil
	}
	top := g.now.Stack[len(g.now.Stack)-1]
	leaf := g.rules.Flow[top.Step].leaf
	if leaf == nil || top.Entered > len(g.log.events) {
		return nil, ErrFrozen
	}
	if g.base == nil {
		g.base = Fold(g.log.events[:top.Entered]).With(besideStep(g.log.events[top.Entered:])...)
	}
	stored := ofStep(g.log.events[top.Entered:])
	t, choices := run(leaf, g.base, top.Actor, append(saidIn(stored), answers...))
	if len(t.answers) > 0 || !begins(t.events, stored) {
		return nil, ErrFrozen
	}
	before := len(g.log.events)
	g.log = g.log.and(t.events[len(stored):]...)
	g.finish(t, choices)
	return slices.Clone(g.log.events[before:]), nil
}

// finish takes over the outcome of a leaf: parked, or through.
func (g *Game) finish(t *Turn, choices []Choice) {
	if choices != nil {
		g.now, g.choices = t.State, choices
		return
	}
	s := t.State
	g.rules.Flow.leave(s, t.leaving)
	g.forward(s)
}

// mostSilent is how many leaves may come to their end one after another. Whole
// rounds in which nobody is asked anything are far below it.
const mostSilent = 10_000

// forward runs leaf after leaf until one parks or the game ends. The place of a
// leaf is stored before it runs; that of one which does nothing is not. Rules
// that go round in circles and ask nobody anything panic.
func (g *Game) forward(s *State) {
	for silent := 0; s.Result == nil && g.rules.Flow.next(s); silent++ {
		if silent == mostSilent {
			panic("flow: nobody is asked anything any more")
		}
		top := &s.Stack[len(s.Stack)-1]
		top.Entered = len(g.log.events) + 1
		g.base = s
		t, choices := run(g.rules.Flow[top.Step].leaf, s, top.Actor, nil)
		if choices != nil || len(t.events) > 0 {
			g.log = g.log.and(Flowed{slices.Clone(s.Stack)}).and(t.events...)
		}
		if choices != nil {
			g.now, g.choices = t.State, choices
			return
		}
		s = t.State
		g.rules.Flow.leave(s, t.leaving)
	}
	if s.Result != nil || len(s.Stack) == 0 {
		s.Stack = nil
		g.log = g.log.and(Flowed{})
	}
	g.now, g.choices = s, nil
}

// foldTwice applies a log once and gives the table where the unfinished leaf
// began and the table now; base is nil where the log does not say it.
func foldTwice(log []Event) (base, now *State) {
	for i, e := range slices.Backward(log) {
		if f, ok := e.(Flowed); ok && len(f.Stack) > 0 && f.Stack[len(f.Stack)-1].Entered == i+1 {
			base = Fold(log[:i+1])
			return base.With(besideStep(log[i+1:])...), base.With(log[i+1:]...)
		}
	}
	return nil, Fold(log)
}

// ofStep leaves out what does not come from the rules.
func ofStep(events []Event) []Event {
	out := make([]Event, 0, len(events))
	for _, e := range events {
		if !Beside(e) {
			out = append(out, e)
		}
	}
	return out
}

// besideStep leaves out what comes from the rules.
func besideStep(events []Event) []Event {
	return slices.DeleteFunc(slices.Clone(events), func(e Event) bool { return !Beside(e) })
}

// Beside reports whether an event tells of something said or done beside the
// table, which no step knows of.
func Beside(e Event) bool {
	switch e.(type) {
	case Hosted, Seated:
		return true
	}
	return false
}

func saidIn(events []Event) []Command {
	var out []Command
	for _, e := range events {
		if said, ok := e.(Said); ok {
			out = append(out, said.Command)
		}
	}
	return out
}

// begins reports whether events begin with the stored ones; the wording of
// notes does not count.
func begins(events, stored []Event) bool {
	if len(events) < len(stored) {
		return false
	}
	for i, e := range stored {
		_, a := e.(Noted)
		_, b := events[i].(Noted)
		if a != b || !a && !reflect.DeepEqual(e, events[i]) {
			return false
		}
	}
	return true
}
