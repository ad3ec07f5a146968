package t1828

import (
	"maps"
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// A trade exchanges the shares of a merger as 18xx.games does, after an older text of the rules:
// certificate by certificate, and each player sets a single share aside in their turn. It is used only for
// recorded games. // D-12 to D-15, D-19
type trade struct {
	recorded bool              // the merger began in a record and ends by its rules
	done     []string          // players who have traded their pairs
	dirs     map[string]string // by company, the player who has its director's certificate
	lead     string            // the first player to have the most shares of the system
	system   *deck             // the certificates of the system
	next     bool              // the 20% certificate is given for the next pair
	owes     string            // the player who handed over the director's certificate
	heir     string            // the player who has it now
}

// tradesAsRecorded reports whether a merger that begins now follows that program. // D-12
func (v view) tradesAsRecorded() bool { return v.on(tradesApart) }

// tradeRecorded exchanges all shares as in a record.
func (m *merger) tradeRecorded() {
	m.system = newDeck()
	m.dirs = map[string]string{m.gone: m.turn.Table.President(m.gone), m.stays: m.chief}
	for _, p := range m.round() {
		m.tradeOf(p)
		m.done = append(m.done, p)
	}
	m.tradeSingles()
	m.bankRecorded()
	m.forfeit()
	m.hide()
}

// single counts the 10% certificates that a player has not traded.
func (m *merger) single(p, sym string) int {
	if m.dirs[sym] == p {
		return m.have[p][sym] - 2
	}
	return m.have[p][sym]
}

// tradeOf trades the pairs of a player. A player with an odd number sets a single share aside first, and is
// asked which only if they have 10% certificates of both companies. // D-12, S-07
func (m *merger) tradeOf(p string) {
	if m.total(p)%2 == 1 {
		sym := m.stays
		switch {
		case m.single(p, m.stays) == 0:
			sym = m.gone
		case m.single(p, m.gone) > 0 && m.total(p) > 1:
			sym = m.askAside([]string{p}).Arg(0)
		}
		m.aside[p] = sym
		m.have[p][sym]--
	}
	n := m.total(p) / 2
	if n == 0 {
		return
	}
	switch alone := m.have[p][m.stays] == 2 && m.total(p) == 2; {
	case alone && m.dirs[m.stays] == p: // D-14
		m.dirs[m.stays], m.have[p][m.stays] = "", 0
		m.gainTwo(p)
		return
	case m.dirs[m.gone] == p && m.dirs[m.stays] != p && m.have[p][m.stays] < 2:
		m.handOver(p)
	}
	m.pairs(p, n)
}

// pairs gives a player n shares of the system, one pair at a time. After a director's certificate was
// handed over, the next pair that uses the player's own share of the survivor brings the 20% certificate,
// but not the first pair of the player who handed it over. A player with a director's certificate and two
// shares of the survivor gets the 20% certificate for two pairs. // D-14, D-15
func (m *merger) pairs(p string, n int) {
	for i := 0; i < n; i++ {
		own := m.have[p][m.stays] > 0
		large := m.system.has(0)
		switch {
		case large && i == 0 && n > 1 && m.have[p][m.stays] > 1 && m.office(p):
			m.use(p)
			m.use(p)
			m.gainTwo(p)
			i++
		case own && large && m.next && (m.owes != p || i > 0):
			m.next = false
			m.use(p)
			m.gainTwo(p)
		case own:
			m.use(p)
			m.gain(p, 1)
		default:
			m.spendOffices(p)
			if m.take(p) {
				m.use(p)
				m.gain(p, 1)
			}
		}
	}
	m.spendOffices(p)
	m.discardRest(p)
}

// office reports whether a player has a director's certificate to trade.
func (m *merger) office(p string) bool { return m.dirs[m.stays] == p || m.dirs[m.gone] == p }

// spendOffices notes that a player's director's certificates are traded. They are the first to be traded.
func (m *merger) spendOffices(p string) {
	for _, sym := range []string{m.gone, m.stays} {
		if m.dirs[sym] == p {
			m.dirs[sym] = ""
		}
	}
}

// use trades a share of the survivor for one of the system, and discards the other share of the pair.
func (m *merger) use(p string) {
	m.have[p][m.stays]--
	other := m.stays
	if m.have[p][m.gone] > 0 {
		other = m.gone
	}
	m.have[p][other]--
	m.discards[other]++
}

// gain gives a holder shares of the system. In a record the first player to have the most of them directs
// it. // D-19
func (m *merger) gain(p string, n int) {
	for range n {
		m.got[p]++
		if m.recorded {
			m.system.deal(p)
			m.lead = m.system.led(m.lead, p, m.got)
		}
	}
}

// gainTwo gives the 20% certificate, or two others if it is given already. // D-14
func (m *merger) gainTwo(p string) {
	if !m.system.has(0) {
		m.gain(p, 2)
		return
	}
	m.got[p] += 2
	m.system.give(p, 0)
	m.lead = m.system.led(m.lead, p, m.got)
}

// handOver trades the director's certificate of the absorbed company for two other shares, one of them of
// the survivor. It goes to the discards, to a player, the IPO or the pool, whichever has two. // D-15
func (m *merger) handOver(p string) {
	m.next, m.owes = true, p
	if m.discards[m.stays] > 0 && m.discards[m.stays]+m.discards[m.gone] > 1 {
		m.next, m.dirs[m.gone] = false, ""
		return // traded like any other share, with the same result
	}
	var can []string
	for _, q := range m.round() {
		if q != p && !slices.Contains(m.done, q) && m.single(q, m.stays) > 0 && m.single(q, m.stays)+m.single(q, m.gone) > 1 {
			can = append(can, q)
		}
	}
	switch {
	case len(can) > 0:
		m.handTo(p, m.giver(p, can))
	case m.have[theIPO][m.stays] > 1:
		m.receive(p, theIPO, 2, 0)
	case m.have[thePool][m.stays] > 0 && m.total(thePool) > 1:
		m.receive(p, thePool, min(2, m.have[thePool][m.stays]), max(0, 2-m.have[thePool][m.stays]))
	default:
		m.next = false
		m.discards[m.gone] += m.have[p][m.gone]
		m.have[p][m.gone] = 0
	}
	if m.next {
		m.dirs[m.gone] = m.heir
	}
}

// handTo hands the certificate to a player.
func (m *merger) handTo(p, q string) {
	if m.single(q, m.gone) > 0 {
		m.receive(p, q, 1, 1)
	} else {
		m.receive(p, q, 2, 0)
	}
	m.heir = q
}

// receive takes shares of both companies for the two shares of the certificate.
func (m *merger) receive(p, q string, stays, gone int) {
	m.heir = ""
	m.have[p][m.stays] += stays
	m.have[p][m.gone] += gone - 2
	m.have[q][m.stays] -= stays
	m.have[q][m.gone] += 2 - gone
}

// giver returns the only player of a list, or asks for one of them.
func (m *merger) giver(p string, can []string) string {
	if len(can) == 1 {
		return can[0]
	}
	return m.askGiver(p, can)
}

// take takes a share of the survivor for a player and leaves one of the absorbed company in its place: with
// the discards, another player, the IPO or the pool. // D-13, S-08
func (m *merger) take(p string) bool {
	if !m.finds(p) {
		return false
	}
	m.have[p][m.stays]++
	m.have[p][m.gone]--
	return true
}

func (m *merger) finds(p string) bool {
	if m.discards[m.stays] > 0 {
		m.discards[m.stays]--
		m.discards[m.gone]++
		return true
	}
	var can []string
	for _, q := range m.round() {
		if q != p && (!slices.Contains(m.done, q) && m.single(q, m.stays) > 0 || m.aside[q] == m.stays) {
			can = append(can, q)
		}
	}
	if len(can) > 0 {
		q := m.giver(p, can)
		if m.aside[q] == m.stays {
			m.takeAside(q)
			return true
		}
		m.swap(q)
		if m.total(q)%2 == 1 {
			m.settle(q)
		}
		return true
	}
	for _, q := range []string{theIPO, thePool} {
		if m.have[q][m.stays] > 0 {
			m.swap(q)
			return true
		}
	}
	return false
}

// settle pays the difference between the share taken from a player with an odd number and the share left
// there. A player who cannot pay discards that share for its own price. // D-13
func (m *merger) settle(q string) {
	switch more := m.price[m.gone] - m.price[m.stays]; {
	case more > m.turn.Cash(q):
		m.have[q][m.gone]--
		m.aside[q] = m.gone
		m.cashIn(q, m.price[m.gone])
	case more > 0:
		m.turn.Pay(q, engine.Bank, more)
	default:
		m.turn.Pay(engine.Bank, q, -more)
	}
}

// bankRecorded trades the shares of the pool and the IPO, first the pairs and then the single shares of
// each. The pool gets the rest of the discards, and the IPO gets what is missing to ten.
func (m *merger) bankRecorded() {
	for _, h := range []string{thePool, theIPO} {
		for _, each := range []int{2, 1} {
			m.bankStage(h, m.total(h)/each)
		}
	}
	m.got[thePool] += m.discards[m.stays]
	m.got[theIPO] = 10
	for h, n := range m.got {
		if h != theIPO {
			m.got[theIPO] -= n
		}
	}
	for range m.got[thePool] {
		m.system.deal(thePool)
	}
	if m.got[theIPO] < 0 { // D-14 gave one share too many: the pool gets one less
		m.got[thePool] += m.got[theIPO]
		m.got[theIPO] = 0
	}
}

// bankStage gives the pool or the IPO n shares of the system, as long as there are shares of the survivor:
// its own, then discards, and for the pool those of the IPO. A single share stays, one of the absorbed
// company if there is one.
func (m *merger) bankStage(h string, n int) {
	odd := m.total(h) - 2*n
	for range n {
		switch {
		case m.have[h][m.stays] > 0:
			m.have[h][m.stays]--
		case m.discards[m.stays] > 0:
			m.discards[m.stays]--
			m.have[h][m.gone]--
		case h == thePool && m.have[theIPO][m.stays] > 0:
			m.swap(theIPO)
			m.have[h][m.gone]--
		default:
			continue
		}
		m.got[h]++
	}
	keep := m.stays
	if m.have[h][m.gone] > 0 {
		keep = m.gone
	}
	if odd > 0 {
		m.have[h][keep]--
	}
	m.discardRest(h)
	m.have[h][keep] += max(odd, 0)
}

// leader returns who directs the system in that program. It is nobody if players were given more shares
// than there are. // D-14, D-19
func (m *merger) leader() string {
	if m.got[thePool] < 0 {
		return ""
	}
	return m.lead
}

// lostPrice returns the company whose price a player gets if they cannot pay for the share that replaced
// theirs. By the rules that is the share they lost. In that program it is the share they received. // D-13
func (m *merger) lostPrice() string {
	if m.recorded {
		return m.gone
	}
	return m.stays
}

// mid names the counters of a merger that waits for an answer. They show the merger while the certificates
// are still in their old places.
const mid step.Counter = "merging"

// shown returns these counters with their values.
func (m *merger) shown() map[string]int {
	used := 10 // shares of the survivor traded for shares of the system
	out := map[string]int{
		mid.Of("gone"): numberOf(m.gone), mid.Of("stays"): numberOf(m.stays),
		mid.Of("lead"): m.turn.S.Seat(m.lead) + 1, mid.Of("price"): data.Market.At(m.cell).Price,
	}
	for _, sym := range []string{m.gone, m.stays} {
		for _, h := range append(m.round(), theIPO, thePool) {
			n := m.have[h][sym]
			if m.aside[h] == sym {
				n++
			}
			if out[mid.Of(sym, h)] = n; sym == m.stays {
				used -= n
			}
		}
		out[mid.Of(sym, "discard")], out[mid.Of(sym, "director")] = m.discards[sym], m.turn.S.Seat(m.dirs[sym])+1
	}
	for h, n := range m.got {
		out[mid.Of("system", h)] = n
	}
	out[mid.Of("used")] = used - m.discards[m.stays]
	return out
}

// numberOf returns the place of a company in the list, from 1.
func numberOf(sym string) int {
	return 1 + slices.IndexFunc(data.Companies, func(c facts.Company) bool { return c.Sym == sym })
}

// show sets the counters before a player is asked.
func (m *merger) show() {
	if !m.recorded {
		return
	}
	now := m.shown()
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if m.turn.Get(key) != now[key] {
			m.turn.Set(key, now[key])
		}
	}
}

// hide sets the counters back to 0.
func (m *merger) hide() {
	for _, key := range slices.Sorted(maps.Keys(m.shown())) {
		if m.turn.Get(key) != 0 {
			m.turn.Set(key, 0)
		}
	}
}
