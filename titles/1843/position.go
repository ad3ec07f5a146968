package t1843

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position reads the table. Everybody may see everything. // 3; 43-SU-12
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: roundName(s), Operating: s.Get(roundKind) == operatingRound, Phase: v.Phase().Name, CertLimit: v.certificateLimit(),
		Supply: v.supply(), Pool: v.TrainNames(step.Pool), Available: v.unstarted(), Facts: v.facts(), Marks: v.marks(),
	}
	for _, id := range s.Players() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id), Bound: waterfall(v).Bound(id), Worth: v.worth(id), Certs: v.CertificateCount(id), Priority: s.Where(step.Priority) == id,
			Facts: v.playerFacts(id),
		})
	}
	for _, sym := range v.ByPrice(v.parred()) {
		p.Companies = append(p.Companies, v.company(sym))
	}
	for _, c := range data.Privates {
		p.Privates = append(p.Privates, title.PrivateAt(v.Table, c.Sym, onSale))
	}
	return p
}

// begins returns who begins the next stock round, or began the present one: the player with card number 1. In the auction and
// the first stock round it is the player with the priority. // 7.1; 43-AU-19, 43-SR-01
func (v view) begins() string {
	if v.S.Get(roundKind) == operatingRound {
		return v.Order()[0]
	}
	return v.S.Where(step.Priority)
}

// toFloat is how many shares of a company must still be bought before it takes turns in operating rounds: from the next one on if it floats in
// this one. // 7.4; 43-SR-16, 43-SR-17
func toFloat(s *engine.State, sym string) int { return see(s).ToFloat(sym, leftAfloat) }

// roundName names the round as players do.
func roundName(s *engine.State) string {
	kinds := []string{"Auction", "SR #", "OR #.#"}
	return title.RoundName(kinds, s.Get(roundKind), s.Get(stockNo), s.Get(roundNo))
}

// company describes a company that has a price. A star marks a train that runs for the last time.
func (v view) company(sym string) title.Company {
	c := title.Describe(v.Table, sym)
	c.Par = v.Par(sym)
	for i, cert := range v.Trains(sym) {
		if v.obsolete(cert) {
			c.Trains[i] += "*"
		}
	}
	c.Privates = v.privates(sym)
	c.Facts = v.companyFacts(sym)
	return c
}

// companyFacts tell the zone of a company, its ports and private companies, and what is special
// about its trains.
func (v view) companyFacts(sym string) []title.Fact {
	var out title.Facts
	out.When(!v.Floated(sym), "unfloated", fmt.Sprintf("with %d0%% left in the IPO (floats at 40%%)", v.Shares(step.IPO(sym), sym)))
	for _, zone := range []string{yellow, orange, brown} {
		out.When(v.in(sym, zone), "in the", zone+" zone")
	}
	out.Add("ports", strings.Join(v.portsOf(sym), " "))
	out.Add("privates", strings.Join(v.privates(sym), " "))
	out.Add("offered to it", v.standingFacts(sym))
	for _, cert := range v.Trains(sym) {
		name := step.Label(cert)
		switch {
		case v.obsolete(cert):
			out.Add(name+"*", "runs for the last time")
		case v.S.Where(engineers) == cert:
			out.Add("Engineers card", "on a "+name)
		case v.rustedTrain(cert):
			out.Add("rusted train", name)
		}
	}
	return out
}

// supply lists the trains on sale with both sides of their certificates, and then the rusted ones.
func (v view) supply() []title.Stock {
	var out []title.Stock
	for _, s := range title.SupplyOf(v.Table) {
		out = append(out, s)
		if back := data.Back(s.Name); back != nil {
			out = append(out, title.Stock{Name: back.Name, Price: back.Price, Count: s.Count})
		}
	}
	return append(out, title.StocksOf(v.Table, v.TrainNames(rusted))...)
}

// facts tell the state of the auction, or what the foreigners buy next and what ends the game. A
// finished game has none.
func (v view) facts() []title.Fact {
	var out title.Facts
	if v.S.Result != nil {
		return nil
	}
	for i, sym := range v.unsold() {
		value := money(v.auctionPrice(sym))
		bidders := waterfall(v).Bidders(sym)
		for _, p := range bidders {
			value += fmt.Sprintf(", %s bid %s", v.S.PlayerName(p), money(waterfall(v).Bid(sym, p)))
		}
		if i == 0 && len(bidders) == 0 {
			value += " to buy"
		}
		out.Add(sym, value)
	}
	if len(out) > 0 {
		return out
	}
	if next := v.OnSale(); len(next) > 0 {
		out.Add("foreigners buy", v.exports(next))
	}
	switch n := v.S.Get(graySet); {
	case v.S.Get(reached) == 1:
		out.Add("end", "after this operating round: a dividend brought a price to 500fr")
	case n > 0:
		out.Add("end", fmt.Sprintf("after the operating rounds of set %d", n+1))
	}
	return out
}

// exports names the certificates that leave the supply after this set, from the next ones on sale.
// // 5; 43-SU-09, 43-SU-10
func (v view) exports(next []string) string {
	text := step.Label(next[0])
	if len(next) > 1 && step.Label(next[1]) != text {
		text += " and " + step.Label(next[1])
	}
	return text
}

// playerFacts tell a player's private companies, and the card for the order of play.
func (v view) playerFacts(p string) []title.Fact {
	var out title.Facts
	n := v.Shares(p, compETA)
	out.Add("privates", strings.Join(v.privates(p), " "))
	out.When(v.Par(compETA) == 0 && n > 0, compETA, step.Plural(n, "share"))
	out.Add("card", strconv.Itoa(slices.Index(v.Order(), p)+1))
	return out
}

// marks are the ports that nobody has claimed, and the home of MID until it has chosen a side.
// // 8.5.1, 8.5.3; 43-PT-01, R-12
func (v view) marks() []title.Mark {
	var out []title.Mark
	if v.undecided() {
		out = append(out, title.Mark{Hex: v.homeHex(), Word: compMID + " home"})
	}
	for _, h := range data.Map.Hexes {
		if slices.Contains(v.freePorts(), h.At) {
			out = append(out, title.Mark{Hex: h.At, Word: "port"})
		}
	}
	return out
}
