package t1843

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// priceDrop is what the cheapest private company gets cheaper by when all pass.
// // 6.2; 43-AU-11
const priceDrop = 5

// nextInAuction names whose turn it is, by the cards. // 6.1; 43-AU-01
func nextInAuction(s *engine.State, last string) string {
	return waterfall(see(s)).Next(last)
}

// auctionTurn is one turn of the private auction. // 6.1; 43-AU-02
func auctionTurn(t *turn) {
	w := waterfall(t.view)
	w.Sold, w.Lull = t.handOver, t.passedOut
	w.Turn(t.Turn)
}

// waterfall is the auction as it stands: each private company is a row of its own,
// in the order of their numbers. // 6; 43-AU-03..10, R-2, R-3
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

// unsold returns the private companies that were not sold yet, the cheapest
// first.
func (v view) unsold() []string {
	var out []string
	for _, p := range data.Privates {
		if v.owner(p.Sym) == onSale {
			out = append(out, p.Sym)
		}
	}
	return out
}

// auctionPrice is the face value or what it was reduced to. // 6.2; 43-AU-12
func (v view) auctionPrice(private string) int {
	return data.Private(private).Value - v.S.Get(cut.of(private))
}

// handOver gives what was sold to its buyer, with the certificate that comes with
// it. // 6.3, 10.2; 43-AU-16
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

// parPLM asks the buyer of LM for the par of PLM: any yellow or green one.
// // 6.3; 43-AU-17, R-6
func (t *turn) parPLM(p string) {
	cells := data.ParCells(data.Phases[phaseGreen])
	options := t.ParOptions(compPLM, data.Private(privLM).Value, cells)
	a := t.Ask("par of PLM", step.Offer(p, compPLM, "start", "set the par of "+compPLM, step.Fixed(options), func([]string) string {
		return "say the par of PLM, a yellow or green one: 67, 73, 79, 86 or 94 (6.3)"
	}))
	step.SetPar(t.Turn, t.Table, compPLM, a.Int(1), cells)
}

// passedOut is what happens when all have passed: revenues, a train that leaves,
// and a lower price. Nobody else operates. // 6.2; 43-AU-11, R-4
func (t *turn) passedOut(buyer string) (next string) {
	t.Note("", "All have passed")
	t.payPrivates()
	t.Move(t.TrainOf(step.Supply, firstTrain), step.Out)
	t.Note("", "A %s-train leaves the supply", firstTrain)
	if t.TrainOf(step.Supply, firstTrain) == "" { // 43-AU-15, 43-GE-02
		t.End("the last yellow train left the game in the auction", t.scores())
		return ""
	}
	cheapest := t.unsold()[0]
	t.Set(cut.of(cheapest), t.Get(cut.of(cheapest))+priceDrop)
	t.Note("", "%s costs %s", cheapest, money(t.auctionPrice(cheapest)))
	if buyer == "" {
		return t.Order()[0]
	}
	return t.Following(buyer)[0] // 43-AU-14
}
