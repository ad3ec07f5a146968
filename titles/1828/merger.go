package t1828

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
)

// mergers lists the pairs of companies of which a player directs at least one.
func (t *turn) mergers(p string) []engine.Option {
	var out []engine.Option
	for _, from := range t.parred() {
		for _, into := range t.parred() {
			if from == into || t.director(from) != p && t.director(into) != p {
				continue
			}
			label := "a system at " + money(t.systemPrice(from, into))
			if other := t.otherDirector(p, from, into); other != "" {
				label += ", if " + t.PlayerName(other) + " agrees"
			}
			out = append(out, engine.Option{Args: []string{from, "into", into}, Label: label})
		}
	}
	return out
}

// systemPrice is the price of a system of two companies. // 7.5.2; 28-MG-04
func (v view) systemPrice(from, into string) int {
	return data.Market.At(v.systemCell(into, from)).Price
}

// otherDirector returns the director of two companies who is not the player, "" if there is none. // 7.5.1;
// 28-MG-01, R-18
func (v view) otherDirector(p, from, into string) string {
	for _, sym := range []string{from, into} {
		if d := v.director(sym); d != p {
			return d
		}
	}
	return ""
}

// notMerged says why a player may not merge two companies. // 7.5.1; 28-MG-01,
// 28-MG-02, 28-MG-28, R-28
func (t *turn) notMerged(p string, words []string) string {
	from, into := step.Word(words, 0), step.Word(words, 2)
	switch {
	case len(words) != 3 || words[1] != "into" || data.Company(from) == nil || data.Company(into) == nil || from == into:
		return "say which company merges into which"
	case t.absorbed(from) || t.absorbed(into):
		return cmp.Or(t.partOf(from), t.partOf(into))
	case t.Cell(from) == "" || t.Cell(into) == "":
		return "only companies with a par merge (7.5.1)"
	case t.isSystem(from) || t.isSystem(into):
		return "a system never merges again (7.5.1)"
	case t.director(from) != p && t.director(into) != p:
		return "you direct neither of them (7.5.1)"
	}
	return t.notRipe(from, into)
}

// notRipe says why two companies cannot merge in this stock round, whoever asks. // 7.5.1, 7.5.2.2;
// 28-MG-02, R-17, R-28
func (t *turn) notRipe(from, into string) string {
	old := func(sym string) bool { return t.Floated(sym) && t.Get(floatedIn.Of(sym)) < t.Get(stockNo) }
	switch {
	case old(from) != old(into):
		return "two companies merge when both floated in an earlier stock round, or neither did (7.5.1)"
	case !t.Floated(from) && !t.Floated(into):
		return "one of the two must have floated (7.5.1)"
	case !slices.ContainsFunc(t.Order(), func(p string) bool { return t.couldDirect(p, from, into) }):
		return "it would fail: nobody holds 60% of the two together, or 50% without having sold any of it in this stock round (7.5.2.2)"
	}
	return ""
}

// couldDirect reports whether a player could get three shares of the system, one more than the director's
// certificate. // 7.5.2.2; R-28
func (t *turn) couldDirect(p, from, into string) bool {
	n := t.Shares(p, from) + t.Shares(p, into)
	return n >= 6 || n == 5 && !t.soldThisRound(p, from) && !t.soldThisRound(p, into)
}

// systemCell returns the box in which a system begins. From the box of the marker further left it looks
// straight up, then along the top row. It takes the highest price that is at most the larger price plus
// half of the smaller. // 7.5.2; 28-MG-04, R-19
func (v view) systemCell(a, b string) market.Cell {
	ca, _ := v.CellOf(a)
	cb, _ := v.CellOf(b)
	limit := max(v.Price(a), v.Price(b)) + min(v.Price(a), v.Price(b))/2
	c := ca
	if cb.Col < ca.Col { // in one column the path is the same for both
		c = cb
	}
	best := c
	for {
		if p := data.Market.At(c).Price; p <= limit && p > data.Market.At(best).Price {
			best = c
		}
		up := data.Market.Up(c)
		if up == c {
			return best
		}
		c = up
	}
}

// merge makes a system of two companies. It reports whether it succeeded. If not, everything since the
// announcement is put back. // 7.5.2, 7.5.2.2; 28-MG-03, 28-MG-26, R-28
func (t *turn) merge(p, from, into string) bool {
	t.Mark()
	t.Note(p, "merges %s into %s", from, into)
	m := t.newMerger(p, from, into)
	m.combine()
	m.tradeShares()
	chief := m.director()
	if chief == "" || m.got[chief] < 3 { // 28-MG-26
		t.Restore() // S-10
		t.Note(p, "the merger has failed: nobody has a share for the treasury of the system; everything is put back")
		return false
	}
	t.Keep()
	m.conclude(chief)
	return true
}

// consents asks the director of the other company. // 7.5.1; 28-MG-01, R-18
func (t *turn) consents(p, from, into string) bool {
	other := t.otherDirector(p, from, into)
	if other == "" || t.mergesUnasked() {
		return true
	}
	what := "merge " + from + " into " + into + ", a system at " + money(t.systemPrice(from, into))
	return step.AgreedByAll(t.Turn, p, "", []step.Party{{By: other, For: t.directed(other, from, into), What: what}})
}

// directed returns the one of two companies that a player directs.
func (v view) directed(p, from, into string) string {
	if v.director(from) == p {
		return from
	}
	return into
}

// combine joins the assets of the two companies. // 7.5.2; 28-MG-05 to 28-MG-09
func (m *merger) combine() {
	t, from, into := m.turn, m.gone, m.stays
	if !m.recorded {
		m.forfeit()
	}
	step.TakeOver(t.Turn, from, into, "private", "coal") // 28-MG-05
	t.oneCoal(into)                                      // 28-MG-07
	t.Turn.Move(charter(from), into)
	for _, at := range t.Stations(from) {
		m.replaceMarker(at)
	}
	for n := range data.Company(from).Stations {
		t.Turn.Move(step.Token(from, n), step.Out)
	}
	for _, shell := range []string{from, into} {
		if hex := data.Company(shell).Home; t.StandsIn(into, hex) {
			t.Turn.Move(step.Keep(shell), step.Out)
		}
	}
	if m.fresh { // 28-MG-24: markers come when it floats
		step.Unfloat(t.Turn, into)
		for _, token := range t.Tokens(into) {
			t.Turn.Move(token, box)
		}
		return
	}
	t.equip(into) // 28-MG-08
}

// replaceMarker replaces a marker of the absorbed company with one of the system. If both companies have a
// marker in the hex, one of the two becomes a blocking marker, and the system gets a marker back on its
// charter. // 7.5.2; 28-MG-08, 28-MG-09, R-20
func (m *merger) replaceMarker(at board.Spot) {
	t := m.turn
	theirs := m.markerAt(m.gone, at)
	other, both := m.standsIn(at.Hex)
	if !both {
		t.Turn.Move(theirs, step.Out)
		t.Turn.Move(m.nextMarker(), at.String())
		return
	}
	blocked := at
	if other != at {
		blocked = m.askBlocked(at, other)
		m.loseMarker()
	}
	t.Turn.Move(theirs, step.Out)
	if blocked == other && other != at {
		mine := m.markerAt(m.stays, other)
		t.Turn.Move(mine, at.String())
	}
	t.block(blocked)
	t.Note(m.stays, "has a blocking marker in %s in place of a second station", t.HexName(at.Hex))
}

// standsIn finds the marker of the surviving company in a hex.
func (m *merger) standsIn(hex string) (board.Spot, bool) {
	for _, at := range m.turn.Stations(m.stays) {
		if at.Hex == hex {
			return at, true
		}
	}
	return board.Spot{}, false
}

// markerAt returns the marker of a company at a stop.
func (m *merger) markerAt(sym string, at board.Spot) string {
	i := slices.IndexFunc(m.turn.At(at.String()), func(p string) bool { return step.Label(p) == sym && p[:6] == "token:" })
	return m.turn.At(at.String())[i]
}

// nextMarker returns a marker of the system that is on no charter yet.
func (m *merger) nextMarker() string {
	if token := m.turn.TokenAt(m.stays, box); token != "" {
		return token
	}
	panic(fmt.Sprintf("%s has no marker left for a station of %s", m.stays, m.gone))
}

// askBlocked asks which of two markers in one hex becomes a blocking marker.
// // 7.5.2; 28-MG-09, R-20
func (m *merger) askBlocked(a, b board.Spot) board.Spot { // S-06
	bd := m.turn.Board()
	said := m.turn.Ask("block", step.Offer(m.acting, m.stays, "block", "say which of two markers becomes a blocking marker",
		step.Fixed(m.turn.CityOptions(bd, []board.Spot{a, b}, "")), func([]string) string { return "say which city of " + a.Hex }))
	at, _ := step.SpotNamed(bd, said.Args)
	return at
}

// conclude deals the certificates of the system, sets its price and gives it a director. // 7.5.2; 28-MG-20
// to 28-MG-25
func (m *merger) conclude(chief string) {
	t, from, into := m.turn, m.gone, m.stays
	m.dealShares(chief)
	c := m.cell
	t.Put(from, "")
	t.PutOver(into, c.String(), "") // 28-MG-21, R-51
	t.Note(into, "is a system of %s and %s at %s, directed by %s", into, from, money(data.Market.At(c).Price), t.PlayerName(chief))
	t.Note(chief, "gave one share of it to its treasury") // 28-MG-23
	heir := t.Heir(chief, into)
	if heir != "" && t.Shares(heir, into) > t.Shares(chief, into) { // 28-MG-23, R-27
		step.Crown(t.Turn, t.Table, into, chief, heir)
	}
	t.closeWithTrain(into)
	if m.fresh {
		t.float(into) // 28-MG-24
	}
	t.watchEnd(into, false)
}
