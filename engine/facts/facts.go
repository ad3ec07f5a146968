// Package facts reads the data file of a title: seats, companies, trains,
// phases, market, map and tiles. It holds what is printed, never a rule.
package facts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/route"
)

// A Title is the printed facts of one game.
type Title struct {
	Slug      string    `json:"title"`
	Name      string    `json:"name"`
	Designer  string    `json:"designer"`
	Rules     string    `json:"rules"`    // edition of the rules
	Currency  string    `json:"currency"` // a format, "$%d"
	Bank      int       `json:"bank"`     // 0: it never runs out
	Seats     []Seats   `json:"seats"`
	Trains    []Train   `json:"trains"` // in the order in which they are sold
	Phases    []Phase   `json:"phases"`
	Companies []Company `json:"companies"`
	Privates  []Private `json:"privates"`
	// Holds: a stop without a value for a colour of phase pays its last value.
	// Otherwise a stop needs a value for every colour that counts.
	Holds bool `json:"values_hold"`
	// Upgrades lists the tiles that may replace a tile. PrintedUpgrades lists
	// those that may replace what is printed on a hex.
	Upgrades        map[string][]string `json:"upgrades"`
	PrintedUpgrades map[string][]string `json:"printed_upgrades"`

	Market *market.Market `json:"-"`
	Map    *board.Map     `json:"-"`
}

// Seats is what depends on the number of players.
type Seats struct {
	Players      int `json:"players"`
	Cash         int `json:"cash"`
	Certificates int `json:"certificates"` // limit; 0 for none
	// Variant is the option without which so many players may not play.
	Variant string `json:"variant"`
}

// A Train is a type of train.
type Train struct {
	Name    string `json:"name"`
	Color   string `json:"color"`
	Price   int    `json:"price"`
	Count   int    `json:"count"` // 0: unlimited
	Express bool   `json:"express"`
	RustsOn string `json:"rusts_on"` // the train whose first sale removes it
	// ObsoleteOn is the train whose first sale lets this train run only once
	// more.
	ObsoleteOn string `json:"obsolete_on"`
	// SideOf is the train on the front of a certificate that has this one on its
	// back. Both have the count of the certificates.
	SideOf string `json:"side_of"`

	// What it runs, as route.Train has it. Limits: 0 for none, but for ports.
	Stops  int    `json:"stops"`  // of an express: stops that count
	Majors int    `json:"majors"` // cities and off-boards
	Ports  int    `json:"ports"`
	Pays   string `json:"pays"` // which stops count: a key of ways
	Best   int    `json:"best"` // how many of them
	Times  int    `json:"times"`
}

// ways maps the words in the data to the kinds of stops that count.
var ways = map[string]route.Pay{
	"": route.PayAll, "majors": route.PayMajors, "best": route.PayBest,
	"best majors": route.PayBestMajors, "majors first": route.PayMajorsFirst,
}

// Run returns what the train runs. An express counts all cities and off-boards
// of its route first, then the best towns.
func (t *Train) Run() route.Train {
	out := route.Train{Name: t.Name, Stops: t.Stops, Majors: t.Majors, Ports: t.Ports, Pay: ways[t.Pays], Best: t.Best, Times: t.Times}
	if t.Express {
		out.Stops, out.Best, out.Pay = 0, t.Stops, route.PayMajorsFirst
	}
	return out
}

// A Phase begins when the first train of a type is sold.
type Phase struct {
	Name     string         `json:"name"`
	Train    string         `json:"train"`    // "" for the first phase
	Limits   map[string]int `json:"limits"`   // trains a company may own: of each kind, or "trains" and "certificates"
	Tiles    []string       `json:"tiles"`    // colours that may be laid
	Offboard string         `json:"offboard"` // the colour of revenue that is paid
	Sizes    []int          `json:"sizes"`    // how many shares a new company may have
	Pars     []string       `json:"pars"`     // zones of the market where a company may start
	Rounds   int            `json:"rounds"`   // operating rounds in a set; 0 if that does not depend on the phase
}

// A Company is a company of any kind.
type Company struct {
	Sym      string `json:"sym"`
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Color    string `json:"color"` // "#rrggbb"
	Text     string `json:"text"`
	Shares   []int  `json:"shares"`   // shares on each certificate, the president's first
	Stations []int  `json:"stations"` // cost of each station marker
	Home     string `json:"home"`
}

// A Private is a private company.
type Private struct {
	Sym    string `json:"sym"`
	Name   string `json:"name"`
	Kind   string `json:"kind"` // what it does
	Value  int    `json:"value"`
	Income int    `json:"income"`
	Tokens int    `json:"tokens"` // how many come with it
	// Blocks lists hexes on which no tile is laid while its owner keeps them.
	Blocks []string `json:"blocks"`
}

// raw is a data file as it is written.
type raw struct {
	Title
	Layout struct {
		Pointy  bool   `json:"pointy"`
		Letters string `json:"letters"`
	} `json:"layout"`
	Market [][]*market.Space `json:"market"`
	Hexes  []board.Hex       `json:"hexes"`
	Tiles  []board.Tile      `json:"tiles"`
}

// Load reads a data file and checks that it is consistent.
func Load(data []byte) (*Title, error) {
	var raw raw
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields() // finds misspelt names
	if err := in.Decode(&raw); err != nil {
		return nil, fmt.Errorf("facts: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, fmt.Errorf("facts: there is more after the end")
	}
	t := &raw.Title
	if err := raw.complete(); err != nil {
		return nil, fmt.Errorf("facts of %s: %w", t.Slug, err)
	}
	return t, nil
}

// complete builds the map and the market.
func (r *raw) complete() error {
	letters, ok := map[string]board.Axis{"rows": board.Rows, "columns": board.Columns}[r.Layout.Letters]
	if !ok {
		return fmt.Errorf("letters count rows or columns, not %q", r.Layout.Letters)
	}
	var err error
	r.Title.Market = &market.Market{Cells: r.Market}
	if r.Map, err = board.NewMap(board.Layout{Pointy: r.Layout.Pointy, Letters: letters}, r.Hexes, r.Tiles); err != nil {
		return err
	}
	return r.check()
}

// MustLoad loads a data file that is part of the program.
func MustLoad(data []byte) *Title {
	t, err := Load(data)
	if err != nil {
		panic(err)
	}
	return t
}

// Company returns a company by symbol, nil for none.
func (t *Title) Company(sym string) *Company {
	for i := range t.Companies {
		if t.Companies[i].Sym == sym {
			return &t.Companies[i]
		}
	}
	return nil
}

// Private returns a private company by symbol, nil for none.
func (t *Title) Private(sym string) *Private {
	for i := range t.Privates {
		if t.Privates[i].Sym == sym {
			return &t.Privates[i]
		}
	}
	return nil
}

// Blocking returns the private companies that keep tiles off a hex.
func (t *Title) Blocking(hex string) []string {
	var out []string
	for _, p := range t.Privates {
		if slices.Contains(p.Blocks, hex) {
			out = append(out, p.Sym)
		}
	}
	return out
}

// ParCells returns the spaces on which a company may start in a phase, the
// cheapest first; of equal price the upper first.
func (t *Title) ParCells(p Phase) []market.Cell {
	var out []market.Cell
	for r, row := range t.Market.Cells {
		for c, s := range row {
			if s != nil && slices.ContainsFunc(p.Pars, s.Has) {
				out = append(out, market.Cell{Row: r, Col: c})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b market.Cell) int { return cmp.Compare(t.Market.At(a).Price, t.Market.At(b).Price) })
	return out
}

// Train returns a type of train by name, nil for none.
func (t *Title) Train(name string) *Train {
	for i := range t.Trains {
		if t.Trains[i].Name == name {
			return &t.Trains[i]
		}
	}
	return nil
}

// Back returns the train on the back of a train's certificate, nil for none.
// // 43-TB-03
func (t *Title) Back(front string) *Train {
	for i := range t.Trains {
		if front != "" && t.Trains[i].SideOf == front {
			return &t.Trains[i]
		}
	}
	return nil
}

// SeatsFor returns the facts for a number of players. ok is false if the title
// is not for so many.
func (t *Title) SeatsFor(players int) (s Seats, ok bool) {
	i := slices.IndexFunc(t.Seats, func(s Seats) bool { return s.Players == players })
	if i < 0 {
		return Seats{}, false
	}
	return t.Seats[i], true
}

// Money formats an amount in the title's currency.
func (t *Title) Money(n int) string {
	if n < 0 {
		return "-" + fmt.Sprintf(t.Currency, -n)
	}
	return fmt.Sprintf(t.Currency, n)
}
