package t1828

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Sources of a share, as players name them.
const (
	fromIPO  = classic.FromIPO
	fromPool = classic.FromPool
)

var sourceNames = []string{fromIPO, fromPool}

// sources returns where the shares of an order come from, as in "NYC from ipo and pool".
func sources(words []string) []string {
	var out []string
	for _, w := range words {
		if slices.Contains(sourceNames, w) {
			out = append(out, w)
		}
	}
	return out
}

// mostHeld is the most shares that a player may have before buying one more, outside of the gray area.
// // 7.3; 28-BU-02
const mostHeld = 5

// purchases lists a share of every company from the IPO and from the pool, and two shares of the companies
// that the player directs. // 7.1, 7.3; 28-BU-01, 28-BU-08
func (t *turn) purchases(p string) []engine.Option {
	var out []engine.Option
	for _, sym := range t.parred() {
		for i, from := range sourceNames {
			price := t.sharePrice(sym, from)
			if len(t.Certificates(classic.Place(sym, from), sym)) == 0 {
				continue
			}
			out = append(out, engine.Option{Args: []string{sym, "from", from}, Label: "pay " + money(price)})
			for _, second := range sourceNames[i:] {
				if t.director(sym) == p && t.gray(sym) {
					out = append(out, engine.Option{
						Args:  []string{sym, "from", from, "and", second},
						Label: "two shares, pay " + money(price+t.sharePrice(sym, second)),
					})
				}
			}
		}
	}
	return out
}

// sharePrice returns the price of a share: the par for a share from the IPO of a public company, otherwise
// the market price. // 7.3; 28-BU-05, 28-MG-25
func (v view) sharePrice(sym, from string) int {
	if from == fromIPO && !v.isSystem(sym) {
		return v.Par(sym)
	}
	return v.Price(sym)
}

const sayShare = "say which company's share, from ipo or pool"

// notBought says why a player may not buy a share, or two. // 7.1, 7.3
func (t *turn) notBought(p string, words []string) string {
	sym, from := step.Word(words, 0), sources(words)
	single := len(from) == 1 && slices.Equal(words[1:], []string{"from", from[0]})
	double := len(from) == 2 && slices.Equal(words[1:], []string{"from", from[0], "and", from[1]})
	if sym == "train" {
		return "trains are bought by companies in their operating turns (8.3.5)"
	}
	switch {
	case data.Company(sym) == nil || !single && !double:
		return sayShare
	case double && from[0] == fromPool && from[1] == fromIPO:
		return "two shares from both are said as \"" + sym + " from ipo and pool\""
	}
	cost := 0
	for i, place := range from {
		cost += t.sharePrice(sym, place)
		if why := t.notShare(p, sym, from[:i+1]); why != "" {
			return why
		}
	}
	switch {
	case double && t.director(sym) != p: // 28-BU-08, R-12
		return "only the director buys two shares of " + sym + " at once (7.1)"
	case double && !t.gray(sym):
		return "two shares are bought at once in the gray area only (7.1)"
	case double && cost > t.Cash(p): // 28-SR-04
		return fmt.Sprintf("two shares of %s cost %s, but you have %s (7.3)", sym, money(cost), money(t.Cash(p)))
	case cost > t.Cash(p):
		return fmt.Sprintf("a share of %s costs %s, but you have %s (7.3)", sym, money(cost), money(t.Cash(p)))
	}
	return ""
}

// notShare says why a player may not buy the last of these shares, whatever it costs. // 7.3
func (t *turn) notShare(p, sym string, from []string) string {
	last := from[len(from)-1]
	same := strings.Count(strings.Join(from, " "), last)
	switch {
	case t.absorbed(sym):
		return t.partOf(sym)
	case t.Cell(sym) == "": // 28-BU-04
		return sym + " has no shares on sale: its director's certificate comes first (7.3)"
	case t.soldThisRound(p, sym): // 28-BU-03
		return "you sold " + sym + " in this stock round (7.3)"
	case t.Shares(p, sym)+len(from)-1 > mostHeld && !t.gray(sym):
		return "with 60% or more of " + sym + " you buy nothing more of it outside of the gray area (7.3)"
	case len(t.Certificates(classic.Place(sym, last), sym)) < same: // 28-SR-03
		return fmt.Sprintf("there is no share of %s to buy in the %s", sym, last)
	}
	return ""
}

// soldThisRound reports whether a player sold a company in this stock round, or one of the companies of a
// system.
func (v view) soldThisRound(p, sym string) bool { return classic.SoldNow(v.Table, p, sym) }

// buy sells one share to a player. // 7.3, 13.3.3; 28-BU-05, 28-BU-06
func (t *turn) buy(p, sym, from string) {
	price := t.sharePrice(sym, from)
	t.Pay(p, engine.Bank, price)
	t.Note(p, "bought a share of %s from the %s for %s", sym, from, money(price))
	t.take(p, sym, from)
}

// take gives a player a share. The player may become director, and the company may float. // 13.3.3, 7.4;
// 28-BU-06, 28-FL-01
func (t *turn) take(p, sym, from string) {
	t.Move(t.Single(classic.Place(sym, from), sym, false), p)
	step.Overtake(t.Turn, t.Table, sym, p)
	t.float(sym)
}

// unsold is the most shares in the IPO at which a company floats. // 7.4
const unsold = 4

// float floats a company with at most 40% in the IPO. It gets its markers and ten times its par. A system
// gets ten times its price. // 7.4, 7.5.2; 28-FL-01, 28-FL-02, 28-FL-03, 28-MG-24, R-17
func (t *turn) float(sym string) {
	each := t.Par(sym)
	if t.isSystem(sym) {
		each = t.Price(sym)
	}
	if !step.Float(t.Turn, t.Table, sym, unsold, 10*each) {
		return
	}
	t.Set(floatedIn.Of(sym), t.Get(stockNo))
	t.equip(sym)
	if t.Get(roundKind) == operatingRound && t.waits() { // 28-PV-12
		t.Set(operated.Of(sym), t.Get(serialNo))
	}
}

// equip puts the markers of a company or system on its charter, as many as it has. // 7.4, 7.5.2; 28-FL-02,
// 28-MG-24
func (t *turn) equip(sym string) {
	for n := range data.Company(sym).Stations {
		if token := step.Token(sym, n); t.markers(sym) < t.ownMarkers(sym) && t.Where(token) == box {
			t.Move(token, sym)
		}
	}
}

// markers counts the markers of a company on its charter and on the map.
func (v view) markers(sym string) int {
	n := 0
	for i := range data.Company(sym).Stations {
		if at := v.S.Where(step.Token(sym, i)); at != box && at != step.Out {
			n++
		}
	}
	return n
}

// spareMarkers is how many markers of a company only a system uses. They are in addition to its three or
// four. // 2, 13.1
const spareMarkers = 4

// ownMarkers returns how many markers a company has: three or four. A system has those of both companies.
// // 13.1; 28-FL-02, 28-MG-24
func (v view) ownMarkers(sym string) int {
	n := 0
	for _, shell := range v.shells(sym) {
		n += len(data.Company(shell).Stations) - spareMarkers
	}
	return n - v.S.Get(lost.Of(sym))
}
