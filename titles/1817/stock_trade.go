package t1817

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// shut says why shares of a company cannot be traded at all, "" if they can. // 5.2, 5.3, 5.4; 17-SL-01,
// 17-SH-01, 17-BY-02
func (v view) shut(sym string) string {
	switch {
	case data.Company(sym) == nil:
		return "say which company"
	case v.zone(sym) == noZone:
		return sym + " is not in play"
	case !v.normal(sym):
		return sym + " is in " + v.priceWord(sym) + ": its shares cannot be traded (5.2)"
	}
	return ""
}

// young reports whether a company's IPO was in this stock round.
func (v view) young(sym string) bool {
	return v.S.Get(roundKind) == stockRound && v.S.Get(born.Of(sym)) == v.S.Get(stockNo)
}

// sales returns the candidates for a sale: any number of a player's shares of these companies.
func (t *turn) sales(p string, syms ...string) func() []engine.Option {
	return func() []engine.Option { return classic.Sales(t.Table, p, syms) }
}

// notSold says why a player may not sell this many shares. // 5.2; 17-SL-01
func (v view) notSold(p string, words []string) string {
	return v.notSoldUpTo(p, words, func(sym string) int { return v.Spare(p, sym) })
}

// notSoldUpTo is notSold where a player may sell only so many shares of a company.
func (v view) notSoldUpTo(p string, words []string, most func(sym string) int) string {
	sym := step.Word(words, 1)
	n, ok := step.Number(words, 0)
	if !ok || n < 1 || len(words) != 2 {
		return "say how many shares of which company"
	}
	if why := v.shut(sym); why != "" {
		return why
	}
	held := v.Shares(p, sym)
	switch {
	case v.size(sym) < 5:
		return "shares of a 2-share company cannot be sold (5.2)"
	case v.young(sym):
		return sym + " was founded in this stock round: its shares cannot be sold yet (5.2)"
	case held < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(held, "share"), sym)
	case n > v.Spare(p, sym): // 17-SL-02, D-06
		return "nobody else could be president of " + sym + step.AtMost("sell", most(sym)) + " (5.2)"
	}
	return ""
}

// sell sells n shares to the market. The price does not move. // 5.2, 5.2.1; 17-SL-03, 17-SL-04, 17-SR-05
func (t *turn) sell(p, sym string, n int) {
	t.play().Sell(p, sym, n)
	t.pair(step.Pool, sym)
}

// notShort says why a player may not sell a company short. // 5.3; 17-SH-01,
// 17-SH-02, 17-SH-03, 17-SH-04
func (v view) notShort(p string, words []string) string {
	sym := step.Word(words, 0)
	if v.S.Get(phase) >= phase8 { // 17-SH-04
		return "no shares may be sold short in phase 8 (5.3)"
	}
	if why := v.shut(sym); why != "" {
		return why
	}
	switch {
	case len(words) != 1:
		return "say which company: one share is sold short"
	case v.size(sym) < 5:
		return "shares of a 2-share company cannot be sold short (5.3)"
	case v.S.Get(born.Of(sym)) == v.S.Get(stockNo):
		return sym + " was founded in this stock round: it cannot be sold short yet (5.3)"
	case v.Shares(p, sym) > 0: // 17-SH-02
		return "you hold shares of " + sym + " (5.3)"
	case v.shortsInPlay(sym) >= v.mostShorts(sym): // 17-SH-03
		return fmt.Sprintf("%s of %s are in play; the limit is %d (5.3)", step.Plural(v.shortsInPlay(sym), "short share"), sym, v.mostShorts(sym))
	}
	return ""
}

// eachCompany lists the companies in play.
func (v view) eachCompany() []engine.Option {
	var out []engine.Option
	for _, sym := range v.inOrder() {
		out = append(out, engine.Option{Args: []string{sym}, Label: "for " + money(v.Price(sym))})
	}
	return out
}

// mostShorts returns the number of short shares of a company in play at which no more are sold. // 5.3,
// 9.1; 17-SH-03, 17-M5-06, 17-VA-01, D-04
func (v view) mostShorts(sym string) int {
	if v.on(increasedShorts) {
		return v.size(sym)
	}
	return 5
}

// sellShort takes a share and a short share from the box, and sells the share. // 5.3; 17-SH-05, 17-SH-06,
// 17-SL-05
func (t *turn) sellShort(p, sym string) {
	t.Move(t.shortsAt(box, sym)[0], p)
	t.Move(t.Single(box, sym, false), step.Pool)
	t.Pay(engine.Bank, p, t.Price(sym))
	t.Set(sold.Of(p, sym), t.Get(stockNo))
	t.Note(p, "sold %s short for %s", sym, money(t.Price(sym)))
	t.pair(step.Pool, sym)
}

// Sources of a share, as players name them.
const (
	fromTreasury = classic.FromTreasury
	fromMarket   = classic.FromMarket
)

// notBought says why a player may not buy a share in the stock round. // 5.4;
// 17-BY-01, 17-BY-02
func (v view) notBought(p string, words []string) string {
	sym, from := step.Word(words, 0), step.Word(words, 2)
	if sym == "train" {
		return "trains are bought by companies in their operating turns (6.7)"
	}
	if len(words) != 3 || words[1] != "from" || from != fromTreasury && from != fromMarket {
		return "say which company's share, from treasury or from market"
	}
	if why := v.shut(sym); why != "" {
		return why
	}
	switch {
	case classic.SoldNow(v.Table, p, sym): // 17-SL-05
		return "you sold " + sym + " in this stock round (5.4)"
	case v.size(sym) < 5:
		return sym + " has 2 shares, both in its president's certificate (5.4)"
	case v.Single(classic.Place(sym, from), sym, false) == "":
		return "there is no share of " + sym + " in the " + from
	}
	return v.notTaken(p, sym)
}

// notTaken says why a player may not buy one more share of a company at its price. // 5.1, 5.4
func (v view) notTaken(p, sym string) string {
	switch {
	case v.Shares(p, sym) >= mostHeld[v.size(sym)]: // 17-LM-04
		return fmt.Sprintf("nobody may hold more than %d of %d shares (5.1)", mostHeld[v.size(sym)], v.size(sym))
	case v.S.Cash(p) < v.Price(sym):
		return fmt.Sprintf("a share of %s costs %s, but you have %s (5.4)", sym, money(v.Price(sym)), money(v.S.Cash(p)))
	case v.shorts(p, sym) == 0: // 17-LM-03
		return v.atLimit(p)
	}
	return ""
}

// atLimit says why a player may take no more certificates, "" if they may. // 5.1; 17-LM-02
func (v view) atLimit(p string) string {
	if v.CertificateCount(p) < v.certLimit() {
		return ""
	}
	return fmt.Sprintf("you hold %d certificates; the limit is %d (5.1)", v.CertificateCount(p), v.certLimit())
}

// eachShare lists one share of every company from the treasury and one from the market, if they have any.
func (v view) eachShare() []engine.Option {
	return classic.InStock(v.Table, classic.ShareOptions(v.inOrder(), []string{fromTreasury, fromMarket}, func(sym, _ string) string { return "for " + money(v.Price(sym)) }))
}

// mostHeld maps a company's size to the most shares that one player may own. // 5.1; 17-LM-04
var mostHeld = map[int]int{2: 2, 5: 3, 10: 6}

// buy sells one share to a player. The price does not move. // 5.4, 5.4.1; 17-BY-01, 17-BY-03, 17-BY-04,
// 17-SH-08
func (t *turn) buy(p, sym, place string) {
	to := engine.Bank
	if place == sym {
		to = sym
	}
	t.Pay(p, to, t.Price(sym))
	t.Move(t.Single(place, sym, false), p)
	t.Note(p, "bought a share of %s for %s", sym, money(t.Price(sym)))
	t.pair(p, sym)
	step.Overtake(t.Turn, t.Table, sym, p)
	t.payMarkers(sym)
}

// pair removes shares and short shares of a company that are at the same place, in pairs. // 5.1, 7.4;
// 17-LM-06, 17-SH-08, 17-BK-06, D-37
func (t *turn) pair(place, sym string) {
	for t.shorts(place, sym) > 0 && t.Single(place, sym, false) != "" {
		t.Move(t.Single(place, sym, false), box)
		t.Move(t.shortsAt(place, sym)[0], box)
		t.Note(place, "a share and a short share of %s cancel", sym)
	}
}

// shorts returns how many short shares of a company lie at a place.
func (v view) shorts(place, sym string) int { return len(v.shortsAt(place, sym)) }

func (v view) shortsAt(place, sym string) []string {
	var out []string
	for _, p := range v.S.Kind(place, "short") {
		if step.Label(p) == sym {
			out = append(out, p)
		}
	}
	return out
}

// shortsInPlay counts a company's short shares with players and in the market. // R-38
func (v view) shortsInPlay(sym string) int {
	n := v.shorts(step.Pool, sym)
	for _, p := range v.S.Players() {
		n += v.shorts(p, sym)
	}
	return n
}
