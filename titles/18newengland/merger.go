package t18newengland

import (
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
	choices := []engine.Choice{t.pass(sym + " stays a minor")}
	if len(merge) > 0 {
		choices = append([]engine.Choice{t.choice("merge", "form a major of two minors", func() []engine.Option { return merge })}, choices...)
	}
	if len(convert) > 0 {
		choices = append([]engine.Choice{t.choice("convert", "form a major of this minor", func() []engine.Option { return convert })}, choices...)
	}
	switch a := t.Ask(choices...); a.Verb {
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

// convertOptions lists the majors the minor may become. // 12; NE-MG-05,
// NE-MG-06
func (t *turn) convertOptions() []engine.Option {
	sym := t.Actor
	cost := 2 * (conversionPar - t.Price(sym))
	if cost > t.Cash(t.President(sym)) {
		return nil
	}
	var out []engine.Option
	for _, m := range t.unformed() {
		out = append(out, engine.Option{Args: []string{sym, "into", m}, Label: "pay " + money(cost) + ", par " + money(conversionPar)})
	}
	return out
}

// mergeOptions lists the partners and the majors. // 12; NE-MG-08, NE-RUL-30
func (t *turn) mergeOptions() []engine.Option {
	sym := t.Actor
	majors := t.unformed()
	if len(majors) == 0 {
		return nil
	}
	b := t.Board()
	reach, home := t.Reach(b, sym), t.Stations(sym)[0]
	var out []engine.Option
	for _, other := range minorsInOrder(t.State) {
		if other == sym || t.President(other) != t.President(sym) {
			continue
		}
		there := t.Stations(other)[0]
		if there.Hex != home.Hex && !reach.Stop(there) {
			continue
		}
		for _, m := range majors {
			label := "par " + money(t.mergedPrice(sym, other))
			out = append(out, engine.Option{Args: []string{sym, "with", other, "into", m}, Label: label})
		}
	}
	return out
}

// mergedPrice is the par of a merger: the sum of both values, rounded down to
// a price of the market. // 12; NE-MG-10
func (t *turn) mergedPrice(a, b string) int {
	row := market.Row{Market: data.Market, N: rowMajor}
	return data.Market.At(market.Cell{Row: rowMajor, Col: row.Find(t.Price(a) + t.Price(b))}).Price
}

// convert forms a major of one minor. // 12; NE-MG-05, NE-MG-07
func (t *turn) convert(owner, sym, into string) {
	cost := 2 * (conversionPar - t.Price(sym))
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
	col := market.Row{Market: data.Market, N: rowMajor}.Find(price)
	t.Put(sym, market.Cell{Row: rowMajor, Col: col}.String())
	t.Move(step.Share(sym, 0), owner)
}

// giveUpStation takes back one of two markers in a hex; the owner says which
// stays unless both are in one city. // 12; NE-MG-16, NE-RUL-31
func (t *turn) giveUpStation(owner, sym string, first, second board.Spot) {
	stays := first
	if first != second {
		b := t.Board()
		a := t.Ask(engine.Choice{By: owner, For: sym, Verb: "keep", Help: "say which of the two stations stays", Options: func() []engine.Option {
			return []engine.Option{{Args: spotName(b, first)}, {Args: spotName(b, second)}}
		}})
		stays, _ = t.spotNamed(b, a.Args)
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
// to 60%. // 12; NE-MG-17, NE-MG-18, NE-RUL-32
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
