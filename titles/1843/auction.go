package t1843

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// priceDrop is how much cheaper the cheapest private company gets when all pass. // 6.2; 43-AU-11
const priceDrop = 5

// nextInAuction returns the next player, by the cards. // 6.1; 43-AU-01
func nextInAuction(s *engine.State, last string) string {
	return waterfall(see(s)).Next(last)
}

// auctionTurn is one turn of the private auction. // 6.1; 43-AU-02
func auctionTurn(t *turn) {
	w := waterfall(t.view)
	w.Sold, w.Lull = t.handOver, t.passedOut
	w.Beside, w.Act = t.parsAhead, t.parAhead
	w.Turn(t.Turn)
}

// waterfall returns the auction in its present state: each private company is a row of its own, in
// the order of their numbers. // 6; 43-AU-03..10, R-2, R-3
func waterfall(v view) step.Waterfall {
	return step.Waterfall{
		Table:  v.Table,
		Unsold: v.unsold,
		Row: func(sym string) int {
			return slices.Index(v.unsold(), sym)
		},
		Price: v.auctionPrice,
		About: func(sym string) string { return v.power(sym) },
	}
}

// unsold returns the private companies that are not sold yet, the cheapest first.
func (v view) unsold() []string {
	return data.PrivateSyms(func(sym string) bool { return v.owner(sym) == onSale })
}

// auctionPrice is the face value less all reductions. // 6.2; 43-AU-12
func (v view) auctionPrice(private string) int {
	return data.Private(private).Value - v.S.Get(cut.Of(private))
}

// handOver gives a private company to its buyer, with the certificate that belongs to it.
// // 6.3, 10.2; 43-AU-16
func (t *turn) handOver(private, p string, _ int) {
	t.Move(step.Private(private), p)
	switch private {
	case privBA: // 43-AU-18, R-7
		t.Move(step.Share(compETA, 1), p)
		t.Note(p, "has a share of %s", compETA)
	case privLM: // 43-AU-17, R-6
		t.Move(step.Share(compPLM, 0), p)
		t.parPLM(p)
	}
}

// parSaid is the par of PLM that a bidder for LM has chosen in advance. // R-6
const parSaid step.Counter = "par said"

// parOfPLM lets a player choose the par of PLM: any yellow or green one. // 6.3; 43-AU-17
func (t *turn) parOfPLM(p, help string) engine.Choice {
	options := t.ParOptions(compPLM, data.Private(privLM).Value, data.ParCells(data.Phases[phaseGreen]))
	return step.Offer(p, compPLM, "start", help, step.Fixed(options), func([]string) string {
		return "say the par of PLM, a yellow or green one: 67, 73, 79, 86 or 94 (6.3)"
	})
}

// parsAhead lets bidders for LM choose the par of PLM in advance. // R-6
func (t *turn) parsAhead() []engine.Choice {
	var out []engine.Choice
	for _, p := range waterfall(t.view).Bidders(privLM) {
		out = append(out, t.parOfPLM(p, "say in advance what par "+compPLM+" has if you win "+privLM))
	}
	return step.Aside(out...)
}

// parAhead stores a par that a bidder has chosen in advance. // R-6
func (t *turn) parAhead(a engine.Command) bool {
	if a.Verb != "start" {
		return false
	}
	t.Set(parSaid.Of(a.By), a.Int(1))
	t.Note(a.By, "sets the par of %s at %s if they win %s", compPLM, money(a.Int(1)), privLM)
	return true
}

// parPLM sets the par of PLM that the buyer of LM has chosen in advance, or chooses now.
// // 6.3; 43-AU-17, R-6
func (t *turn) parPLM(p string) {
	par := t.Get(parSaid.Of(p))
	if par == 0 {
		par = t.Ask("par of PLM", t.parOfPLM(p, "set the par of "+compPLM)).Int(1)
	}
	step.SetPar(t.Turn, t.Table, compPLM, par, data.ParCells(data.Phases[phaseGreen]))
}

// passedOut handles that all have passed: revenues are paid, a train leaves the game, and the
// cheapest private company gets cheaper. Nobody else operates. // 6.2; 43-AU-11, R-4
func (t *turn) passedOut(buyer string) (next string) {
	t.Note("", "All have passed")
	t.payPrivates()
	t.Move(t.TrainOf(step.Supply, firstTrain), step.Out)
	t.Note("", "The next train, %s, leaves the supply", step.ATrain(firstTrain))
	if t.TrainOf(step.Supply, firstTrain) == "" { // 43-AU-15, 43-GE-02
		t.End("the last yellow train left the game in the auction", t.scores())
		return ""
	}
	cheapest := t.unsold()[0]
	t.Set(cut.Of(cheapest), t.Get(cut.Of(cheapest))+priceDrop)
	t.Note("", "%s costs %s", cheapest, money(t.auctionPrice(cheapest)))
	if buyer == "" {
		return t.Order()[0]
	}
	return t.Following(buyer)[0] // 43-AU-14
}
