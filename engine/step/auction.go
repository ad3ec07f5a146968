package step

import (
	"slices"

	"pbem/engine"
)

// An Auction is bidding for one thing: in turn the bidders raise the price or
// pass for good, and who is left at the last has it.
type Auction struct {
	What    string   // for people: "H", "the Coal Mine"
	For     string   // the company it is about, "" for none
	Bidders []string // in the order in which they are asked
	// Opener has opened with Price; the bidder after them in the order is asked
	// first. Without an opener the first of the bidders is.
	Opener string
	Price  int
	// Bids tells what a player may bid above the price; opened is false as long
	// as there is no bid. Who may bid nothing is out.
	Bids  func(player string, price int, opened bool) []engine.Option
	Money func(int) string
}

// Run asks the bidders until one is left. Winner is "" when nobody bids.
func (a Auction) Run(t *engine.Turn) (winner string, price int) {
	in := slices.Clone(a.Bidders)
	winner, price = a.Opener, a.Price
	i := slices.Index(in, winner) + 1
	for len(in) > 1 || winner == "" && len(in) > 0 {
		i %= len(in)
		bid, ok := a.ask(t, in[i], price, winner != "")
		if !ok {
			in = slices.Delete(in, i, i+1)
			continue
		}
		winner, price = in[i], bid
		i++
	}
	return winner, price
}

// ask asks one bidder; ok is false when they pass or can bid no more.
func (a Auction) ask(t *engine.Turn, player string, price int, opened bool) (bid int, ok bool) {
	options := a.Bids(player, price, opened)
	if len(options) == 0 {
		t.Note(player, "cannot bid for %s and is passed", a.What)
		return 0, false
	}
	c := t.Ask(
		engine.Choice{By: player, For: a.For, Verb: "bid", Help: "bid for " + a.What, Options: func() []engine.Option { return options }},
		engine.Choice{By: player, For: a.For, Verb: "pass", Help: "bid no more for " + a.What},
	)
	if c.Verb == "pass" {
		t.Note(player, "passed on %s", a.What)
		return 0, false
	}
	t.Note(player, "bid %s for %s", a.Money(c.Int(0)), a.What)
	return c.Int(0), true
}

// Bids is the one option to name a number from least to most in steps; none
// when least is above most.
func Bids(least, most, by int) []engine.Option {
	if by > 1 && most > least {
		most -= (most - least) % by
	}
	if least > most {
		return nil
	}
	return []engine.Option{{Range: &engine.Range{Min: least, Max: most, Step: by}}}
}
