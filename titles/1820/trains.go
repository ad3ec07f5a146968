package t1820

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// scrapping lets a company throw trains out of the game. // 7.2.6; 20-MT-05, 20-DC-26
func scrapping(t *turn) {
	sym := t.Actor
	for !t.idle() && len(t.Trains(sym)) > 0 {
		a := t.asks("scrap", func() []engine.Choice {
			options := t.DiscardOptions(sym)
			for i := range options {
				options[i].Label = "maintenance " + money(t.maintenance(options[i].Args[1]))
			}
			return []engine.Choice{
				step.Offer(t.President(sym), sym, "discard", "discard a train", step.Fixed(options), func([]string) string {
					return sym + " has " + step.AllOf(t.TrainNames(sym))
				}), t.voice().Pass("keep the trains"),
			}
		})
		if a.Verb == "pass" {
			return
		}
		t.scrap(sym, t.TrainOf(sym, a.Arg(1)))
	}
}

// earlyTrain lets a private company, and one that uses Holden, buy trains from the supply just
// before the run. Their directors may sell shares for that.
// // 7.2, 7.2.7, 13.2, 14.5.1; 20-TB-11, 20-TB-07, 20-CO-15, 20-DC-22, 20-RU-06
func earlyTrain(t *turn) {
	sym := t.Actor
	private := t.private(sym)
	sold := false
	for !t.idle() {
		if !private && (!t.active("HOL", sym) || t.Get(holden.Of(sym)) == 1) {
			break
		}
		a := t.asks("early train", func() []engine.Choice { return t.earlyChoices(sold) })
		if a.Verb == "pass" {
			break
		}
		if a.Verb == "sell" {
			if !sold {
				t.Set(raised, 0)
			}
			sold = true
			t.bar(a) // a train of the supply needs nobody's consent // 20-TB-08
			t.soldForTrain(a)
			continue
		}
		if !private {
			t.Set(holden.Of(sym), 1)
		}
		t.buyTrain(a)
	}
	if sold {
		t.Set(raisedEarly, t.Get(raised))
	}
}

// earlyChoices offers the train of the supply, and the director's shares to pay for it.
func (t *turn) earlyChoices(sold bool) []engine.Choice {
	sym := t.Actor
	if len(t.Trains(sym)) >= t.limit() { // 13.7; 20-TB-01
		return nil
	}
	out := []engine.Choice{t.adding(t.voice().Offers("buy", "buy a train from the supply before trains run", t.shopTrains, t.notShop), t.notShop)}
	if sell := t.trainSale(false, func(string) int { return t.shopPrice() }); t.mayAdd(sym) && step.OpenNow(t.Turn, "sell", sell) {
		out = append(out, sell)
	}
	if !step.OpenNow(t.Turn, "trains", out...) && t.borrowable(sym) == 0 {
		return nil
	}
	return append(out, t.noTrain("buy no train now", sold))
}

// trains buys trains. At the end a public company without a train goes into liquidation, and a
// private one closes. // 7.2.7; 20-TB-01, 20-TB-12, 20-TB-13
func trains(t *turn) {
	sym := t.Actor
	t.Set(raised, t.Get(raisedEarly))
	for !t.idle() {
		a := t.asks("trains", t.trainChoices)
		if a.Verb == "pass" {
			break
		}
		if a.Verb == "sell" {
			t.sellForTrain(a)
			continue
		}
		t.buyTrain(a)
	}
	t.forgetSales()
	switch {
	case len(t.Trains(sym)) > 0 || t.over():
	case t.private(sym):
		t.Note(sym, "has no train")
		t.closeDown(sym)
	default:
		t.liquidate(sym, "it has no train")
	}
}

// trainChoices offers the trains that can be bought, and the director's shares if the director may
// add money. // 7.2.7; 20-TB-05, 20-TB-07, 20-DC-27
func (t *turn) trainChoices() []engine.Choice {
	if len(t.Trains(t.Actor)) >= t.limit() { // 13.7; 20-TB-01
		return nil
	}
	out := []engine.Choice{t.adding(t.voice().Offers("buy", "buy a train", t.everyTrain, t.notTrain), t.notTrain)}
	if sell := t.trainSale(t.on(namedSales), func(but string) int { return t.dearest(t.Actor, but) }); t.mayAdd(t.Actor) && step.OpenNow(t.Turn, "sell", sell) {
		out = append(out, sell)
	}
	if !step.OpenNow(t.Turn, "trains", out...) && t.borrowable(t.Actor) == 0 && !t.mayBeGiven(t.Actor) {
		return nil
	}
	return append(out, t.noTrain("buy no train", true))
}

// noTrain is the choice to buy no train. It is barred for a director who has sold shares for a
// train and can buy one. // 7.2.7; 20-TB-07
func (t *turn) noTrain(help string, sold bool) engine.Choice {
	onSale := func(o engine.Option) bool { return o.Range == nil && t.notShop(o.Args) == "" }
	if sold && t.Get(raised) > 0 && t.mayAdd(t.Actor) && slices.ContainsFunc(t.shopTrains(), onSale) {
		return t.voice().Barred("pass", "shares were sold for a train: buy one (7.2.7)")
	}
	return t.voice().Pass(help)
}

// mayAdd reports whether the director may add money of their own: to a private company, whose purse
// is theirs, and to a public company without a train. // 7.2.7; 20-TB-05, 20-RU-71
func (v view) mayAdd(sym string) bool { return v.private(sym) || len(v.Trains(sym)) == 0 }

// wallet returns the most that a company can pay for a train.
func (v view) wallet(sym string) int {
	n := v.S.Cash(v.purse(sym))
	if !v.private(sym) && v.mayAdd(sym) {
		n += v.S.Cash(v.President(sym))
	}
	return n
}

// shopTrains lists the next train of the supply. If the director may add more than the least, it
// also lists the sums to add.
func (t *turn) shopTrains() []engine.Option {
	var out []engine.Option
	for _, l := range t.Lots("pool") {
		if l.Place != step.Supply {
			continue
		}
		words := []string{"train", l.Train.Name, "from", "bank"}
		out = append(out, engine.Option{Args: words, Label: money(l.Train.Price)})
		if low, high := t.additions(t.Actor, l.Train.Price); low < high {
			out = append(out, engine.Option{Args: append(slices.Clone(words), "adding"), Range: &engine.Range{Min: low + 1, Max: high, Step: 1},
				Label: money(l.Train.Price) + ", so much of it from your own cash"})
		}
	}
	return out
}

// shopPrice returns the price of the next train of the supply, 0 if there is none.
func (t *turn) shopPrice() int {
	return step.Cheapest(slices.DeleteFunc(t.Lots("pool"), func(l step.Lot) bool { return l.Place != step.Supply }))
}

// withAdded parses how much the director adds: "train 3+ from bank adding 50".
func withAdded(words []string) (rest []string, added int, said bool) {
	if n := len(words); n > 2 && words[n-2] == "adding" {
		if added, said = step.Number(words, n-1); said {
			return words[:n-2], added, true
		}
	}
	return words, added, said
}

// additions returns how much the director of a company may add to the price of a train. The least
// is what its treasury lacks, or what shares sold for the train brought, if that is more. The most
// is the whole price. // 7.2.7; 20-TB-05, 20-TB-07, 20-RU-82
func (v view) additions(sym string, price int) (low, high int) {
	if v.private(sym) || !v.mayAdd(sym) {
		return 0, 0
	}
	return max(price-v.S.Cash(sym), min(v.S.Get(raised), price)), min(price, v.S.Cash(v.President(sym)))
}

// notAdded says why a director cannot add this sum to the price of a train.
// // 7.2.7; 20-TB-05, 20-RU-71, 20-RU-82
func (t *turn) notAdded(price, added int) string {
	low, high := t.additions(t.Actor, price)
	switch {
	case t.private(t.Actor):
		return "a private company pays from its director's cash: say no sum to add (13.2)"
	case !t.mayAdd(t.Actor):
		return "the director adds money only for a company without a train (7.2.7)"
	case added < low || added > high:
		return fmt.Sprintf("to a price of %s you may add from %s to %s (7.2.7)", money(price), money(low), money(high))
	}
	return ""
}

// adding lets a director say how much they add to the price of a train of another company.
// // 7.2.7; 20-RU-82, 20-DC-27
func (t *turn) adding(c engine.Choice, whyNot func([]string) string) engine.Choice {
	c.Free = func(words []string) ([]string, error) {
		_, _, said := withAdded(words)
		if why := whyNot(words); why != "" || !said {
			return nil, engine.Refuse("%s", why)
		}
		return words, nil
	}
	return c
}

// notShop says why a train of the supply cannot be bought. // 7.2.7; 20-TB-02
func (t *turn) notShop(words []string) string {
	words, added, said := withAdded(words)
	o, ok := t.TrainOrder(words, "pool")
	if why := t.NamesPrice(words, "pool"); why != "" {
		return cmp.Or(t.notShop(words[:4]), why+" (7.2.7)")
	}
	if !ok || !o.Shop {
		return "say which train from bank"
	}
	if why := t.NotOnSale(t.Lots("pool"), o); why != "" {
		return why + " (7.2.7)"
	}
	price := data.Train(o.Name).Price
	if price > t.wallet(t.Actor) {
		return fmt.Sprintf("%s costs %s, %s can pay %s (7.2.7)", step.ATrain(o.Name), money(price), t.Actor, money(t.wallet(t.Actor)))
	}
	if said {
		return t.notAdded(price, added)
	}
	return ""
}

// norm returns what a train costs in the supply less its maintenance, at least £1.
// // 7.2.7; 20-TB-03, 20-TB-04, 20-TB-06
func (v view) norm(name string) int { return max(1, data.Train(name).Price-v.maintenance(name)) }

// priceRange returns the least and the most that a company may pay another for a train. A private
// company pays a public one at least the norm; a public company pays a private one at most the
// norm. If money of the director is used, the price is at most the norm. For a private company only
// money that shares brought counts as such. A public company always uses the money that shares
// brought. // 7.2.7; 20-TB-03, 20-TB-04, 20-TB-06, 20-RU-71, 20-RU-82
func (v view) priceRange(buyer, seller, name string) (low, high int) {
	own := v.S.Cash(v.purse(buyer))
	switch {
	case v.private(buyer):
		own -= v.S.Get(raised)
	case v.mayAdd(buyer) && v.S.Get(raised) > 0:
		own = 0
	}
	low, high = 1, max(own, min(v.wallet(buyer), v.norm(name)))
	if v.private(buyer) && !v.private(seller) {
		low = v.norm(name)
	}
	if v.private(seller) && !v.private(buyer) {
		high = min(high, v.norm(name))
	}
	return low, high
}

// everyTrain lists the next train of the supply and those of other companies. // 7.2.7;
// 20-TB-02
func (t *turn) everyTrain() []engine.Option {
	out := t.shopTrains()
	for _, other := range t.playing() {
		if other == t.Actor || t.President(other) == "" || t.Get(unasked.Of(other)) == 1 {
			continue
		}
		for _, name := range t.TrainTypes(other) {
			low, high := t.priceRange(t.Actor, other, name)
			out = append(out, engine.Option{Args: []string{"train", name, "from", other, "for"}, Range: &engine.Range{Min: low, Max: high, Step: 1}, Label: t.Seller(t.Actor, other)})
		}
	}
	return out
}

// notTrain says why a train cannot be bought. // 7.2.7; 20-TB-01, 20-TB-02
func (t *turn) notTrain(said []string) string {
	words, added, adds := withAdded(said)
	o, ok := t.TrainOrder(words, "pool")
	switch {
	case t.NamesPrice(words, "pool") != "":
		return cmp.Or(t.notShop(words[:4]), t.NamesPrice(words, "pool")+" (7.2.7)")
	case !ok:
		return "say which train, from bank or from a company for a price"
	case o.Shop:
		return t.notShop(said)
	case o.From == t.Actor || t.TrainOf(o.From, o.Name) == "" || t.President(o.From) == "":
		return o.From + " has no " + o.Name + "-train to sell"
	case t.Get(unasked.Of(o.From)) == 1: // 20-TB-08
		return o.From + " has a new director, who was not asked when shares of it were sold: buy none of its trains in this turn (7.2.7)"
	}
	low, high := t.priceRange(t.Actor, o.From, o.Name)
	price, priced := step.Number(words, 5)
	switch {
	case low > high:
		return fmt.Sprintf("%s of %s costs %s at least, %s can pay %s (7.2.7)", step.ATrain(o.Name), o.From, money(low), t.Actor, money(high))
	case !priced || len(words) != 6 || words[4] != "for" || price < low || price > high:
		return fmt.Sprintf("say for how much, from %s to %s (7.2.7)", money(low), money(high))
	case !adds:
		return ""
	case added > 0 && price > t.norm(o.Name): // 20-TB-06
		return fmt.Sprintf("with money of yours %s of another company costs %s at most (7.2.7)", step.ATrain(o.Name), money(t.norm(o.Name)))
	}
	return t.notAdded(price, added)
}

// buyTrain carries out a purchase. The director of another company that sells must agree.
// // 7.2.7; 20-TB-02, 20-TB-05
func (t *turn) buyTrain(a engine.Command) {
	sym := t.Actor
	words, added, said := withAdded(a.Args)
	o, _ := t.TrainOrder(words, "pool")
	price, to := o.Price, engine.Bank
	if o.Shop {
		price = data.Train(o.Name).Price
	} else {
		to = t.purse(o.From)
		if p := t.President(o.From); p != a.By {
			t.Note(sym, "offers %s for %s of %s", money(price), step.ATrain(o.Name), o.From)
			if !step.Agreed(t.Turn, a.By, sym, p, o.From, fmt.Sprintf("sell %s of %s to %s for %s", step.ATrain(o.Name), o.From, sym, money(price))) {
				return
			}
		}
	}
	if low, _ := t.additions(sym, price); !said {
		added = low
	}
	if added > 0 {
		t.Pay(a.By, sym, added)
		t.Note(a.By, "adds %s", money(added))
	}
	t.Pay(t.purse(sym), to, price)
	t.Set(raised, t.leftOf(sym, o, price))
	t.Move(t.TrainOf(o.Place, o.Name), sym)
	t.Note(sym, "bought %s from %s for %s", step.ATrain(o.Name), o.From, money(price))
	if o.Shop {
		t.leftSupply(o.Name)
	}
}

// leftOf returns what is left of the money that shares brought. What a private company pays another
// above the norm comes from its director's other cash. // 7.2.7; 20-TB-06, 20-RU-71
func (v view) leftOf(sym string, o step.TrainOrder, price int) int {
	if v.private(sym) && !o.Shop && price > v.norm(o.Name) {
		return v.S.Get(raised)
	}
	return max(0, v.S.Get(raised)-price)
}
