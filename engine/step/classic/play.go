package classic

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// A Play is a run of a step with the table that it changes.
type Play struct {
	*engine.Turn
	step.Table
	// Purse moves money as the title does it, such as one that notes when the bank breaks; nil for Turn.Pay.
	Purse func(from, to string, amount int)
}

// Pay moves money.
func (p Play) Pay(from, to string, amount int) {
	if p.Purse != nil {
		p.Purse(from, to, amount)
		return
	}
	p.Turn.Pay(from, to, amount)
}

// Counters of the rounds. Their names are stored, and all titles use the same.
const (
	StockNo   = "stock round" // stock rounds begun, and the number of the set of operating rounds after it
	RoundNo   = "round"       // operating rounds begun in this set, 0 in a stock round
	RoundKind = "kind"        // the kind of round, for the headline
)

// BeginStock counts a new stock round. kind is the title's number for stock rounds.
// // 1817 3; 1820 6.1; 1828 7.1; 1843 7.1
func (p Play) BeginStock(kind int) {
	p.Set(StockNo, p.Get(StockNo)+1)
	p.Set(RoundNo, 0)
	p.Set(RoundKind, kind)
}

// NextByCards returns whose turn it is in a stock round that is played in the order of cards, until all have
// passed in succession: then "". first begins the round; "" for the first card. Seats instead of cards have
// step.Table.NextTurn.
// // 20-SA-05, 20-SA-10; 28-SR-01, 28-SR-05; 43-SR-01, 43-SR-03
func NextByCards(tb step.Table, last, first string) string {
	switch {
	case tb.AllPassed(nil):
		return ""
	case last == "" && first != "":
		return first
	}
	return step.Next(tb.Order(), last, nil)
}

// EndTurn ends a player's turn of a stock round. did is false if they did nothing, which is a pass. It is
// kept by cards if the title has dealt them, otherwise by the priority deal.
// // 17-SR-04; 28-SR-06, 28-SR-07; 43-SR-03; NE-SR-01
func (p Play) EndTurn(player string, did bool) {
	switch cards := p.Dealt(); {
	case did && cards:
		step.Acted(p.Turn, player)
	case cards:
		step.Pass(p.Turn, player)
	case did:
		step.TurnTaken(p.Turn, player)
	default:
		step.TurnPassed(p.Turn, player, "passed")
	}
}

// MovePrice puts the price marker of a company into a cell of the market, under those already there. If it
// stays in its cell it keeps its place. A new price is told.
// // 28-MK-01, 28-MK-02; 43-MK-03; NE-MK-04
func (p Play) MovePrice(sym string, to market.Cell) {
	before := p.Price(sym)
	p.Put(sym, to.String())
	if after := p.Price(sym); after != before {
		p.Note(sym, "price %s > %s", p.F.Money(before), p.F.Money(after))
	}
}

// Reach notes the first price that comes to an end of the market: the game ends with this round. counter is
// set to 1.
// // 28-EN-03; 43-GE-03; NE-EN-04
func (p Play) Reach(sym, counter, round string) {
	if p.Get(counter) == 1 || !p.InZone(sym, "end") {
		return
	}
	p.Set(counter, 1)
	p.Note(sym, "has reached %s: the game ends with this %s", p.F.Money(p.Price(sym)), round)
}

// Sell sells n shares to the pool at the price of the moment, which does not move yet. A president who falls
// below an heir hands the office over first. sold are counters that keep the number of this stock round:
// see Sold.
// // 1817 5.2; 1828 7.2; 1843 7.2; 18NewEngland 10.4
func (p Play) Sell(player, sym string, n int, sold ...string) {
	price := p.Price(sym)
	step.Sell(p.Turn, p.Table, player, sym, n)
	p.Pay(engine.Bank, player, n*price)
	for _, counter := range sold {
		p.Set(counter, p.Get(StockNo))
	}
	p.Note(player, "sold %s of %s for %s", step.Plural(n, "share"), sym, p.F.Money(n*price))
}

// Sold names the counter of the stock round in which a player last sold shares of a company.
func Sold(player, sym string) string { return "sold:" + player + ":" + sym }

// SoldNow reports whether a player has sold shares of a company in this stock round. Most titles let nobody
// buy back what they sold.
// // 17-SL-05; 28-BU-03; 43-SR-12; NE-SR-21
func SoldNow(tb step.Table, player, sym string) bool {
	return tb.S.Get(Sold(player, sym)) == tb.S.Get(StockNo)
}
