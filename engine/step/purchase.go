package step

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
)

// A TrainOrder is the purchase of a train in words: "train 3 from bank", or of
// another company "train 3 from BL for 20".
type TrainOrder struct {
	Name, From string
	Shop       bool   // bank or pool sell, at face value
	Place      string // where the train is: Supply, Pool, or the company
	Price      int    // what another company is offered
}

// TrainOrder reads an order; pool is what players call the pool. With ok false
// the words are none: there is no such train or seller. The price for another
// company is looked at by NotPriced.
func (t Table) TrainOrder(words []string, pool string) (o TrainOrder, ok bool) {
	o = TrainOrder{Name: Word(words, 1), From: Word(words, 3)}
	switch o.From {
	case "bank":
		o.Shop, o.Place = true, Supply
	case pool:
		o.Shop, o.Place = true, Pool
	default:
		o.Place = o.From
		o.Price, _ = Number(words, 5)
	}
	known := o.Shop && len(words) == 4 || !o.Shop && t.F.Company(o.From) != nil
	return o, known && t.F.Train(o.Name) != nil && words[0] == "train" && words[2] == "from"
}

// NamesPrice says that bank and pool sell at face value if the words name a price for one of their trains, without a
// section. It is "" for other words.
func (t Table) NamesPrice(words []string, pool string) string {
	if len(words) != 6 || words[4] != "for" {
		return ""
	}
	o, ok := t.TrainOrder(words[:4], pool)
	if !ok || !o.Shop {
		return ""
	}
	return fmt.Sprintf("the %s sells %s for its face value of %s and takes no offer: leave the price out", o.From, ATrain(o.Name), t.F.Money(t.F.Train(o.Name).Price))
}

// Cheapest returns the lowest price of the trains on sale, 0 if there are none.
func Cheapest(lots []Lot) int {
	least := 0
	for _, l := range lots {
		if least == 0 || l.Train.Price < least {
			least = l.Train.Price
		}
	}
	return least
}

// NotOnSale says why neither bank nor pool sells what is ordered, without a
// section.
func (t Table) NotOnSale(lots []Lot, o TrainOrder) string {
	if slices.ContainsFunc(lots, func(l Lot) bool { return l.Train.Name == o.Name && l.Place == o.Place }) {
		return ""
	}
	var sold []string
	only := "the next train only, "
	for _, l := range lots {
		if l.From != "bank" {
			continue
		}
		sold = append(sold, ATrain(l.Train.Name)+" for "+t.F.Money(l.Train.Price))
		if l.Place != Supply { // older trains are sold again
			only = ""
		}
	}
	why := "there is no " + o.Name + "-train to buy from the " + o.From + " now: the bank "
	if len(sold) == 0 {
		return why + "has none left"
	}
	return why + "sells " + only + strings.Join(sold, ", ")
}

// NotPriced says which prices another company may be offered when the words
// offer none that the buyer's treasury has: "from $1 to $50, what the treasury
// has".
func (t Table) NotPriced(sym string, words []string) string {
	price, ok := Number(words, 5)
	if ok && len(words) == 6 && words[4] == "for" && price >= 1 && price <= t.S.Cash(sym) {
		return ""
	}
	return fmt.Sprintf("from %s to %s, what the treasury has", t.F.Money(1), t.F.Money(t.S.Cash(sym)))
}

// Seller says to a company's president who must agree when another company sells: "if Amy agrees".
func (t Table) Seller(sym, other string) string {
	if owner := t.President(other); owner != t.President(sym) {
		return "if " + t.S.PlayerName(owner) + " agrees"
	}
	return "your own company"
}

// Trades lists the trains of other companies that have a president, at prices
// up to the treasury of a company, labelled by who must agree.
func (t Table) Trades(sym string, others []string) []engine.Option {
	var out []engine.Option
	for _, other := range others {
		if other != sym && t.President(other) != "" {
			out = append(out, t.TradeOptions(other, t.S.Cash(sym), t.Seller(sym, other))...)
		}
	}
	return out
}

// BuyFromShop buys a train of bank or pool at face value.
func BuyFromShop(t *engine.Turn, tb Table, sym string, o TrainOrder) {
	price := tb.F.Train(o.Name).Price
	t.Pay(sym, engine.Bank, price)
	t.Move(tb.TrainOf(o.Place, o.Name), sym)
	t.Note(sym, "bought %s from the %s for %s", ATrain(o.Name), o.From, tb.F.Money(price))
}

// BuyFromCompany buys a train of another company when the partner agrees, who
// speaks for it and can never be made to sell. Nobody is asked where that is the
// buyer's president, or "".
// // 1817 6.7; 18NewEngland 11.7
func BuyFromCompany(t *engine.Turn, tb Table, sym string, o TrainOrder, partner string) {
	by, price := tb.President(sym), tb.F.Money(o.Price)
	if partner != "" && partner != by {
		t.Note(sym, "offers %s for %s of %s", price, ATrain(o.Name), o.From)
		if !Agreed(t, by, sym, partner, o.From, "sell "+ATrain(o.Name)+" of "+o.From+" to "+sym+" for "+price) {
			return
		}
	}
	t.Pay(sym, o.From, o.Price)
	t.Move(tb.TrainOf(o.Place, o.Name), sym)
	t.Note(sym, "bought %s from %s for %s", ATrain(o.Name), o.From, price)
}
