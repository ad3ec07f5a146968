package t18newengland

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// short returns how much company and president together lack for the cheapest train of bank and
// pool, 0 if they can pay. Shares that might be issued do not count. // 11.8; NE-EM-08
func (t *turn) short() int {
	sym := t.Actor
	return max(0, t.cheapest()-t.Cash(sym)-t.Cash(t.President(sym)))
}

// emergency reports whether the president may add money: the company, major or minor, has no train
// and cannot pay for the cheapest one of bank and pool. // 11.8; NE-EM-01, NE-EM-09
func (t *turn) emergency() bool {
	return t.trainless() && t.Cash(t.Actor) < t.cheapest()
}

// notSoldForTrain says why shares may not be sold for a train now. // 11.8
func (t *turn) notSoldForTrain(words []string) string {
	p, sym := t.President(t.Actor), step.Word(words, 1)
	n, _ := step.Number(words, 0)
	most := func(sym string) int {
		if t.sellsFreely() {
			return t.sellableNow(p, sym)
		}
		return min(t.sellableNow(p, sym), step.Enough(t.short(), t.Price(sym)))
	}
	switch {
	case !t.emergency() && !t.sellsFreely(): // NE-EM-01
		return "shares are sold only for a company that has no train and cannot pay for one (11.8)"
	case t.short() == 0: // NE-EM-04, NE-RUL-24
		return "your cash is enough for the train: nothing more may be sold (11.8)"
	case t.notSoldUpTo(p, words, most) != "": // NE-EM-05
		return t.notSoldUpTo(p, words, most)
	case n > t.sellableNow(p, sym):
		return t.Actor + " may not change its president now" + step.AtMost("sell", most(sym)) + " (11.8)"
	case t.sellsFreely():
		return ""
	case (n-1)*t.Price(sym) >= t.short(): // NE-EM-04
		return "you may sell no more shares than the train needs" + step.AtMost("sell", most(sym)) + " (11.8)"
	case isMinor(t.Actor) && t.raisable(sym, n) < t.short(): // NE-RUL-23
		return "after that you could no longer raise enough for the train that " + t.Actor + " must have (11.8)"
	}
	return ""
}

// sellableNow returns the most shares that may be sold in an emergency. The operating company keeps
// its president; other companies may change theirs. // 11.8; NE-EM-06, NE-EM-07
func (t *turn) sellableNow(p, sym string) int {
	most := t.saleable(p, sym)
	if sym != t.Actor {
		return most
	}
	return min(most, t.SellableAsDirector(p, sym))
}

// raisable returns the most that all sales can bring if n shares of one company are sold first. A
// sale by the president lowers the price of the shares of that company that are sold later.
// // 11.8; NE-RUL-23
func (t *turn) raisable(first string, n int) int {
	p, sum := t.President(t.Actor), 0
	for _, sym := range t.majorsInOrder() {
		most, price := t.sellableNow(p, sym), t.Price(sym)
		if sym != first {
			sum += most * price
			continue
		}
		sum += n * price
		if t.President(sym) == p {
			price = t.priceAfter(sym, -n)
		}
		sum += (most - n) * price
	}
	return sum
}

// ruinous adds to the sales after which a president can no longer raise enough for the train of a major that this ends in
// bankruptcy. // 11.8; NE-BK-01
func (t *turn) ruinous(sales []engine.Option) []engine.Option {
	short := t.short()
	if isMinor(t.Actor) || short == 0 || t.sellsFreely() {
		return sales
	}
	for i, o := range sales {
		n, _ := step.Number(o.Args, 0)
		if all := t.raisable(step.Word(o.Args, 1), n); all < short {
			sales[i].Label += fmt.Sprintf("; you go bankrupt then: with all that you could still sell it brings %s of the %s that are missing", money(all), money(short))
		}
	}
	return sales
}

// mayGoBankrupt reports whether a president may go bankrupt: nothing is left to sell, and the money
// is not enough. Nobody goes bankrupt for a minor. // 11.8; NE-BK-01, DIF-02
func (t *turn) mayGoBankrupt(sell engine.Choice) bool {
	switch {
	case isMinor(t.Actor) || t.short() == 0:
		return false
	case t.failsEarly():
		return t.raisable("", 0) < t.short()
	}
	return !step.Open(sell) // NE-BK-02, NE-RUL-28
}

// goBankrupt closes every company of which a player is president, and takes the player out of the
// game. // 11.8
func (t *turn) goBankrupt(p string) {
	t.Note(p, "is bankrupt")
	t.Leave("operating turn")
	for _, sym := range t.inOrder() {
		if t.President(sym) == p { // NE-BK-03
			t.Note(sym, "closes")
			t.close(sym)
		}
	}
	t.Pay(p, engine.Bank, t.Cash(p))
	if t.failsEarly() {
		return
	}
	for _, share := range t.S.Kind(p, "share") { // NE-RUL-28
		t.Move(share, step.Pool)
	}
	t.Set(bankrupt.Of(p), 1) // NE-BK-04
	if t.Where(step.Priority) == p {
		t.Move(step.Priority, t.LeftOf(p, t.Solvent())) // NE-RUL-10
	}
	if len(t.Solvent()) <= 1 { // 13; NE-BK-05, NE-EN-05
		t.End("all but one player are bankrupt", t.scores())
	}
}

// liquidate closes a minor without a train. Its turn is over: a minor issues no shares. // 11.9
func (t *turn) liquidate(sym string) {
	t.Note(sym, "has no train and is liquidated: %s", t.closing(sym))
	t.close(sym)
}

// closing says what its president loses with a minor. // 11.9; NE-LQ-02
func (t *turn) closing(sym string) string {
	if cash := t.Cash(sym); cash > 0 {
		return "its " + money(cash) + " goes to the bank, and it is worth nothing"
	}
	return "it is worth nothing"
}

// close removes a company for good. Its cash goes to the bank; everything else leaves the game. The
// marker of a minor stays on its space. // 11.8, 11.9; NE-CO-17, NE-LQ-02
func (t *turn) close(sym string) {
	t.Pay(sym, engine.Bank, t.Cash(sym))
	for _, train := range t.Trains(sym) { // NE-RUL-28, DIF-03
		t.Move(train, step.Out)
	}
	for n := range data.Company(sym).Stations { // NE-ST-07
		t.Move(step.Token(sym, n), step.Out)
	}
	for n := range data.Company(sym).Shares {
		t.Move(step.Share(sym, n), step.Out)
	}
	if !isMinor(sym) { // NE-CO-06, NE-LQ-03, NE-RUL-29
		t.Put(sym, "")
	}
	t.Set(closed.Of(sym), 1)
}
