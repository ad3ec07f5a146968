package t1828

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// A merger is the exchange of the shares of two companies for those of a system. It counts shares: a
// director's certificate is two. All counts are kept here until the certificates are dealt at the end.
// // 7.5.2.1; R-21
type merger struct {
	turn        *turn
	acting      string
	gone, stays string // the absorbed company and the survivor
	fresh       bool   // one of the two had not floated
	cell        market.Cell
	price       map[string]int            // market prices of the two
	chief       string                    // the director of the survivor before the merger
	have        map[string]map[string]int // by holder and company: untraded shares
	aside       map[string]string         // by player: the company of the single share that is set aside
	discards    map[string]int            // by company: discarded shares
	got         map[string]int            // by holder: shares of the system, face down // 28-MG-15
	trade                                 // of recorded games
	sold        []string                  // players who sold shares of either company in this stock round
}

// Holders of shares other than the players.
const (
	theIPO  = "ipo"
	thePool = "pool"
)

func (t *turn) newMerger(p, from, into string) *merger {
	m := &merger{
		turn: t, acting: p, gone: from, stays: into, fresh: !t.Floated(from) || !t.Floated(into), cell: t.systemCell(into, from),
		price: map[string]int{from: t.Price(from), into: t.Price(into)}, chief: t.director(into), have: map[string]map[string]int{},
		aside: map[string]string{}, discards: map[string]int{}, got: map[string]int{}, trade: trade{recorded: t.tradesAsRecorded()},
	}
	for _, h := range append(m.round(), theIPO, thePool) {
		m.have[h] = map[string]int{}
		for _, sym := range []string{from, into} {
			m.have[h][sym] = t.Shares(place(h, sym), sym)
		}
	}
	for _, q := range t.Order() {
		if t.soldThisRound(q, from) || t.soldThisRound(q, into) {
			m.sold = append(m.sold, q)
		}
	}
	return m
}

// place returns where the shares of a holder are.
func place(holder, sym string) string {
	switch holder {
	case theIPO:
		return step.IPO(sym)
	case thePool:
		return step.Pool
	}
	return holder
}

// round returns the players in order, beginning with the acting one.
func (m *merger) round() []string {
	return append([]string{m.acting}, m.turn.Following(m.acting)[:len(m.turn.Order())-1]...)
}

func (m *merger) total(h string) int { return m.have[h][m.gone] + m.have[h][m.stays] }

// tradeShares exchanges all shares. // 7.5.2
func (m *merger) tradeShares() {
	if m.recorded {
		m.tradeRecorded()
		return
	}
	m.setAside()
	m.tradePairs()
	m.tradeSingles()
	m.tradeBank()
}

// forfeit pays the money of the two companies to the bank if one of them had not floated. // 7.5.2;
// 28-MG-06
func (m *merger) forfeit() {
	for _, sym := range []string{m.gone, m.stays} {
		if m.fresh {
			m.turn.Pay(sym, engine.Bank, m.turn.Cash(sym))
		}
	}
}

// setAside has every player with an odd number of shares set one aside, before any pair is traded. Who has shares of
// both companies says which. The order does not matter, so all of them are asked at once. // 7.5.2; 28-MG-10, R-02, R-21
func (m *merger) setAside() { // S-07
	for _, p := range m.round() {
		for m.chooses(p) {
			a := m.askAside(slices.DeleteFunc(m.round(), func(q string) bool { return !m.chooses(q) }))
			m.putAside(a.By, a.Arg(0))
		}
		switch {
		case m.total(p)%2 == 0:
		case m.have[p][m.stays] > 0:
			m.putAside(p, m.stays)
		default:
			m.putAside(p, m.gone)
		}
	}
}

// chooses reports whether a player has still to say which share to set aside.
func (m *merger) chooses(p string) bool {
	return m.total(p)%2 == 1 && m.have[p][m.stays] > 0 && m.have[p][m.gone] > 0
}

func (m *merger) putAside(p, sym string) {
	m.aside[p] = sym
	m.have[p][sym]--
	m.turn.Note(p, "sets a share of %s aside", sym)
}

// askAside asks players which share they set aside, and returns the first answer.
func (m *merger) askAside(players []string) engine.Command {
	m.show()
	var options []engine.Option
	for _, sym := range []string{m.stays, m.gone} {
		options = append(options, engine.Option{Args: []string{sym}, Label: "worth " + money(m.price[sym])})
	}
	var choices []engine.Choice
	for _, p := range players {
		choices = append(choices, step.Offer(p, "", "aside", "you have an odd number of shares: set one aside, to trade up or discard later",
			step.Fixed(options), func([]string) string { return "say a share of " + m.stays + " or of " + m.gone }))
	}
	return m.turn.Ask("set aside", choices...)
}

// tradePairs trades the pairs of all players, beginning with the acting one. The shares that were not used
// are discarded. // 7.5.2, 7.5.2.1; 28-MG-11, 28-MG-12
func (m *merger) tradePairs() {
	for _, p := range m.round() {
		n := m.total(p) / 2
		for range n {
			if !m.getShare(p, m.gone) { // 28-MG-20: there are ten, enough for every pair
				panic("merger: no share is left for a pair")
			}
		}
		m.discardRest(p)
		if n > 0 {
			m.turn.Note(p, "trades %s for %s of the system", step.Plural(2*n, "share"), step.Plural(n, "share"))
		}
	}
}

// discardRest discards the shares that a holder has not traded. // 7.5.2.1
func (m *merger) discardRest(h string) {
	for _, sym := range []string{m.stays, m.gone} {
		m.discards[sym] += m.have[h][sym]
		m.have[h][sym] = 0
	}
}

// getShare gives a holder a share of the survivor that becomes one of the system: its own, or one from
// elsewhere that is replaced with a share of the absorbed company. It returns false if there is none.
// // 7.5.2.1; 28-MG-12, 28-MG-13, R-22
func (m *merger) getShare(h, instead string) bool {
	if m.have[h][m.stays] > 0 {
		m.have[h][m.stays]--
		m.got[h]++
		return true
	}
	if !m.fetch(h) {
		return false
	}
	m.have[h][instead]--
	m.got[h]++
	return true
}

// fetch takes a share of the survivor from the discards, another player, the IPO or the pool, in this
// order, and leaves one of the absorbed company there. Shares that players set aside come after their other
// shares. Shares of a director's certificate come last of all. // 7.5.2.1; 28-MG-13, R-22
func (m *merger) fetch(h string) bool {
	if m.discards[m.stays] > 0 {
		m.discards[m.stays]--
		m.discards[m.gone]++
		return true
	}
	if m.fromPlayer(h, m.givesSingle, m.swap) || m.fromPlayer(h, m.givesAside, m.takeAside) {
		return true
	}
	for _, q := range []string{theIPO, thePool} {
		if m.have[q][m.stays] > 0 {
			m.swap(q)
			return true
		}
	}
	return m.fromPlayer(h, func(q string) bool { return m.have[q][m.stays] > 0 }, m.swap)
}

// swap takes an untraded share of the survivor from a holder and leaves one of the absorbed company.
func (m *merger) swap(q string) {
	m.have[q][m.stays]--
	m.have[q][m.gone]++
}

// givesSingle reports whether a player has an untraded share of the survivor that is neither set aside nor
// part of the director's certificate. // R-22
func (m *merger) givesSingle(q string) bool {
	n := m.have[q][m.stays]
	if q == m.chief {
		n -= 2
	}
	return n > 0
}

func (m *merger) givesAside(q string) bool { return m.aside[q] == m.stays }

// takeAside takes a share that a player set aside and leaves one of the absorbed company. The player pays
// or receives the difference in price. A player who cannot pay discards the share received for the price of
// the lost one, which is a sale. // 7.5.2.1; 28-MG-14, R-03, R-24, R-52
func (m *merger) takeAside(q string) {
	m.aside[q] = m.gone
	switch more := m.price[m.gone] - m.price[m.stays]; {
	case more > m.turn.Cash(q):
		m.cashIn(q, m.price[m.lostPrice()])
	case more > 0:
		m.turn.Pay(q, engine.Bank, more)
		m.turn.Note(q, "pays %s: a share of %s takes the place of the one of %s set aside", money(more), m.gone, m.stays)
	case more == 0:
		m.turn.Note(q, "gives a share of %s: one of %s takes the place of the one set aside", m.stays, m.gone)
	default:
		m.turn.Pay(engine.Bank, q, -more)
		m.turn.Note(q, "receives %s: a share of %s takes the place of the one of %s set aside", money(-more), m.gone, m.stays)
	}
}

// cashIn discards the share that a player set aside and pays for it. It counts as a sale of the system. The
// price does not move. // 7.5.2, 7.5.2.1; 28-MG-18, R-52
func (m *merger) cashIn(q string, amount int) {
	m.discards[m.aside[q]]++
	m.turn.Pay(engine.Bank, q, amount)
	m.turn.Set(sold.Of(q, m.stays), m.turn.Get(stockNo))
	m.turn.Note(q, "discards a share of %s for %s", m.aside[q], money(amount))
	m.aside[q] = ""
}

// fromPlayer takes a share from another player who can give one. If there are several, the trading player
// chooses. When the pool and the IPO trade, no player has a share left. // 7.5.2.1; 28-MG-13, R-22
func (m *merger) fromPlayer(h string, gives func(q string) bool, take func(q string)) bool {
	var can []string
	for _, q := range m.turn.Following(h) {
		if q != h && gives(q) {
			can = append(can, q)
		}
	}
	if len(can) == 0 {
		return false
	}
	q := can[0]
	if len(can) > 1 {
		q = m.askGiver(h, can)
	}
	take(q)
	m.turn.Note(h, "takes a share of %s from %s", m.stays, m.turn.PlayerName(q))
	return true
}

func (m *merger) askGiver(h string, can []string) string { // S-08
	m.show()
	var options []engine.Option
	for _, q := range can {
		options = append(options, engine.Option{Args: []string{q}, Label: m.turn.PlayerName(q)})
	}
	a := m.turn.Ask("giver", step.Offer(h, "", "pick", "you need a share of "+m.stays+": pick the player you take it from", step.Fixed(options),
		func([]string) string { return "say a player who can give a share of " + m.stays }))
	return a.Arg(0)
}

// tradeSingles lets each player with a share set aside trade it up or discard it. The acting player comes
// last. // 7.5.2; 28-MG-16, 28-MG-17
func (m *merger) tradeSingles() {
	for _, p := range m.turn.Following(m.acting) {
		if m.aside[p] == "" {
			continue
		}
		cost := m.costOf(m.aside[p])
		if why := m.notTraded(p, cost); why != "" {
			m.turn.Note(p, "%s", why)
			m.cashIn(p, m.price[m.aside[p]])
		} else if m.askTrade(p, cost) {
			m.tradeUp(p, cost)
		} else {
			m.cashIn(p, m.price[m.aside[p]])
		}
	}
}

// costOf returns the difference between the price of the system and that of a single share. A share with a
// higher price costs nothing and brings nothing. // 7.5.2; 28-MG-16, R-23
func (m *merger) costOf(sym string) int {
	return max(0, data.Market.At(m.cell).Price-m.price[sym])
}

// notTraded says why a player may not trade up a single share. // 7.5.2, 7.5.2.1; 28-MG-17, R-26
func (m *merger) notTraded(p string, cost int) string {
	switch {
	case slices.Contains(m.sold, p):
		return "sold one of the two companies in this stock round and cannot trade a single share up"
	case cost > m.turn.Cash(p):
		return "cannot pay " + money(cost) + " to trade a single share up"
	case m.aside[p] != m.stays && !m.anyLeft(p):
		return "finds no share of the system left"
	}
	return ""
}

// anyLeft reports whether a share of the survivor is left for a player.
func (m *merger) anyLeft(p string) bool {
	left := m.discards[m.stays] + m.have[theIPO][m.stays] + m.have[thePool][m.stays]
	for q, sym := range m.aside {
		if q != p && sym == m.stays {
			left++
		}
	}
	return left > 0
}

func (m *merger) askTrade(p string, cost int) bool { // S-09
	m.show()
	trade := fmt.Sprintf("pay %s and have one share of the system for your single one of %s", money(cost), m.aside[p])
	cash := fmt.Sprintf("discard it for %s; that counts as a sale of the system, of which you then buy nothing in this stock round", money(m.price[m.aside[p]]))
	up := engine.Bare(p, "trade", trade)
	if m.recorded && cost == 0 {
		up = step.Barred(p, "", "trade", "the share is worth no less than one of the system") // D-16
	}
	return m.turn.Ask("single share", up, engine.Bare(p, "cash", cash)).Verb == "trade"
}

func (m *merger) tradeUp(p string, cost int) {
	if m.aside[p] != m.stays {
		m.fetch(p)
	}
	m.turn.Pay(p, engine.Bank, cost)
	m.turn.Note(p, "trades a single share of %s up for %s", m.aside[p], money(cost))
	m.aside[p] = ""
	m.gain(p, 1)
}

// tradeBank trades the shares of the pool and then of the IPO, as long as there are shares: the pairs, and
// a single share without payment. Discards of the survivor that are left go to the pool. // 7.5.2;
// 28-MG-19, 28-MG-20, R-25
func (m *merger) tradeBank() {
	for _, h := range []string{thePool, theIPO} {
		for range (m.total(h) + 1) / 2 {
			if !m.getShare(h, m.gone) {
				break
			}
		}
		m.discardRest(h)
	}
	m.got[thePool] += m.discards[m.stays]
}

// director returns the player who will direct the system: the one with the most shares. A tie goes to the
// acting player, then to the next player after them. // 7.5.2, 13.3.3; 28-MG-22, R-27
func (m *merger) director() string {
	if m.recorded {
		return m.leader()
	}
	best := m.acting
	for _, p := range m.round() {
		if m.got[p] > m.got[best] {
			best = p
		}
	}
	return best
}

// dealShares gives everybody the certificates of the system that they got. The director gets the 20%
// certificate for two shares, and gives one share to the treasury. All certificates of the absorbed company
// leave the game. // 7.5.2; 28-MG-20, 28-MG-22, 28-MG-23
func (m *merger) dealShares(chief string) {
	t, sym := m.turn, m.stays
	for n := range data.Company(m.gone).Shares {
		t.Turn.Move(step.Share(m.gone, n), step.Out)
	}
	if m.recorded && m.turn.on(certNumbers) {
		m.dealRecorded(chief)
	} else {
		m.dealEvenly(chief)
	}
	for _, p := range m.turn.Order() { // 28-BU-03
		if t.soldThisRound(p, m.gone) {
			t.Set(sold.Of(p, sym), t.Get(stockNo))
		}
	}
}

// dealEvenly deals the certificates with as few moves as possible.
func (m *merger) dealEvenly(chief string) {
	t, sym := m.turn, m.stays
	t.Turn.Move(step.Share(sym, 0), chief)
	singles := map[string]int{chief: m.got[chief] - 3, sym: 1} // 28-MG-23
	places := []string{sym}
	for _, h := range append(m.round(), theIPO, thePool) {
		at := place(h, sym)
		places = append(places, at)
		if h != chief {
			singles[at] = m.got[h]
		}
	}
	var spare []string
	for _, at := range places {
		certs := slices.DeleteFunc(t.Certificates(at, sym), func(c string) bool { return c == step.Share(sym, 0) })
		spare = append(spare, certs[min(len(certs), singles[at]):]...)
		singles[at] -= min(len(certs), singles[at])
	}
	for _, at := range places {
		for range singles[at] {
			t.Turn.Move(spare[0], at)
			spare = spare[1:]
		}
	}
}
