package step

import (
	"slices"

	"pbem/engine"
)

// An Auction is bidding for one thing. In turn, bidders raise the price or pass
// for good. The last one left gets it.
type Auction struct {
	What    string   // for people: "H", "the Coal Mine"
	For     string   // the company for which the winner bids, "" for none
	Bidders []string // in the order in which they are asked
	// Opener has opened with Price; then the bidder after them in the order is
	// asked first. Without an opener the first bidder is.
	Opener string
	Price  int
	// Bids returns what a player may bid above the price; opened is false until
	// there is a bid. A player who may bid nothing is out.
	Bids func(player string, price int, opened bool) []engine.Option
	// NotBid says why a player may not bid a sum, "" if they may. Then only the
	// permitted sums of Bids are offered. nil permits all of them.
	NotBid func(player string, bid, price int, opened bool) string
	Money  func(int) string
	AskAll bool // also ask players who cannot bid, as in some recorded games
}

// Run asks the bidders until one is left. winner is "" if nobody bids.
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

// ask asks one bidder. ok is false if they pass or cannot bid any more.
func (a Auction) ask(t *engine.Turn, player string, price int, opened bool) (bid int, ok bool) {
	bids := a.bids(player, price, opened)
	if !Open(bids) && !a.AskAll {
		t.Note(player, "cannot bid for %s and is passed over", a.What)
		return 0, false
	}
	c := t.Ask("bid", bids,
		Voice{player, a.For}.Pass("bid no more for "+a.What),
	)
	if c.Verb == "pass" {
		t.Note(player, "passed on %s", a.What)
		return 0, false
	}
	t.Note(player, "bid %s for %s", a.Money(c.Int(0)), a.What)
	return c.Int(0), true
}

// bids returns the choice of bids for a bidder.
func (a Auction) bids(player string, price int, opened bool) engine.Choice {
	options := Fixed(a.Bids(player, price, opened))
	help := "bid for " + a.What
	if a.NotBid == nil {
		return engine.Choice{By: player, For: a.For, Verb: "bid", Help: help, Options: options}
	}
	return Ruled(player, a.For, "bid", help, options, func(words []string) string {
		if _, sum := Number(words, 0); len(words) > 1 && !sum {
			if words[0] != a.What {
				return a.What + " is up for auction now, not " + words[0] + ": say how much you bid for it"
			}
			words = words[1:]
		}
		n, ok := Number(words, 0)
		if !ok || len(words) != 1 {
			return "say how much you bid for " + a.What
		}
		return a.NotBid(player, n, price, opened)
	})
}

// Spans lists the permitted numbers from least to most in steps, with one
// option for each unbroken row of them.
func Spans(least, most, by int, whyNot func(n int) string) []engine.Option {
	var out []engine.Option
	for n := least; n <= most; n += by {
		if whyNot(n) != "" {
			continue
		}
		high := n
		for high+by <= most && whyNot(high+by) == "" {
			high += by
		}
		out = append(out, Bids(n, high, by)...)
		n = high
	}
	return out
}

// Bids returns the one option to name a number from least to most in steps;
// none if least is above most.
func Bids(least, most, by int) []engine.Option {
	if by > 1 && most > least {
		most -= (most - least) % by
	}
	if least > most {
		return nil
	}
	return []engine.Option{{Range: &engine.Range{Min: least, Max: most, Step: by}}}
}

// BidsFor is Bids after some words and with a label: "bid PSM 25".
func BidsFor(words []string, label string, least, most, by int) []engine.Option {
	out := Bids(least, most, by)
	for i := range out {
		out[i].Args, out[i].Label = words, label
	}
	return out
}
