package classic

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// A Sequence is the order of sales and the main action in a turn of a stock round. The main action is a
// purchase or the start of a company.
type Sequence func(step.Dealing) step.Dealing

// SellBuySell lets a player sell before and after the main action.
// // 20-SA-12; 28-SR-02; 43-SR-02
func SellBuySell(d step.Dealing) step.Dealing { return d }

// SellThenBuy ends the turn with the main action.
// // NE-SR-02, NE-SR-03
func SellThenBuy(d step.Dealing) step.Dealing {
	sales := d.Sales
	d.Sales = func(done []engine.Command) []engine.Choice {
		now := sales(done)
		if slices.ContainsFunc(done, func(a engine.Command) bool { return !offers(now, a.Verb) }) {
			return nil
		}
		return now
	}
	return d
}

// BuyThenSell allows no main action after a sale; why says so to the player.
func BuyThenSell(why string) Sequence {
	return func(d step.Dealing) step.Dealing {
		main := d.Main
		d.Main = func(done []engine.Command) []engine.Choice {
			choices, sales := main(done), d.Sales(done)
			if !slices.ContainsFunc(done, func(a engine.Command) bool { return offers(sales, a.Verb) }) {
				return choices
			}
			return Closed(d.By, choices, why)
		}
		return d
	}
}

// offers reports whether a verb is among the choices.
func offers(choices []engine.Choice, verb string) bool {
	return slices.ContainsFunc(choices, func(c engine.Choice) bool { return c.Verb == verb })
}

// Closed closes choices for one reason: nothing of them is offered, and saying one of them gives the reason.
func Closed(by string, choices []engine.Choice, why string) []engine.Choice {
	var out []engine.Choice
	for _, c := range choices {
		out = append(out, step.Barred(by, "", c.Verb, why))
	}
	return out
}
