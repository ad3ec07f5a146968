package classic

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// TrainLimit returns how many trains a company may own, by its kind and the phase.
// // 1828 15.4; 18NewEngland 8
func TrainLimit(tb step.Table, sym string) int { return tb.Phase().Limits[tb.F.Company(sym).Kind] }

// ShopOptions lists what bank and pool sell. label says what a lot costs; nil for its price.
// // 1817 6.7; 1843 8.8.1; 18NewEngland 11.7
func ShopOptions(f *facts.Title, lots []step.Lot, label func(l step.Lot) string) []engine.Option {
	var out []engine.Option
	for _, l := range lots {
		text := f.Money(l.Train.Price)
		if label != nil {
			text = label(l)
		}
		out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}, Label: text})
	}
	return out
}

// Helped labels a lot with its price, and with what the president adds to a treasury that
// has less. What the president's own cash lacks for that comes from sales of shares.
// // 1828 8.3.5.2; 18NewEngland 11.8
func Helped(f *facts.Title, cash, own int) func(step.Lot) string {
	return func(l step.Lot) string {
		text := f.Money(l.Train.Price)
		help := l.Train.Price - cash
		if help > 0 {
			text += ", you add " + f.Money(help)
		}
		if help > 0 && help > own {
			text += " and sell shares for " + f.Money(help-own) + " of it"
		}
		return text
	}
}

// DiscardTo moves the trains that companies give up to a place, and tells it.
// // 1828 15.4; 18NewEngland 11.7
func DiscardTo(t *engine.Turn, place string) func(sym, train string) {
	return func(sym, train string) {
		t.Move(train, place)
		t.Note(sym, "discarded %s", step.ATrain(step.Label(train)))
	}
}

// A Shop is what a company can buy in its train turn. Section and Limits are the sections
// that refusals name: on trains, and on how many a company may own.
type Shop struct {
	Table   step.Table
	Sym     string
	Section string
	Limits  string
	Pool    string     // what players call the pool
	Most    func() int // trains that the company may own

	// With lists types that are sold beside the next train from the phase of another type on:
	// {"D": "6"} sells a D as soon as a 6 was sold. Nil for none.
	With map[string]string
	// Discount is what a train of one type takes off the price of another when it is given in
	// exchange: "train D from bank giving 4", words that belong into the form of the title's
	// verb. It goes to the pool. Nil for no exchange.
	Discount func(given, bought string) int
	// Others are the companies whose trains may be bought, for a price and if their president
	// agrees. Nil for none.
	Others []string
	// Not is one more reason of the title against a purchase; nil for none.
	Not func(words []string) string
	// Must says why a company without a train may not pass, "" if it may; nil if none must own one.
	Must func() string
	// Sold is called when bank or pool have sold a train. It begins phases.
	Sold func(name string)
}

// Lots lists what bank and pool sell: the next train of the bank, those that are sold beside
// it, and one of each type of the pool.
func (s Shop) Lots() []step.Lot {
	lots := s.Table.Lots(s.Pool)
	seen := func(name string) bool {
		return slices.ContainsFunc(lots, func(l step.Lot) bool { return l.Place == step.Supply && l.Train.Name == name })
	}
	for _, tr := range s.Table.F.Trains {
		if after, ok := s.With[tr.Name]; ok && s.begun(after) && !seen(tr.Name) && s.Table.TrainOf(step.Supply, tr.Name) != "" {
			at := slices.IndexFunc(lots, func(l step.Lot) bool { return l.Place != step.Supply })
			if at < 0 {
				at = len(lots)
			}
			lots = slices.Insert(lots, at, step.Lot{Train: tr, From: "bank", Place: step.Supply})
		}
	}
	return lots
}

// begun reports whether the phase of a train, or a later one, has begun.
func (s Shop) begun(name string) bool {
	i := slices.IndexFunc(s.Table.F.Phases, func(p facts.Phase) bool { return p.Train == name })
	return i >= 0 && s.Table.S.Get("phase") >= i
}

// An Order is a purchase in words, and the type of the train that is given in exchange, ""
// for none.
type Order struct {
	step.TrainOrder
	Given string
}

// Order reads a purchase: "train D from bank", "train D from bank giving 4", "train 3 from
// NYC for 100". ok is false if it is none.
func (s Shop) Order(words []string) (o Order, ok bool) {
	if n := len(words); s.Discount != nil && n == 6 && words[4] == "giving" {
		o.Given, words = words[5], words[:4]
	}
	o.TrainOrder, ok = s.Table.TrainOrder(words, s.Pool)
	return o, ok && (o.Shop || o.Given == "" && s.Others != nil)
}

// Price is what a purchase costs.
func (s Shop) Price(o Order) int {
	switch price := s.Table.F.Train(o.Name); {
	case !o.Shop:
		return o.Price
	case o.Given != "":
		return max(0, price.Price-s.Discount(o.Given, o.Name))
	default:
		return price.Price
	}
}

// Options lists the trains, those of the bank first.
func (s Shop) Options() []engine.Option {
	var out []engine.Option
	for _, lot := range ShopOptions(s.Table.F, s.Lots(), nil) {
		out = append(append(out, lot), s.exchanges(lot)...)
	}
	return append(out, s.Table.Trades(s.Sym, s.Others)...)
}

// exchanges lists the purchase of a lot for each type of train that may be given for it.
func (s Shop) exchanges(lot engine.Option) []engine.Option {
	var out []engine.Option
	for _, own := range s.Table.DiscardOptions(s.Sym) {
		words := slices.Concat(lot.Args, []string{"giving", own.Args[1]})
		if o, ok := s.Order(words); ok && s.Discount(o.Given, o.Name) > 0 {
			out = append(out, engine.Option{Args: words, Label: s.Table.F.Money(s.Price(o))})
		}
	}
	return out
}

// NotBought says why the company may not buy a train with these words.
// // 18NewEngland 11.7
func (s Shop) NotBought(words []string) string {
	o, ok := s.Order(words)
	if !ok {
		return fmt.Sprintf("say which train, %s (%s)", s.sellers(), s.Section)
	}
	own := len(s.Table.Trains(s.Sym))
	if o.Given != "" {
		own--
	}
	switch {
	case own >= s.Most():
		return fmt.Sprintf("%s may own no more than %s (%s)", s.Sym, step.Plural(s.Most(), "train"), s.Limits)
	case !o.Shop && (o.From == s.Sym || s.Table.TrainOf(o.From, o.Name) == "" || !slices.Contains(s.Others, o.From)):
		return fmt.Sprintf("%s has no %s-train to sell (%s)", o.From, o.Name, s.Section)
	case o.Given != "" && s.Table.TrainOf(s.Sym, o.Given) == "":
		return fmt.Sprintf("%s has no %s-train to give (%s)", s.Sym, o.Given, s.Section)
	case o.Given != "" && s.Discount(o.Given, o.Name) <= 0:
		return fmt.Sprintf("%s cannot be traded in for %s (%s)", step.ATrain(o.Given), step.ATrain(o.Name), s.Section)
	}
	if why := s.notPaid(o, words); why != "" {
		return fmt.Sprintf("%s (%s)", why, s.Section)
	}
	if s.Not != nil {
		return s.Not(words)
	}
	return ""
}

// notPaid says why a train is not to be had for the money of the treasury.
func (s Shop) notPaid(o Order, words []string) string {
	if !o.Shop {
		if why := s.Table.NotPriced(s.Sym, words); why != "" {
			return "say for how much: " + why
		}
		return ""
	}
	if why := s.Table.NotOnSale(s.Lots(), o.TrainOrder); why != "" {
		return why
	}
	money := s.Table.F.Money
	if price, cash := s.Price(o), s.Table.S.Cash(s.Sym); price > cash {
		return fmt.Sprintf("%s costs %s, but %s has %s", step.ATrain(o.Name), money(price), s.Sym, money(cash))
	}
	return ""
}

// sellers says from whom trains may be bought.
func (s Shop) sellers() string {
	if s.Others == nil {
		return "from bank or from " + s.Pool
	}
	return "from bank, from " + s.Pool + " or from a company for a price"
}

// Offer offers the trains.
func (s Shop) Offer(v step.Voice) engine.Choice {
	return v.Offers("buy", "buy a train", s.Options, s.NotBought)
}

// Buy carries out an answer to Offer. The president of a company that sells must agree. The
// bank has another train of a type without number.
// // 18NewEngland 11.7
func (s Shop) Buy(t *engine.Turn, words []string) {
	o, _ := s.Order(words)
	if !o.Shop {
		step.BuyFromCompany(t, s.Table, s.Sym, o.TrainOrder, s.Table.President(o.From))
		return
	}
	if o.Given == "" {
		step.BuyFromShop(t, s.Table, s.Sym, o.TrainOrder)
	} else {
		s.exchange(t, o)
	}
	if s.Table.F.Train(o.Name).Count == 0 {
		step.Refill(t, s.Table, o.Name)
	}
	s.Sold(o.Name)
}

// exchange buys a train for a lower price and another train.
func (s Shop) exchange(t *engine.Turn, o Order) {
	price := s.Price(o)
	t.Pay(s.Sym, engine.Bank, price)
	t.Move(s.Table.TrainOf(s.Sym, o.Given), step.Pool)
	t.Move(s.Table.TrainOf(o.Place, o.Name), s.Sym)
	t.Note(s.Sym, "bought %s from the %s for %s and %s", step.ATrain(o.Name), o.From, s.Table.F.Money(price), step.ATrain(o.Given))
}

// Trains is the train turn of a company: it buys trains as long as it can and wants to. ask asks
// with the choices; nil for Turn.Ask. Nobody is asked if there is nothing to buy.
func (s Shop) Trains(t *engine.Turn, ask func(question string, choices func() []engine.Choice) engine.Command) {
	if ask == nil {
		ask = Ask(t)
	}
	for t.Result == nil {
		a := ask("trains", func() []engine.Choice {
			v := s.Table.Voice(s.Sym)
			return IfOpen(s.pass(v), s.Offer(v))
		})
		if a.Verb == "pass" {
			return
		}
		s.Buy(t, a.Args)
	}
}

// pass is the choice to buy no train, barred for a company that must own one.
// // 1828 8.3.5.1; 1843 8.8.1; 18NewEngland 11.7
func (s Shop) pass(v step.Voice) engine.Choice {
	if s.Must != nil && len(s.Table.Trains(s.Sym)) == 0 {
		if why := s.Must(); why != "" {
			return v.Barred("pass", why)
		}
	}
	return v.Pass("buy no train")
}
