package t18newengland

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// rowName names the two spaces of a value as players do. // NE-RUL-08
var rowName = []string{rowTop: "top", rowBottom: "bottom"}

const (
	sayStart  = "say which minor, at which value, top or bottom"
	sayValues = "minors are worth 50, 55, 60, 65, 70, 80, 90 or 100, top or bottom (7.1)"
)

// starting offers to start minors. Without "top" or "bottom" the top space is meant, or the bottom
// one if the top is not possible. // NE-RUL-08
func (t *turn) starting(verb, help string, candidates func() []engine.Option, whyNot func(words []string) string) engine.Choice {
	c := step.Ruled(t.Actor, "", verb, help, candidates, whyNot)
	c.Free = func(words []string) ([]string, error) {
		if len(words) == 2 {
			words = nearestRow(words, whyNot)
		}
		if why := whyNot(words); why != "" {
			return nil, engine.Refuse("%s", why)
		}
		return words, nil
	}
	return c
}

// nearestRow adds the first row that is possible, or the top one if none is.
func nearestRow(words []string, whyNot func(words []string) string) []string {
	for _, row := range rowName {
		if named := append(slices.Clone(words), row); whyNot(named) == "" {
			return named
		}
	}
	return append(slices.Clone(words), rowName[rowTop])
}

// spaces lists every space for each minor of a list, possible or not.
func (v view) spaces(syms []string) []engine.Option {
	var out []engine.Option
	for _, sym := range syms {
		for _, c := range minorSpaces() {
			price := data.Market.At(c).Price
			out = append(out, engine.Option{Args: []string{sym, strconv.Itoa(price), rowName[c.Row]}, Label: "pay " + money(2*price)})
		}
	}
	return out
}

// minorSpaces lists the spaces for the markers of minors: two of each value, the lowest value
// first. // 7.1; NE-CO-04
func minorSpaces() []market.Cell {
	var out []market.Cell
	for col := range data.Market.Cells[rowTop] {
		for row := range rowName {
			if c := (market.Cell{Row: row, Col: col}); data.Market.At(c) != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// spaceNamed finds the space of "50 top".
func spaceNamed(value, row string) (market.Cell, bool) {
	for _, c := range minorSpaces() {
		if strconv.Itoa(data.Market.At(c).Price) == value && rowName[c.Row] == row {
			return c, true
		}
	}
	return market.Cell{}, false
}

// open reports whether a space may be used in this phase.
func (v view) open(c market.Cell) bool {
	return !data.Market.At(c).Has("minor_green") || v.S.Get(phase) >= phase3 // 7.1, 8; NE-CO-05
}

// taken reports whether a marker lies on a space, even that of a minor that is gone.
// // 7.1; NE-CO-06, NE-DR-08
func (v view) taken(c market.Cell) bool { return len(v.S.Cells(c.String())) > 0 }

// cheapestSpace returns the lowest value of a free space. If there is none it returns more than
// anybody has.
func (v view) cheapestSpace() int {
	for _, c := range minorSpaces() {
		if v.open(c) && !v.taken(c) {
			return data.Market.At(c).Price
		}
	}
	return data.Bank
}

// notSpace says why a player who starts a minor may not use a space: "BL 60 top". // 7.1
func (v view) notSpace(p string, words []string) string {
	c, ok := spaceNamed(step.Word(words, 1), step.Word(words, 2))
	switch {
	case !ok || len(words) != 3:
		return sayValues
	case !v.open(c):
		return "green values open in Phase 3 (7.1)"
	case 2*data.Market.At(c).Price > v.S.Cash(p): // NE-CO-02
		return "that takes " + money(2*data.Market.At(c).Price) + ", but you have " + money(v.S.Cash(p))
	case v.taken(c):
		return "that space is taken" + v.freeSpaces() + " (7.1)"
	}
	return ""
}

// start starts a minor. The player pays twice the value into its treasury and owns all of it.
// // 7.1, 9, 10.2; NE-CO-01, NE-CO-02
func (t *turn) start(p string, a engine.Command) {
	sym, price := a.Arg(0), a.Int(1)
	c, _ := spaceNamed(a.Arg(1), a.Arg(2))
	t.Move(step.Share(sym, 0), p)
	t.Pay(p, sym, 2*price)
	t.Put(sym, c.String())
	t.Note(p, "started %s at %s (%s) for %s", sym, money(price), a.Arg(2), money(2*price))
}

// freeSpaces ends a sentence with the spaces that are open and free. // 7.1
func (v view) freeSpaces() string {
	var free []string
	for _, c := range minorSpaces() {
		if v.open(c) && !v.taken(c) {
			free = append(free, spaceWord(c))
		}
	}
	if len(free) == 0 {
		return ", and none is free"
	}
	return ": take " + step.OneOf(free)
}

// spaceWord names the space of a minor as players say it: "50 top".
func spaceWord(c market.Cell) string {
	return strconv.Itoa(data.Market.At(c).Price) + " " + rowName[c.Row]
}
