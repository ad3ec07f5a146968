package t1817

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// bidStep is the unit of bids in the initial auction and for an IPO: every bid is a multiple of it. // 4.2,
// 5.5
const bidStep = 5

// nextInAuction returns the next player clockwise. The auction ends when all pass in succession or no
// private company is left. // 4.2; 17-IA-01, 17-IA-06, 17-IA-07
func nextInAuction(s *engine.State, last string) string {
	if len(s.Kind(onSale, "private")) == 0 {
		return ""
	}
	return see(s).NextTurn(last, s.Players())
}

// privateAuction is one player's turn: they put a private company up, or pass. // 4.2; 17-IA-01, R-04
func privateAuction(t *turn) {
	p := t.Actor
	opening := step.Ruled(p, "", "bid", "put up a private company and bid for it; the bank adds what is missing to its face value", t.onOffer, t.notOpened)
	if !classic.AnyOpen(opening) && !t.asksPasses() {
		step.TurnPassed(t.Turn, p, "cannot open an auction and is passed over")
		return
	}
	a := t.Ask("private", opening, engine.Bare(p, "pass", "put up nothing"))
	if a.Verb == "pass" {
		step.TurnPassed(t.Turn, p, "passed")
		return
	}
	step.TurnTaken(t.Turn, p)
	t.sellPrivate(p, a.Arg(0), a.Int(1))
}

// onOffer lists the private companies that are still for sale, with bids up to the player's cash.
func (t *turn) onOffer() []engine.Option {
	var out []engine.Option
	for _, sym := range t.privates(onSale) {
		out = append(out, step.BidsFor([]string{sym}, data.Private(sym).Name+", face value "+money(data.Private(sym).Value), 0, t.Cash(t.Actor), bidStep)...)
	}
	return out
}

// notOpened says why a player may not open the bidding for a private company with these words. // 4.2;
// 17-IA-02, 17-IA-03
func (t *turn) notOpened(words []string) string {
	sym := step.Word(words, 0)
	n, ok := step.Number(words, 1)
	switch {
	case !ok || len(words) != 2:
		return "say for which private company you bid, and how much"
	case data.Private(sym) == nil || t.owner(sym) != onSale:
		return sym + " is not a private company on offer"
	}
	missing := data.Private(sym).Value - t.Cash(pot)
	if n < missing { // 17-IA-03
		return fmt.Sprintf("your bid and the seed money of %s must make up the face value of %s: bid %s at least (4.2)",
			money(t.Cash(pot)), sym, money(missing))
	}
	return t.notPaidFor(t.Actor, sym, n)
}

// notPaidFor says why a player may not bid n for a private company. A bid is a multiple of five, and at
// most the face value and the player's cash. // 4.2; 17-IA-02
func (t *turn) notPaidFor(p, sym string, n int) string {
	face := data.Private(sym).Value
	switch {
	case n < 0 || n%bidStep != 0:
		return "a bid must be a multiple of " + money(bidStep) + " (4.2)"
	case n > face && !t.bidsOverFace():
		return fmt.Sprintf("a bid may not exceed the face value of %s, %s (4.2)", sym, money(face))
	case n > t.Cash(p):
		return "you have " + money(t.Cash(p)) + " (4.2)"
	}
	return ""
}

// sellPrivate auctions one private company. // 4.2; 17-IA-04, 17-IA-05
func (t *turn) sellPrivate(opener, sym string, bid int) {
	t.Note(opener, "put up the %s and bid %s", data.Private(sym).Name, money(bid))
	winner, price := step.Auction{
		What: sym, Bidders: t.Following(opener), Opener: opener, Price: bid, Money: money,
		Bids: func(p string, price int, _ bool) []engine.Option { return step.Bids(price+bidStep, t.Cash(p), bidStep) },
		NotBid: func(p string, bid, price int, _ bool) string {
			if bid < price+bidStep { // 17-IA-04
				return "bid " + money(price+bidStep) + " at least (4.2)"
			}
			return t.notPaidFor(p, sym, bid)
		},
	}.Run(t.Turn)
	t.Pay(winner, engine.Bank, price)
	t.Pay(pot, engine.Bank, max(0, data.Private(sym).Value-price))
	t.Move(piece(sym), winner)
	t.Note(winner, "bought the %s for %s", data.Private(sym).Name, money(price))
}

// endAuction removes the private companies that were not sold, and passes the priority deal on. // 4.2;
// 17-IA-07, 17-IA-08
func endAuction(t *turn) {
	for _, sym := range t.privates(onSale) {
		t.Move(piece(sym), step.Out)
		t.Note("", "The %s is out of the game", data.Private(sym).Name)
	}
	t.Pay(pot, engine.Bank, t.Cash(pot))
	step.PassPriority(t.Turn, t.Table, t.Solvent())
}
