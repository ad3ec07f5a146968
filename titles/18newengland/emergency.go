package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
)

// short is what company and president together lack for the cheapest train of
// bank and pool; 0 when they can pay. // 11.8
func (t *turn) short() int {
	sym := t.Actor
	return max(0, t.cheapest()-t.Cash(sym)-t.Cash(t.President(sym)))
}

// emergency reports whether the president may add money: the company has no
// train and cannot pay for any of bank and pool. // 11.8; NE-EM-01, NE-EM-08,
// NE-EM-09
func (t *turn) emergency() bool {
	sym := t.Actor
	return len(t.Trains(sym)) == 0 && t.Cash(sym) < t.cheapest()
}

// emergencyOptions lists the cheapest trains when the president's cash covers
// what the treasury lacks. // 11.8; NE-EM-02, NE-EM-03
func (t *turn) emergencyOptions() []engine.Option {
	if !t.emergency() || t.short() > 0 {
		return nil
	}
	var out []engine.Option
	for _, l := range t.lots() {
		if l.Train.Price == t.cheapest() {
			out = append(out, engine.Option{
				Args:  []string{"train", l.Train.Name, "from", l.From},
				Label: money(l.Train.Price) + ", you add " + money(l.Train.Price-t.Cash(t.Actor)),
			})
		}
	}
	return out
}

// emergencySales lists the sales that help to pay, none of more shares than it
// takes. // 11.8; NE-EM-04, NE-EM-05, NE-RUL-23, NE-RUL-24
func (t *turn) emergencySales() []engine.Option {
	need := t.short()
	if need == 0 || !t.emergency() && !t.option(freeSales) {
		return nil
	}
	p := t.President(t.Actor)
	var out []engine.Option
	for _, o := range t.saleOptions(p, t.sellableNow) {
		n, sym := (engine.Command{Args: o.Args}).Int(0), o.Args[1]
		if (n-1)*t.Price(sym) >= need && !t.option(freeSales) {
			continue
		}
		if isMinor(t.Actor) && !t.option(freeSales) && t.raisable(sym, n) < need {
			continue
		}
		out = append(out, o)
	}
	return out
}

// notEmergencySale says why shares may not be sold for a train now. // 11.8;
// NE-EM-01, NE-EM-04, NE-EM-06, NE-RUL-23
func (t *turn) notEmergencySale(words []string) string {
	p, sym := t.President(t.Actor), step.Word(words, 1)
	n, ok := step.Number(words, 0)
	switch {
	case !t.emergency():
		return "shares are sold only for a company that has no train and cannot pay for one (11.8)"
	case t.short() == 0:
		return "your cash is enough for the train: nothing more may be sold (11.8)"
	case !ok || !known(sym, major) || n < 1 || n > t.sellable(p, sym):
		return t.notSellable(p, words)
	case n > t.sellableNow(p, sym):
		return t.Actor + " may not change its president now (11.8)"
	case (n-1)*t.Price(sym) >= t.short():
		return "you sell no more shares than the train takes (11.8)"
	}
	return "all you could sell after that would not pay for the train: " + t.Actor + " cannot be saved so (11.8)"
}

// sellableNow is the most shares that may be sold in an emergency: the
// operating company keeps its president. // 11.8; NE-EM-06, NE-EM-07
func (t *turn) sellableNow(p, sym string) int {
	most := t.sellable(p, sym)
	if sym != t.Actor {
		return most
	}
	least := t.Weight(step.Share(sym, 0))
	if heir := t.Heir(p, sym); heir != "" {
		least = max(least, t.Shares(heir, sym))
	}
	return max(0, min(most, t.Shares(p, sym)-least))
}

// raisable is the most that all sales can bring when the first is n shares of
// a company. A president's sale lowers the price for what is sold later.
// // NE-RUL-23
func (t *turn) raisable(first string, n int) int {
	p, sum := t.President(t.Actor), 0
	for _, sym := range majorsInOrder(t.State) {
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

// mayGoBankrupt reports whether nothing is left to sell and the money does not
// suffice. Nobody goes bankrupt for a minor. // 11.8; NE-BK-01, NE-RUL-28,
// DIF-01, DIF-02
func (t *turn) mayGoBankrupt() bool {
	if isMinor(t.Actor) || t.short() == 0 {
		return false
	}
	if t.option(earlyBankruptcy) {
		return t.raisable("", 0) < t.short()
	}
	return len(t.emergencySales()) == 0
}

// goBankrupt takes a player out of the game with every company of which they
// are president. // 11.8; NE-BK-02, NE-BK-03, NE-BK-04, NE-RUL-28, NE-RUL-10
func (t *turn) goBankrupt(p string) {
	t.Note(p, "is bankrupt")
	t.Leave("operating turn")
	for _, sym := range append(minorsInOrder(t.State), majorsInOrder(t.State)...) {
		if t.President(sym) == p {
			t.Note(sym, "closes")
			t.close(sym)
		}
	}
	t.Pay(p, engine.Bank, t.Cash(p))
	if t.option(earlyBankruptcy) {
		return
	}
	for _, share := range t.S.Kind(p, "share") {
		t.Move(share, step.Pool)
	}
	t.Set(bankrupt+p, 1)
	if t.Where(step.Priority) == p {
		t.Move(step.Priority, leftOf(t.State, p))
	}
	if len(playing(t.State)) <= 1 { // 13; NE-BK-05, NE-EN-05
		t.End("all but one player are bankrupt", scores(t.State))
	}
}
