package step

import "pbem/engine"

// An Emergency is the purchase of a train that a company must have and cannot
// pay: its director adds what is missing. The train is chosen first; then its seller
// agrees, and then the money for that train is raised and the train bought, all in
// one: where the train cannot be had in the end, no sale stays.
// // 28-EM; 43-EM, R-25
type Emergency struct {
	Raising
	// Lots returns the trains that may be bought with the director's money.
	Lots func() []Purchase
	// Partner returns who must agree to a purchase, "" for nobody. Agree asks
	// that player, and carries out with aside what others say meanwhile.
	Partner func(engine.Command) string
	Agree   func(a engine.Command, aside func(engine.Command) bool) bool
	// Buy carries the purchase out once the money is there, with Contribute.
	Buy func(engine.Command)
	// NotBought says why a purchase is not possible; nil if refusals give no
	// reason.
	NotBought func(words []string) string
}

// Purchase is an option and its price. If the option is a range, the number
// said is the price.
type Purchase struct {
	engine.Option
	Price int
}

// Run asks for the train, unless there is only one, and raises the money. It reports
// false when no train can be had: then the director sells and cashes in everything,
// and is bankrupt. Trains of other companies are no way out that must be taken.
// // 28-EM-04, 28-EM-06; 43-EM-07, 43-EM-10
func (e Emergency) Run(t *engine.Turn) bool {
	for {
		options, sure := e.options()
		if len(options) == 0 {
			e.Liquidate(t)
			return false
		}
		switch a := e.choose(t, options, sure); {
		case e.aside(a):
		case a.Verb == "bankrupt":
			e.Liquidate(t)
			return false
		case e.deal(t, a):
			return true
		}
	}
}

// choose asks for one of the trains. It does not ask if there is only one.
func (e Emergency) choose(t *engine.Turn, options []engine.Option, sure bool) engine.Command {
	if len(options) == 1 && sure {
		return engine.Command{By: e.By, Verb: "buy", Args: options[0].Args}
	}
	choices := []engine.Choice{e.buying(options)}
	if !sure {
		choices = append(choices, engine.Choice{By: e.By, For: e.For, Verb: "bankrupt", Help: "no train is for sale that you can pay for: you sell everything, and the game ends"})
	}
	return t.Ask("emergency", append(choices, e.beside()...)...)
}

// deal asks the seller for consent, raises the money and buys.
// // 43-EM-09, R-25
func (e Emergency) deal(t *engine.Turn, a engine.Command) bool {
	price := e.price(a)
	if !e.Agree(a, e.aside) || !e.raise(t, a, func() int { return price - t.Cash(e.For) }) {
		return false
	}
	e.Buy(a)
	return true
}

// raise raises the money for a purchase to which the seller has agreed. If another player directs the seller
// afterwards, they have to agree too. If the purchase fails, everything that was sold is returned, and only
// what other players did in the meantime is done again.
func (e Emergency) raise(t *engine.Turn, a engine.Command, need func() int) bool {
	partner := e.Partner(a)
	switch {
	case need() <= t.Cash(e.By):
		return true
	case partner == "":
		return e.Raising.Run(t, need)
	}
	var others []engine.Command
	r := e.Raising
	r.Besides = func(a engine.Command) bool {
		done := e.aside(a)
		if done {
			others = append(others, a)
		}
		return done
	}
	t.Mark()
	if r.Run(t, need) && (e.Partner(a) == partner || e.Agree(a, r.Besides)) {
		t.Keep()
		return true
	}
	t.Restore()
	t.Note(e.By, "does not get the train; the sales made for it are undone")
	for _, a := range others {
		e.aside(a)
	}
	return false
}

// buying returns the choice of trains, with the reasons against other trains.
func (e Emergency) buying(options []engine.Option) engine.Choice {
	c := engine.Choice{By: e.By, For: e.For, Verb: "buy", Help: "buy a train that " + e.For + " must have", Options: Fixed(options)}
	if e.NotBought == nil {
		return c
	}
	return Offer(c.By, c.For, c.Verb, c.Help, c.Options, e.NotBought)
}

// options lists the trains that can be paid for. sure reports whether one of them needs no consent.
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

// atMost returns the options of o up to a price limit, none if all are dearer.
func atMost(o engine.Option, limit int) []engine.Option {
	out := Bids(o.Range.Min, min(o.Range.Max, limit), o.Range.Step)
	for i := range out {
		out[i].Args, out[i].Label = o.Args, o.Label
	}
	return out
}

// price returns what a purchase costs: the price in the command if it names one, otherwise the price of the
// train.
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
func Contribute(t *engine.Turn, tb Table, sym, by string, price int) {
	if missing := price - t.Cash(sym); missing > 0 {
		t.Pay(by, sym, missing)
		t.Note(by, "adds the %s that %s is short of", tb.F.Money(missing), sym)
	}
}
