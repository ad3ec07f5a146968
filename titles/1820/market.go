package t1820

import (
	"slices"

	"pbem/engine/market"
)

// lastCol is the space of £500. // 16.1
var lastCol = len(data.Market.Cells[0]) - 1

// liquidationCol is the space of £10. // 16.1, 10.7; 20-LN-11
const liquidationCol = 0

func cell(col int) string { return market.Cell{Col: col}.String() }

// priceAt returns the price of a column.
func priceAt(col int) int { return data.Market.At(market.Cell{Col: col}).Price }

// col returns the column of a company's marker, -1 if it has none.
func (v view) col(sym string) int {
	if c, ok := v.CellOf(sym); ok {
		return c.Col
	}
	return -1
}

// public reports whether a company is a public one in play. British Rail is one. // 13.3
func (v view) public(sym string) bool { return v.S.Cell(sym) != "" }

// private reports whether a company is a private one. // 13.2
func (v view) private(sym string) bool { return v.S.Get(track.Of(sym)) > 0 }

// liquidating reports whether a company is in liquidation. // 10.7; 20-LN-11
func (v view) liquidating(sym string) bool { return v.col(sym) == liquidationCol }

// publics returns the public companies in operating order, British Rail among
// them. // 7.1; 20-OP-01
func (v view) publics() []string { return v.ByPrice(v.Priced()) }

// privatesInOrder returns the private companies in order of the private track.
// // 7.1, 13.2; 20-OP-04, 20-RU-76
func (v view) privatesInOrder() []string {
	out := data.Syms(v.private)
	slices.SortStableFunc(out, func(a, b string) int { return v.S.Get(track.Of(a)) - v.S.Get(track.Of(b)) })
	return out
}

// playing returns all companies in play in operating order, except British Rail.
func (v view) playing() []string {
	return slices.DeleteFunc(append(v.publics(), v.privatesInOrder()...), func(sym string) bool { return sym == british })
}

// size returns the number of shares of a company, 1 for a private one.
func (v view) size(sym string) int { return v.S.Get(size.Of(sym)) }

// inPlay returns how many shares of a company are not in its own treasury. // 10.6; 20-RU-05
func (v view) inPlay(sym string) int { return v.size(sym) - v.Shares(sym, sym) }

// shifted returns the column n spaces up, or down if n is negative. // 16.2.1; 20-ES-02
func (v view) shifted(sym string, n int) int { return max(liquidationCol, min(v.col(sym)+n, lastCol)) }

// shift moves a price n spaces up, or down if n is negative. The marker goes below markers that are
// face up, and above those that are face down. // 16.2.1; 20-OP-06, 20-LN-03
func (t *turn) shift(sym string, n int) {
	to := t.shifted(sym, n)
	if to == t.col(sym) || t.Get(defaulted.Of(sym)) == 1 { // 20-RU-36
		return
	}
	before := t.Price(sym)
	t.putAt(sym, to)
	t.Note(sym, "price %s > %s", money(before), t.priceWord(sym))
}

// putAt puts a marker into a space. In the space of liquidation it goes to the bottom.
// // 10.7, 16.2.1; 20-OP-06, 20-LN-11
func (t *turn) putAt(sym string, to int) {
	over := ""
	if to != liquidationCol {
		over = market.Over(t.Cells(cell(to)), func(m string) bool { return t.Get(turned.Of(m)) == 1 })
	}
	t.PutOver(sym, cell(to), over)
	if to == lastCol {
		t.Set(ending, 1)
	}
}

// faceDown ends a company's turn and turns its marker face down. Markers that are face down are
// stored in the order that they have after the stack is turned over: the last that came is the
// lowest. // 7.1; 20-OP-02, 20-OP-05
func (t *turn) faceDown(sym string) {
	t.Set(turned.Of(sym), 1)
	if t.public(sym) {
		t.PutOver(sym, t.Cell(sym), "")
	}
}

// priceWord describes a company's price.
func (v view) priceWord(sym string) string { return wordAt(v.col(sym)) }

// wordAt describes the price of a space.
func wordAt(col int) string {
	if col == liquidationCol {
		return money(priceAt(col)) + ", in liquidation"
	}
	return money(priceAt(col))
}

// liquidate puts a company into liquidation, from which its price cannot rise.
// // 10.7; 20-LN-11, 20-RU-36
func (t *turn) liquidate(sym, why string) {
	t.Set(defaulted.Of(sym), 1)
	t.putAt(sym, liquidationCol)
	t.Note(sym, "is put into liquidation: %s", why)
}

// steps5 returns how many spaces the price falls for a number of shares: one for each share, or one
// for each begun 5% of the company, whichever is less.
// // 6.7, 8.3, 16.2.2; 20-ES-01, 20-IS-02, 20-RU-01
func steps5(shares, size int) int {
	return min(shares, (shares*20+size-1)/size)
}
