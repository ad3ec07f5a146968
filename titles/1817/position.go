package t1817

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position describes the table for players and programs.
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: roundName(s), Operating: s.Get(roundKind) == operatingRound, Phase: v.phaseName(), CertLimit: v.certLimit(), Supply: v.supply(),
		Pool: v.TrainNames(step.Pool), Available: v.unfounded(), Loans: v.loansOut(), Interest: v.interestNow(), Facts: v.facts(), Marks: v.marks(),
	}
	for _, id := range s.Players() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id) - s.Get(owes.Of(id)), Worth: v.worth(id), Certs: v.CertificateCount(id),
			Priority: s.Where(step.Priority) == id, Out: s.Get(bankrupt.Of(id)) == 1, Facts: v.playerFacts(id),
		})
	}
	for _, sym := range append(v.inOrder(), v.starting()...) {
		p.Companies = append(p.Companies, v.company(sym))
	}
	for _, c := range data.Privates {
		p.Privates = append(p.Privates, v.private(c.Sym))
	}
	return p
}

// starting returns the companies whose president's certificate is being auctioned.
func (v view) starting() []string {
	return data.Syms(func(sym string) bool {
		_, ok := v.spotOf(step.Token(sym, 0))
		return ok && v.S.Cell(sym) == ""
	})
}

func (v view) company(sym string) title.Company {
	c := title.Describe(v.Table, sym)
	c.Size, c.Loans = v.size(sym), v.loans(sym)
	for i, name := range c.Trains {
		if v.obsolete(name) {
			c.Trains[i] = name + "*"
		}
	}
	for _, place := range append(v.S.Players(), step.Pool) {
		if n := v.shorts(place, sym); n > 0 {
			c.Shorts = append(c.Shorts, title.Stake{Holder: place, Shares: n})
		}
	}
	c.Privates = slices.DeleteFunc(v.privates(sym), v.spent)
	c.Facts = v.companyFacts(sym)
	return c
}

func (v view) private(sym string) title.Private {
	p := title.PrivateAt(v.Table, sym, onSale)
	p.Spent = v.spent(sym)
	return p
}

// supply lists the trains for sale. The number of 2-trains is not limited.
func (v view) supply() []title.Stock {
	out := title.SupplyOf(v.Table)
	if len(out) > 0 && out[0].Name == data.Trains[0].Name && !v.countsTrains2() {
		out[0].Count = -1
	}
	return out
}

// phaseName returns the name of the phase.
func (v view) phaseName() string {
	if other := v.otherPhase(); other != "" {
		return other
	}
	return v.Phase().Name
}

// roundName names the round as players do.
func roundName(s *engine.State) string {
	kinds := []string{"Auction", "SR #", "OR #.#", "MR #.#"}
	return title.RoundName(kinds, s.Get(roundKind), s.Get(stockNo), s.Get(roundNo))
}

// interestNow returns the interest fixed for this round. If none is fixed, it returns what the interest
// would be.
func (v view) interestNow() int {
	if n := v.S.Get(rate); n > 0 {
		return n
	}
	return rateFor(v.loansOut())
}

// facts lists the loans, the interest, the seed money, the next export and the announced end.
func (v view) facts() []title.Fact {
	var out title.Facts
	out.Add("loans", fmt.Sprintf("%d of %d taken", v.loansOut(), loanCount))
	out.Add("interest", fmt.Sprintf("%s a loan now, %s next", money(v.interestNow()), money(rateFor(v.loansOut()))))
	out.When(v.S.Get(stockNo) == 0, "seed money", money(v.S.Cash(pot)))
	if next := v.OnSale(); len(next) > 0 {
		out.Add("next export", step.Label(next[0])+"-train")
	}
	n := v.S.Get(finalSet)
	out.When(n > 0, "end", fmt.Sprintf("after operating round %d.%d and its merger round", n, v.S.Get(finalLong)))
	return out
}

// marks lists the coal mines and bridge tokens on the map.
func (v view) marks() []title.Mark {
	var out []title.Mark
	for _, h := range data.Map.Hexes {
		for _, piece := range v.S.At(h.At) {
			word, _, _ := strings.Cut(piece, ":")
			out = append(out, title.Mark{Hex: h.At, Word: word})
		}
	}
	return out
}

// playerFacts lists a player's private companies, short shares and debts.
func (v view) playerFacts(p string) []title.Fact {
	var out title.Facts
	out.Add("privates", strings.Join(v.privates(p), " "))
	var short []string
	for _, sym := range v.inOrder() {
		if n := v.shorts(p, sym); n > 0 {
			short = append(short, strconv.Itoa(n)+" "+sym)
		}
	}
	out.Add("sold short", strings.Join(short, ", "))
	out.When(v.S.Get(owes.Of(p)) > 0, "owes", money(v.S.Get(owes.Of(p))))
	return out
}

// asideWords tells the cash and loans of a company that is being liquidated: they do not come with it. // 7.2.4; 17-SA-03
func (v view) asideWords(sym string) string {
	cash, n := v.S.Cash(aside(sym)), v.loans(aside(sym))
	if cash == 0 && n == 0 {
		return ""
	}
	return money(cash) + " and " + step.Plural(n, "loan")
}

// companyFacts lists a company's size, loans, zone, what is set aside, short shares, a short squeeze, markers not yet paid for, and
// private companies.
func (v view) companyFacts(sym string) []title.Fact {
	var out title.Facts
	out.Add("shares", strconv.Itoa(v.size(sym))) // 1.2.7
	out.Add("loans", fmt.Sprintf("%d of %d", v.loans(sym), v.size(sym)))
	out.When(v.zone(sym) == redZone || v.zone(sym) == grayZone, "in", v.priceWord(sym))
	out.Add("set aside", v.asideWords(sym))
	short, owed := v.shortsInPlay(sym), v.S.Get(unpaid.Of(sym))
	out.When(short > 0, "sold short", fmt.Sprintf("%d of %d", short, v.mostShorts(sym)))
	out.When(v.Shares(step.Pool, sym)+v.Shares(sym, sym) < short, "squeeze", "fewer shares for sale than short")
	out.When(owed > 0, "owes", step.Plural(owed, "station marker"))
	out.Add("privates", strings.Join(v.privates(sym), " "))
	return out
}
