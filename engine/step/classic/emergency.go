package classic

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// An Emergency is the purchase of a train that a company must have and that its treasury cannot
// pay: of the cheapest train of bank and pool, for which the president adds money and sells
// shares. Section is the one that refusals name. Raising says what may be sold.
// // 1843 8.8.3; 18NewEngland 11.8
type Emergency struct {
	Shop    Shop
	Raising step.Raising
	Section string
}

// Due reports whether the president must help: the company has no train, must have one, and
// cannot pay for the cheapest. must says whether the rules ask for a train, for example
// because the company has a route.
func (e Emergency) Due(must bool) bool {
	tb, sym := e.Shop.Table, e.Shop.Sym
	least := step.Cheapest(e.Shop.Lots())
	return must && len(tb.Trains(sym)) == 0 && least > tb.S.Cash(sym)
}

// Run lets the president choose among the cheapest trains, raise the money and buy. It reports
// false if that is impossible: then everything that can be sold has been sold, and the
// president is bankrupt.
func (e Emergency) Run(t *engine.Turn) bool {
	s := e.Shop
	return step.Emergency{
		Raising: e.Raising,
		Lots:    e.lots,
		Partner: func(engine.Command) string { return "" },
		Agree:   func(engine.Command, func(engine.Command) bool) bool { return true },
		Buy: func(a engine.Command) {
			o, _ := s.Order(a.Args)
			step.Contribute(t, s.Table, s.Sym, e.Raising.By, s.Price(o))
			s.Buy(t, a.Args)
		},
		NotBought: func([]string) string {
			return fmt.Sprintf("with the %s's money only the cheapest train in the bank or %s may be bought, for %s (%s)", s.Table.F.Officer(), s.Pool, s.Table.F.Money(step.Cheapest(s.Lots())), e.Section)
		},
	}.Run(t)
}

// lots lists the cheapest trains of bank and pool.
func (e Emergency) lots() []step.Purchase {
	var out []step.Purchase
	f, lots := e.Shop.Table.F, e.Shop.Lots()
	label := Helped(f, e.Shop.Table.S.Cash(e.Shop.Sym), e.Shop.Table.S.Cash(e.Raising.By))
	for i, o := range ShopOptions(f, lots, label) {
		if price := lots[i].Train.Price; price == step.Cheapest(lots) {
			out = append(out, step.Purchase{Option: o, Price: price})
		}
	}
	return out
}
