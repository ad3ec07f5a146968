package t1817

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// liquidate puts a company into the red cell. // 6.8, 6.10
func (t *turn) liquidate(sym, why string) {
	t.Put(sym, cell(redCol))
	t.Note(sym, "%s: it is put into liquidation", why)
}

// checkTrains puts a company without a train into liquidation. // 6.10;
// 17-IN-05
func checkTrains(t *turn) {
	if len(t.Trains(t.Actor)) == 0 {
		t.liquidate(t.Actor, "it has no train")
	}
}

// A bill says why players are charged. // 7.4; 17-CC-01
type bill struct {
	sym      string // the company that causes the charge
	interest bool   // the charge is for its unpaid interest
}

// charge adds an amount to what a player has to pay to the bank. // 7.4; 17-CC-01
func (t *turn) charge(p string, amount int) { t.Set(owes.Of(p), t.Get(owes.Of(p))+amount) }

// collect makes all players pay what they were charged. Players with enough cash pay at once. The others
// raise the money in seat order, beginning with from. soon is called before any of them is asked. // 7.4;
// R-32, 17-CC-01
func (t *turn) collect(from string, b bill, soon func()) {
	order := t.Players()
	if from != "" {
		all := t.Following(from)
		order = append([]string{from}, all[:len(all)-1]...)
	}
	for _, p := range order {
		t.settleDebt(p)
	}
	if t.goesBankruptAtWill() {
		t.crises(order, b, soon)
		return
	}
	for _, p := range order {
		if t.Get(owes.Of(p)) > 0 && !t.over() {
			soon()
			t.crisis(p, b)
		}
	}
}

// crisisSales offers the sales of a player who cannot pay. // 7.4; 17-CC-02
func (t *turn) crisisSales(p string) engine.Choice {
	return step.Ruled(p, "", "sell", "sell shares to pay "+money(t.Get(owes.Of(p))), t.sales(p, t.inOrder()...),
		func(words []string) string { return t.notCrisisSale(p, words) })
}

// settleDebt pays what a player owes if they have enough cash.
func (t *turn) settleDebt(p string) {
	debt := t.Get(owes.Of(p))
	if debt == 0 || t.Cash(p) < debt {
		return
	}
	t.Pay(p, engine.Bank, debt)
	t.Set(owes.Of(p), 0)
	t.Note(p, "paid %s", money(debt))
}

// crisis lets a player sell shares until they can pay a debt. A player with nothing left to sell is
// bankrupt. // 7.4; 17-CC-02, 17-CC-04, R-33, D-25
func (t *turn) crisis(p string, b bill) {
	t.Note(p, "lacks %s: cash crisis", money(t.Get(owes.Of(p))-t.Cash(p)))
	for t.Cash(p) < t.Get(owes.Of(p)) {
		sell := t.crisisSales(p)
		if !classic.AnyOpen(sell) {
			t.goBankrupt(p, b)
			return
		}
		a := t.Ask("cash crisis", sell, step.Barred(p, "", "pass", "you must sell until you can pay (7.4)"))
		t.sell(p, a.Arg(1), a.Int(0))
	}
	t.settleDebt(p)
}

// notCrisisSale says why a player may not make a sale to pay a debt. They may not sell more shares than
// they need to, or make another player president. // 7.4; 17-CC-02, R-33
func (t *turn) notCrisisSale(p string, words []string) string {
	lack := t.Get(owes.Of(p)) - t.Cash(p)
	enough := func(sym string) int { return step.Enough(lack, t.Price(sym)) }
	most := func(sym string) int { return min(t.SellableAsDirector(p, sym), enough(sym)) }
	if why := t.notSoldUpTo(p, words, most); why != "" {
		return why
	}
	n, _ := step.Number(words, 0)
	sym := words[1]
	if n > t.SellableAsDirector(p, sym) { // 17-CC-03
		return "no sale may make another player president of " + sym + step.AtMost("sell", most(sym)) + " (7.4)"
	}
	if (n-1)*t.Price(sym) >= lack {
		return fmt.Sprintf("you lack %s: no more shares are sold than that takes, %s of %s (7.4)", money(lack), step.Plural(enough(sym), "share"), sym)
	}
	return ""
}

// goBankrupt takes a player out of the game. // 7.4; 17-BK-01, R-34, D-39, D-40
func (t *turn) goBankrupt(p string, b bill) {
	t.Note(p, "is bankrupt")
	t.Set(owes.Of(p), 0)
	to := engine.Bank
	if b.interest && !t.cashGoesToBank() { // 17-BK-04, D-15
		to = b.sym
	}
	t.Pay(p, to, t.Cash(p))
	t.Set(bankrupt.Of(p), 1)
	for _, sym := range t.inOrder() {
		t.abandon(p, sym)
	}
	if !t.keepsPrivates() { // 17-BK-02
		for _, private := range t.privates(p) {
			t.Move(piece(private), step.Pool)
		}
	}
	if rest := t.Solvent(); len(rest) == 1 { // 8; 17-BK-08
		t.End("only "+t.PlayerName(rest[0])+" is left in the game", t.scores())
		return
	}
	if t.Where(step.Priority) == p {
		t.Move(step.Priority, t.LeftOf(p, t.Solvent()))
	}
}

// abandon moves a bankrupt's shares and short shares of a company to the market. A company that loses its
// president goes to liquidation. // 7.4; 17-BK-02, 17-BK-03, 17-BK-06, R-34, R-38
func (t *turn) abandon(p, sym string) {
	presided := t.President(sym) == p
	for _, cert := range t.Certificates(p, sym) {
		t.Move(cert, step.Pool)
	}
	for _, cert := range t.shortsAt(p, sym) {
		t.Move(cert, step.Pool)
	}
	t.pair(step.Pool, sym)
	if presided {
		t.Set(leftBy.Of(sym), t.Seat(p)+1)
		t.liquidate(sym, "it has no president")
	}
}
