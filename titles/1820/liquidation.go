package t1820

import (
	"pbem/engine"
	"pbem/engine/step"
)

// nextDoomed returns the next company that is liquidated, in operating order.
// // 8.1, 8.5; 20-IT-06, 20-IT-07, 20-RU-53
func nextDoomed(s *engine.State, _ string) string {
	v := see(s)
	for _, sym := range v.publics() {
		if s.Get(doomed.Of(sym)) == 1 && v.liquidating(sym) {
			return sym
		}
	}
	return ""
}

// liquidation auctions the trains of a company and its markers on the map. The bank bids the price
// of the shares in play. // 8.5; 20-LQ-01, 20-LQ-02
func liquidation(t *turn) {
	sym := t.Actor
	bank := t.worthOf(sym)
	t.Note("", "%s is liquidated", sym)
	_, buyer, price := t.auctionOff(sale{sym, upTo(bank + 1), bank, bank})
	if buyer == "" {
		price = bank
	}
	t.windUp(sym, buyer, price)
}

// windUp ends a company. Its treasury receives the bid. Its markers and trains go to the buyer; if
// the bank buys, British Rail gets the cities and the trains leave the game. Then the loans are
// repaid, and what is left is shared out. // 8.5, 8.4.3; 20-LQ-03, 20-LQ-06, 20-LQ-07, 20-TO-13
func (t *turn) windUp(sym, buyer string, price int) {
	if buyer == "" {
		t.Pay(engine.Bank, sym, price)
		t.abandon(sym)
		t.Note("", "The bank has %s for %s", sym, money(price))
	} else {
		t.finance(buyer, price)
		t.Pay(t.purse(buyer), sym, price)
		t.Note(buyer, "buys markers and trains of %s for %s", sym, money(price))
		t.Set(acquired.Of(buyer), 1)
		for _, tok := range t.Tokens(sym) { // 20-LQ-02
			t.Move(tok, box)
		}
		t.inheritStations(buyer, sym)
		t.inheritTrains(buyer, sym)
	}
	t.settleDebts(sym)
}

// settleDebts repays the loans of a company that is liquidated, from its treasury. If that is not
// enough, its holders pay the rest, share by share, and the part of the pool is forgiven. If
// something is left, it is shared out, and the part of the pool goes to the bank. The company is
// off the table before holders are asked for money. // 8.4.3, 17.3; 20-LQ-04, 20-LQ-05, 20-RU-53
func (t *turn) settleDebts(sym string) {
	debt := t.loans(sym) * loanValue
	paid := min(debt, t.Cash(sym))
	t.Pay(sym, engine.Bank, paid)
	if debt > paid {
		dues := t.dues(sym, (debt-paid)/t.inPlay(sym))
		t.packUp(sym)
		t.collect(sym, dues)
		return
	}
	each := t.Cash(sym) / t.inPlay(sym)
	d := t.Director(sym)
	for _, h := range t.Holders() {
		t.Pay(sym, h, each*t.Shares(h, sym))
	}
	t.Pay(sym, engine.Bank, each*t.Shares(step.Pool, sym))
	if d != "" {
		t.Pay(sym, d, t.Cash(sym))
	}
	t.Note(sym, "shares out %s a share", money(each))
	t.packUp(sym)
}

// A charge is what a holder must pay.
type charge struct {
	holder string
	amount int
}

// dues returns what holders pay at so much a share, in number order.
func (v view) dues(sym string, each int) []charge {
	var out []charge
	for _, h := range v.Holders() {
		if n := each * v.Shares(h, sym); n > 0 {
			out = append(out, charge{h, n})
		}
	}
	return out
}

// collect makes holders pay. A player who cannot pay scores nothing.
// // 8.4.3, 10.2, 10.3; 20-LQ-04, 20-BK-01, 20-CO-07, 20-RU-53
func (t *turn) collect(sym string, dues []charge) {
	var broke []string
	for _, c := range dues {
		if t.raiseCash(c.holder, sym, c.amount) {
			t.Pay(c.holder, engine.Bank, c.amount)
			t.Note(c.holder, "pays %s for loans of %s", money(c.amount), sym)
			continue
		}
		broke = append(broke, c.holder)
	}
	for _, h := range broke {
		if t.Seat(h) >= 0 {
			t.Set(ruined.Of(h), 1)
		}
	}
	for _, h := range broke {
		if !t.over() {
			t.ruin(h)
		}
	}
}

// endTakeovers ends the round. // 9.1; 20-GE-02, 20-RU-46
func endTakeovers(t *turn) {
	t.endIfReached("a price has reached £500")
	t.endIfDeserted()
}
