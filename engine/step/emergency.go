package step

import "pbem/engine"

// An Emergency is the purchase of a train that a company must have and cannot
// pay: its director adds what is missing. The train is chosen first, then the
// money raised.
// // 28-EM; 43-EM
type Emergency struct {
	Raising
	// Lots are the trains that may be bought with the director's money.
	Lots func() []Purchase
	// Buy carries the purchase out, with Contribute once it is certain; false when a
	// seller does not agree.
	Buy func(engine.Command) bool
	// NotBought says why a purchase is none of those; nil: refusals give no reason.
	NotBought func(words []string) string
}

// Purchase is an option and its price; where the option is a range the number said
// is the price.
type Purchase struct {
	engine.Option
	Price int
}

// Run asks for the train and raises the money. It reports false when no train
// can be had: the director is bankrupt. Trains of other companies are no way out
// that must be taken. // 28-EM-04, 28-EM-06; 43-EM-07, 43-EM-10
func (e Emergency) Run(t *engine.Turn) bool {
	for {
		options, sure := e.options()
		if len(options) == 0 {
			return false
		}
		choices := []engine.Choice{e.buying(options)}
		if !sure {
			choices = append(choices, engine.Choice{By: e.By, For: e.For, Verb: "bankrupt", Help: "nobody sells you a train that you can pay"})
		}
		a := t.Ask("emergency", choices...)
		if a.Verb == "bankrupt" {
			return false
		}
		price := e.price(a)
		if e.Raising.Run(t, func() int { return price - t.Cash(e.For) }) && e.Buy(a) {
			return true
		}
	}
}

// buying offers trains, and tells why another one is none.
func (e Emergency) buying(options []engine.Option) engine.Choice {
	c := engine.Choice{By: e.By, For: e.For, Verb: "buy", Help: "buy a train that " + e.For + " must have", Options: Fixed(options)}
	if e.NotBought == nil {
		return c
	}
	return Offer(c.By, c.For, c.Verb, c.Help, c.Options, e.NotBought)
}

// options lists the trains within reach; sure reports whether one of them needs
// no consent.
func (e Emergency) options() (out []engine.Option, sure bool) {
	reach := e.S.Cash(e.For) + e.Reach()
	for _, lot := range e.Lots() {
		if o := lot.Option; o.Range != nil {
			out = append(out, atMost(o, reach)...)
		} else if lot.Price <= reach {
			out, sure = append(out, o), true
		}
	}
	return out, sure
}

// atMost is the option with prices up to a limit; none when there is none.
func atMost(o engine.Option, limit int) []engine.Option {
	out := Bids(o.Range.Min, min(o.Range.Max, limit), o.Range.Step)
	for i := range out {
		out[i].Args, out[i].Label = o.Args, o.Label
	}
	return out
}

// price is what a purchase costs: the last word where it was named, else the
// price of the train.
func (e Emergency) price(a engine.Command) int {
	for _, lot := range e.Lots() {
		if lot.Match(a.Args) && lot.Range != nil {
			return a.Int(len(a.Args) - 1)
		}
		if lot.Match(a.Args) {
			return lot.Price
		}
	}
	panic("emergency: " + a.String() + " is not on sale")
}

// Contribute adds to a treasury what it lacks for a payment.
// // 28-EM-01, 28-EM-03; 43-EM-02
func Contribute(t *engine.Turn, sym, by string, price int) {
	if missing := price - t.Cash(sym); missing > 0 {
		t.Pay(by, sym, missing)
		t.Note(by, "adds what %s is short of", sym)
	}
}
