package t18newengland

import (
	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// trains buys trains. A major must own one at the end, a minor without one is
// liquidated. // 11.7; NE-TN-08, NE-TN-13, NE-TN-15
func trains(t *turn) {
	committed := false
	for t.hasTrainBusiness() {
		choices := t.trainChoices(committed)
		if len(choices) == 1 && choices[0].Verb == "liquidate" && !t.option(askPasses) {
			t.liquidate(t.Actor)
			return
		}
		a := t.asks(func() []engine.Choice {
			if !t.hasTrainBusiness() {
				return nil
			}
			return t.trainChoices(committed)
		})
		switch a.Verb {
		case "buy":
			t.buyTrain(a, committed)
			committed = false
		case "sell":
			t.sell(t.President(t.Actor), a.Arg(1), a.Int(0))
			committed = isMinor(t.Actor) && !t.option(freeSales)
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
func (t *turn) hasTrainBusiness() bool {
	sym := t.Actor
	if len(t.Trains(sym)) == 0 {
		return true
	}
	return len(t.trainOptions()) > 0
}

// atLimit reports whether a company may own no more trains. // 8; NE-TN-03,
// NE-TN-04
func (t *turn) atLimit(sym string) bool {
	return len(t.Trains(sym)) >= t.Phase().Limits[data.Company(sym).Kind]
}

// trainChoices lists what the president may do about trains. An owner who has
// begun to sell shares for a minor must go through with it. // 11.7, 11.8;
// NE-RUL-23
func (t *turn) trainChoices(committed bool) []engine.Choice {
	var out []engine.Choice
	options := func(committed bool) []engine.Option {
		if committed {
			return t.emergencyOptions()
		}
		return t.trainOptions()
	}
	if len(options(committed)) > 0 {
		out = append(out, t.choice("buy", "buy a train", func() []engine.Option { return options(committed) }))
	}
	if len(t.emergencySales()) > 0 {
		out = append(out, t.choice("sell", "sell shares to pay for a train", t.emergencySales))
	}
	trainless := len(t.Trains(t.Actor)) == 0
	switch {
	case committed && len(out) > 0:
	case trainless && isMinor(t.Actor):
		out = append(out, t.choice("liquidate", "close "+t.Actor+" for want of a train", nil))
	case trainless && t.mayGoBankrupt():
		out = append(out, t.choice("bankrupt", "you cannot pay for a train and leave the game", nil))
	case !trainless:
		out = append(out, t.pass("buy no train"))
	}
	return out
}

// A lot is a train that bank or pool sells at face value.
type lot struct {
	train facts.Train
	from  string // "bank" or "pool"
}

// lots lists the cheapest new train and the trains of the pool. // 11.7;
// NE-TN-05, NE-TN-06
func (t *turn) lots() []lot {
	var out []lot
	if next := t.TrainNames(step.Supply); len(next) > 0 {
		out = append(out, lot{*data.Train(next[0]), "bank"})
	}
	seen := map[string]bool{}
	for _, name := range t.TrainNames(step.Pool) {
		if !seen[name] {
			out = append(out, lot{*data.Train(name), "pool"})
		}
		seen[name] = true
	}
	return out
}

// cheapest returns the least price of a train of bank or pool.
func (t *turn) cheapest() int {
	least := 0
	for _, l := range t.lots() {
		if least == 0 || l.train.Price < least {
			least = l.train.Price
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
		if l.train.Price <= t.Cash(sym) {
			out = append(out, engine.Option{Args: []string{"train", l.train.Name, "from", l.from}, Label: money(l.train.Price)})
		}
	}
	out = append(out, t.emergencyOptions()...)
	if t.Cash(sym) == 0 {
		return out
	}
	for _, other := range append(minorsInOrder(t.State), majorsInOrder(t.State)...) {
		seen := map[string]bool{sym: true}
		for _, name := range t.TrainNames(other) {
			if other != sym && !seen[name] {
				out = append(out, engine.Option{
					Args:  []string{"train", name, "from", other, "for"},
					Range: &engine.Range{Min: 1, Max: t.Cash(sym), Step: 1}, Label: t.tradeLabel(other),
				})
			}
			seen[name] = true
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

// buyTrain carries out a purchase. // 11.7
func (t *turn) buyTrain(a engine.Command, _ bool) {
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
	what := name + "-train of " + from + " to " + sym + " for " + money(price)
	switch t.Ask(
		engine.Choice{By: seller, For: from, Verb: "accept", Help: "sell the " + what},
		engine.Choice{By: seller, For: from, Verb: "decline", Help: "keep the train"},
		engine.Choice{By: buyer, For: sym, Verb: "withdraw", Help: "take the offer back"},
	).Verb {
	case "accept":
		return true
	case "decline":
		t.Note(from, "declined the offer")
	default:
		t.Note(sym, "withdrew the offer")
	}
	return false
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
	if data.Train(name).Count == 0 && from == "bank" { // NE-PH-06: as many as are needed
		t.Move(step.Train(name, t.made(name)), step.Supply)
	}
	t.enterPhase(name)
}

// made counts the trains of a type that ever came to the table.
func (t *turn) made(name string) int {
	n := 0
	for t.Where(step.Train(name, n)) != "" {
		n++
	}
	return n
}

// enterPhase starts the phase of a train's first sale: what rusts goes first,
// then the new limits hold. // 8; NE-TN-02, NE-TN-09, NE-TN-10, NE-PH-02,
// NE-PH-03, NE-PH-04, NE-PH-05, NE-PH-06
func (t *turn) enterPhase(name string) {
	for i, p := range data.Phases {
		if p.Train != name || i <= t.Get("phase") {
			continue
		}
		t.Set("phase", i)
		t.Note("", "Phase %s begins", p.Name)
		for _, tr := range data.Trains {
			if tr.RustsOn == name {
				t.rust(tr.Name)
			}
		}
		for _, share := range t.S.Kind(later, "share") { // NE-SU-05
			t.Move(share, offered)
		}
		t.discardExcess()
	}
}

// rust removes every train of a type. // 8, 11.7; NE-TN-02
func (t *turn) rust(name string) {
	gone := 0
	for i := range data.Train(name).Count {
		if train := step.Train(name, i); t.Where(train) != step.Out {
			t.Move(train, step.Out)
			gone++
		}
	}
	if gone > 0 {
		t.Note("", "All %s-trains rust", name)
	}
}

// discardExcess brings every company down to its limit; their presidents are
// asked at once, in any order. // 11.7; NE-TN-11, NE-TN-12, NE-RUL-25
func (t *turn) discardExcess() {
	for {
		var choices []engine.Choice
		for _, sym := range append(minorsInOrder(t.State), majorsInOrder(t.State)...) {
			if c, over := t.discardChoice(sym); over {
				choices = append(choices, c)
			}
		}
		if len(choices) == 0 {
			return
		}
		a := t.Ask(choices...)
		t.discard(a.Arg(2), a.Arg(1))
	}
}

// discardChoice asks which train a company over its limit gives up. Identical
// trains go without asking.
func (t *turn) discardChoice(sym string) (c engine.Choice, over bool) {
	limit := t.Phase().Limits[data.Company(sym).Kind]
	for len(t.Trains(sym)) > limit {
		options := t.discardOptions(sym)
		if len(options) > 1 || t.option(askPasses) {
			return engine.Choice{By: t.President(sym), For: sym, Verb: "discard", Help: "give up a train: " + sym + " is over its limit",
				Options: func() []engine.Option { return options }}, true
		}
		t.discard(sym, options[0].Args[1])
	}
	return engine.Choice{}, false
}

func (t *turn) discardOptions(sym string) []engine.Option {
	var out []engine.Option
	seen := map[string]bool{}
	for _, name := range t.TrainNames(sym) {
		if !seen[name] {
			out = append(out, engine.Option{Args: []string{"train", name, sym}})
		}
		seen[name] = true
	}
	return out
}

func (t *turn) discard(sym, name string) {
	t.Move(t.TrainOf(sym, name), step.Pool)
	t.Note(sym, "discarded a %s-train", name)
}

// liquidate closes a minor without a train. // 11.9; NE-LQ-01, NE-LQ-02,
// NE-LQ-03, NE-LQ-04, NE-ST-07
func (t *turn) liquidate(sym string) {
	t.Note(sym, "has no train and is liquidated")
	t.close(sym)
	t.Leave("operating turn")
}

// close removes a company for ever: its cash goes to the bank, everything else
// out of the game. A minor's marker keeps its space. // 11.8, 11.9; NE-CO-17,
// NE-CO-06, NE-BK-03, NE-RUL-28, NE-RUL-29
func (t *turn) close(sym string) {
	t.Pay(sym, engine.Bank, t.Cash(sym))
	for _, train := range t.Trains(sym) {
		t.Move(train, step.Out)
	}
	for n := range data.Company(sym).Stations {
		t.Move(step.Token(sym, n), step.Out)
	}
	for n := range data.Company(sym).Shares {
		t.Move(step.Share(sym, n), step.Out)
	}
	if !isMinor(sym) {
		t.Put(sym, "")
	}
	t.Set(closed+sym, 1)
}
