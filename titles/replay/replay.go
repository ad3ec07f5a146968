// Package replay plays games exported from 18xx.games through the rules of this program,
// and writes the position after each action.
package replay

import (
	"fmt"
	"io"
	"math"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// A Replay is an exported game that is being played again.
type Replay struct {
	Title   *title.Title
	Export  *games18xx.Export
	Game    *engine.Game
	Log     []engine.Event
	Actions []games18xx.Action // actions in force
	Stopped bool               // the players ended the game by hand

	translator title.Translator
}

// New sets up an exported game.
func New(e *games18xx.Export) (*Replay, error) {
	t, ok := find(e.Title)
	if !ok {
		return nil, fmt.Errorf("%q is not a title that can be replayed", e.Title)
	}
	options, err := t.Import.Options(e)
	if err != nil {
		return nil, err
	}
	start := engine.Started{Seed: e.Seed(), Options: options}
	for _, p := range e.Players {
		start.Players = append(start.Players, p.Name)
	}
	g, log, err := titles.Start(t, start)
	if err != nil {
		return nil, err
	}
	return &Replay{Title: t, Export: e, Game: g, Log: log, Actions: e.Effective(), translator: t.Import.New(e)}, nil
}

// Read reads a game exported from 18xx.games and sets it up.
func Read(in io.Reader) (*Replay, error) {
	e, err := games18xx.Read(in)
	if err != nil {
		return nil, err
	}
	return New(e)
}

// All is larger than the id of every action.
const All = math.MaxInt

// DoTo plays all actions up to the one with an id, inclusive.
func (r *Replay) DoTo(id int) error {
	for _, a := range r.Actions {
		if a.ID > id {
			break
		}
		if _, err := r.Do(a); err != nil {
			return err
		}
	}
	return nil
}

func find(name string) (*title.Title, bool) {
	for _, t := range titles.All() {
		if t.Import != nil && t.Import.Name == name {
			return t, true
		}
	}
	return nil, false
}

// Do plays one action and the automatic actions that follow it. It returns their
// commands.
func (r *Replay) Do(a games18xx.Action) ([]engine.Command, error) {
	r.Stopped = r.Stopped || a.Type == "end_game"
	said, err := r.one(a)
	if err != nil {
		return said, fmt.Errorf("action %d (%s by %s): %w", a.ID, a.Type, a.Entity, err)
	}
	for _, auto := range a.AutoActions {
		more, err := r.one(auto)
		said = append(said, more...)
		if err != nil {
			return said, fmt.Errorf("action %d: automatic %s by %s: %w", a.ID, auto.Type, auto.Entity, err)
		}
	}
	if n := len(r.Actions); n > 0 && a.ID == r.Actions[n-1].ID {
		if err := r.ends(); err != nil {
			return said, fmt.Errorf("action %d (%s by %s): %w", a.ID, a.Type, a.Entity, err)
		}
	}
	return said, nil
}

// mostCatchUps limits the questions that a record may skip before one action: the steps
// of one turn.
const mostCatchUps = 6

// catchUp makes the commands that a record skips before an action.
func (r *Replay) catchUp(a games18xx.Action) error {
	catcher, ok := r.translator.(title.Catcher)
	if !ok {
		return nil
	}
	for range mostCatchUps {
		c, ok := catcher.CatchUp(r.Game.State(), r.Game.Pending(), a)
		if !ok {
			return nil
		}
		if err := r.decide(c); err != nil {
			return fmt.Errorf("before it %w", err)
		}
	}
	return nil
}

func (r *Replay) decide(c engine.Command) error {
	next, events, err := r.Game.Decide(c)
	if err != nil {
		return fmt.Errorf("%q of %s: %w", c, c.By, err)
	}
	r.Game, r.Log = next, append(r.Log, events...)
	return nil
}

func (r *Replay) one(a games18xx.Action) ([]engine.Command, error) {
	if err := a.Whole(); err != nil {
		return nil, r.here(err)
	}
	if err := r.catchUp(a); err != nil {
		return nil, r.here(err)
	}
	commands, err := r.translator.Commands(r.Game.State(), r.Game.Pending(), a)
	if err != nil {
		return nil, r.here(err)
	}
	for i, c := range commands {
		if err := r.decide(c); err != nil {
			return commands[:i], r.here(err)
		}
	}
	if checker, ok := r.translator.(title.Checker); ok {
		if err := checker.Check(r.Game.State(), a); err != nil {
			return commands, r.here(err)
		}
	}
	return commands, nil
}

// ends compares the scores at the end with the record, so that a game that was read
// wrongly is never accepted.
func (r *Replay) ends() error {
	end := r.Game.State().Result
	if end == nil || r.Stopped {
		return nil
	}
	for i, p := range r.Export.Players {
		got := end.Scores[engine.PlayerID(i)]
		if want, ok := r.Export.Result[string(p.ID)]; ok && got != want {
			return fmt.Errorf("%s ends with %s, recorded are %s", p.Name, r.Title.Facts.Money(got), r.Title.Facts.Money(want))
		}
	}
	return nil
}

// here adds to an error the position of the game and what is asked.
func (r *Replay) here(err error) error {
	return fmt.Errorf("%w; in %s (asked: %s)", err, r.Title.Round(r.Game.State()), r.asked())
}

// asked lists briefly what is asked.
func (r *Replay) asked() string {
	var out []string
	for _, c := range r.Game.Pending() {
		if !step.Open(c) {
			continue
		}
		out = append(out, strings.TrimSpace(c.By+" "+c.For)+" "+c.Verb)
	}
	return strings.Join(out, ", ")
}
