package step

import (
	"cmp"
	"math"
	"slices"

	"pbem/engine"
)

// A Raising is how a player raises money that must be paid: cash first, then
// sales. Nothing is sold that is not needed.
// // 28-EM-01, 28-EM-03, R-44; 43-EM-03, R-25;
// // 20-LN-10, 20-BK-01, 20-DC-47
type Raising struct {
	Table
	By  string // who sells
	For string // the company the money is for, "" for none
	// Syms returns the companies whose shares may be sold. Sellable returns how many
	// shares of one the rules of sale and of this payment allow now.
	Syms     func() []string
	Sellable func(sym string) int
	Sell     func(sym string, n int)
	// After returns the value of a share of a company once n of it were sold, if sales
	// lower prices. Then a sale is not offered if the money could not be raised after it.
	// nil: the price stays.
	// // 28-EM-06
	After func(sym string, n int) int
	// NotSold says why the rules do not allow a sale in words, "3 OU"; "" if the only
	// objection is that it is more than needed. most is how many shares of a company may
	// be sold now, for the reasons that say so. nil if refusals give no reason.
	NotSold func(words []string, most func(sym string) int) string
	// More lists what else brings money, without what takes more than spare from what
	// all could bring; Worth is what all of it would bring at some prices of shares, Act
	// carries one of it out, and Rest all. Nil for nothing else.
	// // 43-EM-03
	More  func(spare int) []engine.Choice
	Worth func(price func(sym string) int) int
	Act   func(engine.Command)
	Rest  func()
	// Beside lists what others may do meanwhile, and Besides carries it out, or
	// reports that it is none of it; nil for nothing.
	// // 43-PR-20, R-26
	Beside  func() []engine.Choice
	Besides func(engine.Command) bool
}

// Reach is the most that cash and all sales can bring.
func (r Raising) Reach() int {
	sum := r.S.Cash(r.By)
	for _, sym := range r.Syms() {
		sum += r.Sellable(sym) * r.Price(sym)
	}
	if r.Worth != nil {
		sum += r.Worth(r.Price)
	}
	return sum
}

func (r Raising) beside() []engine.Choice {
	if r.Beside == nil {
		return nil
	}
	return r.Beside()
}

func (r Raising) aside(a engine.Command) bool { return r.Besides != nil && r.Besides(a) }

// Run asks for sales as long as the player has less cash than needed. It reports whether
// there is enough in the end.
func (r Raising) Run(t *engine.Turn, need func() int) bool {
	for need() > t.Cash(r.By) {
		short := need() - t.Cash(r.By)
		sales := r.Sales(short)
		var choices []engine.Choice
		if r.More != nil {
			choices = r.More(max(0, r.Reach()-need()))
		}
		if len(sales) > 0 {
			choices = append(choices, r.selling(sales, short))
		}
		if !slices.ContainsFunc(choices, Open) {
			return false
		}
		r.carryOut(t.Ask("raise money", append(choices, r.beside()...)...))
	}
	return true
}

// carryOut carries out a sale, or what another player does in the meantime.
func (r Raising) carryOut(a engine.Command) {
	switch {
	case r.aside(a):
	case a.Verb == "sell":
		r.Sell(a.Arg(1), a.Int(0))
	default:
		r.Act(a)
	}
}

// everything is the word for selling all: "sell all".
const everything = "all"

// Liquidate lets the player sell and cash in everything, in an order of their own or all
// at once.
// // 43-EM-10, R-34
func (r Raising) Liquidate(t *engine.Turn) {
	for {
		var choices []engine.Choice
		if sales := r.SaleOptions(r.Syms(), r.Sellable); len(sales) > 0 || r.Worth != nil && r.Worth(r.Price) > 0 {
			all := engine.Option{Args: []string{everything}, Label: "everything you may sell"}
			choices = append(choices, Offer(r.By, r.For, "sell", "sell shares: you must sell everything before you go bankrupt",
				Fixed(append(sales, all)), func(words []string) string { return r.notLiquidated(words) }))
		}
		if r.More != nil {
			choices = append(choices, r.More(math.MaxInt)...)
		}
		if !slices.ContainsFunc(choices, Open) {
			return
		}
		if a := t.Ask("sell everything", append(choices, r.beside()...)...); a.By == r.By && a.Arg(0) == everything {
			r.liquidated()
		} else {
			r.carryOut(a)
		}
	}
}

// notLiquidated says why a sale is not allowed.
func (r Raising) notLiquidated(words []string) string {
	if r.NotSold == nil {
		return "say how many shares of which company, or all"
	}
	return cmp.Or(r.NotSold(words, r.Sellable), "say how many shares of which company, or all")
}

// liquidated sells and turns into money everything the player has.
func (r Raising) liquidated() {
	for again := true; again; {
		again = false
		for _, sym := range r.Syms() {
			if n := r.Sellable(sym); n > 0 {
				r.Sell(sym, n)
				again = true
			}
		}
	}
	if r.Rest != nil {
		r.Rest()
	}
}

// selling returns the choice of sales, with the reasons against others.
func (r Raising) selling(sales []engine.Option, short int) engine.Choice {
	c := engine.Choice{By: r.By, For: r.For, Verb: "sell", Help: "sell shares: you are short of " + r.F.Money(short), Options: Fixed(sales)}
	if r.NotSold == nil {
		return c
	}
	return Offer(c.By, c.For, c.Verb, c.Help, c.Options, func(words []string) string {
		most := func(sym string) int { return r.most(sym, short) }
		if why := r.NotSold(words, most); why != "" {
			return why
		}
		return cmp.Or(r.wasted(words, r.S.Cash(r.By)+short),
			"you are short of "+r.F.Money(short)+" and may sell no more shares than that needs"+AtMost("sell", most(words[1])))
	})
}

// Sales lists the sales that sell no share more than needed. It leaves out sales after
// which the rest could no longer be raised.
func (r Raising) Sales(short int) []engine.Option {
	all := r.sales(short)
	need := r.S.Cash(r.By) + short
	if r.After == nil || r.Reach() < need {
		return all
	}
	return slices.DeleteFunc(all, func(o engine.Option) bool { return r.reachAfter(o.Args) < need })
}

// reachAfter returns the most money that the player can have if these shares are sold first.
func (r Raising) reachAfter(sale []string) int {
	n, _ := Number(sale, 0)
	sym := sale[1]
	after := r.After(sym, n)
	reach := r.Reach() - (r.Sellable(sym)-n)*(r.Price(sym)-after)
	if r.Worth == nil {
		return reach
	}
	return reach - r.Worth(r.Price) + r.Worth(func(other string) int {
		if other == sym {
			return after
		}
		return r.Price(other)
	})
}

// wasted says why a sale that lowers the price of the other shares too much is not allowed.
func (r Raising) wasted(sale []string, need int) string {
	if r.After == nil || r.reachAfter(sale) >= need {
		return ""
	}
	return "after that sale you could no longer raise enough: sell more of it at once"
}

func (r Raising) sales(short int) []engine.Option {
	return r.SaleOptions(r.Syms(), func(sym string) int { return r.most(sym, short) })
}

// most is how many shares of a company may be sold at once: no more than it takes.
func (r Raising) most(sym string, short int) int {
	return min(r.Sellable(sym), Enough(short, r.Price(sym)))
}

// Enough is how many shares at a price bring so much money; 0 if they bring nothing.
func Enough(money, price int) int {
	if price == 0 {
		return 0
	}
	return (money + price - 1) / price
}
