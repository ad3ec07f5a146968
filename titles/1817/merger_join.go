package t1817

import "pbem/engine/step"

// mergedPrice returns the price after a merger, before it is rounded down: the sum for two 2-share
// companies, the mean for two 5-share companies. // 7.1.2, 7.1.3; 17-M2-03, 17-M5-02
func (v view) mergedPrice(a, b string) int {
	if v.size(a) == 2 {
		return v.Price(a) + v.Price(b)
	}
	return (v.Price(a) + v.Price(b)) / 2
}

// mergedWord is the price after a merger as players read it.
func (v view) mergedWord(a, b string) string { return wordAt(colFor(v.mergedPrice(a, b))) }

// merge merges two companies of the same size. // 7.1.2, 7.1.3; 17-M2-02, 17-M2-06, 17-M5-01, 17-M5-08,
// 17-MA-05, 17-MA-06
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
	t.Set(changed.Of(survivor), 1)
	t.setMergedPrice(survivor, gone, price)
	t.takeAssets(gone, survivor)
	t.takeMarkers(gone, survivor)
	t.dissolve(gone)
	t.discardExcess()
	t.postProcess(survivor)
	t.loansAfter(survivor, nothingDue)
}

// setMergedPrice puts the price marker of the survivor behind the others in its new cell. // 6.2, 7.1.2,
// 7.1.3; 17-M2-03, 17-M5-02, 17-CO-01, D-13
func (t *turn) setMergedPrice(sym, gone string, price int) {
	t.Put(gone, "")
	to := cell(colFor(price))
	if t.S.Cell(sym) == to && !t.keepsItsPlace() {
		t.Put(sym, "")
	}
	t.Put(sym, to)
	t.Note(sym, "price %s", t.priceWord(sym))
}

// joinPairs exchanges the certificates of two 2-share companies. The initiating president gets two shares.
// If the other president is another player, that player gets one share, and the initiating president pays
// for one. // 7.1.2; 17-M2-02, 17-M2-04, 17-M2-05, R-25
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

// net returns a player's shares of these companies minus the short shares.
func (v view) net(p string, syms ...string) int {
	n := 0
	for _, sym := range syms {
		n += v.Shares(p, sym) - v.shorts(p, sym)
	}
	return n
}

// mergedPresident returns the president of two merged 5-share companies: the largest net holder, with at
// least two shares. A tie goes to the initiating president, then to the other president, then to the player
// nearest to the initiator's left. // 7.1.3; 17-M5-05, R-24, D-34
func (v view) mergedPresident(sym, other string) string {
	p := v.President(sym)
	order, best := []string{p, v.President(other)}, ""
	if v.crownsNearest() {
		order = order[:1]
	}
	for _, q := range append(order, v.Following(p)...) {
		if n := v.net(q, sym, other); n >= 2 && (best == "" || n > v.net(best, sym, other)) {
			best = q
		}
	}
	return best
}

// joinShares exchanges the certificates of two 5-share companies one for one. A share and a short share of
// one holder cancel. // 7.1.3, 5.1; 17-M5-01, 17-M5-03, 17-M5-04, 17-M5-06, 17-M5-07
func (t *turn) joinShares(sym, other, survivor string) {
	president := t.mergedPresident(sym, other)
	treasury := t.Shares(sym, sym) + t.Shares(other, other)
	hold := map[string]int{}
	for _, place := range append(t.Players(), step.Pool) {
		hold[place] = t.net(place, sym, other)
	}
	t.boxCertificates(sym)
	t.boxCertificates(other)
	t.Set(size.Of(survivor), 10)
	t.Move(step.Share(survivor, 0), president)
	hold[president] -= 2
	for _, place := range append(t.Players(), step.Pool) {
		t.deal(survivor, place, hold[place])
	}
	t.deal(survivor, survivor, treasury)
	t.Note(president, "is president of %s", survivor)
}

// deal gives a place n single shares from the box, or short shares if n is negative.
func (t *turn) deal(sym, place string, n int) {
	for range n {
		t.Move(t.Single(box, sym, false), place)
	}
	for range -n {
		t.Move(t.shortsAt(box, sym)[0], place)
	}
}

// boxCertificates puts all certificates and short shares of a company into the box.
func (t *turn) boxCertificates(sym string) {
	for i := range data.Company(sym).Shares {
		t.Move(step.Share(sym, i), box)
	}
	for i := range shortCount {
		t.Move(short(sym, i), box)
	}
}

// takeAssets moves cash, loans, trains and private companies to another company. // 7.1.2, 7.2.4; 17-M2-02,
// 17-SA-12, R-18
func (t *turn) takeAssets(from, to string) {
	step.TakeOver(t.Turn, from, to, "loan", "train", "private")
}

// dissolve takes a company out of play. It may be started again. // 1.2.7, 7.2.4; 17-SA-19
func (t *turn) dissolve(sym string) {
	t.boxCertificates(sym)
	for i := range data.Company(sym).Stations {
		t.Move(step.Token(sym, i), box)
	}
	t.Put(sym, "")
	for _, key := range []step.Counter{size, born, unpaid, turnNo, mergerNo, zoneBefore, changed, saleNo, leftBy, putUp} {
		t.Set(key.Of(sym), 0)
	}
}
