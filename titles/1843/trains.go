package t1843

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// trains buys trains, several in one step. At the end a company with a route must own one.
// // 8.8; 43-TB-01, 43-TB-10, 43-TB-11
func trains(t *turn) {
	t.runOut()
	for passed := false; ; { // passed: no private company is bought before the director helps
		if t.emergency() && (passed || !t.mayBuyPrivate()) {
			if !t.rescue() {
				t.goBankrupt()
				return
			}
			continue
		}
		switch a := t.asks("trains", t.trainChoices); a.Verb {
		case "buy":
			t.buyTrain(a)
		case "replace":
			t.replace(a)
		case "engineers":
			t.mark(a.Arg(0))
		default:
			if passed = t.emergency(); !passed {
				return
			}
		}
	}
}

// runOut discards the certificate that has had its last run. // 10.2; 43-PR-22, R-27
func (t *turn) runOut() {
	for _, cert := range t.Trains(t.Actor) {
		if t.obsolete(cert) {
			t.Note(t.Actor, "discarded its %s-train, which has run for the last time", step.Label(cert))
			t.Move(engineers, step.Out)
			t.scrap(cert)
		}
	}
}

// trainless reports whether a company owns no train, or only a rusted one.
// // 8.8.1; 43-TB-10, 43-TB-13, R-25
func (v view) trainless(sym string) bool {
	return !slices.ContainsFunc(v.Trains(sym), func(cert string) bool { return !v.obsolete(cert) && !v.rustedTrain(cert) })
}

// mustBuy reports whether the operating company must buy a train. // 8.8.1;
// 43-TB-10, 43-TB-11
func (t *turn) mustBuy() bool { return t.mustOwn(t.Actor) }

// mustOwn reports whether a company has a route but not the train that it must own. // 8.8.1
func (v view) mustOwn(sym string) bool { return v.trainless(sym) && v.hasRoute(sym) }

// room reports whether one more certificate fits the limits. They are those before any change of
// phase. // 8.8.1; 43-TB-04
func (t *turn) room(name string) bool { return t.roomWithout(name, nil) }

func (t *turn) roomWithout(name string, thrown []string) bool {
	n, m := t.loadWithout(thrown)
	return n+trainsOn(name) <= t.trainLimit() && m+1 <= t.certLimit()
}

// loadWithout counts trains and certificates once some are thrown away. // 8.8.2
func (t *turn) loadWithout(thrown []string) (n, m int) {
	n, m = t.load(t.Actor)
	for _, cert := range thrown {
		n, m = n-trainsOn(step.Label(cert)), m-1
	}
	return n, m
}

// fromBank is what players call the supply and the rusted trains.
const fromBank = "bank"

// lots lists what supply and pool sell: both sides of the next certificate, the trains of the pool,
// and rusted trains. // 8.8.1; 43-TB-02, 43-TB-03, 43-TB-12, R-21
func (v view) lots() []step.Lot {
	out := v.newLots()
	for _, name := range v.TrainTypes(rusted) {
		out = append(out, step.Lot{Train: *data.Train(name), From: fromBank, Place: rusted})
	}
	return out
}

// newLots returns the lots without rusted trains. The 8E-train, which has only one side, is among
// them. // 13.2; R-46
func (v view) newLots() []step.Lot {
	var out []step.Lot
	for _, l := range v.Lots(classic.FromPool) {
		out = append(out, l)
		if back := data.Back(l.Train.Name); l.Place == step.Supply && back != nil {
			out = append(out, step.Lot{Train: *back, From: fromBank, Place: step.Supply})
		}
	}
	return out
}

// order parses a purchase. The bank also sells rusted trains.
func (v view) order(words []string) (o step.TrainOrder, ok bool) {
	o, ok = v.TrainOrder(words, classic.FromPool)
	if ok && o.Place == step.Supply && v.inPhase(goneIn(o.Name)) {
		o.Place = rusted
	}
	return o, ok
}

// A shop is where the operating company may buy trains. It caches its lots, and the money that the
// company keeps, for one question.
type shop struct {
	turn *turn
	lots func() []step.Lot
	kept func() int // the price of the cheapest train if it must buy one, otherwise 0
}

func (t *turn) shop() shop {
	return shop{t, sync.OnceValue(t.view.lots), sync.OnceValue(func() int {
		if !t.mustBuy() {
			return 0
		}
		return step.Cheapest(t.newLots())
	})}
}

// purse returns the most that the treasury may pay for a train. While the company must own a train,
// the money for that train cannot pay for a rusted one. // 8.8.1, 8.8.3; 43-TB-13, R-25
func (s shop) purse(name string) int {
	if !s.turn.inPhase(goneIn(name)) {
		return s.turn.Cash(s.turn.Actor)
	}
	return s.turn.Cash(s.turn.Actor) - s.kept()
}

// trainChoices lists what the director may do about trains, nil if that is only to pass. // 8.8.1
func (t *turn) trainChoices() []engine.Choice {
	s := t.shop()
	inSight := func() []engine.Option { return s.trainsInSight(nil) }
	buy := t.voice().Offers("buy", t.purchase(), func() []engine.Option { return append(inSight(), t.privatesOnSale()...) }, s.notTrain)
	out := []engine.Choice{buy}
	if len(t.rustedOwned()) > 0 {
		out = append(out, t.voice().Offers("replace", "discard a rusted train for a larger one", s.replacements, s.notReplaced))
	}
	if t.owner(privVDL) == t.Actor && len(t.Trains(t.Actor)) > 0 {
		out = append(out, t.voice().Offers("engineers", "let a train run once more before it goes; VDL closes", t.marks, t.notMarked))
	}
	switch must := t.mustBuy(); {
	case must && !t.emergency():
		return append(out, t.voice().Barred("pass", t.Actor+" has a route and must own a train (8.8.1)"))
	case must && !t.mayBuyPrivate():
		return nil
	case must:
		return append(out, t.voice().Pass("buy a train with your own money"))
	case !step.OpenNow(t.Turn, "trains", append(out[1:], t.voice().Offers("buy", "", inSight, s.notTrain))...) && !t.newMoney():
		return nil
	}
	return append(out, t.voice().Pass("buy no train"))
}

// purchase says what a director is asked who may buy trains: whether the company must have one, and what the first train of PLM ends.
// // 8.8.1, 10.2; 43-TB-10, 43-TB-16
func (t *turn) purchase() string {
	text := "buy a train"
	if t.mustBuy() {
		text += ": " + t.Actor + " has a route and must own one"
	}
	if t.Actor == compPLM && t.owner(privLM) != step.Out {
		text += "; LM closes"
	}
	return text
}

// newMoney reports whether the run earned money that could buy private companies: nobody was asked
// since the run. // 8.3; 43-OR-06
func (t *turn) newMoney() bool { return t.Get(earned) > 0 && t.mayBuyPrivate() }

// trainsInSight lists the trains of bank, pool and all other companies that fit the limits once
// some certificates are thrown away.
func (s shop) trainsInSight(thrown []string) []engine.Option {
	var out []engine.Option
	for _, l := range s.lots() {
		if s.turn.notFitting(l.Train.Name, thrown) == "" {
			out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}, Label: money(l.Train.Price)})
		}
	}
	trades := s.turn.trades(s.purse)
	return append(out, slices.DeleteFunc(trades, func(o engine.Option) bool { return s.turn.notFitting(o.Args[1], thrown) != "" })...)
}

// trades lists the certificates of other companies at any price up to the most for each.
func (t *turn) trades(most func(name string) int) []engine.Option {
	var out []engine.Option
	for _, other := range t.running() {
		if other == t.Actor {
			continue
		}
		for _, name := range t.TrainTypes(other) {
			if t.certificate(other, name) == "" {
				continue
			}
			label := t.whoAgrees(trainThing(name, other), t.President(other))
			out = append(out, step.BidsFor([]string{"train", name, "from", other, "for"}, label, 1, most(name), 1)...)
		}
	}
	return out
}

// notTrain says why a train, or a private company, cannot be bought. // 8.8.1
func (s shop) notTrain(words []string) string {
	if step.Word(words, 0) == "private" {
		return s.turn.notPrivate(words)
	}
	return s.notSupplied(words, nil)
}

// notSupplied says why a train cannot be bought once some certificates are thrown away. // 8.8.1
func (s shop) notSupplied(words, thrown []string) string {
	if why := s.turn.NamesPrice(words, classic.FromPool); why != "" {
		return cmp.Or(s.notSupplied(words[:4], thrown), why+" (8.8.1)")
	}
	o, ok := s.turn.order(words)
	if !ok {
		return "say which train, from bank, from pool or from a company for a price"
	}
	if o.Shop && s.turn.NotOnSale(s.lots(), o) != "" { // 43-TB-02, 43-TB-03
		return s.turn.NotOnSale(s.lots(), o) + " (8.8.1)"
	}
	if why := s.turn.notFitting(o.Name, thrown); why != "" {
		return why
	}
	switch {
	case o.Shop:
		return s.notAfforded(o)
	case o.From == s.turn.Actor || s.turn.certificate(o.From, o.Name) == "": // 43-PR-23
		return o.From + " has no " + o.Name + "-train to sell (8.8.1)"
	}
	if why := s.turn.NotPriced(s.turn.Actor, words); why != "" {
		return "say for how much: the price is " + why + " (8.8.1)"
	}
	return s.notSpared(o.Name, o.Price)
}

// notSpared says why the company must keep its money for the train that it must own. // 8.8.3; R-25
func (s shop) notSpared(name string, price int) string {
	if price <= s.purse(name) {
		return ""
	}
	return fmt.Sprintf("%s keeps %s for the train that it must own; a rusted one may be bought after that, or with what is left (8.8.3)", s.turn.Actor, money(s.kept()))
}

// notFitting says why the company may not have one more train once some certificates are thrown
// away, whatever its seller and price. // 8.8.1, 8.8.2
func (t *turn) notFitting(name string, thrown []string) string {
	switch {
	case !t.roomWithout(name, thrown): // 43-TB-04
		return t.fullWithout(name, thrown)
	case t.inPhase(goneIn(name)) && len(t.rustedOwned()) > len(thrown): // 43-TB-13
		return t.Actor + " owns a rusted train and may not have a second (8.8.1)"
	}
	return ""
}

// fullWithout says what the train limit leaves no room for. // 8.8.2
func (t *turn) fullWithout(name string, thrown []string) string {
	n, m := t.loadWithout(thrown)
	two := ""
	if trainsOn(name) == 2 {
		two = ", and " + step.ATrain(name) + " counts as two"
	}
	return fmt.Sprintf("%s may own %d trains on %d certificates: it has %d on %d%s (8.8.2)", t.Actor, t.trainLimit(), t.certLimit(), n, m, two)
}

// notAfforded says why the treasury cannot pay for a train of bank or pool. // 8.8.1; R-48
func (s shop) notAfforded(o step.TrainOrder) string {
	price := data.Train(o.Name).Price
	if price > s.turn.Cash(s.turn.Actor) {
		return fmt.Sprintf("%s costs %s, but %s has %s (8.8.1)", step.ATrain(o.Name), money(price), s.turn.Actor, money(s.turn.Cash(s.turn.Actor)))
	}
	return s.notSpared(o.Name, price)
}

// buyTrain buys a train. // 8.8.1
func (t *turn) buyTrain(a engine.Command) {
	o, _ := t.order(a.Args)
	if o.Shop {
		t.buyFromShop(o)
		return
	}
	t.buyFromCompany(o, nil)
}

// buyFromShop buys a certificate of bank or pool, with the chosen side up.
// // 8.8.1; 43-TB-03, R-20, R-21
func (t *turn) buyFromShop(o step.TrainOrder) {
	t.Pay(t.Actor, engine.Bank, data.Train(o.Name).Price)
	t.Note(t.Actor, "bought %s from the %s for %s", step.ATrain(o.Name), o.From, money(data.Train(o.Name).Price))
	if o.Place == step.Supply && paired(o.Name) {
		cert := t.TrainOf(step.Supply, front(o.Name))
		t.Move(cert, verso)
		t.Move(flipped(cert), t.Actor)
	} else {
		t.Move(t.TrainOf(o.Place, o.Name), t.Actor)
	}
	t.trainBought(o.Name)
}

// buyFromCompany buys a certificate of another company if its director agrees. Certificates that
// are thrown away for it go first. // 8.8.1; 43-TB-01, R-44
func (t *turn) buyFromCompany(o step.TrainOrder, thrown []string) {
	if t.proposed(o, t.exchangeAside) {
		t.takeTrain(o, thrown)
	}
}

// proposed asks the director of the company that has a train, and reports whether they agree.
// // 8.8.1; R-44
func (t *turn) proposed(o step.TrainOrder, aside func(engine.Command) bool) bool {
	t.Note(t.Actor, "offers %s for %s of %s", money(o.Price), step.ATrain(o.Name), o.From)
	return t.agreed(t.trainDeal(o), aside)
}

// trainDeal returns the purchase of a train from another company as a deal. // 8.8.1; R-44
func (t *turn) trainDeal(o step.TrainOrder) deal {
	return deal{
		thing: trainThing(o.Name, o.From), seller: o.From, price: o.Price, otherwise: t.unlessSold(),
		partner: func() string { return t.President(o.From) },
	}
}

// unlessSold says what a refusal to sell a train may lead to, "" for nothing. // 8.8.3, 8.10.1; 43-EM-10
func (t *turn) unlessSold() string {
	by, least := t.President(t.Actor), step.Cheapest(t.newLots())
	if !t.emergency() || least > 0 && t.Cash(t.Actor)+t.raising(by).Reach() >= least {
		return ""
	}
	return "if nobody sells a train, " + t.PlayerName(by) + " is bankrupt and the game ends"
}

// takeTrain carries out a purchase from another company. The buyer's director adds what the
// treasury lacks. // 8.8.1, 8.8.3; 43-EM-02, 43-PR-24
func (t *turn) takeTrain(o step.TrainOrder, thrown []string) {
	sym := t.Actor
	for _, cert := range thrown {
		t.throwAway(cert)
	}
	step.Contribute(t.Turn, t.Table, sym, t.President(sym), o.Price)
	cert := t.certificate(o.From, o.Name)
	t.uncard(cert)
	t.Pay(sym, o.From, o.Price)
	t.Move(cert, sym)
	t.Note(sym, "bought %s from %s for %s", step.ATrain(o.Name), o.From, money(o.Price))
	t.trainBought(o.Name)
}

// trainThing returns the words for a train of a company in an offer.
func trainThing(name, sym string) string { return "train " + name + " of " + sym }

// trainBought does what follows when a company gets a train: LM closes, a gray train counts for the
// end of the game, and the first train of a colour begins a phase.
// // 8.8.1, 8.10.1, 10.2; 43-TB-16, 43-GE-04, R-33
func (t *turn) trainBought(name string) {
	if t.Actor == compPLM && t.owner(privLM) != step.Out {
		t.closePrivate(privLM)
	}
	if name == grayTrain && t.Get(graySet) == 0 {
		t.Set(graySet, t.Get(stockNo))
	}
	t.enterPhase(name)
}

// rustedOwned returns the rusted train of the operating company, if it has one. // 8.8.1; 43-TB-13
func (t *turn) rustedOwned() []string {
	return slices.DeleteFunc(slices.Clone(t.Trains(t.Actor)), func(cert string) bool { return !t.rustedTrain(cert) })
}

// replacements lists the larger trains of bank and companies that may replace the rusted train.
// // 8.8.1; 43-TB-14
func (s shop) replacements() []engine.Option {
	var out []engine.Option
	for _, cert := range s.turn.rustedOwned() {
		for _, o := range s.trainsInSight([]string{cert}) {
			o.Args = append([]string{step.Label(cert), "by"}, o.Args[1:]...)
			out = append(out, o)
		}
	}
	return out
}

// replacement parses "5E by 8E from bank": the certificate that is thrown away, and the words of
// the purchase.
func (t *turn) replacement(words []string) (thrown, purchase []string, ok bool) {
	cert := t.certificate(t.Actor, step.Word(words, 0))
	if len(words) < 5 || words[1] != "by" || cert == "" || !t.rustedTrain(cert) {
		return nil, nil, false
	}
	return []string{cert}, append([]string{"train"}, words[2:]...), true
}

// notReplaced says why a train may not replace the rusted one. // 8.8.1; 43-TB-14, R-24
func (s shop) notReplaced(words []string) string {
	thrown, purchase, ok := s.turn.replacement(words)
	if !ok {
		return "say which rusted train is thrown away and what is bought for it: 2+1 by Electric from bank"
	}
	o, ok := s.turn.order(purchase)
	switch {
	case ok && o.Place == step.Pool:
		return "a rusted train is thrown away for one of the bank or of a company only (8.8.1)"
	case ok && data.Train(o.Name).Price <= data.Train(words[0]).Price:
		return "a rusted train is thrown away for a larger one only (8.8.1)"
	}
	return s.notSupplied(purchase, thrown)
}

// replace throws a rusted train away and buys a larger one. // 8.8.1; 43-TB-14
func (t *turn) replace(a engine.Command) {
	thrown, purchase, _ := t.replacement(a.Args)
	o, _ := t.order(purchase)
	if !o.Shop {
		t.buyFromCompany(o, thrown)
		return
	}
	t.throwAway(thrown[0])
	t.buyFromShop(o)
}

// throwAway puts a rusted train back on sale. // 8.8.1; 43-TB-14
func (t *turn) throwAway(cert string) {
	t.discard(cert)
	t.Note(t.Actor, "threw its %s-train away", step.Label(cert))
}

// marks lists the certificates that may get the Engineers card. // 10.2; 43-PR-21
func (t *turn) marks() []engine.Option {
	var out []engine.Option
	for _, name := range t.TrainTypes(t.Actor) {
		out = append(out, engine.Option{Args: []string{name}})
	}
	return out
}

// notMarked says why a certificate may not get the Engineers card. // 10.2; 43-PR-21
func (t *turn) notMarked(words []string) string {
	if len(words) != 1 || t.certificate(t.Actor, words[0]) == "" {
		return "say which train of " + t.Actor + " gets the Engineers card (10.2)"
	}
	return ""
}

// mark puts the Engineers card on a certificate and closes VDL. // 10.2; 43-PR-21,
//
func (t *turn) mark(name string) {
	t.Move(engineers, t.certificate(t.Actor, name))
	t.Note(t.Actor, "puts the Engineers card on its %s-train, which will run once more before it goes", name)
	t.closePrivate(privVDL)
}
