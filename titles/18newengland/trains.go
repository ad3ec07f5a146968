package t18newengland

import (
	"cmp"
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// trains lets a company buy trains, several in one turn. At the end a major must own one; a minor
// without one is liquidated. Once shares are sold for a train, it must be bought with the help of
// the president. // 11.7, 11.8, 11.9; NE-TN-08
func trains(t *turn) {
	helped := false
	choices := func() []engine.Choice { return t.trainChoices(helped) }
	redeem := func() []engine.Choice { return t.redeemBefore(helped) }
	for {
		switch a := t.asksBeside("trains", choices, redeem); a.Verb {
		case "buy":
			t.buyTrain(a)
			helped = false
		case "sell":
			t.sell(t.President(t.Actor), a.Arg(1), a.Int(0))
			helped = !t.sellsFreely()
		case "bankrupt":
			t.goBankrupt(t.President(t.Actor))
			return
		default:
			if t.trainless() && isMinor(t.Actor) { // NE-LQ-01, NE-TN-15
				t.liquidate(t.Actor)
			}
			return
		}
	}
}

// redeemBefore is redeem while trains are bought. Once shares are sold for a train, the treasury pays for
// it: nothing is redeemed in between. // 11.2, 11.8; NE-RUL-11
func (t *turn) redeemBefore(helped bool) []engine.Choice {
	if helped && !isMinor(t.Actor) {
		return []engine.Choice{t.voice().Barred("redeem", "shares have been sold for a train, and the treasury pays for it (11.8)")}
	}
	return t.redeem()
}

func (t *turn) trainless() bool { return len(t.Trains(t.Actor)) == 0 }

// trainChoices lists what the president may do about trains, nil if that is only to pass or to give
// up a minor. A player who has begun to sell shares for a train must buy it. // 11.7, 11.8
func (t *turn) trainChoices(helped bool) []engine.Choice {
	buy := t.voice().Offers("buy", "buy a train", func() []engine.Option { return t.trainsInSight(helped) }, func(words []string) string { return t.notTrain(words, helped) }) // O7, O8, O9
	sell := t.voice().Tells("sell", "sell shares to pay for a train", func() []engine.Option {
		return t.ruinous(classic.Sales(t.Table, t.President(t.Actor), t.majorsInOrder()))
	},
		t.notSoldForTrain, "you have no share that could be sold (10.4, 11.8)") // O9
	out := []engine.Choice{buy, sell}
	buys := step.OpenNow(t.Turn, "buy", buy)
	switch some := buys || step.OpenNow(t.Turn, "sell", sell); {
	case !t.trainless() && !buys:
		return nil
	case !t.trainless():
		return append(out, t.voice().Pass("buy no train")) // O10
	case helped && some: // NE-RUL-23
		return append(out, t.voice().Barred("pass", "you have sold shares for a train and must buy it (11.8)"))
	case isMinor(t.Actor) && !some && !t.asksToPass():
		return nil
	case isMinor(t.Actor):
		return append(out, t.voice().Choice("liquidate", "close "+t.Actor+" for want of a train: "+t.closing(t.Actor), nil)) // O10
	case t.mayGoBankrupt(sell):
		return append(out, t.voice().Choice("bankrupt", "you cannot pay for a train and leave the game", nil)) // O12
	}
	return append(out, t.voice().Barred("pass", t.Actor+" must have a train (11.7)")) // NE-TN-13, NE-TN-14
}

// lots lists the cheapest new train and the trains of the pool. // 11.7;
// NE-TN-05, NE-TN-06
func (v view) lots() []step.Lot { return v.Lots(fromPool) }

// cheapest returns the lowest price of a train of bank or pool.
func (v view) cheapest() int { return step.Cheapest(v.lots()) }

// trainsInSight lists the trains of bank and pool. Before shares are sold for a train it also lists
// those of all other companies. It lists none if the company is at its limit.
func (t *turn) trainsInSight(helped bool) []engine.Option {
	sym := t.Actor
	if t.full(sym) { // NE-TN-04
		return nil
	}
	out := classic.ShopOptions(data, t.lots(), classic.Helped(data, t.Cash(sym), t.Cash(t.President(sym))))
	if helped {
		return out
	}
	return append(out, t.Trades(sym, t.inOrder())...)
}

// notTrain says why a train cannot be bought. helped is set once shares were sold for it.
// // 11.7, 11.8
func (t *turn) notTrain(words []string, helped bool) string {
	sym := t.Actor
	o, ok := t.TrainOrder(words, fromPool)
	switch {
	case t.NamesPrice(words, fromPool) != "":
		return cmp.Or(t.notTrain(words[:4], helped), t.NamesPrice(words, fromPool)+" (11.7)")
	case !ok:
		return "say which train, from bank, from pool or from a company for a price"
	case t.full(sym): // NE-TN-04
		return fmt.Sprintf("%s may own no more than %s in Phase %s (8)", sym, step.Plural(t.trainLimit(sym), "train"), t.Phase().Name)
	case o.Shop:
		return t.notInShop(o)
	case helped: // DIF-09
		return "you have sold shares and must buy the cheapest train in bank and pool (11.8)"
	case o.From == sym:
		return "a company buys trains of other companies, not its own (11.7)"
	case t.TrainOf(o.From, o.Name) == "": // NE-TN-07
		return o.From + " has no " + o.Name + "-train to sell"
	}
	if why := t.NotPriced(sym, words); why != "" { // NE-TN-07
		return "say for how much: the price is " + why + " (11.7)"
	}
	return ""
}

// notInShop says why a train of bank or pool cannot be bought. The treasury may pay for any of
// them; the president helps only with the cheapest. // 11.7, 11.8
func (t *turn) notInShop(o step.TrainOrder) string {
	sym, price := t.Actor, data.Train(o.Name).Price
	switch why := t.NotOnSale(t.lots(), o); {
	case why != "":
		return why + " (11.7)"
	case price <= t.Cash(sym): // NE-RUL-38: any that the treasury pays
		return ""
	case !t.emergency():
		return fmt.Sprintf("%s costs %s, but %s has %s (11.7)", step.ATrain(o.Name), money(price), sym, money(t.Cash(sym)))
	case price > t.cheapest(): // NE-EM-02
		return "with the president's help only the cheapest train may be bought, for " + money(t.cheapest()) + " (11.8)"
	case t.short() > 0 && t.raisable("", 0) >= t.short(): // NE-EM-04
		return fmt.Sprintf("the treasury and your cash are %s short of a train: sell shares first (11.8)", money(t.short()))
	case t.short() > 0:
		return fmt.Sprintf("the treasury and your cash are %s short of a train (11.8)", money(t.short()))
	}
	return ""
}

// buyTrain carries out a purchase. The president of a company that sells must agree, and can never
// be forced to. The buyer's president adds what the treasury lacks for a train of bank or pool.
// // 11.7, 11.8; NE-TN-16, NE-RUL-26
func (t *turn) buyTrain(a engine.Command) {
	sym := t.Actor
	o, _ := t.TrainOrder(a.Args, fromPool)
	if !o.Shop {
		step.BuyFromCompany(t.Turn, t.Table, sym, o, t.partner(o.From)) // X1
		return
	}
	if short := data.Train(o.Name).Price - t.Cash(sym); short > 0 { // NE-EM-03
		t.Pay(t.President(sym), sym, short)
		t.Note(t.President(sym), "added %s of their own to the treasury of %s", money(short), sym)
	}
	step.BuyFromShop(t.Turn, t.Table, sym, o)
	if data.Train(o.Name).Count == 0 { // NE-TN-01: as many as are needed
		step.Refill(t.Turn, t.Table, o.Name)
	}
	t.enterPhase(o.Name)
}
