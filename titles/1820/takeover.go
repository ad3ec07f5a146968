package t1820

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// nextToOffer takes the public companies in reverse operating order: always the lowest marker that
// has not had a turn. // 8.1; 20-IT-08, 20-RU-52
func nextToOffer(s *engine.State, done []string) string {
	v := see(s)
	list := slices.DeleteFunc(v.playing(), func(sym string) bool { return v.private(sym) || v.liquidating(sym) })
	slices.Reverse(list)
	return step.FirstNotIn(list, done)
}

// capacity returns the most that a company could pay for another: its treasury, the shares that it
// may issue, and the loans that it may take at the price after that. A private company has its
// director's cash. // 8.4.1; 20-TO-08, 20-RU-51, 20-TO-15
func (v view) capacity(sym string) int {
	if v.private(sym) {
		return v.S.Cash(v.Director(sym))
	}
	best := 0
	for m := range v.Shares(sym, sym) + 1 {
		at := v.col(sym) - v.fall(sym, m)
		if at <= liquidationCol {
			break
		}
		loans := min(v.inPlay(sym)+m-v.loans(sym), at-liquidationCol-1)
		best = max(best, v.S.Cash(sym)+m*v.Price(sym)+loans*loanValue)
	}
	return best
}

// buyers returns the companies of a player that may buy another at a price.
// // 8.4.2; 20-TO-06, 20-TO-07, 20-LQ-08
func (v view) buyers(p, target string, price int) []string {
	return slices.DeleteFunc(v.playing(), func(sym string) bool {
		return sym == target || v.President(sym) != p || v.liquidating(sym) || v.capacity(sym) < price
	})
}

// mostBid returns a function for the most that a player can bid for a company.
func (v view) mostBid(target string) func(p string) int {
	return func(p string) int {
		most := 0
		for _, sym := range v.buyers(p, target, 0) {
			most = max(most, v.capacity(sym))
		}
		return most / bidStep * bidStep
	}
}

// offer is the turn of a company. It offers others or itself until it takes one over, is gone, or
// passes. A company that it took over in the turn of another does not count. A company that a
// cousin directs offers itself.
// // 8.1, 8.4.1, 14.1; 20-IT-09, 20-TO-04, 20-CO-04, 20-RU-52, 20-DC-43
func offer(t *turn) {
	sym := t.Actor
	for buyer := ""; buyer != sym && t.public(sym) && !t.liquidating(sym) && !t.over(); {
		if t.President(sym) == "" {
			if t.Get(offered.Of(sym)) == 0 {
				t.sellCompany(sym, sym)
			}
			return
		}
		offers := t.voice().Offers("offer", "offer a company for takeover", t.targets, t.notOffered)
		if !classic.AnyOpen(offers) {
			return
		}
		a := t.Ask("offer", offers, t.voice().Pass("offer no company"))
		if a.Verb == "pass" {
			return
		}
		buyer = t.sellCompany(sym, a.Arg(0))
	}
}

// targets lists all companies in play, possible or not.
func (t *turn) targets() []engine.Option {
	var out []engine.Option
	for _, sym := range t.playing() {
		s := t.saleOf(sym, false)
		o := engine.Option{Args: []string{sym}, Label: "bids of " + money(s.least) + " at least; one of " + money(s.forcing) + " cannot be refused"}
		if sym == t.Actor {
			o.Label = "itself; the bank has it for " + money(t.bankBid(sym)) + " if nobody bids more"
		}
		out = append(out, o)
	}
	return out
}

// worthOf returns a company's price times its shares in play. // 8.4.1; 20-TO-02
func (v view) worthOf(sym string) int { return v.Price(sym) * v.inPlay(sym) }

// bankBid returns what the bank bids for a company that offers itself: half of its worth, or all of
// it once Queen Victoria is dead. // 8.4.1; 20-TO-05, 20-RU-49
func (v view) bankBid(sym string) int {
	if v.S.Get(victoria) == 0 {
		return v.worthOf(sym) / 2
	}
	return v.worthOf(sym)
}

// forcing returns the lowest bid that cannot be refused. // 8.4.2; 20-TO-10, 20-RU-49
func (v view) forcing(sym string) int {
	return upTo(priceAt(v.shifted(sym, v.costs().premium)) * v.inPlay(sym))
}

// notOffered says why a company cannot be offered. // 8.4.1; 20-TO-01, 20-TO-03, 20-TO-04,
// 20-TO-12
func (t *turn) notOffered(words []string) string {
	target := step.Word(words, 0)
	switch {
	case len(words) != 1 || !t.public(target) && !t.private(target) || target == british:
		return "say which company is offered"
	case t.private(target):
		return "a private company is not offered (8.4.1)"
	case t.liquidating(target):
		return target + " is in liquidation and is not offered (8.4.1)"
	case t.Get(offered.Of(target)) == 1:
		return target + " has been offered in this round (8.4.1)"
	case target == t.Actor:
		return ""
	case t.Get(shrunk.Of(target)) == 1:
		return target + " has reduced its share-count in this round (8.4.1)"
	case t.Get(acquired.Of(target)) == 1:
		return target + " has taken a company over in this round (8.4.1)"
	case t.capacity(t.Actor) < t.saleOf(target, false).least:
		return fmt.Sprintf("%s could not pay the least bid, %s: no more than %s (8.4.1)", t.Actor, money(t.saleOf(target, false).least), money(t.capacity(t.Actor)))
	}
	return ""
}

// A sale is the auction of a company: the lowest bid, the bank's bid that players must beat (0 for
// none), and the lowest bid that cannot be refused.
type sale struct {
	target               string
	least, bank, forcing int
}

// saleOf returns the sale of a company that is offered by another company or by itself.
// // 8.4.1, 8.4.2; 20-TO-02, 20-TO-05, 20-TO-10, 20-RU-49, 20-RU-70
func (v view) saleOf(target string, self bool) sale {
	if self {
		bank := v.bankBid(target)
		return sale{target, upTo(bank + 1), bank, bank}
	}
	return sale{target, upTo(v.worthOf(target)), 0, v.forcing(target)}
}

// sellCompany auctions an offered company. It returns the company that has taken it over, "" for
// none. // 8.4.2, 8.4.3; 20-TO-06, 20-TO-09, 20-TO-26, 20-AU-03
func (t *turn) sellCompany(by, target string) string {
	t.Set(offered.Of(target), 1)
	s := t.saleOf(target, by == target)
	t.Note(by, "offers %s for takeover; a bid of %s cannot be refused", target, money(s.forcing))
	winner, buyer, price := t.auctionOff(s)
	switch {
	case winner == "" && s.bank > 0: // 20-TO-13, 20-RU-50
		t.windUp(target, "", s.bank)
	case winner == "":
		t.Note("", "Nobody bids for %s", target)
	case price < s.forcing && t.refused(target, winner, price): // 20-TO-11
		t.Note(target, "refuses %s", money(price))
	default:
		t.takeOver(buyer, target, price)
		return buyer
	}
	return ""
}

// auctionOff finds who buys a company, with which company, and for how much. A winner who names no
// company is out, and the auction is repeated. // 8.4.2, 8.4.3, 10.4; 20-TO-14, 20-TO-26
func (t *turn) auctionOff(s sale) (winner, buyer string, price int) {
	bidders := t.Order()
	for {
		winner, price = openCry{what: s.target, sym: s.target, bidders: bidders, least: s.least, bank: s.bank, cap: t.mostBid(s.target)}.run(t)
		if winner == "" {
			return "", "", 0
		}
		if buyer, price = t.pickBuyer(winner, s, price); buyer != "" {
			return winner, buyer, price
		}
		t.Note(winner, "declines and is out of this auction")
		bidders = slices.DeleteFunc(bidders, func(p string) bool { return p == winner })
	}
}

// pickBuyer asks which company of the winner buys, and whether it pays more. In an open-cry auction
// players may raise even their own bid: so that it cannot be refused, or for the sake of the
// holders. // 8.4.3, 10.4; 20-TO-14, 20-AU-01, 20-DC-46
func (t *turn) pickBuyer(winner string, s sale, price int) (buyer string, pays int) {
	buyers := func() []engine.Option {
		var out, raised []engine.Option
		for _, sym := range t.buyers(winner, s.target, price) {
			out = append(out, engine.Option{Args: []string{"with", sym}, Label: "it could pay " + money(t.capacity(sym))})
			raised = append(raised, step.BidsFor([]string{"with", sym, "for"}, s.raising(price), price+bidStep, t.capacity(sym), bidStep)...)
		}
		return append(out, raised...)
	}
	a := t.Ask("buyer", step.Ruled(winner, s.target, "buy", fmt.Sprintf("say which of your companies buys %s for %s", s.target, money(price)), buyers,
		func(words []string) string { return t.notBuying(winner, s.target, price, words) }),
		engine.Choice{By: winner, For: s.target, Verb: "decline", Help: "do not buy: it is auctioned again without you"})
	buyer, pays = a.Arg(1), price // "" if the winner declines
	if len(a.Args) == 4 {
		pays = a.Int(3)
	}
	if buyer != "" && pays > t.Cash(t.purse(buyer)) { // its money comes next
		t.Note(winner, "has %s buy %s for %s", buyer, s.target, money(pays))
	}
	return buyer, pays
}

// raising tells a winner why to raise the bid.
func (s sale) raising(price int) string {
	if price < s.forcing {
		return "raise your own bid; one of " + money(s.forcing) + " cannot be refused"
	}
	return "raise your own bid"
}

// notBuying says why a winner may not buy like this. The director of the target pays no more than
// it takes to win. // 8.4.2, 8.4.3; 20-TO-08, 20-TO-09, 20-TO-14
func (t *turn) notBuying(winner, target string, price int, words []string) string {
	buyer := step.Word(words, 1)
	n, raised := step.Number(words, 3)
	switch {
	case len(words) != 2 && (len(words) != 4 || words[2] != "for" || !raised) || step.Word(words, 0) != "with":
		return "say with which of your companies you buy, and for how much if for more than " + money(price)
	case !slices.Contains(t.buyers(winner, target, price), buyer):
		return "say with which of your companies that can pay you buy (8.4.3)"
	case !raised:
		return ""
	case t.President(target) == winner:
		return fmt.Sprintf("the director of %s bids no more than it takes, %s (8.4.2)", target, money(price))
	case n <= price || n%bidStep != 0:
		return fmt.Sprintf("raise a bid of %s by multiples of %s (10.4)", money(price), money(bidStep))
	case n > t.capacity(buyer):
		return fmt.Sprintf("%s can pay %s at most (8.4.1)", buyer, money(t.capacity(buyer)))
	}
	return ""
}

// refused asks the director of an offered company about a bid below the forcing bid, and reports
// whether they decline. A player who bids for a company of their own accepts. A cousin always
// accepts. // 8.4.2; 20-TO-11, 20-DC-45
func (t *turn) refused(target, winner string, price int) bool {
	p := t.President(target)
	if p == "" || p == winner {
		return false
	}
	a := t.Ask("forcing", step.Voice{By: p, For: target}.Choice("accept", fmt.Sprintf("sell %s for %s", target, money(price)), nil),
		step.Voice{By: p, For: target}.Choice("decline", "do not sell "+target, nil))
	return a.Verb == "decline"
}

// takeOver buys a company. Its holders are paid for each share, and then the buyer gets everything
// it has. // 8.4.3; 20-TO-14, 20-TO-16, 20-TO-25, 20-RU-52
func (t *turn) takeOver(buyer, target string, price int) {
	t.finance(buyer, price)
	t.Note(buyer, "takes %s over for %s", target, money(price))
	each := price / t.inPlay(target)
	rest := price
	for _, h := range t.Holders() {
		t.Pay(t.purse(buyer), h, each*t.Shares(h, target))
		rest -= each * t.Shares(h, target)
		t.handOver(target, h, box, t.Shares(h, target)) // nobody may sell the bought shares again to pay for what follows
	}
	t.handOver(target, step.Pool, box, t.Shares(step.Pool, target))
	t.Pay(t.purse(buyer), engine.Bank, rest)
	t.Set(acquired.Of(buyer), 1)
	t.absorb(buyer, target)
	t.packUp(target)
}

// finance brings the price into the purse of the buyer, with loans and issued shares as needed.
// After each step it must still be able to pay the price. // 8.4.3, 17.1; 20-TO-15, 20-LN-02
func (t *turn) finance(buyer string, price int) {
	for t.Cash(t.purse(buyer)) < price {
		v := t.Voice(buyer)
		missing := price - t.Cash(buyer)
		a := t.Ask("finance", v.Offers("loan", "take loans: "+money(missing)+" are missing", func() []engine.Option {
			return counts(t.borrowable(buyer))
		}, func(words []string) string {
			if why := t.notBorrowed(buyer, words); why != "" {
				return why
			}
			n, _ := step.Number(words, 0)
			if most := upBy(missing, loanValue); n > most {
				return fmt.Sprintf("%s are missing: take %s (8.4.3)", money(missing), noMore(most, "loan"))
			}
			return t.notEnough(buyer, price, func(w view) view { return w.borrowed(buyer, n) })
		}), v.Tells("issue", "issue shares: "+money(missing)+" are missing", t.issuables(t.President(buyer)), func(words []string) string {
			if why := t.notIssued(t.President(buyer))(words); why != "" {
				return why
			}
			n, _ := step.Number(words, 0)
			if words[1] != buyer {
				return words[1] + " does not buy"
			}
			if most := upBy(missing, t.Price(buyer)); n > most {
				return fmt.Sprintf("%s are missing: issue %s (8.4.3)", money(missing), noMore(most, "share"))
			}
			return t.notEnough(buyer, price, func(w view) view { return w.sharesOut(buyer, n) })
		}, buyer+" has no share in its treasury (8.4.3)"))
		if a.Verb == "loan" {
			t.borrow(buyer, a.Int(0))
		} else {
			t.issue(buyer, a.Int(0))
		}
	}
}

// upBy returns how many of a value make up a sum.
func upBy(sum, value int) int { return (sum + value - 1) / value }

// noMore says a limit: "no more than 2 loans".
func noMore(most int, what string) string { return "no more than " + step.Plural(most, what) }

// notEnough says why an act would leave a buyer without the price.
func (t *turn) notEnough(buyer string, price int, act func(view) view) string {
	if act(t.view).capacity(buyer) < price {
		return "then " + buyer + " could no longer pay " + money(price) + " (8.4.3)"
	}
	return ""
}

// borrowed returns the table after a company has taken loans.
func (v view) borrowed(sym string, n int) view {
	return see(v.S.With(engine.Set{Key: loansOf.Of(sym), Value: v.loans(sym) + n},
		engine.Paid{From: engine.Bank, To: sym, Amount: n * loanValue}, engine.Priced{Marker: sym, Cell: cell(v.shifted(sym, -n))}))
}

// sharesOut returns the table after a company has issued shares.
func (v view) sharesOut(sym string, n int) view {
	facts := []engine.Event{engine.Paid{From: engine.Bank, To: sym, Amount: n * v.Price(sym)}, engine.Set{Key: issued.Of(sym), Value: v.S.Get(issued.Of(sym)) + n},
		engine.Priced{Marker: sym, Cell: cell(v.shifted(sym, -v.fall(sym, n)))}}
	for _, cert := range v.Certificates(sym, sym)[:n] {
		facts = append(facts, engine.Moved{Piece: cert, From: sym, To: step.Pool})
	}
	return see(v.S.With(facts...))
}

// absorb moves cash, loans, markers and trains of a company to another.
// // 8.4.3; 20-TO-16, 20-TO-17, 20-TO-18, 20-TO-24
func (t *turn) absorb(buyer, target string) {
	t.Pay(target, t.purse(buyer), t.Cash(target))
	if n := t.loans(target); n > 0 {
		t.Set(loansOf.Of(buyer), t.loans(buyer)+n)
		if t.public(buyer) {
			t.shift(buyer, -n)
		}
		t.shedLoans(buyer)
		if t.over() {
			return
		}
	}
	t.inheritStations(buyer, target)
	t.inheritTrains(buyer, target)
}

// inheritTrains moves the trains to the buyer. Companies above the limit discard.
// // 8.4.3; 20-TO-24, 20-LQ-07
func (t *turn) inheritTrains(buyer, target string) {
	for _, train := range t.Trains(target) {
		t.Move(train, buyer)
	}
	t.discardExcess()
}
