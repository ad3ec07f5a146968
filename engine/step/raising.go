package step

import (
	"slices"
	"strconv"

	"pbem/engine"
)

// A Raising is how a player raises money that must be paid: cash first, then
// sales, and nothing is sold that is not needed.
// // 28-EM-01, 28-EM-03, R-44; 43-EM-03, R-25;
// // 20-LN-10, 20-BK-01, 20-DC-47
type Raising struct {
	Table
	By  string // who sells
	For string // the company the money is for, "" for none
	// Syms are the companies of which shares may be sold, Sellable the most of one
	// that the rules of sale and of this payment allow now.
	Syms     func() []string
	Sellable func(sym string) int
	Sell     func(sym string, n int)
	// After is what a share of a company brings once n of it were sold, where sales
	// lower prices: then nobody sells so that the money cannot be raised any more.
	// Nil: as much as before. // 28-EM-06
	After func(sym string, n int) int
	// More lists what else brings money, Worth is what all of it would bring, and Act
	// carries it out; nil for nothing else. // 43-EM-03
	More  func() []engine.Choice
	Worth func() int
	Act   func(engine.Command)
}

// Reach is the most that cash and all sales can bring.
func (r Raising) Reach() int {
	sum := r.S.Cash(r.By)
	for _, sym := range r.Syms() {
		sum += r.Sellable(sym) * r.Price(sym)
	}
	if r.Worth != nil {
		sum += r.Worth()
	}
	return sum
}

// Run asks for sales as long as the player has less cash than is needed, and
// reports whether there is enough in the end.
func (r Raising) Run(t *engine.Turn, need func() int) bool {
	for need() > t.Cash(r.By) {
		short := need() - t.Cash(r.By)
		sales := r.Sales(short)
		var choices []engine.Choice
		if r.More != nil {
			choices = r.More()
		}
		if len(sales) > 0 {
			choices = append(choices, engine.Choice{
				By: r.By, For: r.For, Verb: "sell", Help: "sell shares: you are short of " + r.F.Money(short), Options: Fixed(sales),
			})
		}
		if !slices.ContainsFunc(choices, Open) {
			return false
		}
		if a := t.Ask("raise money", choices...); a.Verb == "sell" {
			r.Sell(a.Arg(1), a.Int(0))
		} else {
			r.Act(a)
		}
	}
	return true
}

// Sales lists the sales without a share more than it takes, and without those
// after which the rest could not be raised although it can be now.
func (r Raising) Sales(short int) []engine.Option {
	all := r.sales(short)
	have := r.S.Cash(r.By)
	if r.After == nil || r.Reach() < have+short {
		return all
	}
	return slices.DeleteFunc(all, func(o engine.Option) bool {
		n, _ := strconv.Atoi(o.Args[0])
		sym, rest := o.Args[1], r.Sellable(o.Args[1])-n
		return r.Reach()-rest*(r.Price(sym)-r.After(sym, n)) < have+short
	})
}

func (r Raising) sales(short int) []engine.Option {
	return r.SaleOptions(r.Syms(), func(sym string) int {
		price := r.Price(sym)
		if price == 0 {
			return 0
		}
		return min(r.Sellable(sym), (short+price-1)/price)
	})
}
