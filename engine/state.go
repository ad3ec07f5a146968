package engine

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Bank is the only purse that may be below zero: a broken bank goes on paying.
const Bank = "bank"

// Box is where the money of the setup comes from.
const Box = ""

// A Laid is the tile on a hex: its number and its sixths of a turn clockwise.
type Laid struct {
	Tile string
	Rot  int
}

// State is the table: money, pieces, tiles, market and where the game stands.
// Only Apply changes it; everybody else reads it.
type State struct {
	Game   Started
	Stack  []Frame // outermost first
	Result *Ended  // nil while the game is on

	adopted bool             // see Adopted
	tables  map[string]Table // of the flow when the place was stored; nil if the log does not tell

	purses   map[string]int
	where    map[string]string   // piece -> place
	at       map[string][]string // place -> pieces in order of arrival
	tiles    map[string]Laid
	cellOf   map[string]string   // marker -> market cell
	cells    map[string][]string // market cell -> markers, first to arrive first
	counters map[string]int
	marks    []*State

	own   uint8           // the maps that this state shares with no other
	loose map[string]bool // the places whose lists of pieces this state shares with no other; nil unless a log is folded
}

// The maps of a state, as bits of own.
const (
	ownPurses = 1 << iota
	ownWhere
	ownAt
	ownTiles
	ownCellOf
	ownCells
	ownCounters
)

func newState() *State {
	return &State{
		purses: map[string]int{}, where: map[string]string{}, at: map[string][]string{},
		tiles: map[string]Laid{}, cellOf: map[string]string{}, cells: map[string][]string{},
		counters: map[string]int{},
	}
}

// clone copies the state. Copy and original share their maps until one of them writes to one, because most
// steps change few. The slices in the maps are never changed in place, except while a log is folded.
func (s *State) clone() *State {
	s.seal()
	c := *s
	c.marks = slices.Clone(s.marks)
	c.Stack = slices.Clone(s.Stack)
	return &c
}

// seal lets others copy and read the state at the same time. From then on it copies a map before it writes to
// it.
func (s *State) seal() {
	if s.own != 0 {
		s.own = 0
	}
	if s.loose != nil {
		s.loose = nil
	}
}

// owned returns a map of the state for writing, and copies it first if it is shared.
func owned[K comparable, V any](s *State, bit uint8, m *map[K]V) map[K]V {
	if s.own&bit == 0 {
		*m = maps.Clone(*m)
		s.own |= bit
	}
	return *m
}

// Fold applies a log to an empty table. It skips events that were undone.
func Fold(log []Event) *State {
	s := newState()
	s.fold(true)
	for _, e := range Effective(log) {
		s.apply(e)
	}
	s.seal()
	return s
}

// fold begins or ends folding a log. Meanwhile lists of pieces that no other state shares are changed in
// place, because a log moves many pieces between few places.
func (s *State) fold(folds bool) {
	if folds {
		s.loose = map[string]bool{}
	}
}

// With returns the table as it would be after more facts.
func (s *State) With(facts ...Event) *State {
	c := s.clone()
	for _, e := range facts {
		c.apply(e)
	}
	c.seal()
	return c
}

// apply is the only place where an event changes the state. It panics if the event is impossible: money or a
// piece that is not there.
func (s *State) apply(e Event) {
	switch e := e.(type) {
	case Started:
		s.Game = e
	case Paid:
		s.pay(e)
	case Moved:
		s.move(e)
	case TileLaid:
		owned(s, ownTiles, &s.tiles)[e.Hex] = Laid{e.Tile, e.Rot}
	case Priced:
		s.price(e)
	case Set:
		owned(s, ownCounters, &s.counters)[e.Key] = e.Value
	case Flowed:
		s.Stack = named(e.Stack)
		if e.Tables != nil {
			s.tables = e.Tables
		}
	case Marked:
		folds := s.loose != nil
		m := s.clone()
		s.marks = append(slices.Clone(s.marks), m)
		s.fold(folds)
	case Restored:
		folds := s.loose != nil
		back, stack, game, tables, adopted := s.marks[len(s.marks)-1].clone(), s.Stack, s.Game, s.tables, s.adopted
		*s = *back
		s.Stack, s.Game, s.tables, s.adopted = stack, game, tables, adopted
		s.fold(folds)
	case Kept:
		s.marks = slices.Clone(s.marks[:len(s.marks)-1])
	case Ended:
		s.Result = &e
	case Seated:
		s.Game.Players = slices.Clone(s.Game.Players)
		s.Game.Players[s.Seat(e.Player)] = e.Name
	case Hosted:
		s.adopted = s.adopted || e.By == "" && e.Act == Adopted
	case Said, Noted:
	default:
		panic(fmt.Sprintf("apply: %s is not a fact", e.kind()))
	}
}

func (s *State) pay(e Paid) {
	if e.Amount <= 0 || e.From == e.To {
		panic(fmt.Sprintf("apply: %s pays %s %d", e.From, e.To, e.Amount))
	}
	purses := owned(s, ownPurses, &s.purses)
	purses[e.From] -= e.Amount
	purses[e.To] += e.Amount
	if e.From != Bank && e.From != Box && purses[e.From] < 0 {
		panic(fmt.Sprintf("apply: %s pays %s %d and is short of %d", e.From, e.To, e.Amount, -purses[e.From]))
	}
}

func (s *State) move(e Moved) {
	if s.where[e.Piece] != e.From || e.To == "" {
		panic(fmt.Sprintf("apply: %s moves from %q to %q but is at %q", e.Piece, e.From, e.To, s.where[e.Piece]))
	}
	where, at := owned(s, ownWhere, &s.where), owned(s, ownAt, &s.at)
	if e.From != "" {
		at[e.From] = s.leave(at[e.From], e)
	}
	where[e.Piece] = e.To
	at[e.To] = s.arrive(at[e.To], e)
}

// leave returns the pieces of a place without one.
func (s *State) leave(pieces []string, e Moved) []string {
	if s.loose[e.From] {
		i := slices.Index(pieces, e.Piece)
		return slices.Delete(pieces, i, i+1)
	}
	s.loosen(e.From)
	return without(pieces, e.Piece)
}

// arrive returns the pieces of a place with one more at the end.
func (s *State) arrive(pieces []string, e Moved) []string {
	if s.loose[e.To] {
		return append(pieces, e.Piece)
	}
	s.loosen(e.To)
	return appended(pieces, e.Piece)
}

// loosen notes that the list of a place is new and not shared.
func (s *State) loosen(place string) {
	if s.loose != nil {
		s.loose[place] = true
	}
}

func (s *State) price(e Priced) {
	cellOf, cells := owned(s, ownCellOf, &s.cellOf), owned(s, ownCells, &s.cells)
	if from, ok := cellOf[e.Marker]; ok {
		cells[from] = without(cells[from], e.Marker)
		delete(cellOf, e.Marker)
	}
	if e.Cell != "" {
		cellOf[e.Marker] = e.Cell
		cells[e.Cell] = inserted(cells[e.Cell], e.Marker, e.Over)
	}
}

// inserted puts a marker on top of another one, or under all.
func inserted(stack []string, marker, over string) []string {
	if over == "" {
		return appended(stack, marker)
	}
	i := slices.Index(stack, over)
	if i < 0 {
		panic(fmt.Sprintf("apply: %s goes over %s, which is not there", marker, over))
	}
	return slices.Insert(slices.Clone(stack), i, marker)
}

func without(list []string, x string) []string {
	out := make([]string, 0, len(list))
	for _, y := range list {
		if y != x {
			out = append(out, y)
		}
	}
	return out
}

func appended(list []string, x string) []string {
	out := make([]string, 0, len(list)+1)
	return append(append(out, list...), x)
}

// SameTable reports whether two tables are equal in money, pieces, tiles,
// markers, counters, place and result. The tables of the flow and the path to
// the place do not count.
func (s *State) SameTable(other *State) bool {
	a, b := s.clone(), other.clone()
	a.own, b.own, a.tables, b.tables, a.adopted, b.adopted = 0, 0, nil, nil, false, false
	for _, m := range [][]*State{a.marks, b.marks} {
		for i := range m {
			c := *m[i]
			c.tables, c.adopted = nil, false
			m[i] = &c
		}
	}
	return reflect.DeepEqual(a, b)
}

// Cash returns the money in a purse.
func (s *State) Cash(owner string) int { return s.purses[owner] }

// Where returns the place of a piece, "" if it never came into play.
func (s *State) Where(piece string) string { return s.where[piece] }

// At returns the pieces at a place in order of arrival. Callers must not change
// the slice.
func (s *State) At(place string) []string { return s.at[place] }

// Kind returns the pieces at a place whose name begins with "kind:".
func (s *State) Kind(place, kind string) []string {
	n := 0
	for _, p := range s.at[place] {
		if isKind(p, kind) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]string, 0, n)
	for _, p := range s.at[place] {
		if isKind(p, kind) {
			out = append(out, p)
		}
	}
	return out
}

func isKind(piece, kind string) bool {
	return strings.HasPrefix(piece, kind) && piece[len(kind)] == ':'
}

// Tile returns the tile laid on a hex.
func (s *State) Tile(hex string) (Laid, bool) {
	l, ok := s.tiles[hex]
	return l, ok
}

// Tiles returns the hexes that carry a laid tile, sorted.
func (s *State) Tiles() []string { return slices.Sorted(maps.Keys(s.tiles)) }

// TileCount returns how many tiles of that number lie on the board.
func (s *State) TileCount(tile string) int {
	n := 0
	for _, l := range s.tiles {
		if l.Tile == tile {
			n++
		}
	}
	return n
}

// Cell returns the market cell of a marker, "" when it is on none.
func (s *State) Cell(marker string) string { return s.cellOf[marker] }

// Cells returns the markers of a market cell, first to arrive first.
func (s *State) Cells(cell string) []string { return s.cells[cell] }

// Markers returns every marker on the market, sorted by name.
func (s *State) Markers() []string { return slices.Sorted(maps.Keys(s.cellOf)) }

// Get returns a counter, 0 when it was never set.
func (s *State) Get(key string) int { return s.counters[key] }

// Option returns the value of an option chosen at setup.
func (s *State) Option(key string) string { return s.Game.Options[key] }

// Adopted reports whether a game begun elsewhere now goes on here. Then the
// options that only say how to read its record no longer hold. For a step that
// was begun before, what the log already has is decided again as if it were not
// adopted.
func (s *State) Adopted() bool { return s.adopted }

// Players returns the ids of all players in seat order.
func (s *State) Players() []string {
	ids := make([]string, len(s.Game.Players))
	for i := range ids {
		ids[i] = PlayerID(i)
	}
	return ids
}

// PlayerID returns the id of the player at a seat, counted from 0.
func PlayerID(seat int) string { return "p" + strconv.Itoa(seat+1) }

// Seat returns the seat of a player id, counted from 0, or -1.
func (s *State) Seat(id string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "p"))
	if err != nil || !strings.HasPrefix(id, "p") || n < 1 || n > len(s.Game.Players) {
		return -1
	}
	return n - 1
}

// PlayerName returns the name of a player, or the id itself for anybody else.
func (s *State) PlayerName(id string) string {
	if seat := s.Seat(id); seat >= 0 {
		return s.Game.Players[seat]
	}
	return id
}

// Money returns the money on the table. It never changes after the setup.
func (s *State) Money() int {
	sum := 0
	for owner, n := range s.purses {
		if owner != Box {
			sum += n
		}
	}
	return sum
}

// Owners returns the names of all purses, sorted.
func (s *State) Owners() []string { return slices.Sorted(maps.Keys(s.purses)) }

// Places returns the names of all places that hold or held a piece, sorted.
func (s *State) Places() []string { return slices.Sorted(maps.Keys(s.at)) }

// Pieces returns every piece in play, sorted.
func (s *State) Pieces() []string { return slices.Sorted(maps.Keys(s.where)) }
