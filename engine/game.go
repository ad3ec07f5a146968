package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Rules are what the engine needs of a title.
type Rules struct {
	Flow  Flow
	Start string // the step that is the whole game
	// Renamed maps old names of steps, as running games have them stored, to the present
	// ones.
	Renamed map[string]string
	// Names are all that the title calls pieces, places, purses and counters: a step or a setup that uses
	// another name panics. nil allows every name, which is for tests only.
	Names *Names
	// Amendments correct running games, in order.
	Amendments []Amendment
	// Recheck has Turn.Known work everything out again. It panics if a step found something else in an earlier
	// run: two things of the step have the same name. For tests and walks.
	Recheck bool
}

// A Game is a log opened with the rules of its title. It is a value: Decide and Undo
// return a new Game and do not change the old one.
type Game struct {
	rules   Rules
	log     record // the events in force
	version int    // length of the stored log
	base    *State // the state when the unfinished leaf began; nil if not known yet
	now     *State
	choices []Choice
	found   []finding // what the unfinished leaf has found; see Turn.Known
	frozen  error
	work    int // see Worked
}

// Worked returns the work of searches by steps since the game was opened, in steps of a
// search for routes. Searches by choices are not included: see Turn.Worked.
func (g *Game) Worked() int { return g.work }

// Start begins a game with the facts of its setup, the first of them a Started. It
// returns the game and its whole log. It panics if the flow is invalid (see Rules.Check), or
// if the setup has a name that is not declared.
func Start(rules Rules, setup []Event) (*Game, []Event) {
	if err := rules.Check(); err != nil {
		panic(err)
	}
	for _, e := range setup {
		if err := rules.Names.Undeclared(e); err != nil {
			panic(fmt.Sprintf("setup: %s: %v", told(e), err))
		}
	}
	setup = append(slices.Clone(setup), rules.amended()...)
	s := Fold(setup)
	s.Stack = []Frame{rules.Flow.enter(s, rules.Start, "")}
	g := &Game{rules: rules, log: newRecord(setup)}
	g.forward(s)
	g.version = len(g.log.events)
	return g, slices.Clone(g.log.events)
}

// Open opens a stored log. If the rules cannot continue the log, or it is no log, it
// opens frozen: see Frozen. Open never panics.
func Open(rules Rules, log []Event) *Game {
	g := &Game{rules: rules, version: len(log)}
	if g.frozen = g.fold(log); g.frozen == nil {
		g.frozen = g.reopen()
	}
	if g.frozen != nil {
		g.choices = nil
	}
	return g
}

// fold reads the state from a log. If that fails, it reads as much as possible.
func (g *Game) fold(log []Event) error {
	err := g.guarded(func() error {
		g.log = newRecord(Effective(log))
		g.base, g.now = g.rules.fold(g.log.events)
		if damaged := damage(log); damaged != nil {
			return g.freeze("%w", damaged)
		}
		return nil
	})
	if err != nil {
		g.base, g.now = nil, Fold(Readable(g.log.events))
	}
	return err
}

// reopen finds the choices of a stored position.
func (g *Game) reopen() error {
	return g.guarded(func() error {
		_, err := g.resume(nil, false)
		return err
	})
}

// State returns the table. It must not be changed.
func (g *Game) State() *State { return g.now }

// Version returns the length of the stored log, undone events included. It grows with
// every event.
func (g *Game) Version() int { return g.version }

// Log returns the events in force.
func (g *Game) Log() []Event { return slices.Clip(g.log.events) }

// Frozen returns why the game cannot go on, a *Freeze, or nil when it can.
func (g *Game) Frozen() error { return g.frozen }

// Pending returns what the players may do now; nothing after the end of the game.
func (g *Game) Pending() []Choice { return g.choices }

// Decide applies a command. It returns the next game and the new events. It returns a
// *Refusal if the command is not among the choices, or a *Freeze if the rules cannot
// carry it out; then nothing has happened.
func (g *Game) Decide(c Command) (*Game, []Event, error) {
	if g.frozen != nil {
		return nil, nil, g.frozen
	}
	if g.now.Result != nil {
		return nil, nil, Refuse("the game is over")
	}
	next := &Game{rules: g.rules, log: g.log, version: g.version, base: g.base, now: g.now, found: g.found, work: g.work}
	var more []Event
	err := next.guarded(func() error {
		said, err := Accept(g.choices, c)
		if err == nil {
			more, err = next.resume([]Said{{Command: said}}, true)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	next.version += len(more)
	return next, more, nil
}

// Undo returns the game to its first `to` events in force. What was said and done beside
// the table since then stays. It frees a frozen game. If the game would be frozen at
// that position too, the error is a *Freeze.
func (g *Game) Undo(by string, to int) (*Game, []Event, error) {
	if to < 1 || to > len(g.log.events) {
		return nil, nil, fmt.Errorf("undo to event %d of %d", to, len(g.log.events))
	}
	next := &Game{rules: g.rules, log: g.log.upTo(to).and(besideStep(g.log.events[to:])...), version: g.version, work: g.work}
	var more []Event
	err := next.guarded(func() (err error) {
		next.base, next.now = g.rules.fold(next.log.events)
		more, err = next.resume(nil, true)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	more = append([]Event{Undone{by, to}}, more...)
	next.version += len(more)
	return next, more, nil
}

// Host adds to the log what is said or done beside the table. by is a player, or "" for
// the host. With Adopted the game is adopted, and the log also gets what follows from
// that.
func (g *Game) Host(by, act, text string) (*Game, []Event) {
	next, events := g.beside(Hosted{by, act, text})
	if g.now.adopted || !next.now.adopted || g.frozen != nil {
		return next, events
	}
	next, more := next.adopted()
	return next, append(events, more...)
}

// Seat gives a player's seat to somebody of that name.
func (g *Game) Seat(player, name string) (*Game, []Event) {
	return g.beside(Seated{player, name})
}

// beside appends an event that no step has to know.
func (g *Game) beside(e Event) (*Game, []Event) {
	next := *g
	next.log = g.log.and(e)
	next.version++
	next.now, next.found = g.now.With(e), nil
	if g.base != nil {
		next.base = g.base.With(e)
	}
	return &next, []Event{e}
}

// Finish ends a game early, because all players wish so. Scores are by player id.
func (g *Game) Finish(reason string, scores map[string]int) (*Game, []Event) {
	events := []Event{Ended{reason, scores}, Flowed{}}
	next := &Game{rules: g.rules, log: g.log.and(events...), version: g.version + len(events), work: g.work}
	next.now = g.now.With(events...)
	return next, events
}

// LastSaid returns who gave the last command and the position before it, for Undo. by is
// "" if there is none.
func (g *Game) LastSaid() (by string, to int) {
	for i, e := range slices.Backward(g.log.events) {
		if said, ok := e.(Said); ok {
			return said.By, i
		}
	}
	return "", 0
}

// resume runs the unfinished leaf again, with the answers in the log and then the new ones. It checks that
// the leaf reproduces the stored events, appends the new ones, and goes on until the next answer is needed.
// It returns what it appended. Unless more is set, the leaf has to ask exactly where the log ends.
func (g *Game) resume(answers []Said, more bool) ([]Event, error) {
	if len(g.now.Stack) == 0 || g.now.Result != nil {
		return nil, nil
	}
	if why := g.rules.place(g.now); why != "" {
		return nil, g.freeze("%s", why)
	}
	top := g.now.Stack[len(g.now.Stack)-1]
	if top.Entered > len(g.log.events) {
		return nil, g.freeze("the log ends before the step begins")
	}
	if g.base == nil {
		g.base = g.rules.renamed(Fold(g.log.events[:top.Entered]).With(besideStep(g.log.events[top.Entered:])...))
	}
	r := &rerun{
		leaf: g.rules.Flow[top.Step].leaf, actor: top.Actor, stored: ofStep(g.log.events[top.Entered:]), answers: answers, more: more,
	}
	if err := g.again(r); err != nil {
		return nil, err
	}
	before := len(g.log.events)
	g.log, g.found = g.log.and(r.fresh...), nil
	if r.late == 0 {
		g.found = r.turn.found
	}
	g.finish(r.turn, r.choices)
	if r.late == untilEnd && len(answers) > 0 && r.choices != nil {
		if _, err := g.resume(nil, true); err != nil { // the new facts may make it fit the written rules
			return nil, err
		}
	}
	return slices.Clone(g.log.events[before:]), nil
}

// wouldGoOn says why a leaf does not stop where its log ends. It is "" if it does. Notes do not count.
func wouldGoOn(fresh []Event, choices []Choice) string {
	i := slices.IndexFunc(fresh, func(e Event) bool { return !noted(e) })
	switch {
	case i >= 0:
		return "the rules now also give " + told(fresh[i])
	case len(choices) == 0:
		return "the rules no longer ask what the players were asked last"
	}
	return ""
}

// finish takes over the result of a leaf: it waits for an answer, or it has ended.
func (g *Game) finish(t *Turn, choices []Choice) {
	if choices != nil {
		g.now, g.choices = t.State, choices
		return
	}
	s := t.State
	g.rules.Flow.leave(s, t.leaving)
	g.forward(s)
}

// mostSilent limits how many leaves may end in a row without a question. Whole rounds without a question stay
// far below.
const mostSilent = 10_000

// forward runs leaves until one waits for an answer or the game ends. It stores the place of a leaf before
// running it, except for leaves that do nothing. It panics if the rules go round in circles without asking
// anybody.
func (g *Game) forward(s *State) {
	s = g.amend(s)
	for silent := 0; s.Result == nil && g.rules.Flow.next(s); silent++ {
		if silent == mostSilent {
			panic("flow: nobody is asked anything any more, in " + strings.Join(stepsOf(s.Stack), ", "))
		}
		top := &s.Stack[len(s.Stack)-1]
		top.Entered = len(g.log.events) + 1
		g.base = s
		t, choices, _ := g.rules.run(g.rules.Flow[top.Step].leaf, s, top.Actor, nil)
		g.work += t.work
		if choices != nil || len(t.events) > 0 {
			place := g.rules.flowed(s)
			g.log = g.log.and(place).and(t.events...)
			if place.Tables != nil {
				s.tables, t.tables = place.Tables, place.Tables
			}
		}
		if choices != nil {
			g.now, g.choices, g.found = t.State, choices, t.found
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

// fold applies a log once. It returns the state when the unfinished leaf began and the state now, with the
// present names of steps. base is nil if the log does not tell.
func (r Rules) fold(log []Event) (base, now *State) {
	for i, e := range slices.Backward(log) {
		if f, ok := e.(Flowed); ok && len(f.Stack) > 0 && f.Stack[len(f.Stack)-1].Entered == i+1 {
			base = Fold(log[:i+1])
			return r.renamed(base.With(besideStep(log[i+1:])...)), r.renamed(base.With(log[i+1:]...))
		}
	}
	return nil, r.renamed(Fold(log))
}

// ofStep returns the events that come from the rules.
func ofStep(events []Event) []Event {
	out := make([]Event, 0, len(events))
	for _, e := range events {
		if !Beside(e) {
			out = append(out, e)
		}
	}
	return out
}

// besideStep returns the events that do not come from the rules.
func besideStep(events []Event) []Event {
	return slices.DeleteFunc(slices.Clone(events), func(e Event) bool { return !Beside(e) })
}

// Beside reports whether an event is something said or done beside the table. No step
// sees it.
func Beside(e Event) bool {
	switch e.(type) {
	case Hosted, Seated:
		return true
	}
	return false
}

func saidIn(events []Event) []Said {
	var out []Said
	for _, e := range events {
		if said, ok := e.(Said); ok {
			out = append(out, said)
		}
	}
	return out
}
