// Package route finds the best set of train runs of a company, proves that it is the best, and prices the runs a
// player declares.
//
// # The model
//
// A Graph is what one company can see of the board in one phase: stops (whatever pays: cities, towns, off-boards,
// ports) joined by segments (bare track from one stop to the next, with nothing countable between). A segment names
// the pieces of track it lies on - hex sides and tile paths, numbered by the caller; at a fork several segments share
// pieces. A route is a chain of stops and segments in which
//
//   - no stop comes twice, and of the stops of one group at most one comes;
//   - no piece of track is used twice, neither by the route nor by two trains of the company;
//   - a terminal stop, and a stop blocked by other companies' stations, comes only at an end;
//   - a stop closed to the company does not come at all;
//   - some stop holds the company's own station;
//   - there are at least two stops, ports not counted.
//
// A Train says how many stops of which kinds its route may have, which of them pay, and how often; see Train for the
// table of the kinds in use. Trains that are alternatives to each other are fleets (fleet.go).
//
// # What a title supplies, what the router does
//
// The caller supplies facts: values of this company in this phase, blocked and terminal stops, segments (leaving out
// those the company may not use), bonuses that belong to a stop (in Stop.Revenue or Train.Values) or to track
// (Segment.Bonus), and trains, already joined or split as the rules say (two express trains that run as one are one
// train with Times 2). What is not a sum over stops and
// track goes into Train.Bonus, a function of the finished route, together with Train.BonusMax, which it never
// exceeds: the upper bounds of the search stay valid because they add BonusMax.
//
// The router does the rest: which stops count, which tracks are taken, the split of the track between the trains.
// A train that is not a route but a network (FLOOD) is no Train: the title evaluates it on the same Graph, and runs
// the other trains on a Graph without the segments it took.
//
// # Promises
//
// Best is exact unless it says otherwise (Result.Proven), and then names a bound that is. It is a pure function: no
// clock, no chance, no map order; equal inputs give equal results, also among runs of equal revenue. Effort is limited
// by a count of steps, so that a limited search also repeats exactly. Check accepts exactly the runs Best may return
// and prices them alike.
//
// # How Best works
//
// In the order of solve (best.go); each way stops as soon as the best set found reaches the proven bound.
//
//	reduce.go   the graph without track that cannot matter, track as bit sets
//	class.go    a kind of train as a walk that spends resources
//	table.go    dynamic programming over walks: what the rest of a route can add, at most
//	walk.go     depth-first search of the routes of a class, cut off by the table
//	price.go    prices of track and stops (Lagrange multipliers) that make the tables' bounds tight; tune.go moves them
//	combine.go  greedy sets; then routes whose loss against the bound is small, widening until the best set is proven
//	select.go   the choice of one route per train from lists
//	program.go  for long routes: whole-number programming, its rows, cut.go more rows, lp.go the simplex method,
//	branch.go   branching, apart.go routes from a solution
//	fleet.go    the best of several sets of trains
//
// All bounds are computed in whole numbers; floating point only guides the search.
package route

import (
	"cmp"
	"maps"
)

// Graph is the track one company may run on.
type Graph struct {
	Stops    []Stop
	Segments []Segment
	// Hidden, if any, joins stops between which there are more ways than Segments lists. Runs do not use these. Bounds
	// count what they might add, as if free of conflicts and with at most their Bonus.
	Hidden []Segment
}

// Kind is what trains distinguish about a stop.
type Kind uint8

// The kinds of stops. Cities and off-boards together are the major stops. A port is outside of every limit: it does
// not count among the stops of a train, nor for the two stops that a route needs. Train.Ports says how many a route
// may have.
const (
	City Kind = iota
	Town
	Offboard
	Port
)

func (k Kind) major() bool { return k == City || k == Offboard }

// Stop is a place that pays.
type Stop struct {
	ID      string // "G10.0": hex and number; unique
	Hex     string // "G10"
	Name    string // "Boston", or empty
	Kind    Kind
	Revenue int // at least 0, for this company in this phase
	// ByTrain has values that belong to a train: for trains of that name it counts
	// instead of Revenue. A train with Values of its own has those.
	ByTrain  map[string]int
	Token    bool // a city or off-board with a station of the company
	Blocked  bool // full of other companies' stations: a route may end here but not pass. Token overrides it
	Terminal bool // a route ends here, always
	Closed   bool // no route of the company comes here. It overrides all else
	Group    int  // 0: none; a route has at most one stop of each group
}

// String returns the stop as a player knows it: "Boston (E11)", or just "E11".
func (s Stop) String() string {
	hex := cmp.Or(s.Hex, s.ID)
	if s.Name == "" {
		return hex
	}
	return s.Name + " (" + hex + ")"
}

// Add pays more at the stop, to every train.
func (s *Stop) Add(n int) {
	s.Revenue += n
	s.ByTrain = maps.Clone(s.ByTrain) // the facts' own
	for name := range s.ByTrain {
		s.ByTrain[name] += n
	}
}

// holds reports whether the stop makes a route legal, because it has a station of the company.
func (s *Stop) holds() bool { return s.Token && !s.Closed && s.Kind.major() }

// passable reports whether a route may continue beyond the stop.
func (s *Stop) passable() bool { return !s.Terminal && (!s.Blocked || s.Token) }

// Segment is bare track between two stops.
type Segment struct {
	A, B  int      // indices of stops. A segment from a stop to itself is of no use and ignored
	Track []int    // the pieces of track it lies on, any numbers; may be empty
	Via   []string // hexes passed, in order from A to B
	Bonus int      // at least 0: paid like a stop by each route on it (coal mines, bridges)
}

// Route is what one train runs. The Route of a train that stays at home has no stops.
type Route struct {
	Stops    []int  // indices in Graph.Stops, in order
	Segments []int  // indices in Graph.Segments, one fewer than Stops
	Counted  []bool // for each stop: whether it pays
	Revenue  int
}

// Result is the answer of Best.
type Result struct {
	Routes []Route // one for each train, in the order given
	Total  int
	Proven bool // no legal set of runs pays more
	Bound  int  // no legal set of runs pays more than this; Total if Proven
	Work   int  // steps of search taken
}

// Options limit Best.
type Options struct {
	Budget int // steps of search, very roughly a tenth of a microsecond each; 0: DefaultBudget
}

// DefaultBudget is far more than a position on a real board needs: a second or two of work.
const DefaultBudget = 10_000_000
