package t1843

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// emergency reports whether the director must help the company to buy a train: it has a route, owns
// no train, and its treasury cannot pay for the cheapest one. // 8.8.3; 43-EM-01
func (t *turn) emergency() bool {
	if !t.trainless(t.Actor) {
		return false
	}
	least := step.Cheapest(t.newLots())
	return (least == 0 || least > t.Cash(t.Actor)) && t.hasRoute(t.Actor)
}

// mayBuyPrivate reports whether the treasury can pay for a private company of a player. That is
// possible at any time of the operation, also before the director helps; VDL may be the train that
// is needed. // 8.3, 10.1, 10.2; 43-OR-06, 43-PR-25
func (t *turn) mayBuyPrivate() bool { return len(t.privatesOnSale()) > 0 }

// rescue lets the director choose a train, raise the missing money and buy the train. It reports
// false if no train can be bought. // 8.8.3; R-25
func (t *turn) rescue() bool {
	by := t.President(t.Actor)
	t.Note(by, "must help %s to a train", t.Actor)
	return step.Emergency{
		Raising:   t.raising(by),
		Lots:      t.rescueLots,
		Partner:   t.rescuePartner,
		Agree:     t.rescueAgreed,
		Buy:       t.rescueBuy,
		NotBought: t.notRescued,
	}.Run(t.Turn)
}

// raising describes how the director raises money for the train. // 8.8.3; 43-EM-03
func (t *turn) raising(by string) step.Raising {
	return step.Raising{
		Table: t.Table, By: by, For: t.Actor,
		Syms:     t.parred,
		Sellable: func(sym string) int { return t.sellableFor(by, sym) },
		Sell:     func(sym string, n int) { t.sell(by, sym, n) },
		NotSold:  func(words []string, most func(sym string) int) string { return t.notSoldFor(by, words, most) },
		After:    t.priceAfter,
		More:     func(spare int) []engine.Choice { return t.otherMoney(by, spare) },
		Worth:    func(price func(string) int) int { return t.otherWorth(by, price) },
		Act:      t.raise,
		Rest:     func() { t.cashIn(by) },
		Beside: func() []engine.Choice {
			if t.owner(privVDL) == by { // see otherMoney
				return nil
			}
			return t.vdlAside()
		},
		Besides: func(a engine.Command) bool { return a.By != by && t.exchangeAside(a) },
	}
}

// priceAfter returns the price of a company after a sale of so many of its shares. // 7.7; 43-MK-01
func (t *turn) priceAfter(sym string, n int) int {
	c, _ := t.CellOf(sym)
	return data.Market.At(market.Steps(c, data.Market.Down, n)).Price
}

// sellableFor returns the most shares of a company that may be sold in an emergency. The operating
// company keeps its director. // 8.8.3; 43-EM-03, 43-EM-04
func (t *turn) sellableFor(by, sym string) int {
	most := t.sellable(by, sym)
	if sym == t.Actor {
		most = min(most, t.SellableAsDirector(by, sym))
	}
	return most
}

// notSoldFor says why the director may not sell shares to pay for the train.
// // 8.8.3; 43-EM-03, 43-EM-04
func (t *turn) notSoldFor(by string, words []string, most func(sym string) int) string {
	if why := t.notSold(by, words, most); why != "" {
		return why
	}
	n, _ := step.Number(words, 0)
	if sym := words[1]; n > t.sellableFor(by, sym) {
		return "you stay the director of " + sym + " while it must have a train" + step.AtMost("sell", most(sym)) + " (8.8.3)"
	}
	return ""
}

// notRescued says why a train cannot be bought with the director's money.
// // 8.8.3; 43-EM-05, 43-EM-06, R-25
func (t *turn) notRescued(words []string) string {
	o, ok := t.order(words)
	lots := t.newLots()
	switch {
	case !ok:
		return "say which train, from bank, from pool or from a company for a price"
	case t.inPhase(goneIn(o.Name)):
		return "a rusted train is not the one that " + t.Actor + " must own (8.8.1)"
	case !o.Shop && t.certificate(o.From, o.Name) == "":
		return o.From + " has no " + o.Name + "-train to sell (8.8.1)"
	case !o.Shop && (o.Price < 1 || len(words) != 6 || words[4] != "for"):
		return fmt.Sprintf("say for how much, at least %s: train %s from %s for 90 (8.8.1)", money(1), o.Name, o.From)
	case !o.Shop && o.Price > max(data.Train(o.Name).Price, t.Cash(t.Actor)):
		return "with your money a train of another company costs its face value at most, " + money(data.Train(o.Name).Price) + " (8.8.3)"
	case o.Shop && t.NotOnSale(lots, o) != "":
		return t.NotOnSale(lots, o) + " (8.8.1)"
	case o.Shop && data.Train(o.Name).Price > step.Cheapest(lots):
		return "with your money only the cheapest train of supply and pool is bought, for " + money(step.Cheapest(lots)) + " (8.8.3)"
	}
	return fmt.Sprintf("you cannot raise so much: with what %s has it is %s (8.8.3)", t.Actor, money(t.Cash(t.Actor)+t.raising(t.President(t.Actor)).Reach()))
}

// rescueLots lists the trains that may be bought with the director's money: the cheapest of supply
// and pool, and those of other companies, at face value at most, or for more if the treasury can
// pay it. A company without a train has room for any train.
// // 8.8.3; 43-EM-05, 43-EM-06, 43-EM-07, R-25
func (t *turn) rescueLots() []step.Purchase {
	var out []step.Purchase
	lots := t.newLots()
	for _, l := range lots {
		if l.Train.Price == step.Cheapest(lots) {
			label := money(l.Train.Price) + ", you add " + money(l.Train.Price-t.Cash(t.Actor))
			out = append(out, step.Purchase{Option: engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}, Label: label}, Price: l.Train.Price})
		}
	}
	for _, o := range t.trades(func(name string) int { return max(t.Cash(t.Actor), data.Train(name).Price) }) {
		if !t.inPhase(goneIn(o.Args[1])) {
			out = append(out, step.Purchase{Option: o})
		}
	}
	return out
}

// rescuePartner returns the director who must agree to a purchase, "" for a train of bank or pool.
// // 8.8.3; 43-EM-09
func (t *turn) rescuePartner(a engine.Command) string {
	if o, _ := t.order(a.Args); !o.Shop {
		return t.President(o.From)
	}
	return ""
}

// rescueAgreed asks that director, and reports whether they agree. // 8.8.3; R-25
func (t *turn) rescueAgreed(a engine.Command, aside func(engine.Command) bool) bool {
	o, _ := t.order(a.Args)
	return o.Shop || t.proposed(o, aside)
}

// rescueBuy carries out the purchase. // 8.8.3; 43-EM-02, 43-EM-09
func (t *turn) rescueBuy(a engine.Command) {
	o, _ := t.order(a.Args)
	if !o.Shop {
		t.takeTrain(o, nil)
		return
	}
	step.Contribute(t.Turn, t.Table, t.Actor, t.President(t.Actor), data.Train(o.Name).Price)
	t.buyFromShop(o)
}

// otherMoney lists what brings money besides sales. Private companies may be given up for their
// face value. VDL may be exchanged for a share, which is then sold. Choices after which the money
// could not be raised any more are left out. // 8.8.3; 43-EM-03, R-25, R-26
func (t *turn) otherMoney(by string, spare int) []engine.Choice {
	const less = "after that all that is left would not bring enough (8.8.3)"
	var options []engine.Option
	for _, private := range t.privates(by) {
		if private != privVDL || t.vdlWorth(by, t.Price)-data.Private(privVDL).Value <= spare {
			options = append(options, engine.Option{Args: []string{"private", private}, Label: "for " + money(data.Private(private).Value)})
		}
	}
	if !t.hasPrivates(by) {
		return nil
	}
	out := []engine.Choice{step.Offer(by, t.Actor, "discard", "give a private company up for its face value", step.Fixed(options), func(words []string) string {
		if step.Word(words, 1) == privVDL && t.owner(privVDL) == by {
			return less
		}
		return "say which private company of yours you give up: discard private VDL (8.8.3)"
	})}
	if t.owner(privVDL) != by {
		return out
	}
	return append(out, step.Ruled(by, t.Actor, "exchange", "exchange VDL for a share", t.exchanges, func(words []string) string {
		if len(words) == 2 {
			return "your money goes into the train now: exchange VDL for a share of a company that has its par (8.8.3)"
		}
		if why := t.notExchanged(by, words); why != "" || t.vdlWorth(by, t.Price)-t.shareWorth(by, words[0], t.Price) <= spare {
			return why
		}
		return less
	}))
}

// otherWorth returns the most money that private companies can bring, given the prices of shares.
// // 8.8.3; R-26
func (t *turn) otherWorth(by string, price func(string) int) int {
	sum := 0
	for _, private := range t.privates(by) {
		if private == privVDL {
			sum += t.vdlWorth(by, price)
		} else {
			sum += data.Private(private).Value
		}
	}
	return sum
}

// vdlWorth returns the most money that VDL can bring: its face value, or the price of the best
// share for it. // 8.8.3; R-26
func (t *turn) vdlWorth(by string, price func(string) int) int {
	best := data.Private(privVDL).Value
	for _, sym := range t.parred() {
		if t.notExchanged(by, []string{sym}) == "" {
			best = max(best, t.shareWorth(by, sym, price))
		}
	}
	return best
}

// shareWorth returns what one more share of a company would bring, 0 if the pool takes no more.
// // 7.2; 43-SR-08
func (t *turn) shareWorth(by, sym string, price func(string) int) int {
	if t.sellableFor(by, sym) >= mostInPool-t.Shares(step.Pool, sym) {
		return 0
	}
	return price(sym)
}

// raise carries out a choice of otherMoney. // 8.8.3; 43-EM-03
func (t *turn) raise(a engine.Command) {
	if a.Verb == "exchange" {
		t.exchange(a.By, a)
		return
	}
	t.giveUp(a.By, a.Arg(1))
}

// giveUp closes a private company and pays its owner the face value. // 8.8.3; 43-EM-03
func (t *turn) giveUp(by, private string) {
	t.Pay(engine.Bank, by, data.Private(private).Value)
	t.Note(by, "gave %s up for %s", private, money(data.Private(private).Value))
	t.closePrivate(private)
}

// cashIn gives up all private companies of a player. // 8.8.3; 43-EM-10
func (t *turn) cashIn(by string) {
	for _, private := range t.privates(by) {
		t.giveUp(by, private)
	}
}

// goBankrupt ends the game. Everything that could be sold has been sold before.
// // 8.8.3, 8.10.1; 43-EM-10, 43-GE-01, R-34
func (t *turn) goBankrupt() {
	by := t.President(t.Actor)
	t.Note(by, "cannot pay for a train that %s must have", t.Actor)
	t.End(fmt.Sprintf("%s is bankrupt", t.PlayerName(by)), t.scores())
}
