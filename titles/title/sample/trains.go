package sample

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// trains buys trains from bank and pool, several in one turn. // 3.5; SA-19
func trains(t *turn) {
	for {
		buy := t.voice().Offers("buy", "buy a train", t.onOffer, t.notTrain)
		if !step.Open(buy) {
			return
		}
		a := t.Ask("trains", buy, t.voice().Pass("buy no train"))
		if a.Verb == "pass" {
			return
		}
		o, _ := t.TrainOrder(a.Args, "pool")
		step.BuyFromShop(t.Turn, t.Table, t.Actor, o)
		if data.Train(o.Name).Count == 0 { // as many as are needed
			step.Refill(t.Turn, t.Table, o.Name)
		}
		t.enterPhase(o.Name)
	}
}

// onOffer lists the next train of the bank and the trains of the pool.
func (v view) onOffer() []engine.Option {
	var out []engine.Option
	for _, l := range v.Lots("pool") {
		out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}, Label: money(l.Train.Price)})
	}
	return out
}

// notTrain says why a train is not to be had. // 3.5; SA-19
func (t *turn) notTrain(words []string) string {
	sym := t.Actor
	o, ok := t.TrainOrder(words, "pool")
	if !ok || !o.Shop {
		return "say which train, from bank or from pool (3.5)"
	}
	price := data.Train(o.Name).Price
	switch why := t.NotOnSale(t.Lots("pool"), o); {
	case why != "":
		return why + " (3.5)"
	case len(t.Trains(sym)) >= t.trainLimit(sym):
		return fmt.Sprintf("%s may own no more than %s (4)", sym, step.Plural(t.trainLimit(sym), "train"))
	case price > t.Cash(sym):
		return fmt.Sprintf("a %s-train costs %s, %s has %s (3.5)", o.Name, money(price), sym, money(t.Cash(sym)))
	}
	return ""
}

// trainLimit is how many trains a company may own. // 4; SA-21
func (v view) trainLimit(sym string) int { return v.Phase().Limits[data.Company(sym).Kind] }

// enterPhase begins the phase of a train's first sale: trains rust, and companies with too many give some up, all at
// once. // 4; SA-21
func (t *turn) enterPhase(name string) {
	step.EnterPhase(t.Turn, t.Table, name, "All %s-trains rust", func(int) {
		over := func() []step.Excess { return t.Over(t.inOrder(), t.trainLimit, t.President) }
		step.Discards(t.Turn, t.Table, over, false, func(sym, train string) {
			t.Move(train, step.Pool)
			t.Note(sym, "discarded a %s-train", step.Label(train))
		})
	})
}
