package step

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/market"
)

// Names of the counters of a company that starts at a par price and floats later.
func parOf(sym string) string     { return "par:" + sym }
func floatedOf(sym string) string { return "floated:" + sym }

// Par returns the par of a company, 0 if it has none.
func (t Table) Par(sym string) int { return t.S.Get(parOf(sym)) }

// Floated reports whether a company has floated.
func (t Table) Floated(sym string) bool { return t.S.Get(floatedOf(sym)) == 1 }

// ParOptions lists the par prices at which a company may start: those of the
// market cells that are open, up to a price. The words are company and price.
// // 28-BU-07, 28-AU-14; 43-AU-17, 43-SR-14, 43-SR-15
func (t Table) ParOptions(sym string, most int, open []market.Cell) []engine.Option {
	var out []engine.Option
	for _, c := range open {
		if price := t.F.Market.At(c).Price; price <= most {
			out = append(out, engine.Option{Args: []string{sym, strconv.Itoa(price)}})
		}
	}
	return out
}

// SetPar gives a company its par and puts its marker under those in the box: the
// first open cell of that price. What the director pays is for the title.
// // 28-BU-07; 43-SR-14
func SetPar(t *engine.Turn, tb Table, sym string, price int, open []market.Cell) {
	i := slices.IndexFunc(open, func(c market.Cell) bool { return tb.F.Market.At(c).Price == price })
	t.Put(sym, open[i].String())
	t.Set(parOf(sym), price)
	t.Note(sym, "par %s", tb.F.Money(price))
}

// ToFloat is how many shares of a company must still leave the IPO until it floats with at most `left` there: 0 if it has floated,
// and at least one if it has not.
func (t Table) ToFloat(sym string, left int) int {
	if t.Floated(sym) {
		return 0
	}
	return max(1, t.Shares(IPO(sym), sym)-left)
}

// Float floats a company when at most `left` of its shares lie in the IPO; the
// bank pays the capital, if any. It reports whether the company floats now. //
// 28-FL-01, 28-FL-02, 28-MG-24; 43-SR-16
func Float(t *engine.Turn, tb Table, sym string, left, capital int) bool {
	if tb.Floated(sym) || tb.Par(sym) == 0 || tb.Shares(IPO(sym), sym) > left {
		return false
	}
	t.Set(floatedOf(sym), 1)
	t.Pay(engine.Bank, sym, capital)
	if capital > 0 {
		t.Note(sym, "floats with %s", tb.F.Money(capital))
	} else {
		t.Note(sym, "floats")
	}
	return true
}

// Unfloat makes a company unfloated again, because a new one was made of it
// that has to float anew.
// // 28-MG-24
func Unfloat(t *engine.Turn, sym string) { t.Set(floatedOf(sym), 0) }
