package route

import (
	"cmp"
	"slices"
)

// Train is what one train may run and what it earns. The zero Train is a diesel: any number of stops, all pay.
//
//	2 ... 8: every stop on the way counts          Stops: n
//	n+: any towns, one port                        Majors: n, Ports: 1
//	4+1: 5 stops, at most 4 major                  Majors: 4, Stops: 5
//	3+D: any towns, doubled                        Majors: 3, Times: 2
//	8E whose towns pay nothing                     Majors: 8, Pay: PayMajors
//	5E that may leave towns uncounted              Best: n, Pay: PayMajorsFirst; Times for joined trains
//	3/5: best 3 of 5 stops                         Stops: 5, Best: 3, Pay: PayBest
//	5E that counts the best n of any route         Best: n, Pay: PayBest
//	5D+: doubled, best 5 majors                    Best: 5, Pay: PayBestMajors, Ports: 1, Times: 2
//	D                                              none
//
// Limits: 0 is no limit, except for Ports.
type Train struct {
	Name   string
	Majors int // most cities and off-boards on the route
	Towns  int // most towns on the route
	Stops  int // most cities, off-boards and towns on the route
	Ports  int // most ports; 0: none
	Pay    Pay // which stops count
	Best   int // for Pay
	Times  int // the sum of stops and track is paid this many times; 0 is once
	Values []int
	// Values, if not nil, are the values of the stops for this train instead of Stop.Revenue (one for each stop, at
	// least 0): "$10 for each own station" and the like.

	Bonus    func(stops []int) int // added after Times: 0 to BonusMax for a route, the same in both directions; nil: none
	BonusMax int
}

// Pay says which stops of a route count. Ports always do.
type Pay uint8

// Ways to count.
const (
	PayAll         Pay = iota // every stop
	PayMajors                 // cities and off-boards
	PayBest                   // the best Best stops
	PayBestMajors             // all towns and the best Best cities and off-boards
	PayMajorsFirst            // all cities and off-boards, at most Best, and the best towns to make up Best
)

func (t *Train) times() int { return max(t.Times, 1) }

// value returns what the stop pays once if it counts.
func (t *Train) value(g *Graph, stop int) int {
	if t.Values != nil {
		return t.Values[stop]
	}
	return g.Stops[stop].Revenue
}

// valued gives trains the values that stops have for them.
func valued(g *Graph, trains []Train) []Train {
	var out []Train
	for i := range trains {
		if values := g.valuesFor(&trains[i]); values != nil {
			if out == nil {
				out = slices.Clone(trains)
			}
			out[i].Values = values
		}
	}
	if out == nil {
		return trains
	}
	return out
}

// valuesFor returns the values of the stops for a train, nil if no stop has one
// of its own for it.
func (g *Graph) valuesFor(t *Train) []int {
	special := func(s Stop) bool { _, ok := s.ByTrain[t.Name]; return ok }
	if t.Values != nil || !slices.ContainsFunc(g.Stops, special) {
		return nil
	}
	out := make([]int, len(g.Stops))
	for i, s := range g.Stops {
		out[i] = s.Revenue
		if n, ok := s.ByTrain[t.Name]; ok {
			out[i] = n
		}
	}
	return out
}

// majors returns how many major stops a route may have, 0 for no limit.
func (t *Train) majors() int {
	most := t.Majors
	if t.Pay == PayMajorsFirst && (most == 0 || t.Best < most) {
		most = t.Best
	}
	return most
}

// tally counts the stops of a route by kind.
type tally struct{ majors, towns, ports int }

func (n *tally) add(k Kind) {
	switch {
	case k.major():
		n.majors++
	case k == Town:
		n.towns++
	default:
		n.ports++
	}
}

func (n *tally) drop(k Kind) {
	switch {
	case k.major():
		n.majors--
	case k == Town:
		n.towns--
	default:
		n.ports--
	}
}

func within(n, most int) bool { return most == 0 || n <= most }

// fits reports whether a route with these stops is within the limits of the train.
func (t *Train) fits(n tally) bool {
	return within(n.majors, t.majors()) && within(n.towns, t.Towns) &&
		within(n.majors+n.towns, t.Stops) && n.ports <= t.Ports
}

// price returns the revenue of a legal route, and which of its stops count. Among stops of equal value the
// earlier counts.
func (t *Train) price(g *Graph, stops, segments []int) (int, []bool) {
	counted := t.counted(g, stops)
	sum := 0
	for i, s := range stops {
		if counted[i] {
			sum += t.value(g, s)
		}
	}
	for _, s := range segments {
		sum += g.Segments[s].Bonus
	}
	sum *= t.times()
	if t.Bonus != nil {
		sum += t.bonus(stops)
	}
	return sum, counted
}

func (t *Train) bonus(stops []int) int {
	b := t.Bonus(stops)
	if b < 0 || b > t.BonusMax {
		panic("route: train " + t.Name + " has a bonus outside 0 to BonusMax")
	}
	return b
}

func (t *Train) counted(g *Graph, stops []int) []bool {
	counted := make([]bool, len(stops))
	var choice []int // positions of the stops of which only the best count
	left := t.Best
	for i, s := range stops {
		switch k := g.Stops[s].Kind; {
		case k == Port, t.Pay == PayAll, t.Pay == PayMajors && k.major(), t.Pay == PayBestMajors && k == Town:
			counted[i] = true
		case t.Pay == PayMajorsFirst && k.major():
			counted[i] = true
			left--
		case t.Pay != PayMajors:
			choice = append(choice, i)
		}
	}
	slices.SortStableFunc(choice, func(a, b int) int {
		return cmp.Compare(t.value(g, stops[b]), t.value(g, stops[a]))
	})
	for _, i := range choice[:max(0, min(left, len(choice)))] {
		counted[i] = true
	}
	return counted
}
