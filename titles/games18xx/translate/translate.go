// Package translate turns the recorded actions of 18xx.games into commands, as far as they mean the same
// in most titles: tiles, markers, runs, dividends, trains, passes, standing orders. A title says what
// differs: who speaks for a company, and its own words for some kinds of actions. An action that has no
// meaning stops the import.
package translate

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// An Action is a recorded action and the table at which it is done.
type Action struct {
	games18xx.Action
	S       *engine.State
	Pending []engine.Choice
	Actor   string // the player or company that acts, as we name it
	By      string // the player who gives the command
}

// Words are the words of the command that an action means, "" if it means nothing here.
type Words func(Action) (string, error)

// Always returns words that are always the same.
func Always(words string) Words { return func(Action) (string, error) { return words, nil } }

// A Record is a recorded game that is translated action by action.
type Record struct {
	Facts   *facts.Title
	Players map[games18xx.Name]string // their ids to ours
	Names   map[string]string         // their names to ours
	Tiles   map[string]string         // copy of a tile -> hex it was laid on
	Trains  map[string]string         // copy of a train -> who has it, step.Pool; missing: the bank

	// Company and Private return our symbol of a company of theirs.
	Company, Private func(string) string
	// Speaks returns the player who decides for a company.
	Speaks func(Action) string
	// Pool is the word for the pool in commands.
	Pool string
	// Dividends are the kinds of dividend besides full and withheld ones.
	Dividends []string
	// Own are the words of the title for kinds of actions. They come before the ordinary ones.
	Own map[string]Words
}

// New begins a record whose companies have the same symbols, directed by their presidents.
func New(e *games18xx.Export, f *facts.Title) *Record {
	same := func(sym string) string { return sym }
	r := &Record{
		Facts: f, Players: map[games18xx.Name]string{}, Names: map[string]string{}, Tiles: map[string]string{}, Trains: map[string]string{},
		Company: same, Private: same, Pool: "pool",
	}
	r.Speaks = func(a Action) string { return step.Table{S: a.S, F: f}.President(a.Actor) }
	for i, p := range e.Players {
		r.Players[p.ID], r.Names[p.Name] = engine.PlayerID(i), engine.PlayerID(i)
	}
	return r
}

// At returns an action at a table.
func (r *Record) At(s *engine.State, pending []engine.Choice, a games18xx.Action) Action {
	out := Action{Action: a, S: s, Pending: pending, Actor: r.actor(s, a)}
	if out.By = out.Actor; s.Seat(out.Actor) < 0 {
		out.By = r.Speaks(out)
	}
	return out
}

// actor returns the player or company that does an action. A private company acts for its owner.
func (r *Record) actor(s *engine.State, a games18xx.Action) string {
	switch a.EntityType {
	case "player":
		return r.Players[a.Entity]
	case "company":
		return s.Where(step.Private(r.Private(string(a.Entity))))
	}
	return r.Company(string(a.Entity))
}

// Commands translates one action.
func (r *Record) Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error) {
	at := r.At(s, pending, a)
	words, err := r.words(at)
	if err != nil || words == "" {
		return nil, err
	}
	f := strings.Fields(words)
	return []engine.Command{{By: at.By, Verb: f[0], Args: f[1:]}}, nil
}

// silent reports whether an action means nothing. The record has the moves that standing orders cause.
// After end_game there are no more moves: the players have ended the game by hand.
func silent(kind string) bool { return kind == "end_game" || strings.HasPrefix(kind, "program_") }

func (r *Record) words(a Action) (string, error) {
	if own := r.Own[a.Type]; own != nil {
		return own(a)
	}
	switch {
	case silent(a.Type):
		return "", nil
	case a.Type == "lay_tile":
		return "lay " + r.Tile(a), nil
	case a.Type == "place_token":
		return r.City("token", a)
	case a.Type == "dividend":
		return r.dividend(a)
	case a.Type == "buy_train":
		return r.Buy(a)
	case a.Type == "discard_train":
		return r.discard(a)
	case a.Type == "bankrupt":
		return "bankrupt", nil
	case a.Type == "pass":
		return Pass(a, a.Mine, "pass")
	}
	return "", fmt.Errorf("action %q is unknown", a.Type)
}

func (r *Record) dividend(a Action) (string, error) {
	switch {
	case a.Kind == "payout":
		return "pay", nil
	case a.Kind == "withhold" || slices.Contains(r.Dividends, a.Kind):
		return a.Kind, nil
	}
	return "", fmt.Errorf("a dividend %q is unknown", a.Kind)
}

// Asked returns the choice with a verb that the player has now.
func (a Action) Asked(verb string) (engine.Choice, bool) {
	for _, c := range a.Pending {
		if c.By == a.By && c.Verb == verb && step.Open(c) {
			return c, true
		}
	}
	return engine.Choice{}, false
}

// Offered reports whether the player is offered a verb with words.
func (a Action) Offered(verb string, words ...string) bool {
	c, ok := a.Asked(verb)
	return ok && slices.ContainsFunc(c.List(), func(o engine.Option) bool { return o.Match(words) })
}

// Mine reports whether a choice is the actor's: the player's own, or that of the company that acts.
func (a Action) Mine(c engine.Choice) bool {
	return c.By == a.By && (c.For == "" || c.For == a.Actor) && step.Open(c)
}

// Pass returns the first of some verbs for which there is a choice of the actor's. A pass of somebody who
// is not asked is an error.
func Pass(a Action, mine func(engine.Choice) bool, verbs ...string) (string, error) {
	for _, verb := range verbs {
		if slices.ContainsFunc(a.Pending, func(c engine.Choice) bool { return c.Verb == verb && mine(c) }) {
			return verb, nil
		}
	}
	return "", fmt.Errorf("%s passes and is not asked", a.Entity)
}

// Unasked reports whether an action has no runs and the company is not asked for any. That program may ask
// a company that has lost its only route.
func (a Action) Unasked() bool {
	asked := func(c engine.Choice) bool { return c.Verb == "run" && c.By == a.By && c.For == a.Actor }
	return len(a.Routes) == 0 && !slices.ContainsFunc(a.Pending, asked)
}

// Ran compares what a company's runs earned with the record, in Check. The run of a minor is another thing.
func (r *Record) Ran(a games18xx.Action, got int) error {
	if a.Type != "run_routes" || a.EntityType == "minor" {
		return nil
	}
	return r.Earns(a, got)
}

// Earns compares what runs earn with the record. A difference means that track, trains or phase differ.
func (r *Record) Earns(a games18xx.Action, got int) error {
	if want, told := a.Earned(); told && got != want {
		return fmt.Errorf("the runs earn %s, recorded are %s", r.Facts.Money(got), r.Facts.Money(want))
	}
	return nil
}
