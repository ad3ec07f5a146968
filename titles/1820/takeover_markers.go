package t1820

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// stationLimits are how many markers a company may have without a fee, and at all.
// // 13.1, 13.6; 20-TK-05
var stationLimits = map[int][2]int{1: {6, 9}, 5: {6, 9}, 10: {8, 12}, 20: {10, 15}, 50: {12, 18}}

// overageFee is for each marker above the limit. // 13.1, 13.6; 20-TO-23
const overageFee = 100

// markers is the number of a company's markers on map and charter.
func (v view) markers(sym string) int { return len(v.Stations(sym)) + len(v.Tokens(sym)) }

// spare returns a marker of a company that is in the box.
func (v view) spare(sym string) string {
	for i := range data.Company(sym).Stations {
		if at := v.S.Where(step.Token(sym, i)); at == "" || at == box {
			return step.Token(sym, i)
		}
	}
	return ""
}

// inheritStations makes the markers of a company the buyer's. Of two in a hex one becomes
// British Rail's. // 8.4.3; 20-TO-19, 20-TO-20
func (t *turn) inheritStations(buyer, target string) {
	before := t.markers(buyer)
	charter := len(t.Tokens(target))
	for _, at := range t.Stations(target) {
		own := t.Stations(buyer)
		i := slices.IndexFunc(own, func(o board.Spot) bool { return o.Hex == at.Hex })
		if i >= 0 && t.picksOwn(buyer, own[i], at) {
			t.withdraw(target, at, box)
			continue
		}
		if i >= 0 {
			t.withdraw(buyer, own[i], box)
		}
		t.replace(target, buyer, at)
	}
	for range charter {
		if piece := t.spare(buyer); piece != "" {
			t.Move(piece, buyer)
		}
	}
	t.trim(buyer, before)
}

// picksOwn asks which of two markers in different cities of a hex stays. // 8.4.3; 20-TO-20
func (t *turn) picksOwn(buyer string, own, other board.Spot) bool {
	if own == other {
		return true
	}
	b := t.Board()
	options := t.CityOptions(b, []board.Spot{own, other}, "")
	a := t.Ask("two markers", step.Offer(t.President(buyer), buyer, "stay", "say which marker of the hex stays; the other becomes British Rail's",
		step.Fixed(options), func([]string) string { return "say in which of the two cities the marker stays (8.4.3)" }))
	at, _ := step.SpotNamed(b, a.Args)
	return at == own
}

// replace puts a marker of the buyer where one of another stood; one that it does not
// have left becomes British Rail's.
func (t *turn) replace(target, buyer string, at board.Spot) {
	piece := t.spare(buyer)
	if piece == "" {
		t.withdraw(target, at, box)
		return
	}
	for _, old := range t.S.Kind(at.String(), "token") {
		if step.Label(old) == target {
			t.Move(old, box)
		}
	}
	t.Move(piece, at.String())
}

// trim brings the markers of a buyer down to its maximum, and further if its director
// wants, as long as they are above the limit: those of the charter first. Each it gained
// above the limit is paid. // 8.4.3, 13.6, 14.3.2; 20-TO-21, 20-TO-22, 20-TO-23, 20-CO-11
func (t *turn) trim(buyer string, before int) {
	limits := stationLimits[t.size(buyer)]
	gained := func() int { return max(0, t.markers(buyer)-max(limits[0], before)) }
	fee := func() int { return max(0, gained()-t.foxUses(buyer)) * overageFee }
	for gained() > 0 {
		a := t.Ask("markers", append(t.trimChoices(buyer, limits, fee()), t.loanChoices(buyer)...)...)
		if a.Verb == "pass" {
			break
		}
		if a.Verb == "loan" { // 17.1; 20-LN-02
			t.borrow(buyer, a.Int(0))
			continue
		}
		if a.Arg(0) == "charter" {
			t.Move(t.Tokens(buyer)[0], box)
			t.Note(buyer, "gave a marker of its charter up")
			continue
		}
		at, _ := step.SpotNamed(t.Board(), a.Args)
		t.withdraw(buyer, at, box)
		t.Note(buyer, "gave its marker in %s up", t.HexName(at.Hex))
	}
	free := min(t.foxUses(buyer), gained())
	if n := fee(); n > 0 {
		t.Pay(t.purse(buyer), engine.Bank, n)
		t.Note(buyer, "paid %s for markers above its limit", money(n))
	}
	for range free {
		t.royalty("RSF", foxPays)
	}
	t.Set(foxUsed.of(buyer), t.Get(foxUsed.of(buyer))+free)
}

func (t *turn) trimChoices(buyer string, limits [2]int, fee int) []engine.Choice {
	v := t.Voice(buyer)
	var options []engine.Option
	if len(t.Tokens(buyer)) > 0 {
		options = []engine.Option{{Args: []string{"charter"}}}
	} else {
		options = t.CityOptions(t.Board(), t.Stations(buyer), "")
	}
	drop := step.Offer(v.By, buyer, "remove", "give a station marker up", step.Fixed(options), func([]string) string {
		return "markers of the charter go first, then those of the map (8.4.3)"
	})
	switch {
	case t.markers(buyer) > limits[1]:
		return []engine.Choice{drop, v.Barred("pass", fmt.Sprintf("%s may have %d markers (13.6)", buyer, limits[1]))}
	case fee > t.Cash(t.purse(buyer)):
		return []engine.Choice{drop, v.Barred("pass", buyer+" cannot pay "+money(fee)+" for its markers (13.6)")}
	}
	return []engine.Choice{drop, v.Pass("keep the markers for " + money(fee))}
}
