package t1817

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// trains buys any number of trains, one at a time. // 6.7; 17-TR-01, 17-TR-02, 17-TR-04
func trains(t *turn) {
	for {
		a := t.asks("trains", t.trainChoices)
		switch a.Verb {
		case "pass":
			return
		case "buy":
			t.buyTrain(a)
		case "sell":
			t.sell(t.President(t.Actor), a.Arg(1), a.Int(0))
		}
	}
}

// trainChoices offers what can be bought. It returns nothing if the company has no room, or cannot pay for
// any train even with all loans that it may take.
func (t *turn) trainChoices() []engine.Choice {
	if !t.mayWantTrain(t.Actor) {
		return nil
	}
	out := []engine.Choice{t.voice().Pass("buy no train"), t.voice().Offers("buy", "buy a train", t.everyTrain, t.notTrain)}
	if p := t.President(t.Actor); t.sellsAtTrains() {
		out = append(out, step.Telling(p, "", "sell", "sell shares", t.sales(p, t.inOrder()...), func(words []string) string { return t.notSold(p, words) }, noneFor["sell"]))
	}
	return out
}

// mayWantTrain reports whether a company has room for a train and could pay for
// the cheapest. // 6.7
func (v view) mayWantTrain(sym string) bool { return v.notWanting(sym) == "" }

// notWanting says why a company is not asked for a train. // 2, 6.7; 17-PH-02
func (v view) notWanting(sym string) string {
	cheapest := v.cheapestFor(sym)
	switch has := len(v.Trains(sym)); {
	case has >= v.limit():
		return fmt.Sprintf("%s has %s, as many as a company may have in phase %s (2)", sym, step.Plural(has, "train"), v.Phase().Name)
	case cheapest == 0:
		return "no train is for sale (6.7)"
	case v.means(sym) < cheapest:
		return fmt.Sprintf("the cheapest train costs %s, but %s has %s and may borrow no more than %s (6.7)",
			money(cheapest), sym, money(v.S.Cash(sym)), money(loanValue*v.borrowable(sym)))
	}
	return ""
}

// cheapestFor returns the lowest price of any train for a company, 0 if there is none.
func (v view) cheapestFor(sym string) int {
	for _, other := range v.inOrder() {
		if slices.ContainsFunc(v.TrainNames(other), func(name string) bool { return v.notTraded(sym, other, name) == "" }) {
			return 1
		}
	}
	if v.countsUnsoldTrains(sym) {
		return 1
	}
	return step.Cheapest(v.lots())
}

// lots returns the trains of the bank and the market. Obsolete trains are not sold. // 6.7; 17-TR-01,
// 17-TR-12
func (v view) lots() []step.Lot {
	var out []step.Lot
	for _, l := range v.Lots(fromMarket) {
		if !v.obsolete(l.Train.Name) {
			out = append(out, l)
		}
	}
	return out
}

// everyTrain lists the trains of the bank and the market, and those of other companies at every price that
// the treasury can pay.
func (t *turn) everyTrain() []engine.Option {
	return append(classic.ShopOptions(data, t.lots(), nil), t.Trades(t.Actor, t.inOrder())...)
}

// notTrain says why a company may not buy a train with these words. // 6.7; 17-TR-01
func (t *turn) notTrain(words []string) string {
	sym := t.Actor
	o, ok := t.TrainOrder(words, fromMarket)
	if !ok && data.Company(step.Word(words, 0)) != nil {
		return "shares are bought in the stock round (5.4): say which train, from bank, from market or from a company for a price"
	}
	if why := t.NamesPrice(words, fromMarket); why != "" {
		return cmp.Or(t.notTrain(words[:4]), why+" (6.7)")
	}
	if !ok {
		return "say which train, from bank, from market or from a company for a price"
	}
	if !o.Shop {
		if why := t.notTraded(sym, o.From, o.Name); why != "" {
			return why
		}
		return t.notPriced(words)
	}
	price := data.Train(o.Name).Price
	switch why := t.NotOnSale(t.lots(), o); {
	case t.obsolete(o.Name): // 17-TR-12
		return o.Name + "-trains are obsolete and can no longer change hands (2)"
	case why != "":
		return why + " (6.7)"
	case price > t.Cash(sym): // 17-TR-02
		return fmt.Sprintf("%s costs %s, but %s has %s: only its treasury pays%s (6.7)", step.ATrain(o.Name), money(price), sym, money(t.Cash(sym)), t.afterLoans(sym, price))
	}
	return ""
}

// notPriced says why a price for a train of another company does not do. // 6.7; 17-TR-02
func (t *turn) notPriced(words []string) string {
	why := t.NotPriced(t.Actor, words)
	switch {
	case why == "":
		return ""
	case t.Cash(t.Actor) == 0:
		return t.Actor + " has " + money(0) + ": only its treasury pays, from " + money(1) + " on (6.7)"
	}
	return "say for how much: " + why + " (6.7)"
}

// notTraded says why another company may not sell a train to this one. // 6.7; 17-TR-03
func (v view) notTraded(to, from, name string) string {
	switch {
	case v.obsolete(name): // 17-TR-12
		return name + "-trains are obsolete and can no longer change hands (2)"
	case v.red(from):
		return "a company in liquidation sells no trains (6.7)"
	case from == to:
		return "a company buys trains of other companies, not its own (6.7)"
	case v.TrainOf(from, name) == "" || v.President(from) == "":
		return from + " has no " + name + "-train to sell"
	}
	return ""
}

// buyTrain carries out a purchase. If another company sells, its president has to agree. // 6.7; 17-TR-01,
// 17-TR-03, 17-PH-09, 17-SU-09, R-20
func (t *turn) buyTrain(a engine.Command) {
	o, _ := t.TrainOrder(a.Args, fromMarket)
	if !o.Shop {
		step.BuyFromCompany(t.Turn, t.Table, t.Actor, o, t.partner(o.From))
		return
	}
	step.BuyFromShop(t.Turn, t.Table, t.Actor, o)
	if o.Place == step.Supply {
		t.leftSupply(o.Name)
	}
}

// leftSupply deals with the sale or export of a train. 8-trains never run out, and neither do 2-trains in
// the first operating round. The first train of a type begins its phase. // 1.2.9, 2; 17-TR-06, 17-TR-09,
// 17-PH-01
func (t *turn) leftSupply(name string) {
	if name == data.Trains[0].Name && !t.countsTrains2() || data.Train(name).Count == 0 {
		step.Refill(t.Turn, t.Table, name)
	}
	t.enterPhase(name)
}

// endOperating exports a train. After the first operating round of the game it also removes the other
// 2-trains. // 6.11; 17-TR-07, 17-TR-08
func endOperating(t *turn) {
	train := t.OnSale()[0]
	name := step.Label(train)
	t.Move(train, step.Out)
	t.Note("", "The bank exports %s", step.ATrain(name))
	if t.Get(stockNo) == 1 && t.Get(roundNo) == 1 {
		for _, train := range t.Trains(step.Supply) {
			if step.Label(train) == data.Trains[0].Name {
				t.Move(train, step.Out)
			}
		}
	}
	if name != data.Trains[0].Name {
		t.leftSupply(name)
	}
}
