package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// startMergers begins a merger and acquisition round: order and zones are noted
// as they are now. // 7, 7.1; 17-MA-02, R-21
func startMergers(t *turn) {
	t.Set(roundKind, mergerRound)
	t.Note("", "Merger and acquisition round %d.%d", t.Get(stockNo), t.Get(roundNo))
	for _, c := range data.Companies {
		t.Set(mergerNo+c.Sym, 0)
		t.Set(zoneBefore+c.Sym, t.zone(c.Sym))
		t.Set(changed+c.Sym, 0)
	}
	for i, sym := range t.inOrder() {
		t.Set(mergerNo+sym, i+1)
	}
}

// nextToConvert takes the companies in the order of the start of the round:
// those with a price that have not been part of a conversion or merger and can
// still grow. // 7, 7.1; 17-MA-01, 17-MA-02, 17-MA-03, 17-MA-07, 17-CV-01
func nextToConvert(s *engine.State, done []string) string {
	v := see(s)
	for _, sym := range v.numbered(mergerNo) {
		if !slices.Contains(done, sym) && v.mayGrow(sym) && v.President(sym) != "" {
			return sym
		}
	}
	return ""
}

// mayGrow reports whether a company may still convert or merge in this round.
// // 7, 7.1; 17-MA-03, 17-MA-04, 17-CV-01, 17-M2-01
func (v view) mayGrow(sym string) bool {
	return v.normal(sym) && v.S.Get(changed+sym) == 0 && v.size(sym) < 10
}

// conversion is a company's turn: convert, merge or pass. // 7.1; 17-CV-01,
// 17-M2-01, 17-M5-01, R-20, R-23
func conversion(t *turn) {
	sym := t.Actor
	for {
		options := t.mergeOptions(sym)
		choices := []engine.Choice{t.choice("convert", "grow from "+sharesOf(t.size(sym))+" shares to "+sharesOf(grown[t.size(sym)]), nil)}
		if len(options) > 0 {
			choices = append(choices, t.choice("merge", "merge with another company of its size", func() []engine.Option { return options }))
		}
		a := t.Ask(append(choices, t.pass("neither convert nor merge"))...)
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

// grown is the size a company grows to. // 7.1
var grown = map[int]int{2: 5, 5: 10}

func sharesOf(n int) string { return map[int]string{2: "2", 5: "5", 10: "10"}[n] }

// mergeOptions lists the partners, each with the two ways to say who survives.
// // 7.1.2, 7.1.3; 17-M2-01, 17-M2-05, 17-M5-05
func (t *turn) mergeOptions(sym string) []engine.Option {
	var out []engine.Option
	for _, other := range t.inOrder() {
		if other == sym || !t.mayGrow(other) || t.size(other) != t.size(sym) || !t.mergeable(sym, other) {
			continue
		}
		label := "price " + money(data.Market.Cells[0][colFor(t.mergedPrice(sym, other))].Price)
		for _, survivor := range []string{sym, other} {
			out = append(out, engine.Option{Args: []string{"with", other, "into", survivor}, Label: label})
		}
	}
	return out
}

// mergeable reports whether two companies could merge if both presidents
// wanted: of 2-share companies the initiating president can pay for a share, of
// 5-share companies somebody ends with two shares. // 7.1.2, 7.1.3; 17-M2-05,
// 17-M5-05, R-24
func (t *turn) mergeable(sym, other string) bool {
	if t.size(sym) == 5 {
		return t.mergedPresident(sym, other) != ""
	}
	p := t.President(sym)
	return p == t.President(other) || t.Cash(p) >= data.Market.Cells[0][colFor(t.mergedPrice(sym, other))].Price
}

// mergedPrice is the sum of the prices of two 2-share companies, the mean of
// those of two 5-share companies, not yet rounded down. // 7.1.2, 7.1.3;
// 17-M2-03, 17-M5-02
func (v view) mergedPrice(a, b string) int {
	if v.size(a) == 2 {
		return v.Price(a) + v.Price(b)
	}
	return (v.Price(a) + v.Price(b)) / 2
}

// consents asks the president of the partner. // 7.1, D-12,
// 17-SU-09
func (t *turn) consents(sym, other, survivor string) bool {
	p, q := t.President(sym), t.President(other)
	if p == q || t.on(noConsent) {
		return true
	}
	t.Note(sym, "proposes to merge with %s into %s", other, survivor)
	return step.Agreed(t.Turn, p, sym, q, other, "merge "+sym+" and "+other+" into "+survivor)
}

// convert gives a company its next size. // 7.1.1; 17-CV-02, 17-CV-03
func (t *turn) convert(sym string) {
	old := t.size(sym)
	t.issueShares(sym, grown[old])
	t.Set(changed+sym, 1)
	t.Note(sym, "converts to %d shares", grown[old])
	t.postProcess(sym)
	t.loansAfter(sym)
	t.convertMarkers(sym, old)
}

// issueShares puts new single shares into the treasury. // 7.1.1, 7.1.2
func (t *turn) issueShares(sym string, to int) {
	for range to - t.size(sym) {
		t.Move(t.Single(box, sym, false), sym)
	}
	t.Set(size+sym, to)
}

// convertMarkers buys the station markers of a conversion; a company that
// cannot pay goes to liquidation. // 7.1.1; 17-CV-04, 17-CV-05, R-27
func (t *turn) convertMarkers(sym string, old int) {
	want := map[int]int{2: 1, 5: 2}[old]
	n := min(want, len(data.Company(sym).Stations)-t.count(sym))
	switch {
	case n <= 0:
	case t.Cash(sym) < n*markerPrice:
		t.liquidate(sym, "it cannot pay for its station markers")
	default:
		t.buyMarkers(sym, n)
	}
}

// merge joins two companies of one size. // 7.1.2, 7.1.3; 17-M2-02, 17-M2-06,
// 17-M5-01, 17-M5-08, 17-MA-05, 17-MA-06
func (t *turn) merge(sym, other, survivor string) {
	gone := other
	if survivor == other {
		gone = sym
	}
	price, old := t.mergedPrice(sym, other), t.size(sym)
	t.Note(sym, "merges with %s into %s", other, survivor)
	if old == 2 {
		t.joinPairs(sym, other, survivor, price)
	} else {
		t.joinShares(sym, other, survivor)
	}
	t.Set(changed+survivor, 1)
	t.setMergedPrice(survivor, gone, price)
	t.takeAssets(gone, survivor)
	t.takeMarkers(gone, survivor)
	t.dissolve(gone)
	t.discardExcess()
	t.postProcess(survivor)
	t.loansAfter(survivor)
}

// setMergedPrice puts the price marker behind the others of its cell. // 6.2,
// 7.1.2, 7.1.3; 17-M2-03, 17-M5-02, 17-CO-01, D-13
func (t *turn) setMergedPrice(sym, gone string, price int) {
	t.Put(gone, "")
	to := cell(colFor(price))
	if t.S.Cell(sym) == to && !t.on(keepsPlace) {
		t.Put(sym, "")
	}
	t.Put(sym, to)
	t.Note(sym, "price %s", t.priceWord(sym))
}

// joinPairs exchanges the certificates of two 2-share companies: two shares to
// the initiating president, who pays for one if the other president gets one.
// // 7.1.2; 17-M2-02, 17-M2-04, 17-M2-05, R-25
func (t *turn) joinPairs(sym, other, survivor string, price int) {
	p, q := t.President(sym), t.President(other)
	gone := other
	if survivor == other {
		gone = sym
	}
	t.Move(step.Share(gone, 0), box)
	t.Move(step.Share(survivor, 0), p)
	t.issueShares(survivor, 5)
	if p != q {
		price = data.Market.Cells[0][colFor(price)].Price
		t.Pay(p, survivor, price)
		t.Move(t.Single(survivor, survivor, false), q)
		t.Note(p, "paid %s for a share of %s", money(price), survivor)
	}
}

// net is what a player holds of two companies, short shares taken off.
func (v view) net(p string, syms ...string) int {
	n := 0
	for _, sym := range syms {
		n += v.Shares(p, sym) - v.shorts(p, sym)
	}
	return n
}

// mergedPresident returns who presides over two merged 5-share companies: the
// largest net holder of at least two shares; among equals the initiating
// president, the other president, then the nearest to the initiator's left.
// // 7.1.3; 17-M5-05, R-24, D-34
func (v view) mergedPresident(sym, other string) string {
	p := v.President(sym)
	order, best := []string{p, v.President(other)}, ""
	if v.on(nearestPresident) {
		order = order[:1]
	}
	for _, q := range append(order, v.Following(p)...) {
		if n := v.net(q, sym, other); n >= 2 && (best == "" || n > v.net(best, sym, other)) {
			best = q
		}
	}
	return best
}

// joinShares exchanges the certificates of two 5-share companies one for one;
// pairs of a share and a short share cancel. // 7.1.3, 5.1; 17-M5-01,
// 17-M5-03, 17-M5-04, 17-M5-06, 17-M5-07
func (t *turn) joinShares(sym, other, survivor string) {
	president := t.mergedPresident(sym, other)
	treasury := t.Shares(sym, sym) + t.Shares(other, other)
	hold := map[string]int{}
	for _, place := range append(t.Players(), step.Pool) {
		hold[place] = t.net(place, sym, other)
	}
	t.boxCertificates(sym)
	t.boxCertificates(other)
	t.Set(size+survivor, 10)
	t.Move(step.Share(survivor, 0), president)
	hold[president] -= 2
	for _, place := range append(t.Players(), step.Pool) {
		t.deal(survivor, place, hold[place])
	}
	t.deal(survivor, survivor, treasury)
	t.Note(president, "is president of %s", survivor)
}

// deal gives a place n single shares from the box, or short shares when n is
// below zero.
func (t *turn) deal(sym, place string, n int) {
	for range n {
		t.Move(t.Single(box, sym, false), place)
	}
	for range -n {
		t.Move(t.shortsAt(box, sym)[0], place)
	}
}

// boxCertificates puts all certificates of a company away.
func (t *turn) boxCertificates(sym string) {
	for i := range data.Company(sym).Shares {
		t.Move(step.Share(sym, i), box)
	}
	for i := range shortCount {
		t.Move(short(sym, i), box)
	}
}

// takeAssets moves cash, loans, trains and privates. // 7.1.2, 7.2.4; 17-M2-02,
// 17-SA-12, R-18
func (t *turn) takeAssets(from, to string) {
	t.Pay(from, to, t.Cash(from))
	for _, loan := range t.S.Kind(from, "loan") {
		t.Move(loan, to)
	}
	for _, train := range t.Trains(from) {
		t.Move(train, to)
	}
	for _, private := range t.privates(from) {
		t.Move(piece(private), to)
	}
}

// dissolve takes a company out of play; it may be started again. // 1.2.7,
// 7.2.4; 17-SA-19
func (t *turn) dissolve(sym string) {
	t.boxCertificates(sym)
	for i := range data.Company(sym).Stations {
		t.Move(step.Token(sym, i), box)
	}
	t.Put(sym, "")
	for _, key := range []string{size, born, unpaid, turnNo, mergerNo, zoneBefore, changed, saleNo, leftBy, putUp} {
		t.Set(key+sym, 0)
	}
}
