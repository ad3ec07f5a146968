// Package games18xx reads games exported from 18xx.games.
package games18xx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// An Export is a game as 18xx.games exports it.
type Export struct {
	ID       json.RawMessage `json:"id"`
	Title    string          `json:"title"`
	About    string          `json:"description"` // by which its players know it; may be empty
	Players  []Player        `json:"players"`     // in seat order
	Settings struct {
		Seed          *int64   `json:"seed"`
		OptionalRules []string `json:"optional_rules"`
	} `json:"settings"`
	Actions   []Action       `json:"actions"`
	Result    map[string]int `json:"result"` // score by player id; empty while the game is running
	EndReason string         `json:"game_end_reason"`
}

// A Player of an export.
type Player struct {
	ID   Name   `json:"id"`
	Name string `json:"name"`
}

// A Name is an id. The export writes it as a number or as a string.
type Name string

// UnmarshalJSON reads a number or a string.
func (n *Name) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var s string
		err := json.Unmarshal(data, &s)
		*n = Name(s)
		return err
	}
	*n = Name(data)
	return nil
}

// An Action is one entry of the game's log.
type Action struct {
	ID          int      `json:"id"`
	Type        string   `json:"type"`
	Entity      Name     `json:"entity"`
	EntityType  string   `json:"entity_type"`
	AutoActions []Action `json:"auto_actions"` // carried out right after the action
	ActionID    *int     `json:"action_id"`    // for an undo: the action to which it goes back

	Company     string   `json:"company"` // a private company
	Target      Name     `json:"target"`
	TargetType  string   `json:"target_type"`
	Choice      Name     `json:"choice"`
	Corporation string   `json:"corporation"`
	SharePrice  Name     `json:"share_price"` // "price,row,column", or a number
	Shares      []string `json:"shares"`
	Percent     int      `json:"percent"`
	Hex         string   `json:"hex"`
	Tile        string   `json:"tile"` // "58-0": tile 58, copy 0
	Rotation    int      `json:"rotation"`
	City        string   `json:"city"` // "X2-0-0": tile, copy, city
	Routes      []Route  `json:"routes"`
	Kind        string   `json:"kind"`
	Train       string   `json:"train"`    // "3-0": type and copy
	Exchange    string   `json:"exchange"` // "3-1": the train that is given in exchange for the one bought; "" for none
	Price       int      `json:"price"`
	Shell       string   `json:"shell"` // for a system: the company on whose charter the train is put
}

// A Route is the route of one train.
type Route struct {
	Train       string     `json:"train"`
	Connections [][]string `json:"connections"` // for each leg, the hexes from stop to stop
	Hexes       []string   `json:"hexes"`       // the hexes of the stops
	Nodes       []string   `json:"nodes"`       // "I6-0": hex and stop
	Revenue     int        `json:"revenue"`
}

// Whole checks that the routes of an action lead from stop to stop.
func (a Action) Whole() error {
	for _, r := range a.Routes {
		if len(r.Connections) == 0 || slices.ContainsFunc(r.Connections, func(c []string) bool { return len(c) < 2 }) {
			return fmt.Errorf("the run of the %s-train goes nowhere", Base(r.Train))
		}
	}
	return nil
}

// Earned returns the recorded revenue of a company's routes. told is false if the record
// does not say it: older records leave revenues out.
func (a Action) Earned() (sum int, told bool) {
	for _, r := range a.Routes {
		sum += r.Revenue
		told = told || r.Revenue > 0
	}
	return sum, told
}

// CityName splits the name of an action's city, such as "X2-0-1", into the copy of the
// tile (or the printed hex) and the number of the city on it.
func (a Action) CityName() (tile string, n int, err error) {
	tile = Base(a.City)
	n, err = strconv.Atoi(strings.TrimPrefix(a.City[len(tile):], "-"))
	if err != nil || n < 0 || tile == "" {
		return "", 0, fmt.Errorf("%q is the name of no city", a.City)
	}
	return tile, n, nil
}

// Read reads an export.
func Read(r io.Reader) (*Export, error) {
	var e Export
	if err := json.NewDecoder(r).Decode(&e); err != nil {
		return nil, fmt.Errorf("this is not a game exported from 18xx.games: %s", unlike(err))
	}
	if e.Title == "" || len(e.Players) == 0 {
		return nil, fmt.Errorf("this is not a game exported from 18xx.games: title or players are missing")
	}
	return &e, nil
}

// unlike says how a file differs from an export.
func unlike(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "its end is missing"
	case errors.As(err, &kind) && kind.Field == "":
		return "it is not one object in braces"
	case errors.As(err, &kind):
		return fmt.Sprintf("%q in it is a %s, and in an export it is something else", kind.Field, kind.Value)
	}
	return err.Error()
}

// Seed returns the seed of the game's setup: the recorded seed, or else the game's
// number.
func (e *Export) Seed() int64 {
	if e.Settings.Seed != nil {
		return *e.Settings.Seed
	}
	n, _ := strconv.ParseInt(strings.Trim(string(e.ID), `"`), 10, 64)
	return n
}

// Effective returns the actions in force, without chat and without what was undone. An
// undo without a target undoes the last action in force; an undo with a target undoes
// everything after it. A redo cancels the latest undo.
func (e *Export) Effective() []Action {
	var now []Action
	var before [][]Action // the actions in force before each undo
	for _, a := range e.Actions {
		switch {
		case a.Type == "message":
		case a.Type == "undo":
			before = append(before, slices.Clone(now))
			now = undone(now, a.ActionID)
		case a.Type == "redo":
			if n := len(before); n > 0 {
				now, before = before[n-1], before[:n-1]
			}
		default:
			now, before = append(now, a), nil
		}
	}
	return now
}

func undone(now []Action, to *int) []Action {
	if to == nil {
		if len(now) == 0 {
			return now
		}
		return now[:len(now)-1]
	}
	i := slices.IndexFunc(now, func(a Action) bool { return a.ID > *to })
	if i < 0 {
		return now
	}
	return now[:i]
}

// Base removes the copy number from the name of a tile or train: "X2-0" becomes "X2".
func Base(name string) string {
	if i := strings.LastIndexByte(name, '-'); i > 0 {
		return name[:i]
	}
	return name
}
