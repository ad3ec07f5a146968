package classic

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// Sources of a share, as players name them.
const (
	FromIPO      = "ipo"
	FromTreasury = "treasury"
	FromPool     = "pool"
	FromMarket   = "market" // what some titles call the pool
)

// Place returns where the shares of a company lie that a source names. A word that names no source is a place
// itself, such as a player who sells.
func Place(sym, from string) string {
	switch from {
	case FromIPO:
		return step.IPO(sym)
	case FromTreasury:
		return sym
	case FromPool, FromMarket:
		return step.Pool
	}
	return from
}

// SaleWords reads a number of shares and a company: "2 NYC". ok is false if it is anything else.
func SaleWords(tb step.Table, words []string) (n int, sym string, ok bool) {
	n, ok = step.Number(words, 0)
	sym = step.Word(words, 1)
	return n, sym, ok && n > 0 && len(words) == 2 && tb.F.Company(sym) != nil
}

// PurchaseWords reads a company and one of the sources: "NYC from pool". ok is false if it is anything else.
func PurchaseWords(tb step.Table, words []string, sources ...string) (sym, from string, ok bool) {
	sym, from = step.Word(words, 0), step.Word(words, 2)
	return sym, from, len(words) == 3 && words[1] == "from" && slices.Contains(sources, from) && tb.F.Company(sym) != nil
}

// Selling offers a player to sell shares to the pool: any number of what they hold of these companies, as long
// as whyNot gives no reason. section has the rule of sales.
func Selling(tb step.Table, player, section string, syms func() []string, whyNot func(player string, words []string) string) engine.Choice {
	return step.Telling(player, "", "sell", "sell shares to the pool", func() []engine.Option { return Sales(tb, player, syms()) },
		func(words []string) string { return whyNot(player, words) }, "you have no share that could be sold ("+section+")")
}

// Sales lists the sales of any number of what a player holds of these companies.
func Sales(tb step.Table, player string, syms []string) []engine.Option {
	return tb.SaleOptions(syms, func(sym string) int { return tb.Shares(player, sym) })
}

// InStock leaves those of ShareOptions of which a share is there.
func InStock(tb step.Table, options []engine.Option) []engine.Option {
	return slices.DeleteFunc(options, func(o engine.Option) bool { return tb.Single(Place(o.Args[0], o.Args[2]), o.Args[0], false) == "" })
}

// ShareOptions lists one share of each company from each source. label says what players read beside it, such
// as "pay $70".
func ShareOptions(syms, sources []string, label func(sym, from string) string) []engine.Option {
	var out []engine.Option
	for _, sym := range syms {
		for _, from := range sources {
			out = append(out, engine.Option{Args: []string{sym, "from", from}, Label: label(sym, from)})
		}
	}
	return out
}
