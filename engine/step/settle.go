package step

import (
	"fmt"
	"slices"

	"pbem/engine"
)

// buy sells a private company, and then those next in the row that have bids.
func (w Waterfall) buy(t *engine.Turn, p, sym string, price int) {
	Acted(t, p)
	w.deliver(t, sym, p, price)
	t.Set(lastBuyer, t.Seat(p)+1)
	w.Resolve(t, false)
}

// bid makes a bid. It replaces the player's earlier bid, and every other bid if only one is allowed.
func (w Waterfall) bid(t *engine.Turn, p, sym string, n int) {
	Acted(t, p)
	if w.Sole != nil && w.Sole(sym) {
		w.clear(t, sym)
	}
	t.Set(bidOf(sym, p), n)
	t.Note(p, "bid %s for %s", w.F.Money(n), sym)
}

func (w Waterfall) clear(t *engine.Turn, sym string) {
	for _, p := range w.Order() {
		t.Set(bidOf(sym, p), 0)
	}
}

// lull carries out what the title does when all have passed. Then everybody may pass again.
func (w Waterfall) lull(t *engine.Turn) (next string) {
	buyer := ""
	if seat := t.Get(lastBuyer); seat > 0 {
		buyer = engine.PlayerID(seat - 1)
	}
	if next = w.Lull(buyer); t.Result == nil {
		Reorder(t, w.Table, w.Order())
	}
	return next
}

// Resolve sells private companies that have bids, from the cheapest on, as long
// as everything in the row of the cheapest has a bid. If all is set, the rows
// do not count.
// // 28-AU-08, 28-AU-11; 43-AU-07, 43-AU-09
func (w Waterfall) Resolve(t *engine.Turn, all bool) {
	for sym := w.due(all); sym != ""; sym = w.due(all) {
		w.settle(t, sym)
	}
}

// due returns the private company to be sold next, "" if none.
func (w Waterfall) due(all bool) string {
	unsold := w.Unsold()
	if !all && slices.ContainsFunc(unsold, func(sym string) bool {
		return w.Row(sym) == w.Row(unsold[0]) && len(w.Bidders(sym)) == 0
	}) {
		return ""
	}
	for _, sym := range unsold {
		if len(w.Bidders(sym)) > 0 {
			return sym
		}
	}
	return ""
}

// settle sells a private company to its only bidder, or to the last of several. With several, the lowest
// bidder raises or drops out, until one is left.
// // 28-AU-09; 43-AU-08, R-3
func (w Waterfall) settle(t *engine.Turn, sym string) {
	bidders := w.Bidders(sym)
	highest := bidders[len(bidders)-1]
	winner, price := Auction{
		What: sym, Bidders: bidders, Opener: highest, Price: w.Bid(sym, highest), Money: w.F.Money, AskAll: w.AskAll,
		Bids:   func(p string, price int, _ bool) []engine.Option { return Bids(price+raiseBy, w.Free(p, sym), raiseBy) },
		NotBid: func(p string, bid, price int, _ bool) string { return w.notRaised(p, sym, bid, price) },
	}.Run(t)
	w.deliver(t, sym, winner, price)
}

// notRaised says why a bidder may not raise to a bid, "" when they may.
func (w Waterfall) notRaised(p, sym string, bid, price int) string {
	switch {
	case bid < price+raiseBy || (bid-price)%raiseBy != 0:
		return fmt.Sprintf("the minimum bid for %s is %s, in steps of %s", sym, w.F.Money(price+raiseBy), w.F.Money(raiseBy))
	case bid > w.Free(p, sym):
		return fmt.Sprintf("you have %s that your other bids do not tie up", w.F.Money(w.Free(p, sym)))
	}
	return ""
}

// deliver pays the bank and hands over the private company.
// // 28-AU-13; 43-AU-16
func (w Waterfall) deliver(t *engine.Turn, sym, p string, price int) {
	w.clear(t, sym)
	t.Pay(p, engine.Bank, price)
	t.Note(p, "bought %s for %s", sym, w.F.Money(price))
	w.Sold(sym, p, price)
}
