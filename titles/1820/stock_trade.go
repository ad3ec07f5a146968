package t1820

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// stockSales lists the sales of a player and of their cousins. // 6.5.2.3; 20-SL-01, 20-DC-11
func (t *turn) stockSales(done []engine.Command) []engine.Choice {
	p, as := t.Actor, actor(t.Actor, done)
	sellers := slices.DeleteFunc(append([]string{p}, t.cousinsOf(p)...), func(h string) bool { return as != "" && as != h })
	return []engine.Choice{step.Voice{By: p}.Tells("sell", "sell shares to the pool", func() []engine.Option {
		var out []engine.Option
		for _, h := range sellers {
			for _, o := range classic.Sales(t.Table, h, t.publics()) {
				out = append(out, as1820(o, p, h))
			}
		}
		return out
	}, func(words []string) string {
		h := p
		if by := asCousin(words); by != "" {
			h, words = by, words[:len(words)-2]
			if by == p {
				return ownName
			}
		}
		switch {
		case as != "" && as != h:
			return "this turn is for " + t.named(as) + " (6.5.1)"
		case !slices.Contains(sellers, h):
			return h + " is not a cousin of yours"
		}
		return t.notSold(h, words)
	}, "you and your cousins hold no share (6.5.2.3)")}
}

// ownName refuses to name the player as a cousin is named.
const ownName = "only a cousin is named with \"as\": what is said without it is for yourself"

// as1820 adds the cousin to an option that is for a cousin.
func as1820(o engine.Option, p, h string) engine.Option {
	if h != p {
		o.Args = append(slices.Clone(o.Args), "as", h)
	}
	return o
}

// withLoans parses the number of loans that an act takes: "2 LSR loans 1".
func withLoans(words []string) (rest []string, loans int) {
	if n := len(words); n > 2 && words[n-2] == "loans" {
		loans, _ = step.Number(words, n-1)
		return words[:n-2], loans
	}
	return words, 0
}

// upToMost parses a single number from one to most.
func upToMost(words []string, most int) (n int, ok bool) {
	n, ok = step.Number(words, 0)
	return n, ok && len(words) == 1 && n > 0 && n <= most
}

// notSold says why a holder may not sell these shares to the pool. // 6.5.2.3; 20-SL-01, 20-SL-05
func (v view) notSold(h string, words []string) string {
	n, sym, ok := classic.SaleWords(v.Table, words)
	if !ok {
		return "say how many shares of which company are sold"
	}
	if why := v.notSalable(h, sym); why != "" {
		return why
	}
	switch most := v.sellable(h, sym); {
	case n > v.Shares(h, sym):
		return fmt.Sprintf("%s has %s of %s", v.named(h), step.Plural(v.Shares(h, sym), "share"), sym)
	case n > most: // 20-SL-05, 20-RU-74
		return "at least one share of " + sym + " stays with a player or cousin (6.5.2.3)"
	}
	return ""
}

// notSalable says why shares of a company cannot be sold to the pool now. // 6.5.2.3
func (v view) notSalable(h, sym string) string {
	switch {
	case !v.public(sym) || v.Shares(h, sym) == 0:
		return v.named(h) + " has no share of " + sym
	case v.liquidating(sym): // 20-SL-04
		return sym + " is in liquidation: its shares cannot be sold (10.7)"
	case v.S.Get(born.Of(sym)) == v.S.Get(stockNo) && v.S.Get(roundKind) == stockRound: // 20-SL-02
		return sym + " was floated in this stock round: its shares cannot be sold yet (6.5.2.3)"
	case v.S.Get(grew.Of(sym)) == v.S.Get(stockNo) && v.S.Get(roundKind) == stockRound: // 20-SL-03
		return "the share-count of " + sym + " grew in this stock round: its shares cannot be sold (6.5.2.3)"
	}
	return ""
}

// sellable returns how many shares a holder may sell to the pool. One share of a company stays with
// some player or cousin. // 6.5.2.3; 20-SL-05, 20-RU-74
func (v view) sellable(h, sym string) int {
	if v.notSalable(h, sym) != "" {
		return 0
	}
	return min(v.Shares(h, sym), v.Held(sym)-1)
}

// sellShares sells shares to the pool. The price does not move. // 6.5.2.3; 20-SL-01, 20-SL-06
func (t *turn) sellShares(h, sym string, n int) {
	t.Pay(engine.Bank, h, n*t.Price(sym))
	t.handOver(sym, h, step.Pool, n)
	t.Set(sold.Of(h, sym), t.Get(stockNo))
	t.Note(h, "sold %s of %s for %s", step.Plural(n, "share"), sym, money(n*t.Price(sym)))
	t.succeed(sym, h)
}

// mostShares is 60% of a company. No purchase of a holder goes beyond it. // 6.5.2.4; 20-BY-03
func (v view) mostShares(sym string) int { return v.size(sym) * 3 / 5 }

// sources returns where shares of a company can be bought: its treasury, the pool, and other
// holders. // 6.5.2.4; 20-BY-01
func (v view) sources(sym, buyer string) []string {
	var out []string
	if v.Shares(sym, sym) > 0 {
		out = append(out, classic.FromTreasury)
	}
	if v.Shares(step.Pool, sym) > 0 {
		out = append(out, classic.FromPool)
	}
	for _, h := range v.Holders() {
		if h != buyer && v.Shares(h, sym) > 0 {
			out = append(out, h)
		}
	}
	return out
}

// purchases lists the shares that a player and their cousins may buy.
// // 6.5.2.4; 20-BY-01, 20-DC-12
func (t *turn) purchases(p, as string) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, h := range append([]string{p}, t.cousinsOf(p)...) {
			for _, sym := range t.publics() {
				for _, from := range t.sources(sym, h) {
					label := money(t.Price(sym))
					if s := t.speaker(from); s != "" && s != p {
						label += " if " + t.named(s) + " agrees"
					}
					out = append(out, as1820(engine.Option{Args: []string{sym, "from", from}, Label: label}, p, h))
				}
			}
		}
		return out
	}
}

// notPurchase says why a share cannot be bought. // 6.5.2.4
func (t *turn) notPurchase(p, as string) func(words []string) string {
	return func(words []string) string {
		h := p
		if by := asCousin(words); by != "" {
			h, words = by, words[:len(words)-2]
			if by == p {
				return ownName
			}
		}
		switch {
		case as != "" && as != h: // 20-SA-01
			return "this turn is for " + t.named(as) + " (6.5.1)"
		case h != p && t.speaker(h) != p:
			return h + " is not a cousin of yours"
		case len(words) != 3 || words[1] != "from" || !t.public(words[0]):
			return "say which company and from where: treasury, pool or a holder"
		}
		sym, from := words[0], words[2]
		if why := t.notBuyer(h, sym); why != "" {
			return why
		}
		switch {
		case !slices.Contains(t.sources(sym, h), from):
			return "there is no share of " + sym + " to buy from " + from + " (6.5.2.4)"
		case t.Price(sym) > t.Cash(h): // 20-SA-11
			return fmt.Sprintf("a share of %s costs %s, but %s has %s (6.5.1)", sym, money(t.Price(sym)), t.named(h), money(t.Cash(h)))
		}
		return ""
	}
}

// notBuyer says why a holder may not buy shares of a company. // 6.5.2.4; 20-BY-03,
// 20-BY-04, 20-BY-05
func (v view) notBuyer(h, sym string) string {
	switch {
	case v.liquidating(sym):
		return sym + " is in liquidation: its shares cannot be bought (10.7)"
	case v.Shares(h, sym) >= v.mostShares(sym):
		return v.named(h) + " has 60% of " + sym + ", the most that anybody may buy (6.5.2.4)"
	case v.S.Get(sold.Of(h, sym)) == v.S.Get(stockNo):
		return v.named(h) + " has sold shares of " + sym + " in this stock round and may buy some in the next (6.5.2.4)"
	}
	return ""
}

// buyShare buys one share. If another player or their cousin sells, the player must agree;
// otherwise it returns false. Nothing else passes between players.
// // 6.5.2.4, 10.1; 20-BY-01, 20-BY-02, 20-RU-20, 20-RU-56
func (t *turn) buyShare(a engine.Command) bool {
	sym, from, h := a.Arg(0), a.Arg(2), t.holderOf(a)
	price := t.Price(sym)
	if s := t.speaker(from); s != "" && s != a.By {
		t.Note(h, "asks %s for a share of %s at %s", t.named(from), sym, money(price))
		what := fmt.Sprintf("sell a share of %s of %s to %s for %s", sym, t.named(from), t.named(h), money(price))
		if !step.Agreed(t.Turn, a.By, "", s, forHolder(from, s), what) {
			return false
		}
	}
	to := from
	switch from {
	case classic.FromTreasury:
		to = sym
	case classic.FromPool:
		to = engine.Bank
	}
	t.Pay(h, to, price)
	t.handOver(sym, classic.Place(sym, from), h, 1)
	t.Note(h, "bought a share of %s from %s for %s", sym, t.named(from), money(price))
	if t.speaker(from) != "" { // 20-RU-20
		t.Set(sold.Of(from, sym), t.Get(stockNo))
	}
	t.bought(sym, h) // before an heir of the seller takes over: 20-RU-84
	t.succeed(sym, from)
	t.vignoles(sym, h)
	return true
}

// redemptions lists the own shares that companies may buy. // 6.5.3.1; 20-SA-14, 20-CB-01, 20-DC-15
func (t *turn) redemptions(p string) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, sym := range t.playing() {
			for n := 1; t.President(sym) == p && n <= t.Shares(step.Pool, sym); n++ {
				o := engine.Option{Args: []string{strconv.Itoa(n), sym}, Label: money(n * t.Price(sym))}
				if m := t.leastLoans(sym, n); m > 0 {
					o.Args, o.Label = append(o.Args, "loans", strconv.Itoa(m)), money(n*t.priceAfter(sym, m))
				}
				out = append(out, o)
			}
		}
		return out
	}
}

// notRedeemed says why a company may not buy these shares. Loans pay only what the treasury lacks.
// // 6.5.3.1, 17.1; 20-CB-01, 20-CB-02, 20-LN-02
func (t *turn) notRedeemed(p string) func(words []string) string {
	return func(words []string) string {
		words, loans := withLoans(words)
		n, sym, ok := classic.SaleWords(t.Table, words)
		cost := n * t.priceAfter(sym, loans)
		switch {
		case !ok || !t.public(sym):
			return "say how many of its shares which company buys"
		case t.President(sym) != p:
			return "you do not direct " + sym
		case t.liquidating(sym):
			return sym + " is in liquidation: its shares cannot be bought (10.7)"
		case n > t.Shares(step.Pool, sym):
			return fmt.Sprintf("the pool has %s of %s", step.Plural(t.Shares(step.Pool, sym), "share"), sym)
		case loans > t.borrowable(sym): // 20-LN-04, 20-LN-05
			return fmt.Sprintf("%s may take no more than %s (17.1)", sym, step.Plural(t.borrowable(sym), "loan"))
		case cost > t.Cash(sym)+loans*loanValue:
			return fmt.Sprintf("that costs %s, but %s has %s (6.5.3.1)", money(cost), sym, money(t.Cash(sym)))
		case loans != t.leastLoans(sym, n):
			return sym + " needs no more than " + step.Plural(t.leastLoans(sym, n), "loan") + " for it (17.1)"
		case !t.canShed(sym, t.inPlay(sym)-n, loans, t.Cash(sym)+loans*loanValue-cost+t.raisable(t.Director(sym), sym)+t.ownBring(t.Director(sym), sym, t.priceAfter(sym, loans))):
			return sym + " could not repay the loans above its shares in play (6.5.3.1)"
		}
		return ""
	}
}

// canShed reports whether a company with so many shares in play, and so many more loans, could
// repay the loans above its shares with this money: what is left in its treasury, and what its director
// has and may get for shares. A company may not choose an act that ruins its director.
// // 17.2, 17.3; 20-LN-05, 20-LN-10
func (v view) canShed(sym string, shares, more, money int) bool {
	return (v.loans(sym)+more-shares)*loanValue <= money
}

// raisable returns what a director can raise for loans of a company that follow from an act of it, without
// sales of the company itself. // 17.3; 20-LN-10, 20-RU-35
func (v view) raisable(d, sym string) int {
	if v.on(soldForLoans) {
		return v.meansWithout(d, sym)
	}
	return v.S.Cash(d)
}

// ownBring returns what a director can raise for that by sales of the company, at a price.
func (v view) ownBring(d, sym string, price int) int {
	if v.on(soldForLoans) {
		return v.shedable(d, sym, sym) * price
	}
	return 0
}

// redeem buys a company's own shares from the pool. It repays the loans for which too few shares
// are then in play. // 6.5.3.1; 20-CB-01, 20-CB-03
func (t *turn) redeem(sym string, n, loans int) {
	t.borrow(sym, loans)
	price := n * t.Price(sym)
	t.Pay(sym, engine.Bank, price)
	t.handOver(sym, step.Pool, sym, n)
	t.Note(sym, "bought %s of its own for %s", step.Plural(n, "share"), money(price))
	t.shedLoans(sym)
}
