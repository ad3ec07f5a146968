package t1820

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

const (
	leastBid   = 20 // 6.3.2, 6.4.2
	bidStep    = 10
	mostBidFor = 3 // cousins with bids at once // 6.3.2; 20-CA-06
)

// onSale returns the cousins in the auction.
func (v view) onSale() []string {
	return data.PrivateSyms(func(sym string) bool { return v.S.Where(cousin(sym)) == onOffer })
}

// bidFor returns the bid on a cousin and its bidder, 0 and "" if there is none.
func (v view) bidFor(sym string) (amount int, by string) {
	if seat := v.S.Get(bidder.Of(sym)); seat > 0 {
		return v.S.Get(bid.Of(sym)), engine.PlayerID(seat - 1)
	}
	return 0, ""
}

// withBids returns the cousins that have bids, the lowest bid first.
func (v view) withBids() []string {
	out := slices.DeleteFunc(v.onSale(), func(c string) bool { return v.S.Get(bidder.Of(c)) == 0 })
	slices.SortStableFunc(out, func(a, b string) int { return v.S.Get(bid.Of(a)) - v.S.Get(bid.Of(b)) })
	return out
}

// nextBidder takes the players in number order until all pass in succession. There is an auction
// only in the first stock round. // 6.3.1; 20-CA-01, 20-CA-02
func nextBidder(s *engine.State, last string) string {
	v := see(s)
	if s.Get(stockNo) > 1 || v.AllPassed(nil) {
		return ""
	}
	return step.Next(v.Order(), last, nil)
}

// cousinBid is one player's turn in the auction: a bid or a pass. // 6.3.1; 20-CA-01, 20-DC-01
func cousinBid(t *turn) {
	p := t.Actor
	bids := step.Ruled(p, "", "bid", "bid for a cousin", t.cousinBids, t.notCousinBid)
	if !classic.AnyOpen(bids) {
		step.Pass(t.Turn, p)
		return
	}
	a := t.Ask("cousin", bids, engine.Bare(p, "pass", "make no bid now; you may bid on a later turn"))
	if a.Verb == "pass" {
		step.Pass(t.Turn, p)
		return
	}
	step.Acted(t.Turn, p)
	sym := a.Arg(0)
	for _, c := range t.displaced(sym) { // 20-CA-07
		n, by := t.bidFor(c)
		t.Set(bidder.Of(c), 0)
		t.Set(bid.Of(c), 0)
		t.Note(by, "has %s back, for three cousins at most have bids and %s had the lowest", money(n), data.Private(c).Name)
	}
	t.Set(bid.Of(sym), a.Int(1)) // 20-CA-05
	t.Set(bidder.Of(sym), t.Seat(p)+1)
	t.Note(p, "bid %s for %s", money(a.Int(1)), data.Private(sym).Name)
}

// cousinBids lists the cousins with the amounts that the player may bid.
func (t *turn) cousinBids() []engine.Option {
	var out []engine.Option
	for _, sym := range t.onSale() {
		for _, o := range step.Spans(leastBid, t.Cash(t.Actor), bidStep, t.notBidOf(sym)) {
			o.Args, o.Label = []string{sym}, cousinWord(sym)
			out = append(out, o)
		}
	}
	return out
}

func (t *turn) notCousinBid(words []string) string {
	n, ok := step.Number(words, 1)
	switch {
	case !ok || len(words) != 2:
		return "say for which cousin you bid, and how much"
	case !slices.Contains(t.onSale(), words[0]):
		return words[0] + " is not a cousin in the auction"
	}
	return t.notBidOf(words[0])(n)
}

// notBidOf returns a function that says why the player whose turn it is may not bid an amount for a cousin, "" if they may. // 6.3.2
func (t *turn) notBidOf(sym string) func(n int) string {
	standing, _ := t.bidFor(sym)
	have, others := t.withBids(), t.otherBids(t.Actor, sym)
	return func(n int) string {
		switch {
		case n < leastBid || n%bidStep != 0: // 20-CA-03
			return fmt.Sprintf("a bid must be at least %s and a multiple of %s (6.3.2)", money(leastBid), money(bidStep))
		case n <= standing:
			return fmt.Sprintf("the standing bid on %s is %s: bid more (6.3.2)", sym, money(standing))
		case standing == 0 && len(have) >= mostBidFor && n <= t.Get(bid.Of(have[0])): // 20-CA-06, 20-CA-07
			return fmt.Sprintf("three cousins have bids: to bid for another beat the lowest, %s (6.3.2)", money(t.Get(bid.Of(have[0]))))
		case n > t.Cash(t.Actor)-others: // 20-CA-04
			return fmt.Sprintf("your bids together may not exceed your cash, %s (6.3.2)", money(t.Cash(t.Actor)))
		}
		return ""
	}
}

// displaced returns the cousins whose bids are sent back by a bid on another. A bid on a fourth
// cousin sends back all bids that are the lowest. // 6.3.2, 6.3.1; 20-CA-07
func (v view) displaced(sym string) []string {
	have := v.withBids()
	if standing, _ := v.bidFor(sym); standing > 0 || len(have) < mostBidFor {
		return nil
	}
	lowest := v.S.Get(bid.Of(have[0]))
	return slices.DeleteFunc(have, func(c string) bool { return v.S.Get(bid.Of(c)) > lowest })
}

// otherBids returns the sum of a player's bids on other cousins after a bid on one. // 6.3.2; 20-CA-04
func (v view) otherBids(p, sym string) int {
	sum, back := 0, v.displaced(sym)
	for _, c := range v.withBids() {
		if amount, by := v.bidFor(c); by == p && c != sym && !slices.Contains(back, c) {
			sum += amount
		}
	}
	return sum
}

// cousinSale gives the cousins to their bidders, and offers those without a bid.
// // 6.3.3; 20-CA-08, 20-CA-09
func cousinSale(t *turn) {
	if t.Get(stockNo) > 1 {
		return
	}
	step.Reorder(t.Turn, t.Table, t.Order())
	won := t.withBids()
	if len(won) > 0 {
		lowest := t.Get(bid.Of(won[0])) // 20-CA-11, 20-RU-11
		t.overpay(won)
		for _, c := range won {
			amount, by := t.bidFor(c)
			t.sellCousin(c, by, amount)
		}
		t.offerCousins(lowest)
	}
	for _, c := range t.onSale() { // 20-CA-12
		t.Move(cousin(c), step.Out)
		t.Note("", "%s leaves the game", data.Private(c).Name)
	}
}

// overpay lets winners pay more than they bid. All are asked at once. // 6.3.3; 20-CA-14, 20-RU-11
func (t *turn) overpay(won []string) {
	waiting := t.Order()
	for {
		var choices []engine.Choice
		for _, p := range waiting {
			if more := step.Ruled(p, "", "overpay", "pay more for a cousin you have won: its own money, for shares, is the difference to its printed price", t.overpayments(p, won), t.notOverpaid(p, won)); classic.AnyOpen(more) {
				choices = append(choices, more, engine.Bare(p, "pass", "pay what you bid"))
			}
		}
		if len(choices) == 0 {
			return
		}
		a := t.Ask("overpay", choices...)
		if a.Verb == "overpay" {
			t.Set(bid.Of(a.Arg(0)), a.Int(1))
			t.Note(a.By, "pays %s for %s", money(a.Int(1)), data.Private(a.Arg(0)).Name)
			continue
		}
		waiting = slices.DeleteFunc(waiting, func(p string) bool { return p == a.By })
	}
}

func (t *turn) overpayments(p string, won []string) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, c := range won {
			out = append(out, step.BidsFor([]string{c}, "", t.Get(bid.Of(c))+bidStep, t.Get(bid.Of(c))+t.Cash(p), bidStep)...)
		}
		return out
	}
}

func (t *turn) notOverpaid(p string, won []string) func(words []string) string {
	return func(words []string) string {
		n, ok := step.Number(words, 1)
		amount, by := t.bidFor(step.Word(words, 0))
		switch {
		case !ok || len(words) != 2 || !slices.Contains(won, words[0]) || by != p:
			return "say for which cousin that you have won you pay how much"
		case n <= amount || n%bidStep != 0:
			return "pay more than you bid, in steps of " + money(bidStep) + " (6.3.3)"
		case n > t.Cash(p)-t.otherBids(p, words[0]):
			return "you have " + money(t.Cash(p)) + " for all that you have won (6.3.3)"
		}
		return ""
	}
}

// sellCousin gives a cousin to a player. Its treasury is the difference between the amount and the
// printed price. // 6.3.3; 20-CA-08, 20-CA-13, 20-RU-12
func (t *turn) sellCousin(c, p string, amount int) {
	t.Set(bidder.Of(c), 0)
	t.Set(bid.Of(c), 0)
	t.Pay(p, engine.Bank, amount)
	t.Move(cousin(c), p)
	dowry := max(data.Private(c).Value-amount, amount-data.Private(c).Value)
	t.Pay(engine.Bank, c, dowry)
	t.Note(p, "has %s for %s; its treasury is %s", data.Private(c).Name, money(amount), money(dowry))
}

// offerCousins offers the cousins without a bid at the lowest winning bid, to the poorest player
// first. // 6.3.3; 20-CA-10, 20-CA-11, 20-DC-02
func (t *turn) offerCousins(price int) {
	order := t.Order()
	slices.SortStableFunc(order, func(a, b string) int { return t.Cash(a) - t.Cash(b) })
	for _, p := range order {
		for len(t.onSale()) > 0 && t.Cash(p) >= price {
			var options []engine.Option
			for _, c := range t.onSale() {
				options = append(options, engine.Option{Args: []string{c}, Label: "for " + money(price) + "; " + cousinWord(c)})
			}
			a := t.Ask("unsold cousin", step.Offer(p, "", "buy", "buy a cousin that had no bid", step.Fixed(options),
				func([]string) string {
					return "say which of the cousins that had no bid you buy for " + money(price) + " (6.3.3)"
				}),
				engine.Bare(p, "pass", "buy none"))
			if a.Verb == "pass" {
				break
			}
			t.sellCousin(a.Arg(0), p, price)
		}
	}
}
