package t1828

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position describes the table for players and programs. All of it is open to everybody. // 5; 28-SU-12
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: roundName(s), Operating: s.Get(roundKind) == operatingRound, Phase: v.Phase().Name,
		Supply: title.SupplyOf(v.Table), Facts: v.facts(), Marks: v.marks(),
	}
	for _, id := range s.Players() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id), Bound: v.waterfall(nil).Bound(id), Worth: v.worth(id), Certs: v.CertificateCount(id),
			Priority: v.begins() == id, Facts: v.playerFacts(id),
		})
	}
	for _, sym := range append(v.inOrder(), v.unfloated()...) {
		p.Companies = append(p.Companies, v.company(sym))
	}
	for _, c := range data.Companies {
		if v.notStartable(c.Sym) == "" && v.S.Where(step.Share(c.Sym, 0)) == step.IPO(c.Sym) {
			p.Available = append(p.Available, c.Sym)
		}
	}
	for _, sym := range v.byRows() {
		p.Privates = append(p.Privates, v.private(sym))
	}
	return p
}

// next returns who begins the next stock round, or began the present one. In the auction nobody knows that yet.
// // 7.1; 28-SR-01
func (v view) next() string {
	if v.S.Get(roundKind) == auctionRound {
		return ""
	}
	return v.begins()
}

// begins returns who has the first turn of a stock round: the player with card number 1. In the auction and
// the first stock round it is the player with the priority. // 7.1; 28-SR-01
func (v view) begins() string {
	if v.S.Get(stockNo) < 2 && v.S.Get(roundKind) != operatingRound {
		return v.S.Where(step.Priority)
	}
	return v.Order()[0]
}

// toFloat is how many shares of a company must still be bought before it takes turns in operating rounds. // 7.4; 28-FL-01, 28-FL-03
func toFloat(s *engine.State, sym string) int { return see(s).ToFloat(sym, unsold) }

// unfloated returns the companies with a par that have not floated, highest price first.
func (v view) unfloated() []string {
	return v.ByPrice(slices.DeleteFunc(v.parred(), v.Floated))
}

// roundName names the round as players do.
func roundName(s *engine.State) string {
	kinds := []string{"Auction", "SR #", "OR #.#"}
	return title.RoundName(kinds, s.Get(roundKind), s.Get(stockNo), s.Get(roundNo))
}

func (v view) company(sym string) title.Company {
	c := title.Describe(v.Table, sym)
	c.Par = v.Par(sym)
	if v.isSystem(sym) {
		c.Par, c.Kind = 0, "system"
	}
	c.Trains = nil
	for _, train := range v.trainsOf(sym) {
		c.Trains = append(c.Trains, step.Label(train))
	}
	c.Privates = slices.DeleteFunc(v.privatesOf(sym), func(p string) bool { return powers[p] == "" || v.spent(p) })
	c.Facts = v.companyFacts(sym)
	return c
}

// byRows lists the private companies as they lie in their rows: that of $250 as it was drawn, with those that are sold at its end.
// // 4; 28-SU-06, R-08
func (v view) byRows() []string {
	drawn := func(sym string) bool { return data.Private(sym).Kind == charterKind }
	onRow := func(sym string) bool { return v.owner(sym) == onSale }
	out := data.PrivateSyms(func(sym string) bool { return !drawn(sym) })
	out = append(out, slices.DeleteFunc(v.PrivatesAt(onSale), func(sym string) bool { return !drawn(sym) })...)
	return append(out, data.PrivateSyms(func(sym string) bool { return drawn(sym) && !onRow(sym) })...)
}

// privatesOf returns the private companies at a place.
func (v view) privatesOf(place string) []string { return step.Labels(v.S.Kind(place, "private")) }

func (v view) private(sym string) title.Private {
	p := title.PrivateAt(v.Table, sym, onSale)
	p.Spent = v.spent(sym)
	return p
}

// spent reports whether a private company that a company owns can do nothing more.
func (v view) spent(private string) bool {
	if data.Company(v.owner(private)) == nil {
		return false
	}
	switch private {
	case champlainSym:
		_, laid := v.S.Tile(burlington)
		return laid
	case kalamazoo:
		return v.S.Get(extraUsed) > 0
	case mohawk, cobourgSym, camden: // 28-CP-05, R-15
		return true
	}
	return false
}

// facts lists the order of play, a merger, the treasury of the C&P, when private companies can be bought
// and when they close, the pars, and what ends the game. // 5, 17; 28-PH-03, 28-PV-06
func (v view) facts() []title.Fact {
	var order []string
	for i, p := range v.Order() {
		order = append(order, strconv.Itoa(i+1)+" "+v.S.PlayerName(p))
	}
	var out title.Facts
	out.Add("order", strings.Join(order, ", "))
	left := len(v.waterfall(nil).Unsold())
	out.When(left > 0 && v.S.Get(roundKind) == auctionRound, "auction", fmt.Sprintf("%d left; it ends when all are sold", left)) // 6.1; 28-AU-11
	out.Add(v.passedFact())
	for _, sym := range v.parred() {
		if into := v.S.Where(charter(sym)); into != sym { // shares are being traded and no certificate is dealt yet
			price := money(data.Market.At(v.systemCell(into, sym)).Price)
			out.Add("merger", sym+" into "+into+", a system at "+price+" (shares are shown as they were before)")
		}
	}
	out.When(v.cobourgActs(), "treasury of C&P", money(v.S.Cash(cobourgSym)))
	if now := v.S.Get(phase); now < redPhase {
		text := "close with the first " + data.Phases[redPhase].Train + "-train"
		if now < greenPhase {
			text = "bought by companies from green phase on, " + text
		}
		out.Add("private companies", text)
	}
	out.Add("pars", listOf(v.pars()))
	last := v.S.Get(lastSet) // 9.1
	out.When(v.S.Get(reached) == 1, "end", "with this round: a share price has reached $500")
	out.When(last > 0, "end", fmt.Sprintf("after the operating rounds that follow stock round %d", last))
	return out
}

// passedFact tells who has passed, "" if nobody has. In a stock round they are in the next order of play. In the auction it
// also tells what happens when all have passed. // 6.1, 7.1; 28-AU-11, 28-SR-06
func (v view) passedFact() (label, value string) {
	auction := v.S.Get(roundKind) == auctionRound
	var names []string
	for i, p := range v.Passed() {
		name := v.S.PlayerName(p)
		if !auction {
			name = strconv.Itoa(i+1) + " " + name
		}
		names = append(names, name)
	}
	list := strings.Join(names, ", ")
	if auction && list != "" {
		return "passed", list + " (when all pass in succession, what has a bid is sold and private companies pay)"
	}
	return "next order", list
}

// marks lists the coal markers on the map, and the home of ERIE while it is in no city. // 16, 13.3.2;
// 28-CO-01, 28-ST-05
func (v view) marks() []title.Mark {
	var out []title.Mark
	for _, h := range data.Map.Hexes {
		if h.At == buffalo && v.S.Where(step.Keep("ERIE")) == buffalo {
			out = append(out, title.Mark{Hex: h.At, Word: "ERIE"})
		}
		for range v.coalAt(h.At) {
			out = append(out, title.Mark{Hex: h.At, Word: "coal"})
		}
	}
	return out
}

// playerFacts lists a player's private companies and bids.
func (v view) playerFacts(p string) []title.Fact {
	var out title.Facts
	for _, sym := range data.Syms(func(sym string) bool { return v.Par(sym) == 0 && v.S.Where(step.Share(sym, 0)) == step.IPO(sym) }) {
		if n := v.Shares(p, sym); n > 0 {
			out.Add(sym, strconv.Itoa(n)+" (no par yet)") // 28-AU-15
		}
	}
	out.Add("privates", strings.Join(v.privatesOf(p), " "))
	var bids []string
	w := v.waterfall(nil)
	for _, sym := range w.Unsold() {
		if n := w.Bid(sym, p); n != 0 {
			bids = append(bids, sym+" "+money(n))
		}
	}
	out.Add("bids", strings.Join(bids, ", "))
	return out
}

// inMerger reports whether a company is in a merger that has not dealt certificates yet. Until then it is
// not known how much of the system is sold. // 7.5.2
func (v view) inMerger(sym string) bool {
	return slices.ContainsFunc(v.parred(), func(gone string) bool {
		into := v.S.Where(charter(gone))
		return into != gone && (sym == gone || sym == into)
	})
}

// companyFacts lists what a company needs to float, its shells, coal, the gray area, and private companies.
func (v view) companyFacts(sym string) []title.Fact {
	var out title.Facts
	more := step.Plural(v.ToFloat(sym, unsold), "more share")
	out.When(!v.Floated(sym) && !v.inMerger(sym), "floats", "with "+more+" sold")
	if v.isSystem(sym) {
		var shells []string
		for _, shell := range v.shells(sym) {
			trains := strings.Join(v.TrainNames(shell), " ")
			if trains == "" {
				trains = "no train"
			}
			shells = append(shells, shell+": "+trains)
		}
		out.Add("shells", strings.Join(shells, ", "))
	}
	out.When(v.hasCoal(sym), "coal", "yes")
	out.When(v.gray(sym), "in", "gray area")
	out.Add("privates", strings.Join(v.privatesOf(sym), " "))
	return out
}
