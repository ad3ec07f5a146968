// Package games18xx reads games exported from 18xx.games.
package games18xx

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// An Export is a game as that site exports it.
type Export struct {
	ID       json.RawMessage `json:"id"`
	Title    string          `json:"title"`
	Players  []Player        `json:"players"` // in seat order
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

// A Name is an id that may be written as a number or a string.
type Name string

// UnmarshalJSON reads both forms.
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
	ActionID    *int     `json:"action_id"`    // of an undo: the action to which it goes back

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
	Shell       string   `json:"shell"` // of a system: the company on whose charter the train is put
}

// A Route is what one train ran.
type Route struct {
	Train       string     `json:"train"`
	Connections [][]string `json:"connections"` // for each leg the hexes from stop to stop
	Hexes       []string   `json:"hexes"`       // of the stops
	Nodes       []string   `json:"nodes"`       // "I6-0": hex and stop
	Revenue     int        `json:"revenue"`
}

// Whole checks that the runs of an action lead from stop to stop.
func (a Action) Whole() error {
	for _, r := range a.Routes {
		if len(r.Connections) == 0 || slices.ContainsFunc(r.Connections, func(c []string) bool { return len(c) < 2 }) {
			return fmt.Errorf("the run of the %s-train goes nowhere", Base(r.Train))
		}
	}
	return nil
}

// Earned is what a company's runs have brought by the record. Told is false where it
// does not say so: older records leave revenues out.
func (a Action) Earned() (sum int, told bool) {
	for _, r := range a.Routes {
		sum += r.Revenue
		told = told || r.Revenue > 0
	}
	return sum, told
}

// CityName splits the name of the city of an action, "X2-0-1", into the copy of its tile,
// or what is printed, and its number on that.
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
		return nil, fmt.Errorf("this is not a game exported from 18xx.games: %w", err)
	}
	if e.Title == "" || len(e.Players) == 0 {
		return nil, fmt.Errorf("this is not a game exported from 18xx.games: title or players are missing")
	}
	return &e, nil
}

// Seed returns the seed of the game's setup: its own, else its number.
func (e *Export) Seed() int64 {
	if e.Settings.Seed != nil {
		return *e.Settings.Seed
	}
	n, _ := strconv.ParseInt(strings.Trim(string(e.ID), `"`), 10, 64)
	return n
}

// Effective returns the actions in force: without chat, and without what was
// undone. An undo without target takes back the last action in force, with
// target everything after it; a redo takes back the latest undo.
func (e *Export) Effective() []Action {
	var now []Action
	var before [][]Action // what each undo has undone
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

// Base cuts the copy number off the name of a tile or train: "X2-0" is "X2".
func Base(name string) string {
	if i := strings.LastIndexByte(name, '-'); i > 0 {
		return name[:i]
	}
	return name
}
