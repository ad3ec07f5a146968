package t1817

import (
	"pbem/engine"
	"pbem/engine/step"
)

// companyChoices lists what a player may do for companies in a stock round:
// take loans, or buy their own shares from the market. // 5, 5.6; 17-SR-03,
// 17-SR-06, 17-CA-01, 17-CA-02, 17-CA-03, 17-CA-05
func (t *turn) companyChoices(done deeds) []engine.Choice {
	syms := []string{done.company}
	if done.company == "" {
		syms = t.presided(t.Actor)
	}
	var borrow, redeem []engine.Option
	for _, sym := range syms {
		begun := done.company != "" || t.normal(sym) || t.on(loansInGray)
		if n := t.borrowable(sym); n > 0 && begun && !done.redeemed {
			borrow = append(borrow, engine.Option{Args: []string{sym}, Range: &engine.Range{Min: 1, Max: n, Step: 1}, Label: "price " + t.priceWord(sym)})
		}
		if n := t.redeemable(sym); n > 0 {
			redeem = append(redeem, engine.Option{Args: []string{sym}, Range: &engine.Range{Min: 1, Max: n, Step: 1}, Label: "for " + money(t.Price(sym)) + " each"})
		}
	}
	out := add(nil, t.Actor, "loan", "let a company of yours take loans", borrow)
	return add(out, t.Actor, "redeem", "let a company of yours buy its shares from the market", redeem)
}

// redeemable is how many of its shares a company can buy from the market.
// // 5.6; 17-CA-03, 17-CA-04, 17-CA-06
func (v view) redeemable(sym string) int {
	if !v.normal(sym) {
		return 0
	}
	n := v.Shares(step.Pool, sym)
	if v.S.Where(step.Share(sym, 0)) == step.Pool {
		n = 0
	}
	return min(n, v.S.Cash(sym)/v.Price(sym))
}

// redeem buys n of a company's shares for its treasury. // 5.6; 17-CA-03
func (t *turn) redeem(sym string, n int) {
	t.Pay(sym, engine.Bank, n*t.Price(sym))
	for range n {
		t.Move(t.Single(step.Pool, sym, false), sym)
	}
	t.Note(sym, "bought %s of its own for %s", step.Plural(n, "share"), money(n*t.Price(sym)))
}

// borrow takes n loans, each of $100 and one cell to the left. // 1.2.5;
// 17-LN-01, 17-CA-02
func (t *turn) borrow(sym string, n int) {
	for range n {
		t.Move(t.S.Kind(loans, "loan")[0], sym)
		t.Pay(engine.Bank, sym, loanValue)
		t.Note(sym, "took a loan")
		t.shift(sym, -1)
	}
	t.payMarkers(sym)
}

// loanValue is what a loan brings and costs to repay. // 1.2.5
const loanValue = 100

// repay returns n loans, each for $100 and one cell to the right. // 1.2.5,
// 6.9; 17-LN-03
func (t *turn) repay(sym string, n int) {
	for range n {
		t.payOff(sym)
		t.shift(sym, 1)
	}
}

// payOff returns one loan without a move of the price.
func (t *turn) payOff(sym string) {
	t.Pay(sym, engine.Bank, loanValue)
	t.Move(t.S.Kind(sym, "loan")[0], loans)
	t.Note(sym, "paid off a loan")
}

// rateFor is the interest for each loan when n loans are out. // 1.2.5;
// 17-LN-04, R-01
func rateFor(n int) int { return max(5, 5*((n+4)/5)) }

// payMarkers pays for the station markers a new company must buy, all at once,
// as soon as it can. // 5.5; 17-IP-09, R-09, D-07
func (t *turn) payMarkers(sym string) {
	n := t.Get(unpaid + sym)
	if n == 0 || t.Cash(sym) < n*markerPrice {
		return
	}
	t.buyMarkers(sym, n)
	t.Set(unpaid+sym, 0)
}

// markerPrice is what each station marker costs that a company must buy.
// // 5.5, 7.1.1
const markerPrice = 50

// buyMarkers puts n markers from the box on a company's charter. // 1.2.7;
// 17-IP-13
func (t *turn) buyMarkers(sym string, n int) {
	t.Pay(sym, engine.Bank, n*markerPrice)
	for range n {
		if tok := t.boxed(sym); tok != "" {
			t.Move(tok, sym)
		}
	}
	t.Note(sym, "paid %s for %s", money(n*markerPrice), step.Plural(n, "station marker"))
}

// endStock ends a stock round: unpaid markers, then the prices. // 5.7;
// 17-SE-02, 17-SE-03, 17-SE-04, D-41
func endStock(t *turn) {
	t.passPriority()
	if !t.on(redMoves) {
		t.liquidateUnpaid()
	}
	for _, sym := range t.inOrder() {
		t.movePrice(sym)
	}
	t.liquidateUnpaid()
}

// liquidateUnpaid puts companies that owe markers into the red cell. // 5.5;
// 17-IP-11, 17-SE-02
func (t *turn) liquidateUnpaid() {
	for _, sym := range t.inOrder() {
		if t.Get(unpaid+sym) > 0 {
			t.Set(unpaid+sym, 0)
			t.liquidate(sym, "it has not paid for its station markers")
		}
	}
}

// movePrice moves a price right when players hold all shares, and left for each
// share in the market. // 5.7, 9.3; 17-SE-03, 17-SE-04, 17-SE-05, 17-VA-03,
// R-11, D-09
func (t *turn) movePrice(sym string) {
	if t.size(sym) < 5 || t.red(sym) && !t.on(redMoves) {
		return
	}
	held := 0
	for _, p := range t.Players() {
		held += t.Shares(p, sym)
	}
	switch {
	case held > t.size(sym) && t.on(shortSqueeze):
		t.shift(sym, 2)
	case held >= t.size(sym):
		t.shift(sym, 1)
	}
	if !t.red(sym) {
		t.shift(sym, -t.Shares(step.Pool, sym))
	}
}
