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
// the first event that differs. Notes may differ in their wording.
func Again(t *title.Title, log []engine.Event, each func(g *engine.Game, n int) error) error {
	if len(log) == 0 {
		return fmt.Errorf("the log is empty")
	}
	start, ok := log[0].(engine.Started)
	if !ok {
		return fmt.Errorf("the log does not begin with the start of a game")
	}
	g, made, err := titles.Start(t, start)
	for n := 0; ; {
		if err != nil {
			return fmt.Errorf("event %d: %w", n, err)
		}
		if err := agree(log, n, made); err != nil {
			return err
		}
		n += len(made)
		if each != nil {
			if err := each(g, n); err != nil {
				return err
			}
		}
		if n == len(log) {
			break
		}
		g, made, err = redo(g, log[n])
	}
	if !g.State().SameTable(engine.Fold(log)) {
		return fmt.Errorf("the log folds to another position than it is decided to")
	}
	return nil
}

// redo repeats the command or act that an event records.
func redo(g *engine.Game, e engine.Event) (*engine.Game, []engine.Event, error) {
	switch e := e.(type) {
	case engine.Said:
		return g.Decide(e.Command)
	case engine.Undone:
		return g.Undo(e.By, e.To)
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

// agree compares new events with the log from event n on.
func agree(log []engine.Event, n int, made []engine.Event) error {
	for i, e := range made {
		if n+i >= len(log) {
			return fmt.Errorf("the log ends with event %d, in the middle of what the last command does", len(log)-1)
		}
		if same, err := Same(log[n+i], e); err != nil || !same {
			return fmt.Errorf("event %d comes out differently: it is %s and becomes %s", n+i, Shown(log[n+i]), Shown(e))
		}
	}
	return nil
}

// Same compares events as they are stored. Logs of older versions say less about
// questions and places. What they do not say is not compared.
func Same(stored, made engine.Event) (bool, error) {
	switch a := stored.(type) {
	case engine.Noted:
		_, ok := made.(engine.Noted)
		return ok, nil
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
