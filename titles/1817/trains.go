package t1817

import (
	"pbem/engine"
	"pbem/engine/step"
)

// trains buys any number of trains, one by one. // 6.7; 17-TR-01, 17-TR-02,
// 17-TR-04
func trains(t *turn) {
	for {
		a := t.asks(t.trainChoices)
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

// trainChoices offers what can be bought; nothing when there is no room, or
// nothing can be paid with all the loans the company may take.
func (t *turn) trainChoices() []engine.Choice {
	if !t.mayWantTrain(t.Actor) {
		return nil
	}
	out := []engine.Choice{t.pass("buy no train")}
	if options := t.trainOptions(); len(options) > 0 {
		out = append(out, step.Offer(t.President(t.Actor), t.Actor, "buy", "buy a train", step.Fixed(options), t.notTrain))
	}
	if p := t.President(t.Actor); t.on(salesAtTrains) {
		out = add(out, p, "sell", "sell shares", t.SaleOptions(t.inOrder(), func(sym string) int { return t.sellable(p, sym) }))
	}
	return out
}

// limit is how many trains a company may own. // 2; 17-PH-02, 17-PH-04,
// 17-PH-06
func (v view) limit() int { return v.Phase().Limits["public"] }

// mayWantTrain reports whether a company has room for a train and could pay for
// the cheapest. // 6.7
func (t *turn) mayWantTrain(sym string) bool {
	if len(t.Trains(sym)) >= t.limit() {
		return false
	}
	cheapest := 0
	for _, l := range t.lots() {
		if cheapest == 0 || l.Train.Price < cheapest {
			cheapest = l.Train.Price
		}
	}
	for _, other := range t.sellers(sym) {
		if len(t.forTrade(other)) > 0 {
			cheapest = 1
		}
	}
	return cheapest > 0 && t.means(sym) >= cheapest
}

// lots are the trains of bank and market. Obsolete trains are not sold.
// // 6.7; 17-TR-01, 17-TR-12
func (v view) lots() []step.Lot {
	var out []step.Lot
	for _, l := range v.Lots(fromMarket) {
		if !v.obsolete(l.Train.Name) {
			out = append(out, l)
		}
	}
	return out
}

// sellers are the other companies that may sell trains: not those in
// liquidation. // 6.7; 17-TR-03
func (v view) sellers(sym string) []string {
	var out []string
	for _, other := range v.inOrder() {
		if other != sym && !v.red(other) && v.President(other) != "" {
			out = append(out, other)
		}
	}
	return out
}

// forTrade lists the trains of a company that may be sold. // 17-TR-12
func (v view) forTrade(sym string) []string {
	var out []string
	for _, name := range v.TrainNames(sym) {
		if !v.obsolete(name) {
			out = append(out, name)
		}
	}
	return out
}

// trainOptions lists the trains the company can pay for now. // 6.7; 17-TR-01,
// 17-TR-03
func (t *turn) trainOptions() []engine.Option {
	sym := t.Actor
	var out []engine.Option
	for _, l := range t.lots() {
		if l.Train.Price <= t.Cash(sym) {
			out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}, Label: money(l.Train.Price)})
		}
	}
	for _, other := range t.sellers(sym) {
		label := "your own company"
		if owner := t.President(other); owner != t.President(sym) {
			label = "if " + t.PlayerName(owner) + " agrees"
		}
		for _, o := range t.TradeOptions(other, t.Cash(sym), label) {
			if !t.obsolete(o.Args[1]) {
				out = append(out, o)
			}
		}
	}
	return out
}

// buyTrain carries out a purchase. // 6.7; 17-TR-01, 17-TR-03
func (t *turn) buyTrain(a engine.Command) {
	sym, name, from := t.Actor, a.Arg(1), a.Arg(3)
	if from == "bank" || from == fromMarket {
		t.buyLot(sym, name, from)
		return
	}
	price := a.Int(5)
	if !t.agreed(sym, from, name, price) {
		return
	}
	t.Pay(sym, from, price)
	t.Move(t.TrainOf(from, name), sym)
	t.Note(sym, "bought a %s-train from %s for %s", name, from, money(price))
}

// agreed asks the president of the selling company. // 6.7; 17-TR-03, 17-SU-09,
// R-20, D-12
func (t *turn) agreed(sym, from, name string, price int) bool {
	buyer, seller := t.President(sym), t.President(from)
	if buyer == seller || t.on(noConsent) {
		return true
	}
	t.Note(sym, "offers %s for a %s-train of %s", money(price), name, from)
	return step.Agreed(t.Turn, buyer, sym, seller, from, "sell a "+name+"-train of "+from+" to "+sym+" for "+money(price))
}

// buyLot buys a train of bank or market at face value. // 6.7; 17-TR-01,
// 17-PH-09
func (t *turn) buyLot(sym, name, from string) {
	place := step.Supply
	if from == fromMarket {
		place = step.Pool
	}
	price := data.Train(name).Price
	t.Pay(sym, engine.Bank, price)
	t.Move(t.TrainOf(place, name), sym)
	t.Note(sym, "bought a %s-train from the %s for %s", name, from, money(price))
	if place == step.Supply {
		t.leftSupply(name)
	}
}

// leftSupply follows the sale or export of a train: trains of which there are
// as many as needed never run out, and the first of a type begins its phase.
// // 1.2.9, 2; 17-TR-06, 17-TR-09, 17-PH-01, D-28
func (t *turn) leftSupply(name string) {
	if name == data.Trains[0].Name || data.Train(name).Count == 0 {
		step.Refill(t.Turn, t.Table, name)
	}
	t.enterPhase(name)
}

// enterPhase begins the phase of the first train of a type: what rusts goes
// first, then the limits hold. // 2; 17-PH-01 to 17-PH-10, 17-TR-10, 17-TR-11
func (t *turn) enterPhase(name string) {
	for i, p := range data.Phases {
		if p.Train != name || i <= t.Get(phase) {
			continue
		}
		t.Set(phase, i)
		t.Note("", "Phase %s begins", p.Name)
		for _, tr := range data.Trains {
			if tr.RustsOn == name && step.Rust(t.Turn, t.Table, tr.Name) > 0 {
				t.Note("", "All %s-trains are worthless", tr.Name)
			}
		}
		t.clearMarket()
		if i == phase8 {
			t.countDown()
		}
		t.discardExcess()
	}
}

// clearMarket removes obsolete trains that lie in the market. // 17-TR-12, R-18
func (t *turn) clearMarket() {
	for _, train := range t.Trains(step.Pool) {
		if t.obsolete(step.Label(train)) {
			t.Move(train, step.Out)
		}
	}
}

// discardExcess brings every company down to its limit; their presidents are
// asked at once, in any order. // 6.7, 7; 17-TR-05, 17-MA-05, R-40, D-24
func (t *turn) discardExcess() {
	over := func() []step.Excess {
		var out []step.Excess
		for _, sym := range t.inOrder() {
			if len(t.Trains(sym)) > t.limit() {
				out = append(out, step.Excess{Sym: sym, By: t.speaker(sym)})
			}
		}
		return out
	}
	step.Discards(t.Turn, t.Table, over, t.on(askPasses), func(sym, train string) {
		place := step.Pool
		if t.obsolete(step.Label(train)) {
			place = step.Out
		}
		t.Move(train, place)
		t.Note(sym, "discarded a %s-train", step.Label(train))
	})
}

// endOperating exports a train; after the first round of the game the other
// 2-trains go with it. // 6.11; 17-TR-07, 17-TR-08
func endOperating(t *turn) {
	train := t.Trains(step.Supply)[0]
	name := step.Label(train)
	t.Move(train, step.Out)
	t.Note("", "A %s-train is exported", name)
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
