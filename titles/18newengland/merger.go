package t18newengland

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
)

// conversionPar is the par of a major formed from one minor. // 12; NE-MG-04
const conversionPar = 100

// mergerTurn is a minor's turn in the merger round: convert, merge or pass.
// // 12; NE-MG-02, NE-MG-20
func mergerTurn(t *turn) {
	sym, owner := t.Actor, t.President(t.Actor)
	convert, merge := t.convertOptions(), t.mergeOptions()
	if len(convert)+len(merge) == 0 && !t.option(askPasses) {
		return
	}
	switch a := t.Ask(
		t.offers("convert", "form a major of this minor", step.Fixed(convert), t.notConverted), // M1
		t.offers("merge", "form a major of two minors", step.Fixed(merge), t.notMerged),        // M2
		t.pass(sym+" stays a minor"), // M5
	); a.Verb {
	case "convert":
		t.convert(owner, sym, a.Arg(2))
	case "merge":
		t.merge(owner, sym, a.Arg(2), a.Arg(4))
	}
}

// unformed returns the majors that may be formed. // 12; NE-MG-03, NE-CO-17
func (t *turn) unformed() []string {
	var out []string
	for _, c := range data.Companies {
		if c.Kind == major && t.Where(step.Share(c.Sym, 0)) == step.IPO(c.Sym) {
			out = append(out, c.Sym)
		}
	}
	return out
}

// conversionCost is what the owner adds to a minor to be worth the president's
// certificate. // 12; NE-MG-05
func (t *turn) conversionCost(sym string) int { return 2 * (conversionPar - t.Price(sym)) }

// convertOptions lists the majors the minor may become. // 12; NE-MG-05,
// NE-MG-06
func (t *turn) convertOptions() []engine.Option {
	sym := t.Actor
	cost := t.conversionCost(sym)
	if cost > t.Cash(t.President(sym)) {
		return nil
	}
	var out []engine.Option
	for _, m := range t.unformed() {
		out = append(out, engine.Option{Args: []string{sym, "into", m}, Label: "pay " + money(cost) + ", par " + money(conversionPar)})
	}
	return out
}

// notConverted says why the minor does not become that major.
func (t *turn) notConverted(words []string) string {
	sym, into := t.Actor, step.Word(words, 2)
	switch cost := t.conversionCost(sym); {
	case len(words) != 3 || words[0] != sym || words[1] != "into":
		return "say convert " + sym + " into a major: it is the turn of " + sym
	case !slices.Contains(t.unformed(), into):
		return into + " is no major that can be formed (12)"
	default:
		return fmt.Sprintf("the owner adds %s to convert %s and has %s (12)", money(cost), sym, money(t.Cash(t.President(sym))))
	}
}

// mergeOptions lists the partners and the majors. // 12; NE-MG-03, NE-MG-08
func (t *turn) mergeOptions() []engine.Option {
	sym, majors := t.Actor, t.unformed()
	if len(majors) == 0 {
		return nil
	}
	reach := t.Reach(t.Board(), sym)
	var out []engine.Option
	for _, other := range minorsInOrder(t.State) {
		if t.notPartner(reach, other) != "" {
			continue
		}
		for _, m := range majors {
			label := "par " + money(t.mergedPrice(sym, other))
			out = append(out, engine.Option{Args: []string{sym, "with", other, "into", m}, Label: label})
		}
	}
	return out
}

// notPartner says why a minor may not merge with the one whose turn it is, ""
// when it may: of the same owner, in reach or in the same hex. // 12;
// NE-MG-08, NE-MG-09, NE-RUL-30
func (t *turn) notPartner(reach *board.Reach, other string) string {
	sym := t.Actor
	switch {
	case !known(other, minor) || other == sym || t.President(other) != t.President(sym):
		return "you own no other minor " + other
	case t.Stations(other)[0].Hex != t.Stations(sym)[0].Hex && !reach.Stop(t.Stations(other)[0]):
		return "no route of " + sym + " comes to " + other + " and they are not in one hex (12)"
	}
	return ""
}

// notMerged says why the minors do not become that major.
func (t *turn) notMerged(words []string) string {
	sym := t.Actor
	if len(words) != 5 || words[0] != sym || words[1] != "with" || words[3] != "into" {
		return "say merge " + sym + " with a minor into a major: it is the turn of " + sym
	}
	if why := t.notPartner(t.Reach(t.Board(), sym), words[2]); why != "" {
		return why
	}
	return words[4] + " is no major that can be formed (12)"
}

// mergedPrice is the par of a merger: the sum of both values, rounded down to
// a price of the market. // 12; NE-MG-10
func (t *turn) mergedPrice(a, b string) int {
	return data.Market.At(majorCell(t.Price(a) + t.Price(b))).Price
}

// majorCell is the space of the highest price of the row that is not above the
// limit.
func majorCell(limit int) market.Cell {
	return market.Cell{Row: rowMajor, Col: market.Row{Market: data.Market, N: rowMajor}.Find(limit)}
}

// convert forms a major of one minor. // 12; NE-MG-05, NE-MG-07
func (t *turn) convert(owner, sym, into string) {
	cost := t.conversionCost(sym)
	t.Pay(owner, into, cost)
	t.Note(owner, "converted %s into %s for %s", sym, into, money(cost))
	t.absorb(sym, into, step.Token(into, 0))
	t.form(owner, into, conversionPar)
	t.buyMore(owner, into)
}

// merge forms a major of two minors. // 12; NE-MG-11, NE-MG-12, NE-MG-13,
// NE-MG-16, NE-RUL-31
func (t *turn) merge(owner, sym, other, into string) {
	price := t.mergedPrice(sym, other)
	first, second := t.Stations(sym)[0], t.Stations(other)[0]
	t.Note(owner, "merged %s with %s into %s at %s", sym, other, into, money(price))
	t.absorb(sym, into, step.Token(into, 0))
	t.absorb(other, into, step.Token(into, 1))
	t.form(owner, into, price)
	if first.Hex == second.Hex {
		t.giveUpStation(owner, into, first, second)
	}
	t.buyMore(owner, into)
}

// absorb moves everything of a minor to a major: cash, trains and the place of
// its station. Its value marker stays on the market. // 12; NE-MG-07, NE-MG-12,
// NE-MG-19, NE-CO-18, NE-CO-06
func (t *turn) absorb(sym, into, token string) {
	t.Pay(sym, into, t.Cash(sym))
	for _, train := range t.Trains(sym) {
		t.Move(train, into)
	}
	at := t.Where(step.Token(sym, 0))
	t.Move(step.Token(sym, 0), step.Out)
	t.Move(token, at)
	t.Move(step.Share(sym, 0), step.Out)
	t.Set(closed+sym, 1)
}

// form gives the president's certificate to the owner and puts the marker on
// par. // 12; NE-MG-14, NE-MG-15, NE-CO-08
func (t *turn) form(owner, sym string, price int) {
	t.Set(par+sym, price)
	t.Put(sym, majorCell(price).String())
	t.Move(step.Share(sym, 0), owner)
}

// giveUpStation takes back one of two markers in a hex; the owner says which
// stays (M3) unless both are in one city. // 12; NE-MG-16, NE-RUL-31
func (t *turn) giveUpStation(owner, sym string, first, second board.Spot) {
	stays := first
	if first != second {
		b := t.Board()
		a := t.Ask(engine.Choice{By: owner, For: sym, Verb: "keep", Help: "say which of the two stations stays", Options: func() []engine.Option {
			return []engine.Option{{Args: step.SpotName(b, first)}, {Args: step.SpotName(b, second)}}
		}})
		stays, _ = step.SpotNamed(b, a.Args)
	}
	if stays == second {
		t.Move(step.Token(sym, 0), sym)
		t.Move(step.Token(sym, 1), sym)
		t.Move(step.Token(sym, 0), second.String())
		return
	}
	t.Move(step.Token(sym, 1), sym)
}

// buyMore lets the new president buy IPO shares at par into the treasury, up
// to 60% (M4). // 12; NE-MG-17, NE-MG-18, NE-RUL-32
func (t *turn) buyMore(owner, sym string) {
	for t.mayHoldMore(owner) && t.Cash(owner) >= t.Price(sym) && t.Shares(owner, sym) < mostHeld {
		a := t.Ask(
			engine.Choice{By: owner, For: sym, Verb: "buy", Help: "buy a share at par", Options: func() []engine.Option {
				return []engine.Option{{Args: []string{sym, "from", fromIPO}, Label: "pay " + money(t.Price(sym)) + " into its treasury"}}
			}},
			engine.Choice{By: owner, For: sym, Verb: "pass", Help: "buy no more"},
		)
		if a.Verb == "pass" {
			return
		}
		t.Move(t.Single(step.IPO(sym), sym, false), owner)
		t.Pay(owner, sym, t.Price(sym))
		t.Note(owner, "bought a share of %s at par %s", sym, money(t.Price(sym)))
	}
}
