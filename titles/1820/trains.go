package t1820

import (
	"fmt"
	"slices"
	"strconv"

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
				step.Offer(t.President(sym), sym, "discard", "throw a train out of the game", step.Fixed(options), func([]string) string {
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

// earlyTrain lets a private company, and one that uses Holden, buy trains just before
// they run. // 7.2, 13.2, 14.5.1; 20-TB-11, 20-CO-15, 20-DC-22, 20-RU-06
func earlyTrain(t *turn) {
	sym := t.Actor
	private := t.private(sym)
	for !t.idle() && len(t.Trains(sym)) < t.limit() {
		if !private && (!t.active("HOL", sym) || t.Get(holden.of(sym)) == 1) {
			return
		}
		a := t.asks("early train", func() []engine.Choice {
			buy := t.voice().Offers("buy", "buy a train from the supply before trains run", t.shopTrains, t.notShop)
			if !anyOpen(buy) && t.borrowable(sym) == 0 {
				return nil
			}
			return []engine.Choice{buy, t.voice().Pass("buy no train now")}
		})
		if a.Verb == "pass" {
			return
		}
		if !private {
			t.Set(holden.of(sym), 1)
		}
		t.buyTrain(a)
	}
}

// trains buys trains; without one a public company goes into liquidation and a private
// one closes. // 7.2.7; 20-TB-01, 20-TB-12, 20-TB-13
func trains(t *turn) {
	sym := t.Actor
	t.Set(raised, 0)
	for !t.idle() && len(t.Trains(sym)) < t.limit() {
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
	switch {
	case len(t.Trains(sym)) > 0 || t.over():
	case t.private(sym):
		t.Note(sym, "has no train")
		t.closeDown(sym)
	default:
		t.liquidate(sym, "it has no train")
	}
}

// trainChoices offers what can be bought, and shares of the director where the director
// may add money. // 7.2.7; 20-TB-05, 20-TB-07, 20-DC-27
func (t *turn) trainChoices() []engine.Choice {
	out := []engine.Choice{t.voice().Offers("buy", "buy a train", t.everyTrain, t.notTrain)}
	if t.mayAdd(t.Actor) {
		sell := t.Voice(t.Actor).Offers("sell", "sell shares of yours to add to the price of a train", t.trainSales, t.notTrainSale)
		if anyOpen(sell) {
			out = append(out, sell)
		}
	}
	if !anyOpen(out...) && t.borrowable(t.Actor) == 0 && !t.mayBeGiven(t.Actor) {
		return nil
	}
	if t.Get(raised) > 0 && slices.ContainsFunc(t.shopTrains(), func(o engine.Option) bool { return t.notShop(o.Args) == "" }) {
		return append(out, t.voice().Barred("pass", "shares were sold for a train: buy one (7.2.7)"))
	}
	return append(out, t.voice().Pass("buy no train"))
}

// mayAdd reports whether the director may add money of their own: of a private company,
// whose purse it is, and of a public one without a train. // 7.2.7; 20-TB-05, 20-RU-71
func (v view) mayAdd(sym string) bool { return v.private(sym) || len(v.Trains(sym)) == 0 }

// wallet is what a company can pay for a train at most.
func (v view) wallet(sym string) int {
	n := v.S.Cash(v.purse(sym))
	if !v.private(sym) && v.mayAdd(sym) {
		n += v.S.Cash(v.President(sym))
	}
	return n
}

// shopTrains lists the next train of the supply.
func (t *turn) shopTrains() []engine.Option {
	var out []engine.Option
	for _, l := range t.Lots("pool") {
		if l.Place == step.Supply {
			out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", "bank"}, Label: money(l.Train.Price)})
		}
	}
	return out
}

// notShop says why a train of the supply cannot be bought. // 7.2.7; 20-TB-02
func (t *turn) notShop(words []string) string {
	o, ok := t.TrainOrder(words, "pool")
	if !ok || !o.Shop {
		return "say which train from bank"
	}
	if why := t.NotOnSale(t.Lots("pool"), o); why != "" {
		return why + " (7.2.7)"
	}
	if price := data.Train(o.Name).Price; price > t.wallet(t.Actor) {
		return fmt.Sprintf("a %s-train costs %s, %s can pay %s (7.2.7)", o.Name, money(price), t.Actor, money(t.wallet(t.Actor)))
	}
	return ""
}

// norm is what a train costs in the supply less its maintenance, at least £1. // 7.2.7;
// 20-TB-03, 20-TB-04, 20-TB-06
func (v view) norm(name string) int { return max(1, data.Train(name).Price-v.maintenance(name)) }

// priceRange is what a company may pay another for a train: a private one pays a public
// one no less than the norm, a public one a private one no more; and with money of the
// director it is no more either, of a private one with what shares brought. // 7.2.7;
// 20-TB-03, 20-TB-04, 20-TB-06, 20-RU-71
func (v view) priceRange(buyer, seller, name string) (low, high int) {
	own := v.S.Cash(v.purse(buyer))
	if v.private(buyer) {
		own -= v.S.Get(raised)
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
		if other == t.Actor || t.President(other) == "" {
			continue
		}
		label := "your own company"
		if p := t.President(other); p != t.President(t.Actor) {
			label = "if " + t.named(p) + " agrees"
		}
		names := t.TrainNames(other)
		for i, name := range names {
			if slices.Index(names, name) == i {
				low, high := t.priceRange(t.Actor, other, name)
				out = append(out, engine.Option{Args: []string{"train", name, "from", other, "for"}, Range: &engine.Range{Min: low, Max: high, Step: 1}, Label: label})
			}
		}
	}
	return out
}

// notTrain says why a train is not to be had. // 7.2.7; 20-TB-01, 20-TB-02
func (t *turn) notTrain(words []string) string {
	o, ok := t.TrainOrder(words, "pool")
	switch {
	case !ok:
		return "say which train, from bank or from a company for a price"
	case o.Shop:
		return t.notShop(words)
	case o.From == t.Actor || t.TrainOf(o.From, o.Name) == "" || t.President(o.From) == "":
		return o.From + " has no " + o.Name + "-train to sell"
	}
	low, high := t.priceRange(t.Actor, o.From, o.Name)
	price, said := step.Number(words, 5)
	switch {
	case low > high:
		return fmt.Sprintf("a %s-train of %s costs %s at least, %s can pay %s (7.2.7)", o.Name, o.From, money(low), t.Actor, money(high))
	case !said || len(words) != 6 || words[4] != "for" || price < low || price > high:
		return fmt.Sprintf("say for how much, from %s to %s (7.2.7)", money(low), money(high))
	}
	return ""
}

// buyTrain carries out a purchase: of another company when its director agrees.
// // 7.2.7; 20-TB-02, 20-TB-05
func (t *turn) buyTrain(a engine.Command) {
	sym := t.Actor
	o, _ := t.TrainOrder(a.Args, "pool")
	price, to := o.Price, engine.Bank
	if o.Shop {
		price = data.Train(o.Name).Price
	} else {
		to = t.purse(o.From)
		if p := t.President(o.From); p != a.By {
			t.Note(sym, "offers %s for a %s-train of %s", money(price), o.Name, o.From)
			if !step.Agreed(t.Turn, a.By, sym, p, o.From, fmt.Sprintf("sell a %s-train of %s to %s for %s", o.Name, o.From, sym, money(price))) {
				return
			}
		}
	}
	if missing := price - t.Cash(t.purse(sym)); missing > 0 {
		t.Pay(a.By, sym, missing)
		t.Note(a.By, "adds %s", money(missing))
	}
	t.Pay(t.purse(sym), to, price)
	t.Set(raised, max(0, t.Get(raised)-price))
	t.Move(t.TrainOf(o.Place, o.Name), sym)
	t.Note(sym, "bought a %s-train from %s for %s", o.Name, o.From, money(price))
	if o.Shop {
		t.leftSupply(o.Name)
	}
}

// dearest is the most that a train costs to which the director may add: the next of the
// supply, and those of others by the norm. // 7.2.7; 20-TB-05, 20-TB-06
func (v view) dearest(sym string) int {
	most := 0
	for _, l := range v.Lots("pool") {
		most = max(most, l.Train.Price)
	}
	for _, other := range v.playing() {
		for _, name := range v.TrainNames(other) {
			if other != sym && v.President(other) != "" {
				most = max(most, v.norm(name))
			}
		}
	}
	return most
}

// forTrain is how many shares of a company a director may sell for a train: no more than
// the dearest takes. // 7.2.7; 20-TB-07
func (v view) forTrain(p, sym, buyer string) int {
	short := v.dearest(buyer) - v.wallet(buyer)
	return min(v.shedable(p, sym, buyer), (short+v.Price(sym)-1)/v.Price(sym))
}

// trainSales lists the shares a director may sell to add to the price of a train.
// // 7.2.7; 20-TB-07
func (t *turn) trainSales() []engine.Option {
	p := t.President(t.Actor)
	return t.SaleOptions(t.publics(), func(sym string) int { return t.forTrain(p, sym, t.Actor) })
}

func (t *turn) notTrainSale(words []string) string {
	p := t.President(t.Actor)
	if why := t.notSold(p, words); why != "" {
		return why
	}
	switch n, _ := step.Number(words, 0); {
	case n > t.shedable(p, words[1], t.Actor): // 20-TB-07
		return "you would no longer direct " + t.Actor + " (7.2.7)"
	case n > t.forTrain(p, words[1], t.Actor):
		return "sell no more than a train takes: with you " + t.Actor + " can pay " + money(t.wallet(t.Actor)) + " (7.2.7)"
	}
	return ""
}

// sellForTrain sells shares of a director. Of a company that has trains to sell it needs
// the word of the player who would then direct it. // 7.2.7; 20-TB-08, 20-DC-27
func (t *turn) sellForTrain(a engine.Command) {
	sym, n := a.Arg(1), a.Int(0)
	heir := t.Heir(a.By, sym)
	if t.Director(sym) == a.By && heir != "" && t.Shares(a.By, sym)-n < t.Shares(heir, sym) && len(t.Trains(sym)) > 0 {
		if p := t.speaker(heir); p != a.By {
			t.Note(a.By, "would sell %s of %s", step.Plural(n, "share"), sym)
			if !step.Agreed(t.Turn, a.By, "", p, "", "let "+t.named(a.By)+" sell "+strconv.Itoa(n)+" of "+sym+": it would be yours to direct") {
				return
			}
		}
	}
	t.Set(raised, t.Get(raised)+n*t.Price(sym))
	t.sellShares(a.By, sym, n)
}
