package t18newengland

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
)

// conversionPar is the par of a major formed from one minor. // 12; NE-MG-04
const conversionPar = 100

// startMergers begins a merger round, from Phase 3 on. // 12; NE-MG-01
func startMergers(t *turn) {
	if t.Get(phase) >= phase3 {
		t.Set(roundKind, mergerRound)
		t.Note("", "Merger round %d.%d", t.Get(pairNo), t.Get(roundNo))
	}
}

// nextToMerge returns the next minor in operating order. A minor that was merged runs no more.
// // 12; NE-MG-02, NE-MG-09
func nextToMerge(s *engine.State, done []string) string {
	if s.Get(phase) < phase3 { // NE-PH-01, NE-PH-02
		return ""
	}
	return step.FirstNotIn(see(s).minorsInOrder(), done)
}

// sayNoMajor is why no minor becomes a major any more. // 12
const sayNoMajor = "every major has been formed (12)"

// mergerTurn is a minor's turn in the merger round: it converts, merges or passes. // 12; NE-MG-02
func mergerTurn(t *turn) {
	sym, owner := t.Actor, t.President(t.Actor)
	reach := sync.OnceValue(func() *board.Reach { return t.connected(t.Board(), sym) })
	convert := t.voice().Tells("convert", "form a major of this minor", t.conversions, t.notConverted, sayNoMajor)                                                                   // M1
	merge := t.voice().Tells("merge", "form a major of two minors", t.mergers, func(w []string) string { return t.notMerged(reach, w) }, cmp.Or(t.notAlone(owner, sym), sayNoMajor)) // M2
	if !step.Open(convert) && !step.Open(merge) && !t.asksToPass() {
		return
	}
	switch a := t.Ask("merger", convert, merge, t.voice().Pass(sym+" stays a minor")); a.Verb { // M5
	case "convert":
		t.convert(owner, sym, a.Arg(2))
	case "merge":
		t.merge(owner, sym, a.Arg(2), a.Arg(4))
	}
}

// unformed returns the majors that may be formed. The owner chooses freely among them.
// // 12; NE-MG-03
func (v view) unformed() []string {
	return data.Syms(func(sym string) bool { return known(sym, major) && v.S.Where(step.Share(sym, 0)) == step.IPO(sym) }) // NE-CO-17
}

// conversionCost returns what the owner adds to the value of a minor to pay for the president's
// certificate. // 12; NE-MG-05
func (v view) conversionCost(sym string) int { return 2 * (conversionPar - v.Price(sym)) }

// conversions lists the majors the minor may become.
func (t *turn) conversions() []engine.Option {
	label := "pay " + money(t.conversionCost(t.Actor)) + ", par " + money(conversionPar)
	var out []engine.Option
	for _, m := range t.unformed() {
		out = append(out, engine.Option{Args: []string{t.Actor, "into", m}, Label: label})
	}
	return out
}

// notFormable says why a major cannot be formed. // 12; NE-MG-03
func (v view) notFormable(sym string) string {
	left := v.unformed()
	if slices.Contains(left, sym) {
		return ""
	}
	return sym + " is not a major that can be formed (12); left: " + cmp.Or(strings.Join(left, ", "), "none")
}

// notConverted says why the minor does not become that major. // 12
func (t *turn) notConverted(words []string) string {
	sym, into := t.Actor, step.Word(words, 2)
	switch cost := t.conversionCost(sym); {
	case len(words) != 3 || words[0] != sym || words[1] != "into":
		return "say convert " + sym + " into a major: it is the turn of " + sym
	case t.notFormable(into) != "":
		return t.notFormable(into)
	case cost > t.Cash(t.President(sym)): // NE-MG-06
		return fmt.Sprintf("the owner adds %s to convert %s and has %s (12)", money(cost), sym, money(t.Cash(t.President(sym))))
	}
	return ""
}

// mergers lists every other minor of the owner with the majors that the two may form.
func (t *turn) mergers() []engine.Option {
	sym := t.Actor
	var out []engine.Option
	for _, other := range t.minorsInOrder() {
		for _, m := range t.unformed() {
			if other == sym || t.President(other) != t.President(sym) {
				continue
			}
			label := "par " + money(t.mergedPrice(sym, other))
			out = append(out, engine.Option{Args: []string{sym, "with", other, "into", m}, Label: label})
		}
	}
	return out
}

// notMerged says why the minors do not become that major. Why the partner will not do comes first, also if no major
// is named. // 12
func (t *turn) notMerged(reach func() *board.Reach, words []string) string {
	sym := t.Actor
	if len(words) < 3 || words[0] != sym || words[1] != "with" {
		return "say merge " + sym + " with a minor into a major: it is the turn of " + sym
	}
	other := words[2]
	if into := step.Word(words, 4); other == sym && known(into, minor) { // "merge BL with ER" names two minors and no major
		other = into
	}
	switch why := t.notPartner(reach, other); {
	case why != "":
		return why
	case len(words) != 5 || words[3] != "into":
		return "say merge " + sym + " with a minor into a major"
	}
	return t.notFormable(words[4])
}

// notPartner says why the minor does not merge with that one. // 12
func (t *turn) notPartner(reach func() *board.Reach, other string) string {
	switch sym, owner := t.Actor, t.President(t.Actor); {
	case other == sym:
		return cmp.Or(t.notAlone(owner, sym), "say with which other minor "+sym+" merges (12)")
	case !known(other, minor) || t.President(other) != owner: // NE-MG-08
		return cmp.Or(t.notAlone(owner, sym), other+" is no minor of yours: a minor merges with another of its owner (12)")
	case t.StandsIn(sym, t.home(other).Hex): // homes in one hex; NE-RUL-30
		return ""
	case !reach().Stop(t.home(other)): // NE-MG-08, NE-RUL-30
		return "no route of " + sym + " reaches " + other + ", and they are not in one hex (12)"
	}
	return ""
}

// notAlone says that a minor is the only one of its owner, if it is. // 12; NE-MG-08
func (v view) notAlone(owner, sym string) string {
	if slices.ContainsFunc(v.minorsInOrder(), func(m string) bool { return m != sym && v.President(m) == owner }) {
		return ""
	}
	return "you own no minor besides " + sym + " with which it could merge (12)"
}

// home returns where a minor's one station stands.
func (v view) home(sym string) board.Spot { return v.Stations(sym)[0] }

// mergedPrice returns the par of a merger: the sum of both values, rounded down to a price of the
// market. // 12; NE-MG-10
func (v view) mergedPrice(a, b string) int {
	return data.Market.At(majorCell(v.Price(a) + v.Price(b))).Price
}

// majorCell returns the space of the majors' row with the highest price up to the limit.
func majorCell(limit int) market.Cell {
	return market.Cell{Row: rowMajor, Col: market.Row{Market: data.Market, N: rowMajor}.Find(limit)}
}

// convert forms a major of one minor. // 12; NE-MG-05
func (t *turn) convert(owner, sym, into string) {
	cost := t.conversionCost(sym)
	t.Pay(owner, into, cost)
	t.Note(owner, "converted %s into %s for %s", sym, into, money(cost))
	t.absorb(sym, into, step.Token(into, 0))
	t.form(owner, into, conversionPar)
	t.buyMore(owner, into)
}

// merge forms a major of two minors. The owner pays nothing and gets nothing.
// // 12; NE-MG-10, NE-MG-11, NE-MG-13
func (t *turn) merge(owner, sym, other, into string) {
	price := t.mergedPrice(sym, other)
	first, second := t.home(sym), t.home(other)
	t.Note(owner, "merged %s with %s into %s at %s", sym, other, into, money(price))
	t.absorb(sym, into, step.Token(into, 0))
	t.absorb(other, into, step.Token(into, 1))
	t.form(owner, into, price)
	if first.Hex == second.Hex { // NE-MG-16
		t.giveUpStation(owner, into, first, second)
	}
	t.buyMore(owner, into)
}

// absorb moves everything of a minor to a major: cash, trains, and the place of its station. Its
// value marker stays on the market, and the minor never comes back.
// // 12; NE-MG-07, NE-MG-12, NE-MG-19, NE-CO-18
func (t *turn) absorb(sym, into, token string) {
	step.TakeOver(t.Turn, sym, into, "train")
	at := t.Where(step.Token(sym, 0))
	t.Move(step.Token(sym, 0), step.Out)
	t.Move(token, at)
	t.Move(step.Share(sym, 0), step.Out)
	t.Set(closed.Of(sym), 1)
}

// form gives the president's certificate to the owner and puts the price marker on the par, below
// others there. All other shares lie in the IPO. // 12; NE-MG-14, NE-MG-15
func (t *turn) form(owner, sym string, price int) {
	t.Set(par.Of(sym), price)
	t.Put(sym, majorCell(price).String())
	t.Move(step.Share(sym, 0), owner)
}

// giveUpStation returns one of two markers in a hex to the charter. If they are in different cities
// the owner says which one stays. // 12; NE-MG-16, NE-RUL-31
func (t *turn) giveUpStation(owner, sym string, first, second board.Spot) {
	stays := first
	if first != second {
		b := t.Board()
		both := []engine.Option{{Args: step.SpotName(b, first)}, {Args: step.SpotName(b, second)}}
		a := t.Ask("station", step.Offer(owner, sym, "keep", "say which of the two stations stays", step.Fixed(both), func([]string) string {
			return fmt.Sprintf("one of the two stations of %s stays: %s or %s (12)", sym, strings.Join(both[0].Args, " "), strings.Join(both[1].Args, " "))
		})) // M3
		stays, _ = step.SpotNamed(b, a.Args)
	}
	if stays == second {
		t.Move(step.Token(sym, 0), sym)
		t.Move(step.Token(sym, 1), sym)
		t.Move(step.Token(sym, 0), second.String())
		return
	}
	t.Move(step.Token(sym, 1), sym)
}

// buyMore lets the new president, and nobody else, buy IPO shares at par into
// the treasury. // 12; NE-MG-17, NE-RUL-32
func (t *turn) buyMore(owner, sym string) {
	for {
		buy := step.Ruled(owner, sym, "buy", "buy a share at par", func() []engine.Option {
			return []engine.Option{{Args: []string{sym, "from", fromIPO}, Label: "pay " + money(t.Price(sym)) + " into its treasury"}}
		}, func(words []string) string { return t.notMore(owner, sym, words) }) // M4
		if !step.Open(buy) {
			return
		}
		a := t.Ask("purchase", buy, step.Voice{By: owner, For: sym}.Pass("buy no more"))
		if a.Verb == "pass" {
			return
		}
		t.Move(t.Single(step.IPO(sym), sym, false), owner)
		t.Pay(owner, sym, t.Price(sym))
		t.Note(owner, "bought a share of %s at par %s", sym, money(t.Price(sym)))
	}
}

// notMore says why the new president may not buy another share. // 10.6, 12; NE-MG-18
func (v view) notMore(owner, sym string, words []string) string {
	switch {
	case !slices.Equal(words, []string{sym, "from", fromIPO}):
		return "only shares of " + sym + " are bought now, from its ipo at par (12)"
	case v.Shares(owner, sym) >= mostHeld: // NE-MG-17
		return "nobody may hold more than 60% of a company (10.1)"
	case v.S.Cash(owner) < v.Price(sym):
		return fmt.Sprintf("a share of %s costs %s, but you have %s", sym, money(v.Price(sym)), money(v.S.Cash(owner)))
	}
	return v.notOneMore(owner)
}
