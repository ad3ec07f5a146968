package t18newengland

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// space is a free space for a minor's marker.
type space struct {
	cell  market.Cell
	price int
}

// freeSpaces returns the spaces a minor may be started on: yellow ones, green
// ones too from Phase 3. // 7.1, 8; NE-CO-04, NE-CO-05, NE-CO-06
func (t *turn) freeSpaces() []space {
	var out []space
	for col := range data.Market.Cells[rowTop] {
		for _, row := range []int{rowTop, rowBottom} {
			c := market.Cell{Row: row, Col: col}
			s := data.Market.At(c)
			if s == nil || s.Has("minor_green") && t.Get("phase") < phase3 || len(t.Cells(c.String())) > 0 {
				continue
			}
			out = append(out, space{c, s.Price})
		}
	}
	return out
}

// cheapestSpace returns the least value of a free space; more than anybody
// has when there is none.
func (t *turn) cheapestSpace() int {
	if free := t.freeSpaces(); len(free) > 0 {
		return free[0].price
	}
	return data.Bank
}

// rowName names the spaces of a value as players do. // NE-RUL-08
var rowName = []string{rowTop: "top", rowBottom: "bottom"}

// spaces lists the ways to start a minor that the player can pay. // 7.1
func (t *turn) spaces(p, sym string) []engine.Option {
	var out []engine.Option
	for _, s := range t.freeSpaces() {
		if 2*s.price > t.Cash(p) {
			continue
		}
		out = append(out, engine.Option{
			Args:  []string{sym, strconv.Itoa(s.price), rowName[s.cell.Row]},
			Label: "pay " + money(2*s.price),
		})
	}
	return out
}

// start starts a minor: the player pays twice the value into its treasury.
// // 7.1, 9, 10.2; NE-CO-01, NE-CO-02, NE-SR-08
func (t *turn) start(p string, a engine.Command) {
	sym, price, row := a.Arg(0), a.Int(1), rowTop
	if a.Arg(2) == "bottom" { // NE-RUL-08
		row = rowBottom
	}
	col := market.Row{Market: data.Market, N: row}.Find(price)
	t.Move(step.Share(sym, 0), p)
	t.Pay(p, sym, 2*price)
	t.Put(sym, market.Cell{Row: row, Col: col}.String())
	t.Note(p, "started %s at %s (%s) for %s", sym, money(price), a.Arg(2), money(2*price))
}

// spaceChoice offers to start minors. Without top or bottom the top space is
// meant if it is free. // NE-RUL-08
func (t *turn) spaceChoice(verb, help string, options func() []engine.Option, notMinor func(sym string) string) engine.Choice {
	return engine.Choice{By: t.Actor, Verb: verb, Help: help, Options: options, Free: func(words []string) ([]string, error) {
		for _, o := range options() {
			if len(words) == 2 && slices.Equal(o.Args[:2], words) {
				return o.Args, nil
			}
		}
		sym := step.Word(words, 0)
		if !known(sym, minor) {
			return nil, engine.Refuse("say which minor, at which value, top or bottom")
		}
		if why := notMinor(sym); why != "" {
			return nil, engine.Refuse("%s", why)
		}
		return nil, engine.Refuse("%s", t.notSpace(words[1:]))
	}}
}

// notSpace says why a space is not open to the player. // 7.1; NE-CO-04,
// NE-CO-05, NE-CO-06, NE-DR-08
func (t *turn) notSpace(words []string) string {
	value, ok := step.Number(words, 0)
	col := slices.IndexFunc(data.Market.Cells[rowTop], func(s *market.Space) bool { return s != nil && s.Price == value })
	row := max(0, slices.Index(rowName, step.Word(words, 1)))
	switch {
	case !ok || col < 0 || len(words) > 1 && step.Word(words, 1) != rowName[row]:
		return "minors are worth 50, 55, 60, 65, 70, 80, 90 or 100, top or bottom (7.1)"
	case data.Market.At(market.Cell{Row: row, Col: col}).Has("minor_green") && t.Get("phase") < phase3:
		return "green values open in Phase 3 (7.1)"
	case 2*value > t.Cash(t.Actor):
		return "that takes " + money(2*value) + ", you have " + money(t.Cash(t.Actor))
	}
	return "that space is taken (7.1)"
}

// known reports whether a symbol is that of a company of the kind.
func known(sym, kind string) bool {
	c := data.Company(sym)
	return c != nil && c.Kind == kind
}
