// Package facts reads the data file of a title: seats, companies, trains,
// phases, market, map and tiles. It holds what is printed, never a rule.
package facts

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/route"
)

// A Title is the printed facts of one game. The tag facts says what a file must
// have: see decoder.
type Title struct {
	Slug      string    `json:"title" facts:"must, the name of the folder"`
	Name      string    `json:"name" facts:"must, what the game is called"`
	Designer  string    `json:"designer" facts:"must, who made the game"`
	Rules     string    `json:"rules" facts:"must, the edition of the rules"`
	Currency  string    `json:"currency" facts:"must, such as \"$%d\""`   // a format
	Office    string    `json:"office"`                                   // see Officer
	Bank      int       `json:"bank" facts:"many, the money of the bank"` // 0: it never runs out
	Seats     []Seats   `json:"seats" facts:"must, what each number of players begins with"`
	Trains    []Train   `json:"trains" facts:"must, the trains in the order in which they are sold"`
	Phases    []Phase   `json:"phases" facts:"must, the phases, the first without a train"`
	Companies []Company `json:"companies" facts:"must, the companies"`
	Privates  []Private `json:"privates" facts:"must, the private companies, [] if there are none"`
	// Holds: a stop without a value for a colour of phase pays its last value.
	// Otherwise a stop needs a value for every colour that counts.
	Holds bool `json:"values_hold"`
	// Upgrades lists the tiles that may replace a tile. They are worked out from the
	// tiles if the file does not have the word. PrintedUpgrades lists those that may
	// replace what is printed on a hex.
	Upgrades        map[string][]string `json:"upgrades"`
	PrintedUpgrades map[string][]string `json:"printed_upgrades"`

	// Words of the title, declared so that a slip is no new word.
	Kinds    map[string]int `json:"kinds" facts:"must, the kinds of companies, each with the number of its shares, such as {\"public\": 10}"`
	Zones    []string       `json:"zones"`    // what is printed on spaces of the market
	Labels   []string       `json:"labels"`   // letters of hexes and tiles
	Terrains []string       `json:"terrains"` // for which building costs money
	// PrivateKinds are the kinds of private companies, by what they do.
	PrivateKinds []string `json:"private_kinds"`
	// Holes are places amid the map where no hex is.
	Holes []string `json:"holes"`

	Market *market.Market `json:"-"`
	Map    *board.Map     `json:"-"`
}

// Seats is what depends on the number of players.
type Seats struct {
	Players      int `json:"players" facts:"must, how many play"`
	Cash         int `json:"cash" facts:"must, the money of each"`
	Certificates int `json:"certificates" facts:"many, the limit of each player"` // 0 for none
	// Variant is the option without which so many players may not play.
	Variant string `json:"variant"`
}

// A Train is a type of train.
type Train struct {
	Name    string `json:"name" facts:"must, what is printed on it, in quotes"`
	Color   string `json:"color" facts:"must, the colour of its phase"`
	Price   int    `json:"price" facts:"must, what it costs"`
	Count   int    `json:"count" facts:"many, how many there are"` // 0: unlimited
	Express bool   `json:"express"`
	RustsOn string `json:"rusts_on"` // the train whose first sale removes it
	// ObsoleteOn is the train whose first sale lets this train run only once
	// more.
	ObsoleteOn string `json:"obsolete_on"`
	// SideOf is the train on the front of a certificate that has this one on its
	// back. Both have the count of the certificates.
	SideOf string `json:"side_of"`

	// What it runs, as route.Train has it. Limits: 0 for none, but for ports. A
	// file says at least one of stops, majors and best.
	Stops  int    `json:"stops" facts:"limit"` // of an express: stops that count
	Majors int    `json:"majors"`              // cities and off-boards
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
	Name     string         `json:"name" facts:"must, what it is called"`
	Train    string         `json:"train"` // "" for the first phase
	Limits   map[string]int `json:"limits" facts:"must, trains a company may own: of each kind, or \"trains\" and \"certificates\""`
	Tiles    []string       `json:"tiles" facts:"must, the colours that may be laid"`
	Offboard string         `json:"offboard" facts:"must, the colour of revenue that counts, of \"yellow\", \"green\", \"blue\", \"brown\" and the others"`
	Sizes    []int          `json:"sizes"`  // how many shares a new company may have
	Pars     []string       `json:"pars"`   // zones of the market where a company may start
	Rounds   int            `json:"rounds"` // operating rounds in a set; 0 if that does not depend on the phase
}

// A Company is a company of any kind.
type Company struct {
	Sym      string `json:"sym" facts:"must, its letters"`
	Name     string `json:"name" facts:"must, its full name"`
	Kind     string `json:"kind" facts:"must, one of the kinds"`
	Color    string `json:"color" facts:"must, such as \"#ee3e80\""`
	Text     string `json:"text" facts:"must, the colour of its letters, such as \"#ffffff\""` // as on its charter: see Ink
	Shares   []int  `json:"shares" facts:"must, the shares on each certificate, the president's first, such as [2, 1, 1]"`
	Stations []int  `json:"stations" facts:"must, what each station marker costs, [] if there are none"`
	Home     string `json:"home"`
}

// A Private is a private company.
type Private struct {
	Sym    string `json:"sym" facts:"must, its letters"`
	Name   string `json:"name" facts:"must, its full name"`
	Kind   string `json:"kind"` // what it does
	Value  int    `json:"value" facts:"must, its face value"`
	Income int    `json:"income" facts:"must, what it pays each round, 0 for nothing"`
	Tokens int    `json:"tokens"` // how many come with it
	// Blocks lists hexes on which no tile is laid while its owner keeps them.
	Blocks []string `json:"blocks"`
}

// raw is a data file as it is written.
type raw struct {
	Title
	Layout struct {
		Pointy  bool   `json:"pointy" facts:"must, true if the hexes have a corner on top, false if a side"`
		Letters string `json:"letters" facts:"must, what a letter counts: \"rows\" or \"columns\""`
	} `json:"layout" facts:"must, how the hexes lie, such as {\"pointy\": true, \"letters\": \"rows\"}"`
	Market [][]*market.Space `json:"market" facts:"must, the rows of the share market"`
	Hexes  []board.Hex       `json:"hexes" facts:"must, every hex of the map, blank ones too"`
	Tiles  []board.Tile      `json:"tiles" facts:"must, every tile"`
}

// Load reads a data file. The error is a *Faults: everything that is wrong in
// the file, with its lines.
func Load(data []byte) (*Title, error) {
	t, faults := Check(data)
	if len(faults.List) > 0 {
		return nil, faults
	}
	return t, nil
}

// Check reads a data file as far as it can be read and tells everything that is
// wrong in it. The title is nil if the file is no JSON; one with faults is not
// to be played.
func Check(data []byte) (*Title, *Faults) {
	faults := &Faults{}
	root := parse(string(data), faults)
	if root != nil && root.kind != object {
		faults.add(root.line, "", "the file is %s: want %s", root.kind, object)
		root = nil
	}
	if root == nil {
		return nil, faults
	}
	var raw raw
	d := &decoder{faults: faults, forms: map[reflect.Type]*form{}}
	d.value(root, reflect.ValueOf(&raw).Elem(), place{})
	t := &raw.Title
	faults.Slug = t.Slug
	c := &checker{Title: t, root: root, faults: faults, letters: raw.Layout.Letters}
	c.formed()
	faulty := raw.build(c)
	c.check(faulty)
	faults.sort()
	return t, faults
}

// axes are the words for what the letter of a hex counts.
var axes = map[string]board.Axis{"rows": board.Rows, "columns": board.Columns}

// build makes the market and the map, and reports what is wrong with the map.
func (r *raw) build(c *checker) []board.Fault {
	var faults []board.Fault
	r.Title.Market = &market.Market{Cells: r.Market}
	layout := board.Layout{Pointy: r.Layout.Pointy, Letters: axes[r.Layout.Letters]}
	r.Map, faults = board.Build(layout, r.Hexes, r.Tiles)
	return faults
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

// Syms returns the symbols of the companies of which something holds, in the order of the facts; those of all companies
// if holds is nil.
func (t *Title) Syms(holds func(sym string) bool) []string {
	var out []string
	for _, c := range t.Companies {
		if holds == nil || holds(c.Sym) {
			out = append(out, c.Sym)
		}
	}
	return out
}

// PrivateSyms is Syms for private companies.
func (t *Title) PrivateSyms(holds func(sym string) bool) []string {
	var out []string
	for _, p := range t.Privates {
		if holds == nil || holds(p.Sym) {
			out = append(out, p.Sym)
		}
	}
	return out
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

// Pars returns the prices at which a company may start in a phase, the cheapest first.
func (t *Title) Pars(p Phase) []int {
	var out []int
	for _, c := range t.ParCells(p) {
		out = append(out, t.Market.At(c).Price)
	}
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

// Officer is what the rules call the player who directs a company: president, or the word of the file for it.
func (t *Title) Officer() string { return cmp.Or(t.Office, "president") }

// Money formats an amount in the title's currency.
func (t *Title) Money(n int) string {
	if n < 0 {
		return "-" + fmt.Sprintf(t.Currency, -n)
	}
	return fmt.Sprintf(t.Currency, n)
}
