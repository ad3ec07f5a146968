package title

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"pbem/engine/step"
)

// RoundName names the round as players do. kinds has a name for each kind of round, such as "OR #.#". The
// numbers are put in the places of the # signs.
func RoundName(kinds []string, kind int, numbers ...int) string {
	name := kinds[kind]
	for _, n := range numbers {
		name = strings.Replace(name, "#", strconv.Itoa(n), 1)
	}
	return name
}

// PrivateAt tells who owns a private company. onSale is the place of those that nobody has bought.
func PrivateAt(t step.Table, sym, onSale string) Private {
	p := Private{Sym: sym}
	switch at := t.S.Where(step.Private(sym)); at {
	case onSale:
	case step.Out, step.Pool:
		p.Gone = true
	default:
		p.Owner = at
	}
	return p
}

// Facts are what only one title tells, in the order in which it is told. Their methods make them without an "if" for
// each.
type Facts []Fact

// Add adds a fact. It adds nothing if there is no value, such as a list with nothing in it.
func (f *Facts) Add(label, value string) { f.When(value != "", label, value) }

// When adds a fact if something holds.
func (f *Facts) When(holds bool, label, value string) {
	if holds {
		*f = append(*f, Fact{Label: label, Value: value})
	}
}

// BidsFields tells programs the owner of a private company, null while it is on sale and "closed" afterwards,
// its face value and the bids for it. More fields are the title's.
func BidsFields(w step.Waterfall, sym, onSale string, name Namer, more Fields) Fields {
	bids := map[string]int{}
	for _, p := range w.Bidders(sym) {
		bids[name(p)] = w.Bid(sym, p)
	}
	at := PrivateAt(w.Table, sym, onSale)
	out := Fields{"owner": nil, "face": w.F.Private(sym).Value, "bids": bids}
	switch {
	case at.Gone:
		out["owner"] = "closed"
	case at.Owner != "":
		out["owner"] = name(at.Owner)
	}
	maps.Copy(out, more)
	return out
}

// Blocked counts the blocking markers by city. box is the place of those that are not on the map, if there is one.
func Blocked(t step.Table, box string) map[string]int {
	out := map[string]int{}
	for n := 0; t.S.Where(step.Token(step.Blocking, n)) != ""; n++ {
		if at := t.S.Where(step.Token(step.Blocking, n)); at != box {
			out[at]++
		}
	}
	return out
}

// Counted counts equal names.
func Counted(names []string) map[string]int {
	out := map[string]int{}
	for _, name := range names {
		out[name]++
	}
	return out
}

// StocksOf lists trains by name with their prices, in the order in which the names come first.
func StocksOf(t step.Table, names []string) []Stock {
	var out []Stock
	for _, name := range names {
		i := slices.IndexFunc(out, func(s Stock) bool { return s.Name == name })
		if i < 0 {
			i, out = len(out), append(out, Stock{Name: name, Price: t.F.Train(name).Price})
		}
		out[i].Count++
	}
	return out
}
