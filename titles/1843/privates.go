package t1843

import (
	"fmt"
	"math"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// owner returns the owner of a private company: a player, a company, or a place.
func (v view) owner(private string) string { return v.S.Where(step.Private(private)) }

// privates returns the private companies at a place.
func (v view) privates(place string) []string { return v.PrivatesAt(place) }

// hasPrivates reports whether a player has private companies.
func (v view) hasPrivates(p string) bool { return len(v.privates(p)) > 0 }

// payPrivates pays the revenues to players and companies. // 6.2, 8.1, 10.1;
// 43-OR-01, 43-PR-03
func (t *turn) payPrivates() {
	for _, p := range data.Privates {
		owner := t.owner(p.Sym)
		if p.Income == 0 || t.Seat(owner) < 0 && !known(owner) {
			continue
		}
		t.Pay(engine.Bank, owner, p.Income)
		t.Note(owner, "received %s for %s", money(p.Income), p.Sym)
	}
}

// closePrivate takes a private company out of the game. // 10.1
func (t *turn) closePrivate(private string) {
	t.Move(step.Private(private), step.Out)
	t.Note("", "%s closes", private)
}

// blocker returns the private company that keeps a hex free of track, "" if there is none. A
// private company stops keeping its hex free once a company owns it. // 10.1; 43-TR-24, 43-PR-04
func (v view) blocker(hex string) string {
	for _, private := range data.Blocking(hex) {
		if at := v.owner(private); at == onSale || v.S.Seat(at) >= 0 {
			return private
		}
	}
	return ""
}

// Prices at which companies buy private companies: the least, in francs, and the most, in times the
// face value. // 10.1; 43-PR-01
const (
	leastForPrivate  = 1
	mostTimesPrivate = 2
)

// pricesOf returns the least and the most that a company may pay a player for a private company
// now, 0 if it is not for sale. // 8.3, 10.1, 10.2; 43-PR-01, 43-PR-02, 43-PR-25, 43-PR-26, R-42
func (v view) pricesOf(private string) (least, most int) {
	p := data.Private(private)
	switch {
	case private == privLM || v.S.Seat(v.owner(private)) < 0:
		return
	case v.inPhase(phaseGreen):
		return leastForPrivate, mostTimesPrivate * p.Value
	case private == privVDL && v.becomesTrain():
		return p.Value, p.Value
	}
	return
}

// privatePrices returns these prices for the operating company. In the yellow phase it needs room
// for the train of VDL. // 10.2; 43-OR-06, R-28
func (t *turn) privatePrices(private string) (least, most int) {
	if !t.inPhase(phaseGreen) && !t.room(extraTrain) {
		return
	}
	return t.pricesOf(private)
}

// privatesOnSale lists the private companies of players.
func (t *turn) privatesOnSale() []engine.Option {
	out := t.PrivateOptions(t.Actor, t.privatePrices)
	for i, o := range out {
		private := o.Args[1]
		out[i].Label = t.whoAgrees("private "+private, t.owner(private)) + "; " + t.power(private)
	}
	return out
}

// powers describes what the private companies do. // 10.2; 43-PR-10
var powers = map[string]string{
	privTB:  "its company once lays one more yellow tile for 20fr; it closes then",
	"CEI":   "no power",
	privPSG: "its company lays a yellow tile in E14 at any time, free",
	privLH:  "its company builds tile and station in C14 for 80fr as its whole build",
	privVDL: "its player exchanges it for a share; its company lets a train run once more",
	privBA:  "comes with a share of ETA; its company builds tile and station in C18 for 120fr as its whole build",
	privLM:  "comes with the director's certificate of PLM; no company may buy it; it closes when PLM buys a train",
}

// power describes what a private company does in this game.
func (v view) power(private string) string {
	text := powers[private]
	if private == privVDL && v.becomesTrain() {
		text += ", or makes a 2-train of it"
	}
	return text
}

// notPrivate says why the operating company may not buy a private company from a player at a price.
// // 8.3, 10.1
func (t *turn) notPrivate(words []string) string {
	private := step.Word(words, 1)
	price, ok := step.Number(words, 3)
	if data.Private(private) == nil || !ok || len(words) != 4 || words[0] != "private" || words[2] != "for" {
		return "say which private company and for how much: private TB for 20"
	}
	switch least, most := t.privatePrices(private); {
	case private == privLM:
		return "LM cannot be sold to a company (10.2)"
	case t.Seat(t.owner(private)) < 0:
		return "no player owns " + private + " (10.1)"
	case most == 0 && private == privVDL && t.becomesTrain():
		return t.Actor + " has no room for another train (8.8.2)"
	case most == 0:
		return "companies buy private companies from the green phase on (10.1)"
	case price < least || price > most:
		return fmt.Sprintf("%s costs from %s to %s (10.1)", private, money(least), money(most))
	case price > t.Cash(t.Actor):
		return fmt.Sprintf("%s has %s", t.Actor, money(t.Cash(t.Actor)))
	}
	return ""
}

// buyPrivate buys a private company if its owner agrees. // 10.1; 43-PR-01, R-44
func (t *turn) buyPrivate(private string, price int) {
	owner := t.owner(private)
	if owner != t.President(t.Actor) {
		t.Note(t.Actor, "offers %s for %s", money(price), private)
	}
	if !t.agreed(deal{thing: "private " + private, price: price, partner: func() string {
		if t.owner(private) != owner { // VDL was exchanged
			return ""
		}
		return owner
	}}, t.exchangeAside) {
		return
	}
	t.Pay(t.Actor, owner, price)
	t.Move(step.Private(private), t.Actor)
	t.Note(t.Actor, "bought %s for %s", private, money(price))
	if private == privVDL && t.becomesTrain() && t.room(extraTrain) && t.wantsTrain() {
		t.convertVDL()
	}
}

// extraTrain is the train that VDL may become. // 10.2; 43-PR-25
const extraTrain = "2"

// becomesTrain reports whether a company that buys VDL may make a train of it: there are six
// players, and no blue train was sold. // 10.2; 43-PR-25, R-28
func (v view) becomesTrain() bool {
	return len(v.S.Players()) == 6 && !v.inPhase(phaseBlue)
}

// wantsTrain asks whether VDL becomes a train. In the yellow phase it must. // 10.2; R-28
func (t *turn) wantsTrain() bool {
	if !t.inPhase(phaseGreen) {
		return true
	}
	v := t.voice()
	return t.Ask("VDL", v.Choice("convert", "VDL closes and becomes a 2-train", nil), v.Choice("keep", "keep VDL", nil)).Verb == "convert"
}

// convertVDL closes VDL and gives the company an extra yellow train. // 10.2; 43-PR-25, R-28
func (t *turn) convertVDL() {
	t.closePrivate(privVDL)
	t.Move(step.Train(extraTrain, 0), t.Actor)
	t.Note(t.Actor, "has %s", step.ATrain(extraTrain))
	t.trainBought(extraTrain)
}

// exchanging lets the player who owns VDL exchange it for a share.
// // 10.2; 43-PR-20, 43-SR-26, 43-PH-01, R-26
func (t *turn) exchanging(p string) engine.Choice {
	return step.Telling(p, "", "exchange", "exchange VDL for a share; VDL closes", t.exchanges, func(words []string) string {
		if why := t.notExchanged(p, words); why != "" || !t.takesOver(p, words[0]) {
			return why
		}
		return "nobody else takes " + t.Actor + " over while it must have a train (8.8.3)"
	}, "")
}

// takesOver reports whether one more share of the operating company would make a player its
// director while the present director must help it to buy a train. // 8.8.3; 43-EM-04
func (t *turn) takesOver(p, sym string) bool {
	if d := t.President(sym); sym != t.Actor || d == p || t.Shares(p, sym) < t.Shares(d, sym) {
		return false
	}
	top := t.S.Stack[len(t.S.Stack)-1:]
	return top[0].Step == "trains" && t.emergency()
}

// vdlAside lets the player who owns VDL exchange it while others are asked. // 10.2; 43-PR-20, R-26
func (t *turn) vdlAside() []engine.Choice {
	p := t.owner(privVDL)
	if !slices.Contains(t.Order(), p) {
		return nil
	}
	return step.Aside(t.exchanging(p))
}

// exchangeAside carries out a choice of vdlAside, and reports whether the command was one.
func (t *turn) exchangeAside(a engine.Command) bool {
	if a.Verb != "exchange" {
		return false
	}
	if why := t.notExchanged(a.By, a.Args); why != "" { // sales before it were undone
		t.Note(a.By, "keeps VDL: %s", why)
		return true
	}
	t.exchange(a.By, a)
	return true
}

// idle lets the player who owns VDL exchange it in an operating round in which no company operates.
// // 10.2; 43-PR-20, R-26
func (t *turn) idle() {
	p := t.owner(privVDL)
	if len(t.running()) > 0 || !slices.Contains(t.Order(), p) {
		return
	}
	swap := t.exchanging(p)
	if !step.Open(swap) {
		return
	}
	if a := t.Ask("nobody operates", swap, engine.Choice{By: p, Verb: "pass", Help: "nobody operates in this round; keep VDL"}); a.Verb != "pass" {
		t.exchange(p, a)
	}
}

// exchanges lists a share of every company with a par, and half of the director's certificate of
// every other company at every par.
func (v view) exchanges() []engine.Option {
	var out []engine.Option
	for _, sym := range v.parred() {
		out = append(out, engine.Option{Args: []string{sym}, Label: "a share worth " + money(v.Price(sym))})
	}
	for _, sym := range v.unstarted() {
		for _, o := range v.ParOptions(sym, math.MaxInt, v.parCells()) {
			o.Label = "the director's certificate; pay " + o.Args[1] + "fr for its other half"
			out = append(out, o)
		}
	}
	return out
}

// notExchanged says why VDL cannot be exchanged for this share. // 10.2; 43-PR-20, R-26
func (v view) notExchanged(p string, words []string) string {
	sym := step.Word(words, 0)
	priced := slices.Contains(v.parred(), sym)
	switch {
	case v.owner(privVDL) != p:
		return "only the player who owns VDL exchanges it (10.2)"
	case !known(sym) || len(words) > 2:
		return "say for a share of which company, and the par of one that has none"
	case priced && len(words) == 2:
		return sym + " has its par"
	case priced && v.Single(step.IPO(sym), sym, false) == "":
		return "there is no share of " + sym + " in the ipo (10.2)"
	case priced:
		return v.notHeld(p, sym, false)
	}
	par, ok := step.Number(words, 1)
	switch {
	case !ok:
		return "say the par of " + sym
	case v.notOffice(sym, par) != "":
		return v.notOffice(sym, par)
	case par > v.S.Cash(p):
		return fmt.Sprintf("the other half of the director's certificate costs %s, but you have %s (10.2)", money(par), money(v.S.Cash(p)))
	}
	return ""
}

// exchange exchanges VDL. A company that floats by this operates from the next operating round on.
// // 10.2; 43-PR-20, R-26, R-41
func (t *turn) exchange(p string, a engine.Command) {
	sym := a.Arg(0)
	t.closePrivate(privVDL)
	if len(a.Args) == 1 {
		t.Note(p, "has a share of %s for VDL", sym)
		t.receive(p, sym, t.Single(step.IPO(sym), sym, false))
		return
	}
	par := a.Int(1)
	t.Pay(p, engine.Bank, par)
	t.Note(p, "starts %s with VDL and %s", sym, money(par))
	step.SetPar(t.Turn, t.Table, sym, par, t.parCells())
	t.receive(p, sym, step.Share(sym, 0))
}

// asks asks the director of the operating company. At any moment of the operation the company may
// buy private companies and use PSG, the player who owns VDL may exchange it, and other players may
// make offers. If the step has a choice with the same verb, that choice covers these acts.
// // 8.3, 10.2; 43-OR-06, 43-PR-07, 43-PR-20, R-26
func (t *turn) asks(question string, own func() []engine.Choice) engine.Command {
	var verbs []string
	mine := func() []engine.Choice {
		choices := own()
		verbs = nil
		for _, c := range choices {
			verbs = append(verbs, c.Verb)
		}
		return choices
	}
	return step.Asks(t.Turn, question, mine, func() []engine.Choice { return t.beside(verbs) }, t.besides)
}

// privateOffer offers the company that operates private companies of players. // 10.1
func (t *turn) privateOffer() engine.Choice {
	return step.Telling(t.President(t.Actor), t.Actor, "buy", "buy a private company", t.privatesOnSale, t.notPrivate, "no player owns a private company that a company may buy (10.1)")
}

// beside lists these other choices, except those with the given verbs, which the step has itself.
func (t *turn) beside(verbs []string) []engine.Choice {
	var out []engine.Choice
	if !slices.Contains(verbs, "buy") && slices.ContainsFunc(t.Order(), t.hasPrivates) {
		out = append(out, t.privateOffer())
	}
	if !slices.Contains(verbs, "lay") && t.owner(privPSG) == t.Actor && t.notLaidYet(psgHex) {
		g := t.ground(build{})
		out = append(out, t.voice().Offers("lay", "lay a tile with PSG", g.withPSG, g.notPSG))
	}
	out = append(out, t.vdlAside()...)
	for _, p := range t.Order() {
		if p != t.President(t.Actor) { // the director who is asked gets no choices for later
			out = append(out, step.Aside(t.offering(p)...)...)
		}
	}
	return out
}

// besides carries out a choice of beside, and reports whether the command was one.
func (t *turn) besides(a engine.Command) bool {
	switch last := step.Word(a.Args, len(a.Args)-1); {
	case a.Verb == "exchange":
		t.exchange(a.By, a)
	case a.Verb == "offer":
		t.offer(a.By, a.Args)
	case a.Verb == "retract":
		t.retract(a.By, a.Args)
	case a.Verb == "buy" && a.Arg(0) == "private":
		t.buyPrivate(a.Arg(1), a.Int(3))
	case a.Verb == "lay" && last == privPSG:
		t.layAsPSG(a.Arg(0), data.Map.Tile(a.Arg(1)), a.Int(2))
	default:
		return false
	}
	return true
}

// withWords adds "with PRIVATE" to options.
func withWords(options []engine.Option, private string) []engine.Option {
	out := step.Adding(options, "with", private)
	for i := range out {
		out[i].Label += "; " + powers[private]
	}
	return out
}
