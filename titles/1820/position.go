package t1820

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position reads the table. // 10.1; 20-SE-08
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: roundName(s), Operating: s.Get(roundKind) == operatingRound, Phase: v.Phase().Name,
		Supply: title.SupplyOf(v.Table), Available: v.unused(), Facts: v.facts(), Interest: v.costs().interest,
	}
	p.Borders = v.borders()
	for _, id := range v.Order() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id), Bound: v.bound(id), Worth: v.worth(id), Certs: v.CertificateCount(id), Out: s.Get(ruined.Of(id)) == 1, Facts: v.playerFacts(id),
		})
	}
	for _, sym := range append(v.publics(), v.privatesInOrder()...) {
		c := v.company(sym)
		p.Loans += c.Loans
		p.Companies = append(p.Companies, c)
	}
	for _, c := range data.Privates {
		p.Privates = append(p.Privates, v.cousinCard(c.Sym))
	}
	return p
}

func (v view) company(sym string) title.Company {
	c := title.Describe(v.Table, sym)
	c.Size, c.Loans = v.size(sym), v.loans(sym)
	if v.private(sym) {
		c.Kind = "private"
	}
	for _, h := range v.cousins() {
		if n := v.Shares(h, sym); n > 0 {
			c.Held = append(c.Held, title.Stake{Holder: h, Shares: n})
		}
	}
	if sym == british {
		c.Stations = v.britishSpots()
	}
	c.Facts = v.companyFacts(sym)
	return c
}

// britishSpots returns the cities with markers of British Rail.
func (v view) britishSpots() []string {
	b := v.Board()
	var out []string
	for _, h := range data.Map.Hexes {
		for i := range b.Face(h.At).Stops {
			if at := (board.Spot{Hex: h.At, N: i}); v.Holds(british, at) {
				out = append(out, at.String())
			}
		}
	}
	return out
}

func (v view) cousinCard(sym string) title.Private {
	at := v.S.Where(cousin(sym))
	p := title.Private{Sym: sym, Gone: at == step.Out}
	if v.S.Seat(at) >= 0 {
		p.Owner = at
	}
	return p
}

// borders returns the blue barriers, which are shut in the yellow phase, and the edges of London.
// // 11, 12.3.1.1; 20-TR-20, 20-TR-21
func (v view) borders() []title.Border {
	var out []title.Border
	for _, h := range data.Map.Hexes {
		for e := range 6 {
			if to, ok := data.Map.Neighbour(h.At, e); ok && h.At < to && barred(h.At, e) {
				out = append(out, title.Border{Hex: h.At, Edge: e, Cost: barrierCost, Shut: v.S.Get(phase) == yellow})
			}
		}
	}
	for _, e := range data.Map.Hex(london).Exits() {
		if to, _ := data.Map.Neighbour(london, e); to != chatham {
			out = append(out, title.Border{Hex: london, Edge: e, Cost: londonCost})
		}
	}
	return out
}

// roundName names the round as players do.
func roundName(s *engine.State) string {
	kinds := []string{"SR #", "OR #.#", "I&T #.#"}
	return title.RoundName(kinds, s.Get(roundKind), s.Get(stockNo), s.Get(roundNo))
}

// facts tell the column of the Cost of Business chart, what the next one brings, the lobbies, and
// whether Queen Victoria is dead. // 10.5, 10.8
func (v view) facts() []title.Fact {
	var out title.Facts
	out.Add("Cost of Business", v.chartWord())
	out.Add("next column", v.nextWord())
	out.Add("cousins", v.standingBids())
	var lobbies []string
	for _, l := range v.lobbies() {
		lobbies = append(lobbies, money(l.total)+" "+v.named(l.owner))
	}
	out.Add("lobbies", strings.Join(lobbies, ", "))
	switch {
	case v.S.Get(lastPaid) == 1:
		out.Add("income", "no more")
	case v.S.Get(victoria) == 1:
		out.Add("income", money(income)+", for the last time in the next stock round")
	}
	return out
}

// standingBids tells the bids on the cousins and how the auction goes on, "" when there is none.
// // 6.3.1, 6.3.2; 20-CA-02, 20-CA-06
func (v view) standingBids() string {
	var words []string
	auction := func(f engine.Frame) bool { return f.Step == "cousin auction" || f.Step == "cousin sale" }
	if !slices.ContainsFunc(v.S.Stack, auction) {
		return ""
	}
	for _, sym := range v.onSale() {
		word := sym + " no bid"
		if amount, by := v.bidFor(sym); by != "" {
			word = sym + " " + money(amount) + " by " + v.S.PlayerName(by)
		}
		words = append(words, word)
	}
	return fmt.Sprintf("%s; %d at most have bids, and everybody may bid again until all pass in a row", strings.Join(words, ", "), mostBidFor)
}

// bound returns how much of a player's cash the bids on cousins bind. // 6.3.2; 20-CA-04
func (v view) bound(p string) int {
	n := 0
	for _, sym := range v.onSale() {
		if amount, by := v.bidFor(sym); by == p {
			n += amount
		}
	}
	return n
}

// chartWord describes the present column of the chart.
func (v view) chartWord() string {
	c := v.costs()
	if v.S.Get(column) == atEnd {
		return "END"
	}
	return fmt.Sprintf("column %d of %d: maintenance %s; interest %s a loan; %d trains a company; new companies of %s shares; forcing bid %d spaces up",
		v.S.Get(column), atEnd-1, upkeepWord(c), money(c.interest), c.limit, sizesWord(c.sizes), c.premium)
}

// nextWord describes the next column, "" if there is none.
func (v view) nextWord() string {
	n := v.S.Get(column) + 1
	switch {
	case n > atEnd:
		return ""
	case n == atEnd:
		return "END: the game ends with the next issue and takeover round"
	}
	c := chart[n]
	return fmt.Sprintf("maintenance %s; interest %s; %d trains", upkeepWord(c), money(c.interest), c.limit)
}

func sizesWord(list []int) string {
	var out []string
	for _, n := range list {
		out = append(out, fmt.Sprint(n))
	}
	return strings.Join(out, " or ")
}

// upkeepWord lists the maintenance for the colours in play.
func upkeepWord(c chartColumn) string {
	var out []string
	for p := range c.phase + 1 {
		out = append(out, colours[p]+" "+money(c.maintenance[p]))
	}
	return strings.Join(out, ", ")
}

// playerFacts tell a player's number card, cousins with their cash and shares, future trains, and
// the debts for these. // 6.4.3; 20-FT-07
func (v view) playerFacts(p string) []title.Fact {
	var out title.Facts
	out.Add("number", fmt.Sprint(slices.Index(v.Order(), p)+1))
	for _, c := range v.cousinsOf(p) {
		words := []string{money(v.S.Cash(c))}
		for _, sym := range v.playing() {
			if n := v.Shares(c, sym); n > 0 {
				words = append(words, fmt.Sprintf("%d %s", n, sym))
			}
		}
		out.Add("cousin "+c, strings.Join(words, " "))
	}
	out.Add("future trains", strings.Join(v.TrainNames(p), " "))
	out.When(v.S.Get(owes.Of(p)) > 0, "pays off the next income", money(v.S.Get(owes.Of(p))))
	for _, sym := range v.privatesInOrder() {
		out.When(v.Director(sym) == p, "owns", sym)
	}
	return out
}

// companyFacts tell a company's share-count and loans, and what maintenance and interest cost now
// and in the next column.
func (v view) companyFacts(sym string) []title.Fact {
	if sym == british {
		return nil
	}
	var out title.Facts
	out.When(v.private(sym), "private company", fmt.Sprintf("space %d", v.S.Get(track.Of(sym))))
	out.When(!v.private(sym), "shares", fmt.Sprintf("%d, %d in play", v.size(sym), v.inPlay(sym)))
	out.When(!v.private(sym), "loans", fmt.Sprintf("%d of %d", v.loans(sym), v.inPlay(sym)))
	out.When(v.liquidating(sym), "in", "liquidation")
	out.When(v.isCousin(v.Director(sym)), "directed by", v.Director(sym))
	now, next := v.costOf(sym, v.costs()), v.costOf(sym, chart[min(v.S.Get(column)+1, atEnd-1)])
	out.When(now+next > 0, "maintenance and interest", fmt.Sprintf("%s now, %s in the next column", money(now), money(next)))
	return out
}

// costOf returns what trains and loans of a company cost in a column.
func (v view) costOf(sym string, c chartColumn) int {
	n := v.loans(sym) * c.interest
	for _, name := range v.TrainNames(sym) {
		n += c.maintenance[colourOf(name)]
	}
	return n
}
