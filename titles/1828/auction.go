package t1828

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// waterfall returns the auction of the private companies, in rows by price. // 6; 28-AU-01, 28-AU-16, R-05
func (v view) waterfall(t *turn) step.Waterfall {
	return step.Waterfall{
		Table:  v.Table,
		Unsold: func() []string { return v.PrivatesAt(onSale) },
		Row:    func(sym string) int { return data.Private(sym).Value },                // 28-SU-06
		Price:  func(sym string) int { return data.Private(sym).Value },                // 28-AU-12: never drops
		Sole:   func(sym string) bool { return data.Private(sym).Kind == charterKind }, // 28-AU-06, 28-AU-07
		Sold:   func(sym, p string, _ int) { t.award(sym, p) },
		Lull:   func(string) string { return t.lull() },
		Brings: "what has a bid is sold and private companies pay", // 28-AU-11, 28-AU-12
		Dear:   v.buysDear(),
		AskAll: v.asksPasses(),
	}
}

// nextInAuction returns the next player in order. // 6.1; 28-AU-10
func nextInAuction(s *engine.State, last string) string {
	return see(s).waterfall(nil).Next(last)
}

func auctionTurn(t *turn) {
	t.waterfall(t).Turn(t.Turn)
	t.askParsLater()
}

// award gives a private company to a player, with its certificates. For one of $250 the player sets the par
// of its company at once. // 6.3, 13.2.2.8, 13.2.3; 28-AU-14, 28-AU-15, R-06
func (t *turn) award(sym, p string) {
	t.Move(step.Private(sym), p)
	for _, cert := range slices.Clone(t.At(sym)) {
		t.Move(cert, p)
	}
	switch {
	case sym == camden:
		t.Note(p, "got a share of PRR with it")
	case data.Private(sym).Kind == charterKind:
		t.Note(p, "got 30%% of %s with it, as its director", companyOf(sym))
	}
	if data.Private(sym).Kind == charterKind && !t.parComesLater(sym) {
		t.askPar(companyOf(sym), p, 0)
	}
}

// askPar asks for the par of a company whose director's certificate came with a private company. paid is
// the number of shares that must still be paid. // 6.3; 28-AU-14
func (t *turn) askPar(sym, p string, paid int) {
	open := data.ParCells(t.Phase())
	a := t.Ask("par", step.Ruled(p, sym, "start", "set the par of "+sym, func() []engine.Option {
		return t.ParOptions(sym, slices.Max(t.pars()), open)
	}, func(words []string) string { return cmp.Or(t.notPar(sym, words), t.halfUnpaid(p, words, paid)) }))
	t.Pay(p, engine.Bank, paid*a.Int(1))
	step.SetPar(t.Turn, t.Table, sym, a.Int(1), open)
}

// lull resolves the auction when all have passed: private companies with bids are sold, then all private
// companies pay. // 6.1; 28-AU-11, 28-AU-12, R-07
func (t *turn) lull() string {
	t.waterfall(t).Resolve(t.Turn, true)
	for _, p := range data.Privates {
		if owner := t.owner(p.Sym); t.S.Seat(owner) >= 0 {
			t.Pay(engine.Bank, owner, p.Income)
			t.Note(owner, "received %s from %s", money(p.Income), p.Sym)
		}
	}
	return ""
}

// owner returns who has a private company: a player, a company, or a place.
func (v view) owner(private string) string { return v.S.Where(step.Private(private)) }

// notPar says why a company cannot have a par. // 7.4; 28-BU-07
func (v view) notPar(sym string, words []string) string {
	price, ok := step.Number(words, 1)
	switch {
	case !ok || len(words) != 2 || words[0] != sym:
		return "say the company and its par"
	case !slices.Contains(v.pars(), price):
		return "the par is " + listOf(v.pars()) + " in this phase (17)"
	}
	return ""
}

// pars lists the prices at which a company may start in this phase: only those of coloured boxes. // 12.1,
// 17; 28-MK-06
func (v view) pars() []int { return data.Pars(v.Phase()) }

// listOf writes "$67, $71 or $79".
func listOf(amounts []int) string {
	text := ""
	for i, n := range amounts {
		switch {
		case i == 0:
		case i == len(amounts)-1:
			text += " or "
		default:
			text += ", "
		}
		text += money(n)
	}
	return text
}
