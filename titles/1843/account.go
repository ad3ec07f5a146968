package t1843

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// account returns what timelines tell only of this title: see docs/timeline.md.
func account(s *engine.State, name title.Namer) title.Account {
	v := see(s)
	out := title.Account{
		Game: title.Fields{
			"privates": v.privateAccounts(name), "ports": v.portHolders(), "rusted": title.Counted(v.TrainNames(rusted)), "engineers": v.cardAt(),
			"blocked_left": len(s.Kind(box, "token")), "blocked": title.Blocked(v.Table, box), "set": s.Get(stockNo), "gray_set": s.Get(graySet), "reached_500": s.Get(reached) == 1,
			"rounds": frameOf(s, "operating rounds").Total, "operation": v.operation(),
		},
		Players: map[string]title.Fields{}, Companies: map[string]title.Fields{},
	}
	for i, p := range v.Order() {
		out.Players[p] = title.Fields{
			"card": i + 1, "passed": slices.Contains(v.Passed(), p), "sold": v.soldNow(p), "turned": s.Get(stockNo) > 0 && s.Get(turned.Of(p)) == s.Get(stockNo),
			"unpriced": v.unpriced(p), "offers": v.offersOf(p), "par_said": s.Get(parSaid.Of(p)),
		}
	}
	for _, sym := range v.parred() {
		out.Companies[sym] = v.companyAccount(sym)
	}
	return out
}

// frameOf returns the frame of a running step, an empty one if the step does not run.
func frameOf(s *engine.State, name string) engine.Frame {
	for _, f := range s.Stack {
		if f.Step == name {
			return f
		}
	}
	return engine.Frame{}
}

// operation tells what the rules need to know of the current operation, nil outside of one.
func (v view) operation() title.Fields {
	sym := frameOf(v.S, "operating turn").Actor
	if sym == "" {
		return nil
	}
	return title.Fields{
		"company": sym, "step": v.S.Stack[len(v.S.Stack)-1].Step, "earned": v.S.Get(earned),
		"had_train": v.S.Get(hadTrain) == 1, "stationed": v.S.Get(stationed) == 1,
	}
}

// unpriced counts a player's shares of companies without a par.
func (v view) unpriced(p string) map[string]int {
	out := map[string]int{}
	for _, share := range v.S.Kind(p, "share") {
		if sym := step.Label(share); v.Par(sym) == 0 {
			out[sym] += v.Weight(share)
		}
	}
	return out
}

// offersOf lists what a player has offered in advance to sell.
func (v view) offersOf(p string) []title.Fields {
	out := []title.Fields{}
	for _, o := range v.standing(p) {
		n := len(o.Args)
		thing, sym := strings.Join(o.Args[:n-2], " "), o.Args[n-1]
		out = append(out, title.Fields{"thing": thing, "to": sym, "price": v.S.Get(will.Of(p, thing, sym))})
	}
	return out
}

// privateAccounts tells the owner of every private company, its price in the auction, and the bids
// for it.
func (v view) privateAccounts(name title.Namer) title.Fields {
	out, w := title.Fields{}, waterfall(v)
	for _, p := range data.Privates {
		more := title.Fields{"price": v.auctionPrice(p.Sym), "income": p.Income}
		out[p.Sym] = title.BidsFields(w, p.Sym, onSale, name, more)
	}
	return out
}

// portHolders tells the owner of the port marker of each port, "" if it lies on the map.
func (v view) portHolders() map[string]string {
	out := map[string]string{}
	for _, at := range portHexes {
		if out[at] = v.S.Where(port(at)); out[at] == at {
			out[at] = ""
		}
	}
	return out
}

// cardAt returns the company whose certificate has the Engineers card: "" before the card is used,
// "out" afterwards.
func (v view) cardAt() string {
	at := v.S.Where(engineers)
	if at == step.Out {
		return at
	}
	return v.S.Where(at) // the box is nowhere
}

// soldNow lists the companies of which a player has sold shares since the last stock round began.
func (v view) soldNow(p string) []string {
	return slices.DeleteFunc(v.parred(), func(sym string) bool { return v.S.Get(stockNo) == 0 || v.S.Get(sold.Of(p, sym)) != v.S.Get(stockNo) })
}

func (v view) companyAccount(sym string) title.Fields {
	zone := ""
	for _, z := range []string{yellow, orange, brown} {
		if v.in(sym, z) {
			zone = z
		}
	}
	certs := []title.Fields{}
	for _, cert := range v.Trains(sym) {
		train := step.Label(cert)
		side := "single"
		if paired(train) {
			side = "double"
		}
		certs = append(certs, title.Fields{
			"train": train, "front": front(train), "side": side,
			"card": v.S.Where(engineers) == cert, "obsolete": v.obsolete(cert), "rusted": v.rustedTrain(cert),
		})
	}
	waits := ""
	if v.S.Where(step.Token(sym, 0)) == v.homeHex() {
		waits = v.homeHex()
	}
	return title.Fields{
		"waits": waits, "floated": v.Floated(sym), "operates": v.S.Get(operates.Of(sym)) == 1, "zone": zone, "certificates": certs,
		"ports": v.portsOf(sym), "moved": v.S.Get(shifted.Of(sym)) == 1,
	}
}
