package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Condition puts a plan aside if it has come true since the plan was given.
type Condition struct {
	Kind string `json:"kind"`
	Of   string `json:"of,omitempty"` // a company, a train or a hex; "" for any company or train
	N    int    `json:"n,omitempty"`  // an amount of money
}

// The kinds of condition. The values are stored.
const (
	above   = "price above"   // the price of Of is above N
	below   = "price below"   // the price of Of is below N
	bought  = "bought"        // somebody has more shares of Of
	sold    = "sold"          // somebody has fewer shares of Of
	shorted = "shorted"       // somebody has sold Of short
	started = "started"       // somebody has started Of
	level   = "level"         // somebody now has as many shares of my company as I have
	fell    = "fell"          // the price of a share that I hold has fallen
	phase   = "phase"         // another phase has begun
	train   = "train"         // the next train on sale is another one
	gone    = "train sold"    // a train of type Of was sold
	fleet   = "train of"      // the company Of has one more train
	headed  = "president"     // the company Of has another president
	merged  = "merged"        // the company Of has merged
	larger  = "converted"     // the company Of has more shares
	loan    = "loan taken"    // the company Of has one more loan
	costs   = "interest over" // the interest of a loan is above N
	less    = "less cash"     // the company has less cash than it had
	lower   = "lower price"   // the price of the company is lower
	revenue = "revenue under" // the run earns less than N
	beside  = "track beside"  // new track on or beside the hexes that the plan names
	tile    = "track in"      // a new tile in the hex Of
	reach   = "track in reach"
)

// The conditions that hold by default, for a turn of a company and for all other plans.
var (
	carefulTurn = []Condition{{Kind: phase}, {Kind: train}, {Kind: less}, {Kind: lower}, {Kind: beside}}
	carefulPass = []Condition{{Kind: level}, {Kind: fell}}
)

// String says a condition as its player may write it.
func (c Condition) String() string {
	switch c.Kind {
	case above:
		return fmt.Sprintf("the price of %s is above %d", c.Of, c.N)
	case below:
		return fmt.Sprintf("the price of %s is below %d", c.Of, c.N)
	case bought:
		return "somebody buys " + c.Of
	case sold:
		return "somebody sells " + c.Of
	case shorted:
		return "somebody shorts " + c.Of
	case started:
		return "somebody starts " + c.Of
	case level:
		return "somebody comes level with you"
	case fell:
		return "a share of yours falls"
	case phase:
		return "the phase changes"
	case train:
		return "the next train is another"
	case gone:
		if c.Of == "" {
			return "a train is sold"
		}
		return "a " + c.Of + "-train is sold"
	case fleet:
		return c.Of + " buys a train"
	case headed:
		return "the president of " + c.Of + " changes"
	case merged:
		return cmp.Or(c.Of, "a company") + " merges"
	case larger:
		return cmp.Or(c.Of, "a company") + " converts"
	case loan:
		return cmp.Or(c.Of, "a company") + " takes a loan"
	case costs:
		return fmt.Sprintf("interest is above %d", c.N)
	case tile:
		return "track changes in " + c.Of
	case less:
		return "it has less cash"
	case lower:
		return "its price is lower"
	case revenue:
		return fmt.Sprintf("revenue is under %d", c.N)
	case beside:
		return "track changes beside what you build"
	}
	return "track changes in reach"
}

// Either lists conditions.
func Either(list []Condition) string {
	var out []string
	for _, c := range list {
		out = append(out, c.String())
	}
	return strings.Join(out, " or ")
}

// watched returns all conditions of a plan.
func (p Plan) watched() []Condition {
	said := slices.Concat(p.Unless, p.Above)
	switch {
	case !p.Careful:
		return said
	case p.Kind == Operate:
		return append(said, carefulTurn...)
	}
	return append(said, carefulPass...)
}
