package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// startMergers begins a merger and acquisition round. It stores the order and the zones of the companies at
// this moment. // 7, 7.1; 17-MA-02, R-21
func startMergers(t *turn) {
	t.Set(roundKind, mergerRound)
	t.Note("", "Merger and acquisition round %d.%d", t.Get(stockNo), t.Get(roundNo))
	for _, c := range data.Companies {
		t.Set(mergerNo.Of(c.Sym), 0)
		t.Set(zoneBefore.Of(c.Sym), t.zone(c.Sym))
		t.Set(changed.Of(c.Sym), 0)
	}
	for i, sym := range t.inOrder() {
		t.Set(mergerNo.Of(sym), i+1)
	}
}

// nextToConvert returns the next company in the order of the start of the round. It must have a price and a
// president, be able to grow, and not have converted or merged in this round. // 7, 7.1; 17-MA-01,
// 17-MA-02, 17-MA-03, 17-MA-07, 17-CV-01
func nextToConvert(s *engine.State, done []string) string {
	v := see(s)
	grow := slices.DeleteFunc(v.numbered(mergerNo), func(sym string) bool { return !v.mayGrow(sym) || v.President(sym) == "" })
	return step.FirstNotIn(grow, done)
}

// mayGrow reports whether a company may still convert or merge in this round.
// // 7, 7.1; 17-MA-03, 17-MA-04, 17-CV-01, 17-M2-01
func (v view) mayGrow(sym string) bool {
	return v.normal(sym) && v.S.Get(changed.Of(sym)) == 0 && v.size(sym) < 10
}

// conversion is the turn of a company: it converts, merges or passes. // 7.1
func conversion(t *turn) {
	sym := t.Actor
	for {
		a := t.Ask("merger",
			t.voice().Choice("convert", "grow from "+sharesOf(t.size(sym))+" shares to "+sharesOf(grown[t.size(sym)])+t.toldMarkers(sym, t.size(sym)), nil),
			t.voice().Offers("merge", "merge with another company of its size", func() []engine.Option { return t.partners(sym) },
				func(words []string) string { return t.notMerged(sym, words) }),
			t.voice().Pass("neither convert nor merge"))
		if a.Verb == "convert" {
			t.convert(sym)
			return
		}
		if a.Verb == "pass" {
			return
		}
		if t.consents(sym, a.Arg(1), a.Arg(3)) {
			t.merge(sym, a.Arg(1), a.Arg(3))
			return
		}
	}
}

// grown maps a company's size to its next size. // 7.1
var grown = map[int]int{2: 5, 5: 10}

func sharesOf(n int) string { return map[int]string{2: "2", 5: "5", 10: "10"}[n] }

// partners lists the companies to merge with, each once for either survivor. // 7.1.2, 7.1.3
func (t *turn) partners(sym string) []engine.Option {
	var out []engine.Option
	for _, other := range t.inOrder() {
		if t.notPartner(sym, other) != "" {
			continue
		}
		label := "price " + t.mergedWord(sym, other)
		for _, survivor := range []string{sym, other} {
			out = append(out, engine.Option{Args: []string{"with", other, "into", survivor}, Label: label})
		}
	}
	return out
}

// notMerged says why a company may not merge with these words. // 7.1.2, 7.1.3
func (t *turn) notMerged(sym string, words []string) string {
	other, survivor := step.Word(words, 1), step.Word(words, 3)
	named := step.Word(words, 0) == "with" && data.Company(other) != nil
	if why := t.notPartner(sym, other); named && why != "" {
		return why
	}
	if !named || len(words) != 4 || words[2] != "into" || survivor != sym && survivor != other {
		return "say with which company, and into which of the two"
	}
	return ""
}

// notPartner says why two companies may not merge even if both presidents agree. // 7, 7.1; 17-MA-03,
// 17-M2-01, 17-M5-01
func (t *turn) notPartner(sym, other string) string {
	switch {
	case other == sym || t.zone(other) == noZone:
		return other + " is not another company in play"
	case !t.normal(other):
		return other + " is in " + t.priceWord(other) + ": it does nothing in this round (7)"
	case t.Get(changed.Of(other)) != 0: // 17-CV-01
		return other + " has converted or merged in this round (7.1)"
	case t.size(other) != t.size(sym):
		return fmt.Sprintf("%s has %d shares and %s %d: only companies of the same size merge (7.1)", sym, t.size(sym), other, t.size(other))
	}
	return t.notPaidOrLed(sym, other)
}

// notPaidOrLed says why a merger fails. In a merger of 2-share companies the initiating president must be
// able to pay for a share. In a merger of 5-share companies some player must hold two shares at the end.
// // 7.1.2, 7.1.3; R-24
func (t *turn) notPaidOrLed(sym, other string) string {
	p := t.President(sym)
	if t.size(sym) == 5 {
		if t.mergedPresident(sym, other) == "" { // 17-M5-05
			return "nobody would hold two shares more than short shares (7.1.3)"
		}
		return ""
	}
	price := data.Market.Cells[0][colFor(t.mergedPrice(sym, other))].Price
	if p != t.President(other) && t.Cash(p) < price { // 17-M2-05
		return fmt.Sprintf("you would buy a share for %s and have %s (7.1.2)", money(price), money(t.Cash(p)))
	}
	return ""
}

// consents asks the president of the partner to agree. // 7.1, D-12, 17-SU-09
func (t *turn) consents(sym, other, survivor string) bool {
	p, q := t.President(sym), t.partner(other)
	if q == "" || p == q {
		return true
	}
	president := p
	if t.size(sym) == 5 {
		president = t.mergedPresident(sym, other)
	}
	t.Note(sym, "proposes to merge with %s into %s: price %s, %s is president then", other, survivor, t.mergedWord(sym, other), t.PlayerName(president))
	return step.Agreed(t.Turn, p, sym, q, other, "merge "+sym+" and "+other+" into "+survivor)
}

// convert makes a company grow to its next size. // 7.1.1; 17-CV-02, 17-CV-03
func (t *turn) convert(sym string) {
	old := t.size(sym)
	t.issueShares(sym, grown[old])
	t.Set(changed.Of(sym), 1)
	t.Note(sym, "converts to %d shares", grown[old])
	t.postProcess(sym)
	t.loansAfter(sym, func() string { return t.toldMarkers(sym, old) })
	t.convertMarkers(sym, old)
}

// issueShares puts new single shares into the treasury until the company has its new size. // 7.1.1, 7.1.2
func (t *turn) issueShares(sym string, to int) {
	for range to - t.size(sym) {
		t.Move(t.Single(box, sym, false), sym)
	}
	t.Set(size.Of(sym), to)
}

// conversionMarkers returns how many station markers a company must buy when it converts. // 7.1.1;
// 17-CV-04, 17-CV-05
func (v view) conversionMarkers(sym string, old int) int {
	want := map[int]int{2: 1, 5: 2}[old]
	return max(0, min(want, len(data.Company(sym).Stations)-v.TokenCount(sym)))
}

// toldMarkers says what these markers cost, as the end of a sentence. It returns "" if there are none.
func (v view) toldMarkers(sym string, old int) string {
	n := v.conversionMarkers(sym, old)
	if n == 0 {
		return ""
	}
	and := "and"
	if v.S.Cash(sym) < n*markerPrice {
		and = "but"
	}
	return fmt.Sprintf("; %s for %s is due then, %s %s has %s", money(n*markerPrice), step.Plural(n, "station marker"), and, sym, money(v.S.Cash(sym)))
}

// nothingDue is what has to be paid after a merger or a purchase.
func nothingDue() string { return "" }

// convertMarkers buys the station markers of a conversion. A company that cannot pay goes to liquidation.
// // 7.1.1; 17-CV-04, 17-CV-05, R-27
func (t *turn) convertMarkers(sym string, old int) {
	switch n := t.conversionMarkers(sym, old); {
	case n == 0:
	case t.Cash(sym) < n*markerPrice:
		t.liquidate(sym, "it cannot pay for its station markers")
	default:
		t.buyMarkers(sym, n)
	}
}
