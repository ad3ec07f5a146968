package step

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pbem/engine"
)

// Heir returns who would direct a company if p sold out: of those who may, the
// largest holder, and the nearest in order of play among equals; "" for nobody.
func (t Table) Heir(p, sym string) string {
	best := ""
	for _, q := range t.after(p) {
		if q != p && t.MayDirect(q, sym) && (best == "" || t.Shares(q, sym) > t.Shares(best, sym)) {
			best = q
		}
	}
	return best
}

// after returns the players in order from the one after p (or after the player who speaks for p), and then
// the other holders.
func (t Table) after(p string) []string {
	out := t.Following(t.Speaker(p))
	for _, q := range t.Holders() {
		if t.S.Seat(q) < 0 {
			out = append(out, q)
		}
	}
	return out
}

// Crown makes a holder director. The president's certificate is exchanged for
// single shares of the new director. A marker of the office goes without
// exchange.
func Crown(t *engine.Turn, tb Table, sym, old, new string) {
	if tb.certified(sym) {
		for range tb.officeWeight(sym) {
			t.Move(tb.Single(new, sym, false), old)
		}
	}
	t.Move(tb.Office(sym), new)
	t.Note(new, "is %s of %s", tb.F.Officer(), sym)
}

// Sell moves n single shares to the pool. A director who falls below an heir
// hands the office over before the rest of the sale.
func Sell(t *engine.Turn, tb Table, p, sym string, n int) {
	if heir := tb.Heir(p, sym); tb.Director(sym) == p && heir != "" && tb.Shares(p, sym)-n < tb.Shares(heir, sym) {
		Crown(t, tb, sym, p, heir)
	}
	for range n {
		t.Move(tb.Single(p, sym, false), Pool)
	}
}

// SaleOptions lists the sales of a player, given the most shares of a company
// that may be sold.
func (t Table) SaleOptions(syms []string, most func(sym string) int) []engine.Option {
	var out []engine.Option
	for _, sym := range syms {
		for n := 1; n <= most(sym); n++ {
			out = append(out, engine.Option{Args: []string{strconv.Itoa(n), sym}, Label: "for " + t.F.Money(n*t.Price(sym))})
		}
	}
	return out
}

// ByPrice sorts companies that have a marker in operating order: the higher
// price, the column further right, the upper row, and in one cell the first of
// its stack.
func (t Table) ByPrice(syms []string) []string {
	out := slices.Clone(syms)
	slices.SortStableFunc(out, func(a, b string) int {
		ca, _ := t.CellOf(a)
		cb, _ := t.CellOf(b)
		stack := t.S.Cells(ca.String())
		return cmp.Or(t.F.Market.Compare(ca, cb), cmp.Compare(slices.Index(stack, a), slices.Index(stack, b)))
	})
	return out
}

// Capital makes the first letter of a text a capital.
func Capital(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}

// Plural says "1 share" or "3 shares".
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// FirstNotIn returns the first element of a list that is not in another, "" if
// all are.
func FirstNotIn(list, done []string) string {
	for _, x := range list {
		if !slices.Contains(done, x) {
			return x
		}
	}
	return ""
}
