package replay

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// Again plays a game again from its log alone. It makes the setup again, decides every
// command again, and repeats what was done beside the rules. If each is not nil, it is
// called after every step, with the game and the number of events so far. The error names
// the first event that differs. Notes may differ in wording and number. // docs/decisions/0009
func Again(t *title.Title, log []engine.Event, each func(g *engine.Game, n int) error) error {
	if len(log) == 0 {
		return fmt.Errorf("the log is empty")
	}
	start, ok := log[0].(engine.Started)
	if !ok {
		return fmt.Errorf("the log does not begin with the start of a game")
	}
	g, made, err := titles.Start(t, start)
	r := rerun{log: log}
	for n := 0; ; {
		if err != nil {
			return fmt.Errorf("event %d: %w", n, err)
		}
		if n, err = r.agree(n, made); err != nil {
			return err
		}
		r.reached(g, n)
		if each != nil {
			if err := each(g, n); err != nil {
				return err
			}
		}
		if n == len(log) {
			break
		}
		g, made, err = r.redo(g, log[n])
	}
	if !g.State().SameTable(engine.Fold(log)) {
		return fmt.Errorf("the log folds to another position than it is decided to")
	}
	return nil
}

// A rerun compares a log with what comes of its commands now. As there may be more notes now, or fewer, it keeps how many
// events are in force there and here.
type rerun struct {
	log   []engine.Event
	force engine.Force // of the events of the log that have been made again
	read  int          // how many those are
	marks []mark       // after each command in force, in order
}

// A mark is a place between two commands: how many events are in force before it.
type mark struct{ stored, made int }

// reached keeps that the game stands where the log stands after its first n events.
func (r *rerun) reached(g *engine.Game, n int) {
	for ; r.read < n; r.read++ {
		r.force = r.force.With(r.log, r.read)
	}
	r.marks = append(r.marks, mark{len(r.force), len(g.Log())})
}

// redo repeats the command or act that an event records.
func (r *rerun) redo(g *engine.Game, e engine.Event) (*engine.Game, []engine.Event, error) {
	switch e := e.(type) {
	case engine.Said:
		return g.Decide(e.Command)
	case engine.Undone:
		return r.undo(g, e)
	case engine.Hosted:
		next, made := g.Host(e.By, e.Act, e.Text)
		return next, made, nil
	case engine.Seated:
		next, made := g.Seat(e.Player, e.Name)
		return next, made, nil
	case engine.Ended:
		next, made := g.Finish(e.Reason, e.Scores)
		return next, made, nil
	}
	return nil, nil, fmt.Errorf("%T comes from no command", e)
}

// undo goes back to the place of the game that has the number To in the log.
func (r *rerun) undo(g *engine.Game, u engine.Undone) (*engine.Game, []engine.Event, error) {
	for len(r.marks) > 1 && r.marks[len(r.marks)-1].stored > u.To {
		r.marks = r.marks[:len(r.marks)-1]
	}
	last := r.marks[len(r.marks)-1]
	next, made, err := g.Undo(u.By, last.made+u.To-last.stored)
	if err == nil {
		made[0] = u
	}
	return next, made, err
}

// agree compares new events with the log from event n on, and returns where the log goes on after them. Notes are not
// compared, neither their wording nor their number.
func (r *rerun) agree(n int, made []engine.Event) (next int, err error) {
	skip := func() {
		for n < len(r.log) && noted(r.log[n]) {
			n++
		}
	}
	for _, e := range made {
		if noted(e) {
			continue
		}
		if skip(); n == len(r.log) {
			return n, fmt.Errorf("the log ends with event %d, in the middle of what the last command does", n-1)
		}
		if same, err := Same(r.log[n], e); err != nil || !same {
			return n, fmt.Errorf("event %d comes out differently: it is %s and becomes %s", n, Shown(r.log[n]), Shown(e))
		}
		n++
	}
	skip()
	return n, nil
}

func noted(e engine.Event) bool {
	_, ok := e.(engine.Noted)
	return ok
}

// Same compares events as they are stored. Logs of older versions say less about
// questions and places. What they do not say is not compared.
func Same(stored, made engine.Event) (bool, error) {
	switch a := stored.(type) {
	case engine.Said:
		if b, ok := made.(engine.Said); ok && a.Question == "" {
			b.Question = ""
			made = b
		}
	case engine.Flowed:
		b, ok := made.(engine.Flowed)
		return ok && slices.EqualFunc(a.Stack, b.Stack, samePlace), nil
	}
	x, err := engine.MarshalEvent(stored)
	if err != nil {
		return false, err
	}
	y, err := engine.MarshalEvent(made)
	return bytes.Equal(x, y), err
}

// samePlace compares the parts of two frames that matter to people.
func samePlace(a, b engine.Frame) bool {
	return a.Step == b.Step && a.Actor == b.Actor && a.Laps == b.Laps && a.Total == b.Total && slices.Equal(a.Done, b.Done)
}

// Shown returns an event as it is stored.
func Shown(e engine.Event) string {
	raw, err := engine.MarshalEvent(e)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// FromLog makes a Replay of a game of this program, to read its positions. Players are
// numbered by their seats.
func FromLog(t *title.Title, g *engine.Game) *Replay {
	e := &games18xx.Export{}
	for i, name := range g.State().Game.Players {
		e.Players = append(e.Players, games18xx.Player{ID: games18xx.Name(strconv.Itoa(i + 1)), Name: name})
	}
	return &Replay{Title: t, Export: e, Game: g}
}
