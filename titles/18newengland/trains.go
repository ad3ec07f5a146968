package t18newengland

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// trains buys trains. A major must own one at the end, a minor without one is
// liquidated. Once shares are sold for a train it is bought with the help of
// its president. // 11.7, 11.8; NE-TN-08, NE-TN-13, NE-TN-15, NE-RUL-23
func trains(t *turn) {
	helped := false
	for t.hasTrainBusiness() {
		if !t.option(askPasses) && t.mustLiquidate(helped) {
			t.liquidate(t.Actor)
			return
		}
		a := t.asks(func() []engine.Choice {
			if !t.hasTrainBusiness() {
				return nil
			}
			return t.trainChoices(helped)
		})
		switch a.Verb {
		case "buy":
			t.buyTrain(a)
			helped = false
		case "sell":
			t.sell(t.President(t.Actor), a.Arg(1), a.Int(0))
			helped = !t.option(freeSales)
		case "liquidate":
			t.liquidate(t.Actor)
			return
		case "bankrupt":
			t.goBankrupt(t.President(t.Actor))
			return
		case "pass":
			return
		}
	}
}

// hasTrainBusiness reports whether there is anything to decide: always for a
// company without a train, else when it may own more and can pay something.
func (t *turn) hasTrainBusiness() bool { return t.trainless() || len(t.trainOptions()) > 0 }

func (t *turn) trainless() bool { return len(t.Trains(t.Actor)) == 0 }

// mustLiquidate reports whether nothing else is left to the owner of a minor.
func (t *turn) mustLiquidate(helped bool) bool {
	return t.trainless() && isMinor(t.Actor) && len(t.purchases(helped))+len(t.emergencySales()) == 0
}

// atLimit reports whether a company may own no more trains. // 8; NE-TN-03,
// NE-TN-04
func (t *turn) atLimit(sym string) bool {
	return len(t.Trains(sym)) >= t.Phase().Limits[data.Company(sym).Kind]
}

// trainChoices lists what the president may do about trains. Whoever has begun
// to sell shares for a train must go through with it. // 11.7, 11.8;
// NE-TN-13, NE-RUL-23, DIF-09
func (t *turn) trainChoices(helped bool) []engine.Choice {
	options := func() []engine.Option { return t.purchases(helped) }
	out := []engine.Choice{
		t.offers("buy", "buy a train", options, func(words []string) string { return t.notTrain(words, helped) }), // O7, O8, O9
		t.offers("sell", "sell shares to pay for a train", t.emergencySales, t.notEmergencySale),                  // O9
	}
	who := t.President(t.Actor)
	switch some := len(options())+len(t.emergencySales()) > 0; {
	case !t.trainless():
		return append(out, t.pass("buy no train")) // O10
	case helped && some:
		return append(out, step.Barred(who, t.Actor, "pass", "you have sold shares for a train and must buy it (11.8)"))
	case isMinor(t.Actor):
		return append(out, t.choice("liquidate", "close "+t.Actor+" for want of a train", nil)) // O10
	case t.mayGoBankrupt():
		return append(out, t.choice("bankrupt", "you cannot pay for a train and leave the game", nil)) // O12
	}
	return append(out, step.Barred(who, t.Actor, "pass", t.Actor+" must have a train (11.7)"))
}

// purchases lists the trains to be had: any the company can pay, or after sales
// only with the president's help.
func (t *turn) purchases(helped bool) []engine.Option {
	if helped {
		return t.emergencyOptions()
	}
	return t.trainOptions()
}

// lots lists the cheapest new train and the trains of the pool. // 11.7;
// NE-TN-05, NE-TN-06
func (t *turn) lots() []step.Lot { return t.Lots("pool") }

// cheapest returns the least price of a train of bank or pool.
func (t *turn) cheapest() int {
	least := 0
	for _, l := range t.lots() {
		if least == 0 || l.Train.Price < least {
			least = l.Train.Price
		}
	}
	return least
}

// trainOptions lists the trains the company can buy. // 11.7; NE-TN-04,
// NE-TN-07, NE-TN-14, NE-TN-16, NE-RUL-38
func (t *turn) trainOptions() []engine.Option {
	sym := t.Actor
	if t.atLimit(sym) {
		return nil
	}
	var out []engine.Option
	for _, l := range t.lots() {
		if l.Train.Price <= t.Cash(sym) {
			out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}, Label: money(l.Train.Price)})
		}
	}
	out = append(out, t.emergencyOptions()...)
	for _, other := range append(minorsInOrder(t.State), majorsInOrder(t.State)...) {
		if other != sym {
			out = append(out, t.TradeOptions(other, t.Cash(sym), t.tradeLabel(other))...)
		}
	}
	return out
}

func (t *turn) tradeLabel(other string) string {
	if owner := t.President(other); owner != t.President(t.Actor) {
		return "if " + t.PlayerName(owner) + " agrees"
	}
	return "your own company"
}

// notTrain says why a train is not to be had. // 11.7, 11.8; NE-TN-04, NE-TN-05,
// NE-TN-06, NE-EM-02
func (t *turn) notTrain(words []string, helped bool) string {
	sym, name, from := t.Actor, step.Word(words, 1), step.Word(words, 3)
	tr := data.Train(name)
	shop := from == "bank" || from == "pool"
	switch {
	case tr == nil || step.Word(words, 0) != "train" || step.Word(words, 2) != "from" || !shop && data.Company(from) == nil:
		return "say which train, from bank, from pool or from a company for a price"
	case t.atLimit(sym):
		return fmt.Sprintf("%s may own no more than %d trains (8)", sym, t.Phase().Limits[data.Company(sym).Kind])
	case !shop && helped:
		return "you have sold shares and must buy the cheapest train of bank and pool (11.8)"
	case !shop && t.TrainOf(from, name) == "" || from == sym:
		return from + " has no " + name + "-train to sell"
	case !shop:
		return fmt.Sprintf("say for how much: the price is from %s to %s, what the treasury has (11.7)", money(1), money(t.Cash(sym)))
	case !slices.ContainsFunc(t.lots(), func(l step.Lot) bool { return l.Train.Name == name && l.From == from }):
		return "there is no " + name + "-train to buy from the " + from + " now: the bank sells the next train only (11.7)"
	case t.emergency() && tr.Price > t.cheapest():
		return "with the president's help only the cheapest train may be bought (11.8)"
	case t.emergency():
		return fmt.Sprintf("the treasury and your cash are %s short of a train (11.8)", money(t.short()))
	}
	return fmt.Sprintf("a %s-train costs %s, %s has %s (11.7)", name, money(tr.Price), sym, money(t.Cash(sym)))
}

// buyTrain carries out a purchase. // 11.7
func (t *turn) buyTrain(a engine.Command) {
	sym, name, from := t.Actor, a.Arg(1), a.Arg(3)
	if from == "bank" || from == "pool" {
		t.buyLot(sym, name, from)
		return
	}
	price := a.Int(5)
	if !t.agreed(sym, name, from, price) {
		return
	}
	t.Pay(sym, from, price)
	t.Move(t.TrainOf(from, name), sym)
	t.Note(sym, "bought a %s-train from %s for %s", name, from, money(price))
}

// agreed asks the president of the selling company. // 11.7; NE-TN-07,
// NE-RUL-26
func (t *turn) agreed(sym, name, from string, price int) bool {
	buyer, seller := t.President(sym), t.President(from)
	if buyer == seller || t.option(noConsent) {
		return true
	}
	t.Note(sym, "offers %s for a %s-train of %s", money(price), name, from)
	return step.Agreed(t.Turn, buyer, sym, seller, from, "sell the "+name+"-train of "+from+" to "+sym+" for "+money(price)) // X1
}

// buyLot buys a train of bank or pool; the president adds what is missing.
// // 11.7, 11.8; NE-EM-03
func (t *turn) buyLot(sym, name, from string) {
	price := data.Train(name).Price
	place := step.Supply
	if from == "pool" {
		place = step.Pool
	}
	if short := price - t.Cash(sym); short > 0 {
		t.Pay(t.President(sym), sym, short)
		t.Note(t.President(sym), "added %s of their own to the treasury of %s", money(short), sym)
	}
	t.Pay(sym, engine.Bank, price)
	train := t.TrainOf(place, name)
	t.Move(train, sym)
	t.Note(sym, "bought a %s-train from the %s for %s", name, from, money(price))
	if data.Train(name).Count == 0 { // NE-PH-06: as many as are needed
		step.Refill(t.Turn, t.Table, name)
	}
	t.enterPhase(name)
}
