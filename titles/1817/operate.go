package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// startOperating begins an operating round. It fixes the interest and the order of the companies, and pays
// mail contracts. // 6; 17-OR-01, 17-OR-02, 17-LN-04
func startOperating(t *turn) {
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(roundKind, operatingRound)
	t.Set(rate, rateFor(t.loansOut()))
	t.Note("", "Operating round %d.%d, interest %s a loan", t.Get(stockNo), t.Get(roundNo), money(t.Get(rate)))
	for _, p := range data.Privates {
		t.payMail(p.Sym)
	}
	for _, c := range data.Companies {
		t.Set(turnNo.Of(c.Sym), 0)
	}
	for i, sym := range t.inOrder() {
		t.Set(turnNo.Of(sym), i+1)
	}
}

// numbered returns the companies that have a place in an order, sorted by place.
func (v view) numbered(key step.Counter) []string {
	out := make([]string, len(data.Companies)+1)
	for _, c := range data.Companies {
		out[v.S.Get(key.Of(c.Sym))] = c.Sym
	}
	var list []string
	for _, sym := range out[1:] {
		if sym != "" {
			list = append(list, sym)
		}
	}
	return list
}

// nextToOperate returns the next company in the order fixed at the start of the round. It skips companies
// that are in liquidation now. // 6, 6.2; 17-OR-02, 17-OR-03, 17-OR-05, 17-BK-03
func nextToOperate(s *engine.State, done []string) string {
	v := see(s)
	operate := slices.DeleteFunc(v.numbered(turnNo), func(sym string) bool { return v.zone(sym) != normalZone && v.zone(sym) != grayZone })
	return step.FirstNotIn(operate, done)
}

// roundsOfSet returns the number of operating rounds of the set. // 3, 8; 17-SU-05, 17-EG-02, 17-EG-03
func roundsOfSet(s *engine.State) int {
	if inFinalSet(s) {
		return s.Get(finalLong)
	}
	return 2
}

// voice speaks for the president of the operating company.
func (t *turn) voice() step.Voice { return t.Voice(t.Actor) }

// asks asks the president of the operating company. The president may take loans and place bridge tokens at
// any moment. // 6.1; 17-LN-05, 17-PV-06, R-41
func (t *turn) asks(question string, choices func() []engine.Choice) engine.Command {
	beside := func() []engine.Choice { return append(t.bridgeChoices(), t.turnLoans()) }
	return step.Asks(t.Turn, question, choices, beside, func(a engine.Command) bool {
		switch a.Verb {
		case "loan":
			t.takeTurnLoans(a)
		case "bridge":
			t.placeBridge(a.Arg(0), a.Arg(1))
		default:
			return false
		}
		return true
	})
}

// inOrder returns the companies in play in operating order: the highest price first, and within a cell the
// first to have come. // 6.2; 17-OR-02
func (v view) inOrder() []string { return v.ByPrice(v.Priced()) }

// speaker returns who decides for a company: its president. For a company that lost its president it is the
// next solvent player to the left of the bankrupt. // 7.4; 17-BK-07
func (v view) speaker(sym string) string {
	if p := v.President(sym); p != "" {
		return p
	}
	return v.LeftOf(engine.PlayerID(max(0, v.S.Get(leftBy.Of(sym))-1)), v.Solvent())
}

// zone returns the zone of the market a company is in, noZone if it is not in play. // R-02
func (v view) zone(sym string) int {
	switch {
	case v.S.Cell(sym) == "":
		return noZone
	case v.InZone(sym, "red"):
		return redZone
	case v.InZone(sym, "gray"):
		return grayZone
	}
	return normalZone
}

func (v view) normal(sym string) bool { return v.zone(sym) == normalZone }

func (v view) red(sym string) bool { return v.zone(sym) == redZone }

// The columns of the market's one row. // 1.2.2
const (
	redCol      = 0
	leftmostCol = 1 // of the gray cells
)

func cell(col int) string { return market.Cell{Col: col}.String() }

// colFor returns the column of the highest price that is not above the limit.
func colFor(limit int) int { return market.Row{Market: data.Market}.Find(limit) }

// shift moves a price n cells to the right, or to the left if n is negative. It stops at the leftmost gray
// cell and at 600. The marker goes behind the others in its cell. // 1.2.5, 5.7, 6.2, 6.6; 17-CO-01,
// 17-DV-06, 17-SE-06
func (t *turn) shift(sym string, n int) {
	to, moves := t.shifted(sym, n)
	if !moves {
		return
	}
	before := t.priceWord(sym)
	t.Put(sym, cell(to))
	t.Note(sym, "price %s > %s", before, t.priceWord(sym))
}

// shifted returns the column to which a shift of n cells leads, and whether the marker moves at all.
func (v view) shifted(sym string, n int) (to int, moves bool) {
	c, _ := v.CellOf(sym)
	to = max(leftmostCol, min(c.Col+n, len(data.Market.Cells[0])-1))
	return to, n != 0 && to != c.Col && (c.Col != redCol || n > 0)
}

// priceWord returns a company's price as players read it.
func (v view) priceWord(sym string) string {
	c, ok := v.CellOf(sym)
	if !ok {
		return money(0)
	}
	return wordAt(c.Col)
}

// wordAt returns the price of a column as players read it.
func wordAt(col int) string {
	switch space := data.Market.At(market.Cell{Col: col}); {
	case space.Has("red"):
		return "liquidation"
	case space.Has("gray"):
		return "acquisition"
	default:
		return money(space.Price)
	}
}

// size returns the number of shares of a company.
func (v view) size(sym string) int { return v.S.Get(size.Of(sym)) }
