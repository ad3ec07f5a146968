package t1828

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startStock begins a stock round. // 7.1
func startStock(t *turn) {
	t.play().BeginStock(stockRound)
	t.Note("", "Stock round %d", t.Get(stockNo))
	if t.Get(phase) == purplePhase && t.Get(homesShut) == 0 {
		t.shutHomes()
	}
}

// shutHomes puts blocking markers on the homes of companies that nobody has started. For ERIE it blocks
// both cities. // 7.1, 17.7; 28-SR-09, R-31
func (t *turn) shutHomes() {
	t.Set(homesShut, 1)
	for _, c := range data.Companies {
		if t.director(c.Sym) != "" || t.absorbed(c.Sym) {
			continue
		}
		for _, at := range t.homeCities(c.Sym) {
			t.block(at)
		}
		t.Move(step.Keep(c.Sym), step.Out)
		t.Note(c.Sym, "can never start: its home in %s is blocked", t.HexName(c.Home))
	}
}

// director returns the player who directs a company, "" if nobody has ever bought it or it is absorbed.
// // 13.3.3; 28-FL-04
func (v view) director(sym string) string { return v.President(sym) }

// nextInStock returns the next player in number order, until all have passed in succession. The first round
// begins with the player after the one who ended the auction. // 6.1, 7.1; 28-SR-01, 28-SR-05, 28-AU-16
func nextInStock(s *engine.State, last string) string {
	v := see(s)
	first := ""
	if s.Get(stockNo) == 1 {
		first = s.Where(step.Priority)
	}
	return classic.NextByCards(v.Table, last, first)
}

// stockTurn is a player's turn: sell, one main action, sell. It is a pass only if the player did nothing,
// or if their merger failed. // 7.1, 7.5.2.2; 28-SR-02, R-09, R-10, R-28, S-11
func stockTurn(t *turn) {
	p, failed := t.Actor, false
	done := step.Dealing{
		By: p,
		Sales: func(done []engine.Command) []engine.Choice {
			return t.besideMain(p, done, t.selling(p, done))
		},
		Main: func([]engine.Command) []engine.Choice { return t.mainActions(p) },
		Act: func(a engine.Command) bool {
			failed = a.Verb == "merge" && !t.merge(p, a.Arg(0), a.Arg(2))
			t.deal(p, a)
			return failed
		},
		Beside: t.proposals,
		Aside: func(a engine.Command) bool {
			return t.propose(a) || t.exchangesHalf(p, a) || a.Verb == "merge" && !t.consents(p, a.Arg(0), a.Arg(2))
		},
	}.Run(t.Turn)
	t.play().EndTurn(p, len(done) > 0 && !failed) // 28-SR-06, 28-SR-07, 28-MG-26
}

// mainActions lists the actions of which a player may do one in a turn. // 7.1; 28-SR-03
func (t *turn) mainActions(p string) []engine.Choice {
	out := []engine.Choice{
		step.Telling(p, "", "buy", "buy a share", func() []engine.Option { return t.purchases(p) },
			func(words []string) string { return t.notBought(p, words) }, "no share is on sale: a company's first is its director's certificate (7.3, 7.4)"), // S-02
		step.Telling(p, "", "start", "start a company", t.starts,
			func(words []string) string { return t.notStarted(p, words) }, t.noneToStart()), // S-03
		step.Telling(p, "", "merge", "merge two companies into a system", func() []engine.Option { return t.mergers(p) },
			func(words []string) string { return t.notMerged(p, words) }, "you direct no company that could merge with another (7.5.1)"), // S-05
	}
	return slices.Concat(out, t.exchanges(p), t.failures(out)) // S-04
}

// deal carries out what a player chose, except a merger.
func (t *turn) deal(p string, a engine.Command) {
	switch a.Verb {
	case "sell":
		t.Set(sold.Of(p, a.Arg(1)), t.Get(stockNo))
		t.sell(p, a.Arg(1), a.Int(0))
	case "buy":
		for _, from := range sources(a.Args) {
			t.buy(p, a.Arg(0), from)
		}
	case "start":
		t.start(p, a.Arg(0), a.Int(1), 2)
	case "exchange":
		t.exchange(p, a.Args)
	}
}

// endStock moves the prices of companies that are sold out, in the operating order before the first move.
// The cards of the players who passed give the next order. // 7.1, 12.2; 28-SR-08, 28-SR-10, 28-MK-07,
// 28-MK-08
func endStock(t *turn) {
	for _, sym := range slices.DeleteFunc(t.inOrder(), func(sym string) bool { return !t.soldOut(sym) }) {
		steps := 1
		if t.Shares(t.director(sym), sym) >= 8 {
			steps++
		}
		if t.gray(sym) {
			steps++
		}
		t.shift(sym, data.Market.Up, steps)
	}
	step.Reorder(t.Turn, t.Table, t.Passed())
	if t.Get(reached) == 1 { // 28-EN-03
		t.End("a share price reached $500", t.scores())
	}
}

// soldOut reports whether no share of a company is in the IPO or the pool. The share in a system's treasury
// does not count. // 7.1, 13.4; 28-SR-10, 28-MG-27
func (v view) soldOut(sym string) bool {
	return v.Shares(step.IPO(sym), sym)+v.Shares(step.Pool, sym) == 0
}

// gray reports whether a price marker is in the gray area. // 12.1; 28-MK-05
func (v view) gray(sym string) bool { return v.InZone(sym, "gray") }

// shift moves a price marker a number of steps. It goes under the markers of its new box. A marker that
// stays in its box keeps its place. // 12.2; 28-MK-01, 28-MK-02, 28-MK-03, R-51
func (t *turn) shift(sym string, direction func(market.Cell) market.Cell, steps int) {
	c, _ := t.CellOf(sym)
	at := t.Cell(sym)
	t.play().MovePrice(sym, market.Steps(c, direction, steps))
	t.watchEnd(sym, t.Cell(sym) != at)
}

// watchEnd notes that a price has reached $500, by a move or in a merger. // 9.1
func (t *turn) watchEnd(sym string, moved bool) {
	switch {
	case !t.endsAt500(moved):
	case t.Get(roundKind) == operatingRound:
		t.play().Reach(sym, reached, "operating round")
	default:
		t.play().Reach(sym, reached, "stock round")
	}
}

// selling offers sales. Within one selling step a company is sold only once. // 7.1, 7.2; 28-SR-02, R-11
func (t *turn) selling(p string, done []engine.Command) engine.Choice {
	var before []string
	for _, a := range step.SellingStep(done) {
		before = append(before, a.Arg(1))
	}
	return classic.Selling(t.Table, p, "7.2", t.Priced, func(_ string, words []string) string { // S-01
		switch sym := step.Word(words, 1); {
		case t.Get(stockNo) == 1: // 28-SE-01
			return "no shares may be sold in the first stock round (7.2)"
		case slices.Contains(before, sym) && !t.sellsOften():
			return "you have just sold " + sym + ": all that is sold together is sold at once (7.2)"
		}
		return t.notSold(p, words, func(sym string) int { return t.Spare(p, sym) })
	})
}

// notSold says why a player may not sell this many shares. most is how many of a company they may. // 7.2, 13.3.3
func (v view) notSold(p string, words []string, most func(sym string) int) string {
	n, sym, ok := classic.SaleWords(v.Table, words)
	switch {
	case !ok:
		return "say how many shares of which company"
	case v.absorbed(sym):
		return v.partOf(sym)
	case v.Shares(p, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(v.Shares(p, sym), "share"), sym)
	case v.Par(sym) == 0: // 28-SE-02
		return sym + " has no par yet: nothing of it is sold (7.2)"
	case n > v.Spare(p, sym): // 28-SE-03, 28-SE-07
		return "nobody else holds 20% of " + sym + " and could direct it" + step.AtMost("sell", most(sym)) + " (13.3.3)"
	}
	return ""
}

// sell sells shares of one company together, at the price before the move. The price moves down one step
// for each share. // 7.2, 12.2; 28-SE-04, 28-SE-05, 28-SE-06
func (t *turn) sell(p, sym string, n int) {
	t.play().Sell(p, sym, n) // 28-SE-03, 28-SE-07, R-14
	t.shift(sym, data.Market.Down, n)
}

// parred returns the companies with a price, in the order of the list.
func (v view) parred() []string { return v.Priced() }

// starts lists every company without a par at every par. notStarted sorts out those that may not be started.
func (t *turn) starts() []engine.Option {
	var out []engine.Option
	for _, c := range data.Companies {
		if t.absorbed(c.Sym) || t.Par(c.Sym) != 0 {
			continue
		}
		for _, price := range t.pars() {
			out = append(out, engine.Option{Args: []string{c.Sym, strconv.Itoa(price)}, Label: c.Name + ", pay " + money(2*price)})
		}
	}
	return out
}

// noneToStart says why there is no company to start. // 7.4; 28-PH-03
func (t *turn) noneToStart() string {
	if len(t.pars()) == 0 {
		return "no company may be started in the purple phase (7.4)"
	}
	return "all companies have a par or belong to systems (7.4)"
}

// notStarted says why a player may not start a company at a par. // 7.4; 28-BU-04,
// 28-BU-07
func (t *turn) notStarted(p string, words []string) string {
	sym := step.Word(words, 0)
	price, _ := step.Number(words, 1)
	switch why := t.notStartable(sym); {
	case why != "":
		return why
	case t.notPar(sym, words) != "":
		return t.notPar(sym, words)
	case 2*price > t.Cash(p): // 28-SR-04
		return fmt.Sprintf("the director's certificate costs %s, but you have %s (7.4)", money(2*price), money(t.Cash(p)))
	}
	return ""
}

// notStartable says why a company cannot be started by anybody. // 7.4
func (v view) notStartable(sym string) string {
	switch {
	case data.Company(sym) == nil:
		return "say the company and its par"
	case v.absorbed(sym):
		return v.partOf(sym)
	case v.Par(sym) != 0:
		return sym + " has a par already (7.4)"
	case len(v.Phase().Pars) == 0: // 28-PH-03
		return "no company may be started in the purple phase (7.4)"
	}
	return ""
}

// start takes the director's certificate of a company and sets its par. paid is the number of shares to
// pay. // 7.4; 28-BU-07
func (t *turn) start(p, sym string, price, paid int) {
	t.Pay(p, engine.Bank, paid*price)
	t.Move(step.Share(sym, 0), p)
	t.Note(p, "started %s for %s", sym, money(paid*price))
	step.SetPar(t.Turn, t.Table, sym, price, data.ParCells(t.Phase()))
}
