package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// bidTen is the unit of all bids for companies: every bid is a multiple of it. // 7.2.4
const bidTen = 10

// startSales fixes the order of the sales. Liquidations come first, beginning with the company placed last.
// Then come acquisitions and friendly sales, each in reverse operating order. // 7, 7.2.4; 17-MA-01,
// 17-MA-02, R-21, R-22, D-10, D-11
func startSales(t *turn) {
	for _, c := range data.Companies {
		t.Set(saleNo.Of(c.Sym), 0)
		t.Set(putUp.Of(c.Sym), 0)
	}
	order := t.numbered(mergerNo)
	if t.ordersSalesAnew() {
		order = t.inOrder()
	}
	var list []string
	for _, sym := range slices.Backward(t.Cells(cell(redCol))) {
		if t.Get(zoneBefore.Of(sym)) == redZone || !t.sparesNewRed() {
			list = append(list, sym)
		}
	}
	for _, zone := range []int{grayZone, normalZone} {
		for _, sym := range slices.Backward(order) {
			if t.zone(sym) == zone && t.Get(zoneBefore.Of(sym)) == zone { // 17-MA-04
				list = append(list, sym)
			}
		}
	}
	for i, sym := range list {
		t.Set(saleNo.Of(sym), i+1)
		t.Set(zoneBefore.Of(sym), t.zone(sym))
	}
}

// nextForSale returns a function that finds the next company of a zone in the order of sales. Companies
// that have left the zone are skipped. // 7.2.4; 17-MA-04, R-21, R-22
func nextForSale(zone int) func(s *engine.State, done []string) string {
	return func(s *engine.State, done []string) string {
		v := see(s)
		sold := slices.DeleteFunc(v.numbered(saleNo), func(sym string) bool { return v.zone(sym) != zone || v.S.Get(zoneBefore.Of(sym)) != zone })
		return step.FirstNotIn(sold, done)
	}
}

// sale sells one company. // 7.2.4; 17-SA-01, 17-SA-02, 17-SA-10, 17-SA-20
func sale(t *turn) {
	sym := t.Actor
	kind := t.zone(sym)
	if kind == normalZone && !t.offered(sym) {
		return
	}
	if kind == redZone {
		t.setAside(sym)
	}
	winner, bid := t.saleAuction(sym)
	switch {
	case winner != "":
		t.purchase(sym, t.buyerOf(winner, sym, bid), bid, kind)
	case kind == redZone:
		t.scrap(sym)
		t.settle(sym, t.settleLoans(sym))
	default:
		t.Note(sym, "gets no bid and stays in play")
	}
}

// offered asks the president whether a company is for sale. It does not ask if nobody could pay the least
// bid. // 7.2.3, 7.2.4; 17-SA-02, R-28, R-31
func (t *turn) offered(sym string) bool {
	if !t.payable(sym) {
		return false
	}
	a := t.Ask("offer", t.voice().Choice("offer", "put "+sym+" up for sale, from "+money(t.leastBid(sym))+" on; any bid sells it", nil), t.voice().Pass("keep "+sym))
	if a.Verb == "offer" {
		t.Note(sym, "is offered for sale")
	}
	return a.Verb == "offer"
}

// payable reports whether some player could pay the least bid for a company.
func (v view) payable(sym string) bool {
	return slices.ContainsFunc(v.Solvent(), func(p string) bool { return v.mostBid(p, sym) >= v.leastBid(sym) })
}

// setAside moves the cash and loans of a company in liquidation from its charter to their own place.
// // 7.2.4; 17-SA-03
func (t *turn) setAside(sym string) {
	if t.Get(putUp.Of(sym)) == 1 {
		return
	}
	t.Set(putUp.Of(sym), 1)
	t.Pay(sym, aside(sym), t.Cash(sym))
	for _, loan := range t.S.Kind(sym, "loan") {
		t.Move(loan, aside(sym))
	}
	t.Note(sym, "is liquidated: %s and %s set aside", money(t.Cash(aside(sym))), step.Plural(t.loans(aside(sym)), "loan"))
}

// leastBid returns the least first bid for a company. // 7.2.4; 17-SA-04, R-29
func (v view) leastBid(sym string) int {
	if v.normal(sym) {
		return (v.Price(sym)*v.size(sym) + bidTen - 1) / bidTen * bidTen
	}
	return bidTen
}

// buyers returns the companies of a player that may buy sym. // 7, 7.2.4; 17-SA-06, 17-MA-03
func (v view) buyers(p, sym string) []string {
	return slices.DeleteFunc(v.presided(p), func(c string) bool { return c == sym || !v.normal(c) })
}

// buyingPower returns the highest bid that a company can pay for another, with all loans that it may take
// and everything that it takes over. // 7.2.4; 17-SA-08
func (v view) buyingPower(buyer, sym string) int {
	room := v.size(buyer) - v.loans(buyer)
	if v.red(sym) {
		return v.S.Cash(buyer) + loanValue*max(0, min(room, v.loans(loans)))
	}
	acquired := v.loans(sym)
	return v.S.Cash(buyer) + v.S.Cash(sym) + v.compensation(sym) +
		loanValue*min(room, v.loans(loans)+acquired) - loanValue*acquired
}

// compensation returns what the bank pays for the treasury shares of a company in the normal zone that is
// sold. // 7.2.4; 17-SA-11
func (v view) compensation(sym string) int { return v.Shares(sym, sym) * v.Price(sym) }

// mostBid returns the highest bid that a player can make with any of their companies.
func (v view) mostBid(p, sym string) int {
	most := 0
	for _, c := range v.buyers(p, sym) {
		most = max(most, v.buyingPower(c, sym))
	}
	return most
}

// saleAuction auctions a company among the presidents of others. // 7.2.4; 17-SA-05, 17-SA-06, 17-SA-07,
// 17-BK-07
func (t *turn) saleAuction(sym string) (winner string, bid int) {
	president := t.President(sym)
	from := president
	if from == "" {
		from = engine.PlayerID(max(0, t.Get(leftBy.Of(sym))-1))
	}
	next := func(price int, opened bool) int {
		if !opened {
			return t.leastBid(sym)
		}
		return price + bidTen
	}
	return step.Auction{
		What: sym, For: sym, Bidders: t.after(from), Money: money,
		Bids: func(p string, price int, opened bool) []engine.Option {
			return t.lending(p, sym, step.Bids(next(price, opened), t.mostBid(p, sym), bidTen))
		},
		NotBid: func(p string, bid, price int, opened bool) string {
			return t.notBidFor(p, sym, bid, next(price, opened))
		},
	}.Run(t.Turn)
}

// lending adds to the bids of a player from where on every company of theirs takes loans to pay. // 1.2.5, 7.2.4; 17-SA-13
func (v view) lending(p, sym string, bids []engine.Option) []engine.Option {
	cash := 0
	for _, c := range v.buyers(p, sym) {
		own := v.S.Cash(c)
		if !v.red(sym) {
			own += v.S.Cash(sym) + v.compensation(sym) - loanValue*max(0, v.loans(c)+v.loans(sym)-v.size(c))
		}
		cash = max(cash, own)
	}
	for i, o := range bids {
		switch {
		case o.Range.Min > cash:
			bids[i].Label = "it takes loans"
		case o.Range.Max > cash && p != v.President(sym): // who has one bid only, 17-SA-07
			bids[i].Label = "above " + money(cash) + " it takes loans"
		}
	}
	return bids
}

// notBidFor says why a player may not make a bid for a company. next is the least bid now. // 7.2.4;
// 17-SA-05, 17-SA-06
func (t *turn) notBidFor(p, sym string, bid, next int) string {
	switch most := t.mostBid(p, sym); {
	case bid < next:
		return "bid " + money(next) + " at least (7.2.4)"
	case bid%bidTen != 0:
		return "a bid must be a multiple of " + money(bidTen) + " (7.2.4)"
	case p == t.President(sym) && bid > next: // 17-SA-07
		return fmt.Sprintf("as president of %s you must bid exactly %s (7.2.4)", sym, money(next))
	case bid > most:
		return fmt.Sprintf("no company of yours that may buy can pay more than %s (7.2.4)", money(most))
	}
	return ""
}

// buyerOf asks the winner which of their companies buys. // 7.2.4; 17-SA-09, D-14
func (t *turn) buyerOf(p, sym string, bid int) string {
	buy := step.Ruled(p, sym, "buy", "say which of your companies buys "+sym, func() []engine.Option {
		var out []engine.Option
		for _, c := range t.presided(p) {
			out = append(out, engine.Option{Args: []string{"with", c}})
		}
		return out
	}, func(words []string) string { return t.notBuyer(p, sym, bid, words) })
	if options := buy.List(); len(options) == 1 {
		return options[0].Args[1]
	}
	return t.Ask("buyer", buy).Arg(1)
}

// notBuyer says why a company of the winner cannot buy. // 7, 7.2.4; 17-SA-06
func (t *turn) notBuyer(p, sym string, bid int, words []string) string {
	c := step.Word(words, 1)
	switch {
	case len(words) != 2 || words[0] != "with" || data.Company(c) == nil || t.President(c) != p || c == sym:
		return "say with which company of yours"
	case !t.normal(c): // 17-MA-03
		return c + " is in " + t.priceWord(c) + " and buys nothing (7)"
	case t.buyingPower(c, sym) < bid: // 17-SA-08
		return fmt.Sprintf("%s can pay %s, not %s (7.2.4)", c, money(t.buyingPower(c, sym)), money(bid))
	}
	return ""
}

// purchase carries out the sale of a company to another. // 7.2.4; 17-SA-11, 17-SA-12, 17-SA-13, 17-SA-14,
// 17-MA-05, R-30
func (t *turn) purchase(sym, buyer string, bid, kind int) {
	t.Note(buyer, "buys %s for %s", sym, money(bid))
	if kind == normalZone {
		t.Pay(engine.Bank, sym, t.compensation(sym))
	}
	acquired := t.loans(sym)
	t.takeAssets(sym, buyer)
	if short := bid - t.Cash(buyer); short > 0 {
		t.borrow(buyer, (short+loanValue-1)/loanValue)
	}
	if kind == redZone {
		t.Pay(buyer, aside(sym), bid)
	} else {
		t.Pay(buyer, engine.Bank, bid)
	}
	for ; t.loans(buyer) > t.size(buyer); acquired-- {
		t.payOff(buyer)
	}
	t.takeMarkers(sym, buyer)
	late := t.putsNextUpFirst() && t.borrowable(buyer) == 0 && !t.mayPayOff(buyer, acquired) // D-26
	if !late {
		t.discardExcess()
	}
	t.loansAfter(buyer, nothingDue)
	t.payOffAcquired(buyer, acquired)
	amount := bid
	if kind == redZone { // 17-SA-15
		amount = t.settleLoans(sym)
	}
	t.settle(sym, amount)
	if late && !t.over() {
		t.discardExcess()
	}
}

func (t *turn) mayPayOff(buyer string, acquired int) bool {
	return acquired > 0 && t.Cash(buyer) >= loanValue
}

// payOffAcquired lets the buyer pay off loans that came with the company. Each loan that it keeps moves its
// price one cell to the left. // 7.2.4; 17-SA-14, R-30
func (t *turn) payOffAcquired(buyer string, acquired int) {
	for t.mayPayOff(buyer, acquired) {
		most := min(acquired, t.Cash(buyer)/loanValue)
		a := t.Ask("acquired loans",
			step.Offer(t.speaker(buyer), buyer, "repay", "pay off acquired loans; each that is kept costs one cell to the left", step.Fixed(step.Bids(1, most, 1)),
				func([]string) string {
					return fmt.Sprintf("%s has taken over %s and can pay off %d at most (7.2.4)", buyer, step.Plural(acquired, "loan"), most)
				}),
			step.Voice{By: t.speaker(buyer), For: buyer}.Pass("keep the acquired loans"),
		)
		if a.Verb == "pass" {
			break
		}
		for range a.Int(0) {
			t.payOff(buyer)
			acquired--
		}
	}
	if acquired > 0 {
		t.Note(buyer, "keeps %s that came with it", step.Plural(acquired, "loan"))
	}
	t.shift(buyer, -acquired)
}

// scrap removes the trains and private companies of a company that nobody buys. // 7.2.4; 17-SA-10
func (t *turn) scrap(sym string) {
	t.Note(sym, "gets no bid and is broken up")
	for _, train := range t.Trains(sym) {
		t.remembersScrap(train)
		t.Move(train, step.Out)
	}
	for _, private := range t.privates(sym) {
		t.Move(piece(private), step.Out)
	}
}

// settle ends a sale. Shareholders are paid their part of the amount, and short sellers pay theirs.
// Treasury and market shares get nothing. // 7.2.4; 17-SA-17, 17-SA-18, 17-SA-19, R-32
func (t *turn) settle(sym string, amount int) {
	president := t.President(sym)
	each := amount / t.size(sym) // 17-SA-16
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, each*t.Shares(p, sym))
		t.charge(p, each*t.shorts(p, sym))
	}
	t.Note(sym, "leaves play and may be started again, %s a share", money(each))
	next := t.nextUp(sym)
	t.dissolve(sym)
	t.collect(president, bill{sym: sym}, func() {
		if next != "" && t.putsNextUpFirst() { // D-26
			t.setAside(next)
		}
	})
}

// settleLoans repays the loans of a liquidated company from what was set aside. The president pays what is
// missing. If there is no president, the bank does. settleLoans returns the surplus, which goes to the
// bank. // 7.2.4, 7.4; 17-SA-15, 17-BK-05, 17-BK-07
func (t *turn) settleLoans(sym string) int {
	president := t.President(sym)
	surplus := t.Cash(aside(sym)) - loanValue*t.loans(aside(sym))
	t.Pay(aside(sym), engine.Bank, t.Cash(aside(sym)))
	for _, loan := range t.S.Kind(aside(sym), "loan") {
		t.Move(loan, loans)
	}
	if surplus < 0 && president != "" {
		t.charge(president, -surplus)
		t.Note(president, "owes %s for the loans of %s", money(-surplus), sym)
	}
	return max(0, surplus)
}
