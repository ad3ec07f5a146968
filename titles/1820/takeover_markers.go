package t1820

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// stationLimits are the numbers of markers that a company may have without a fee and at most, by
// share-count. // 13.1, 13.6; 20-TK-05
var stationLimits = map[int][2]int{1: {6, 9}, 5: {6, 9}, 10: {8, 12}, 20: {10, 15}, 50: {12, 18}}

// overageFee is the fee for each marker above the limit. // 13.1, 13.6; 20-TO-23
const overageFee = 100

// spare returns a marker of a company that is in the box.
func (v view) spare(sym string) string {
	for i := range data.Company(sym).Stations {
		if at := v.S.Where(step.Token(sym, i)); at == "" || at == box {
			return step.Token(sym, i)
		}
	}
	return ""
}

// inheritStations replaces the markers of a company with the buyer's. If the buyer then has two in
// a hex, one becomes British Rail's. // 8.4.3; 20-TO-19, 20-TO-20
func (t *turn) inheritStations(buyer, target string) {
	before := t.TokenCount(buyer)
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

// picksOwn reports whether the buyer keeps its own marker of two in a hex. If they are in different
// cities, its director is asked. // 8.4.3; 20-TO-20
func (t *turn) picksOwn(buyer string, own, other board.Spot) bool {
	if own == other {
		return true
	}
	b := t.Board()
	options := t.CityOptions(b, []board.Spot{own, other}, "")
	name := func(at board.Spot) string { return strings.Join(step.SpotName(b, at), " ") }
	a := t.Ask("two markers", step.Offer(t.President(buyer), buyer, "stay", "say which marker of the hex stays; the other becomes British Rail's",
		step.Fixed(options), func([]string) string {
			return "say in which of the two cities the marker stays: " + name(own) + " or " + name(other) + " (8.4.3)"
		}))
	at, _ := step.SpotNamed(b, a.Args)
	return at == own
}

// replace puts a marker of the buyer in the place of another company's. If the buyer has none left,
// British Rail gets the place.
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

// A trimming is a buyer that has more markers than its limit.
type trimming struct {
	turn        *turn
	buyer       string
	least, most int // it may give up markers down to least, and must down to most
	freed       int // those above the limit that are free with Stephenson & Fox
}

// trim brings the markers of a buyer down to its maximum. Its director may go on as long as they
// are above the limit. Markers of the charter go first. Each marker that it gained above the limit
// is paid, or free with Stephenson & Fox if its director wants.
// // 8.4.3, 13.6, 14.3.2; 20-TO-21, 20-TO-22, 20-TO-23, 20-CO-11, 20-RU-85
func (t *turn) trim(buyer string, before int) {
	limits := stationLimits[t.size(buyer)]
	x := &trimming{t, buyer, max(limits[0], before), limits[1], 0}
	for x.gained() > 0 {
		a := t.Ask("markers", x.choices()...)
		if a.Verb == "pass" {
			break
		}
		x.act(a)
	}
	if n := x.fee(); n > 0 {
		t.Pay(t.purse(buyer), engine.Bank, n)
		t.Note(buyer, "paid %s for markers above its limit", money(n))
	}
}

// gained returns how many markers above the limit are not free. It is negative below the limit.
func (x *trimming) gained() int { return x.turn.TokenCount(x.buyer) - x.least - x.freed }

func (x *trimming) fee() int { return x.gained() * overageFee }

// short returns what the buyer lacks for the fee.
func (x *trimming) short() int { return max(0, x.fee()-x.turn.Cash(x.turn.purse(x.buyer))) }

// act gives a marker up, takes loans for the fee, or makes markers free of it.
func (x *trimming) act(a engine.Command) {
	switch {
	case a.Verb == "loan": // 17.1; 20-LN-02
		x.turn.borrow(x.buyer, a.Int(0))
	case a.Verb == "use":
		n := a.Int(1)
		x.freed += n
		x.turn.Set(foxUsed.Of(x.buyer), x.turn.Get(foxUsed.Of(x.buyer))+n)
		x.turn.Note(x.buyer, "has %s free with %s", step.Plural(n, "marker"), data.Private("RSF").Name)
		for range n {
			x.turn.royalty("RSF", foxPays)
		}
	case a.Arg(0) == "charter":
		x.turn.Move(x.turn.Tokens(x.buyer)[0], box)
		x.turn.Note(x.buyer, "gave a marker of its charter up")
	default:
		at, _ := step.SpotNamed(x.turn.Board(), a.Args)
		x.turn.withdraw(x.buyer, at, box)
		x.turn.Note(x.buyer, "gave its marker in %s up", x.turn.HexName(at.Hex))
	}
}

// choices lists the ways to give markers up. Once there are no more than the maximum, they may also
// be kept, for the fee or free of it.
func (x *trimming) choices() []engine.Choice {
	v := x.turn.Voice(x.buyer)
	var options []engine.Option
	if len(x.turn.Tokens(x.buyer)) > 0 {
		options = []engine.Option{{Args: []string{"charter"}}}
	} else {
		options = x.turn.CityOptions(x.turn.Board(), x.turn.Stations(x.buyer), "")
	}
	drop := step.Offer(v.By, x.buyer, "remove", "give a station marker up", step.Fixed(options), func([]string) string {
		return "markers of the charter go first, then those of the map (8.4.3)"
	})
	if x.turn.TokenCount(x.buyer) > x.most {
		why := fmt.Sprintf("%s may have %s (13.6)", x.buyer, step.Plural(x.most, "marker"))
		return []engine.Choice{drop, v.Barred("pass", why), v.Barred("use", why)}
	}
	out := []engine.Choice{drop}
	if x.turn.foxUses(x.buyer) > 0 {
		out = append(out, v.Offers("use", "have markers above the limit free", x.uses, x.notUsed))
	}
	if x.short() > 0 {
		out = append(out, v.Barred("pass", x.buyer+" cannot pay "+money(x.fee())+" for its markers (13.6)"))
	} else {
		out = append(out, v.Pass("keep the markers for "+money(x.fee())))
	}
	return append(out, x.loans())
}

// uses lists how many markers may be free. // 14.3.2; 20-RU-85
func (x *trimming) uses() []engine.Option {
	most := min(x.turn.foxUses(x.buyer), x.gained())
	return []engine.Option{{Args: []string{"RSF"}, Range: &engine.Range{Min: 1, Max: most, Step: 1}, Label: money(overageFee) + " less for each"}}
}

func (x *trimming) notUsed(words []string) string {
	n, ok := step.Number(words, 1)
	if most := min(x.turn.foxUses(x.buyer), x.gained()); !ok || len(words) != 2 || words[0] != "RSF" || n < 1 || n > most {
		return fmt.Sprintf("say how many markers are free, %d at most: use RSF %d (14.3.2)", most, most)
	}
	return ""
}

// loans offers the loans that the fee needs. // 17.1, 8.4.3; 20-LN-02, 20-TO-23
func (x *trimming) loans() engine.Choice {
	most := min(x.turn.borrowable(x.buyer), upBy(x.short(), loanValue))
	return x.turn.Voice(x.buyer).Offers("loan", "take loans of "+money(loanValue)+" for the fee; the price falls one space for each", func() []engine.Option {
		return counts(most)
	}, func(words []string) string {
		if why := x.turn.notBorrowed(x.buyer, words); why != "" {
			return why
		}
		if n, _ := step.Number(words, 0); n > most {
			return "take loans only as the fee needs them: " + money(x.short()) + " are missing (17.1)"
		}
		return ""
	})
}
