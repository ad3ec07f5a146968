package classic

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// A Dividend is the step in which a company that has run pays out what it earned, all of it or half, or keeps
// it.
// // 1828 8.3.4; 1843 8.7; 18NewEngland 11.6
type Dividend struct {
	Play
	Sym    string
	Earned int // what its trains earned
	Shares int // of the company, each of which gets its part
	// Half is what half a dividend pays out, rounded as the rules say; nil if there is none.
	Half func(earned int) int
	// Own counts the shares that pay into the treasury, such as those in the pool; nil for none. It is asked again
	// after the choice: the company may have bought shares beside it.
	// // NE-RD-04
	Own func() int
	// Payees are the players in the order in which they are paid; nil for the order of seats.
	Payees []string
	// To is the cell of the market to which a dividend leads, 0 for none; players are told its price. It is nil
	// for a step in the direction of Way. Move takes the marker there.
	To   func(paid int) market.Cell
	Move func(paid int)
	// Ask asks the president, together with what may be done beside it; nil if there is nothing.
	Ask func(question string, choices func() []engine.Choice) engine.Command
}

// Run plays the step. Nobody is asked if nothing was earned.
func (d Dividend) Run() {
	if d.Earned == 0 {
		d.Note(d.Sym, "earned nothing")
		d.Move(0)
		return
	}
	paid := d.paid(d.ask().Verb)
	d.Pay(engine.Bank, d.Sym, d.Earned-paid)
	if paid == 0 {
		d.Note(d.Sym, "withheld %s", d.F.Money(d.Earned))
	} else {
		d.payOut(paid)
	}
	d.Move(paid)
}

// ask asks for the dividend.
func (d Dividend) ask() engine.Command {
	if d.Ask == nil {
		return d.Turn.Ask("dividend", d.Choices()...)
	}
	return d.Ask("dividend", d.Choices)
}

// Choices are pay, half if there is such a thing, and withhold.
func (d Dividend) Choices() []engine.Choice {
	verbs := []string{"pay", "half", "withhold"}
	if d.Half == nil {
		verbs = []string{"pay", "withhold"}
	}
	var out []engine.Choice
	for _, verb := range verbs {
		out = append(out, d.Voice(d.Sym).Choice(verb, d.outlook(d.paid(verb)), nil))
	}
	return out
}

// paid is what a choice pays out.
func (d Dividend) paid(verb string) int {
	switch verb {
	case "pay":
		return d.Earned
	case "half":
		return d.Half(d.Earned)
	}
	return 0
}

// outlook tells a president what a dividend would bring, and where it would move the price.
func (d Dividend) outlook(paid int) string {
	before, after := d.F.Money(d.Price(d.Sym)), d.F.Money(d.F.Market.At(d.to(paid)).Price)
	if after == before {
		after = ""
	}
	return d.Outlook(d.part(paid), d.each(paid), d.own(), before, after)
}

// to is the cell to which a dividend leads.
func (d Dividend) to(paid int) market.Cell {
	if d.To != nil {
		return d.To(paid)
	}
	c, _ := d.CellOf(d.Sym)
	return Way(d.F.Market, paid)(c)
}

// Way is the direction in which a dividend moves the price: to the right, or to the left if nothing is paid.
// // 28-DV-01, 28-DV-03; 43-DV-03, 43-DV-04
func Way(m *market.Market, paid int) func(market.Cell) market.Cell {
	if paid > 0 {
		return m.Right
	}
	return m.Left
}

func (d Dividend) part(paid int) step.Dividend {
	return step.Dividend{Sym: d.Sym, Earned: d.Earned, Paid: paid, Shares: d.Shares}
}

// own is the number of shares that pay into the treasury now.
func (d Dividend) own() int {
	if d.Own == nil {
		return 0
	}
	return d.Own()
}

// each is how players say the part of a share.
func (d Dividend) each(paid int) string { return d.F.Money(paid/d.Shares) + " a share" }

// payOut pays players and treasury for their shares.
// // 28-DV-02; 43-DV-02; NE-DV-06
func (d Dividend) payOut(paid int) {
	payees := d.Payees
	if payees == nil {
		payees = d.S.Players()
	}
	part := d.part(paid)
	for _, p := range payees {
		d.Pay(engine.Bank, p, part.On(d.Table.Shares(p, d.Sym)))
	}
	d.Pay(engine.Bank, d.Sym, part.On(d.own()))
	kept := ""
	if paid < d.Earned {
		kept = " and kept " + d.F.Money(d.Earned-paid)
	}
	d.Note(d.Sym, "paid %s%s", d.each(paid), kept)
}
