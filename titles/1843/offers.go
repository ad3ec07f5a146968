package t1843

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// will is the lowest price at which a player sells a thing to a company without being asked; 0 if
// there is no such offer. PLAYER, THING, SYM: "private TB", "train 2+1 of OU", "port H7". // R-44
const will step.Counter = "will sell"

// said is the number of a player's offers in advance that are still open.
const said step.Counter = "offers"

// mostOffered is the highest price for a train in an offer in advance.
const mostOffered = 5000

// A deal is something that the operating company may buy if its partner agrees. seller is the
// company that sells, "" for a player. partner returns who decides now, "" if the thing cannot be
// bought any more. // R-44
type deal struct {
	thing, seller string
	price         int
	partner       func() string
	otherwise     string // what a refusal may lead to, "" for nothing
}

// agreed asks the partner of a deal, and reports whether they agree. The buyer's own director is
// not asked, nor is a partner who has offered the thing in advance at this price or less. While a
// partner is asked, VDL may be exchanged; that may change who decides.
// // 8.8.1, 8.9, 10.1, 10.2; 43-PR-20, R-26, R-44
func (t *turn) agreed(d deal, aside func(engine.Command) bool) bool {
	by := t.President(t.Actor)
	party := func() step.Party {
		p := d.partner()
		key := will.Of(p, d.thing, t.Actor)
		if least := t.Get(key); p != by && least > 0 && d.price >= least {
			t.Note(p, "sells as offered")
			t.say(p, key, 0)
			return step.Party{}
		}
		return step.Party{By: p, For: d.seller, What: "sell " + d.thing + " to " + t.Actor + " for " + money(d.price), Else: d.otherwise}
	}
	return step.AgreedBeside(t.Turn, by, t.Actor, step.Besides{
		Party: party, Act: aside, Beside: t.vdlAside,
		Off: func() bool { return t.President(t.Actor) != by || d.partner() == "" },
	})
}

// things lists what a player could sell to companies. Each option has the words of an offer, and
// the lowest and the highest price. // 8.8.1, 8.9, 10.1
func (v view) things(p string) []engine.Option {
	var out []engine.Option
	add := func(least, most int, words ...string) {
		out = append(out, engine.Option{Args: words, Range: &engine.Range{Min: least, Max: most, Step: 1}})
	}
	for _, private := range v.privates(p) {
		if least, most := v.pricesOf(private); least > 0 {
			add(least, most, "private", private)
		}
	}
	for _, sym := range v.running() {
		if v.President(sym) != p {
			continue
		}
		for _, name := range v.TrainTypes(sym) {
			if v.certificate(sym, name) != "" {
				add(1, mostOffered, "train", name, "of", sym)
			}
		}
		for _, at := range v.portsOf(sym) {
			add(portMoney, portMoney, "port", at)
		}
	}
	return out
}

// sellable lists everything that a player may ever sell, in the words of an offer.
func sellable() []string {
	var out []string
	for _, p := range data.Privates {
		out = append(out, "private "+p.Sym)
	}
	for _, tr := range data.Trains {
		for _, c := range data.Companies {
			out = append(out, "train "+tr.Name+" of "+c.Sym)
		}
	}
	for _, at := range portHexes {
		out = append(out, "port "+at)
	}
	return out
}

// buyers returns the companies that are directed by other players.
func (v view) buyers(p string) []string {
	return slices.DeleteFunc(v.running(), func(sym string) bool { return v.President(sym) == p })
}

// offering lets a player make an offer in advance to a company, or take one back. The things to
// sell are listed only when somebody asks for them. // R-44
func (t *turn) offering(p string) []engine.Choice {
	var out []engine.Choice
	if t.sells(p) {
		out = append(out, step.Offer(p, "", "offer", "say in advance what you sell to a company, and for how much at least",
			func() []engine.Option { return t.offers(p) }, func(words []string) string { return t.notOffered(p, words) }))
	}
	if t.Get(said.Of(p)) > 0 {
		out = append(out, step.Offer(p, "", "retract", "take back what you said in advance",
			func() []engine.Option { return t.standing(p) }, func([]string) string { return "say what you do not sell any more: private TB to SO" }))
	}
	return out
}

// sells reports whether a player may have something to sell: a private company, or a train or a
// port of a company.
func (v view) sells(p string) bool {
	if v.hasPrivates(p) && v.inPhase(phaseGreen) || v.owner(privVDL) == p && v.becomesTrain() {
		return true
	}
	return slices.ContainsFunc(data.Companies, func(c facts.Company) bool {
		return v.President(c.Sym) == p && (len(v.Trains(c.Sym)) > 0 || len(v.portsOf(c.Sym)) > 0)
	})
}

// offers lists everything that a player could offer to every company. Ports have a fixed price.
func (v view) offers(p string) []engine.Option {
	var out []engine.Option
	for _, o := range v.things(p) {
		for _, sym := range v.buyers(p) {
			words := append(slices.Clone(o.Args), "to", sym)
			if o.Args[0] == "port" {
				out = append(out, engine.Option{Args: words, Label: "for " + money(portMoney)})
				continue
			}
			out = append(out, engine.Option{Args: append(words, "for"), Range: o.Range, Label: "or more"})
		}
	}
	return out
}

// offered parses an offer: the thing, the company, and the lowest price.
func offered(words []string) (thing, sym string, price int, ok bool) {
	i := slices.Index(words, "to")
	if i < 1 || i+1 >= len(words) {
		return "", "", 0, false
	}
	thing, sym = strings.Join(words[:i], " "), words[i+1]
	price, ok = step.Number(words, i+3)
	if words[0] == "port" {
		price, ok = portMoney, true
	}
	return thing, sym, price, ok
}

// notOffered says why something that is not listed cannot be offered in advance. // R-44
func (v view) notOffered(p string, words []string) string {
	thing, sym, _, ok := offered(words)
	things := v.things(p)
	i := slices.IndexFunc(things, func(o engine.Option) bool { return strings.Join(o.Args, " ") == thing })
	switch {
	case !ok:
		return "say what you sell to which company and for how much at least: private TB to SO for 20"
	case i < 0:
		return "you have no " + thing + " that a company may buy now"
	case !slices.Contains(v.buyers(p), sym):
		return sym + " is not a company that another player directs"
	case things[i].Args[0] == "port":
		return "a port is sold for " + money(portMoney) + ": " + thing + " to " + sym + " (8.9)"
	}
	return "the price is " + things[i].Range.String()
}

// standing lists a player's offers in advance, in the words that take them back.
func (v view) standing(p string) []engine.Option {
	var out []engine.Option
	for _, o := range v.things(p) {
		for _, sym := range v.buyers(p) {
			if least := v.S.Get(will.Of(p, strings.Join(o.Args, " "), sym)); least > 0 {
				out = append(out, engine.Option{Args: append(slices.Clone(o.Args), "to", sym), Label: "for " + money(least) + " or more"})
			}
		}
	}
	return out
}

// offer stores an offer in advance. // R-44
func (t *turn) offer(p string, words []string) {
	thing, sym, price, _ := offered(words)
	t.say(p, will.Of(p, thing, sym), price)
	t.Note(p, "will sell %s to %s for %s or more", thing, sym, money(price))
}

// say stores a price under a key, and updates the number of the player's offers.
func (t *turn) say(p, key string, price int) {
	had, has := min(1, t.Get(key)), min(1, price)
	t.Set(key, price)
	t.Set(said.Of(p), t.Get(said.Of(p))+has-had)
}

// retract takes an offer in advance back. // R-44
func (t *turn) retract(p string, words []string) {
	i := slices.Index(words, "to")
	t.say(p, will.Of(p, strings.Join(words[:i], " "), words[i+1]), 0)
	t.Note(p, "will not sell %s any more", strings.Join(words, " "))
}

// standingFacts tells what everybody has offered in advance to a company.
func (v view) standingFacts(sym string) string {
	var out []string
	for _, p := range v.S.Players() {
		if v.S.Get(said.Of(p)) == 0 {
			continue
		}
		for _, o := range v.standing(p) {
			if n := len(o.Args); o.Args[n-1] == sym {
				out = append(out, strings.Join(o.Args[:n-2], " ")+" "+o.Label)
			}
		}
	}
	return strings.Join(out, "; ")
}

// whoAgrees says who must agree to a deal with the operating company.
func (t *turn) whoAgrees(thing, partner string) string {
	switch n := t.Get(will.Of(partner, thing, t.Actor)); {
	case partner == t.President(t.Actor):
		return "your own"
	case n > 0:
		return t.PlayerName(partner) + " sells for " + money(n)
	}
	return "if " + t.PlayerName(partner) + " agrees"
}
