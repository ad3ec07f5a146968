package t1817

import (
	"pbem/engine"
	"pbem/engine/step"
)

// A bill is what players are charged for. // 7.4; 17-CC-01
type bill struct {
	sym      string // the company that is the cause
	interest bool   // its unpaid interest
}

// charge books what a player must pay to the bank. // 7.4; 17-CC-01
func (t *turn) charge(p string, amount int) { t.Set(owes+p, t.Get(owes+p)+amount) }

// collect makes everybody pay what they were charged: who has the money at
// once, then the others in the order of their seats. Before the first of these
// is asked, soon is called. // 7.4; R-32, 17-CC-01
func (t *turn) collect(from string, b bill, soon func()) {
	order := t.Players()
	if from != "" {
		all := t.Following(from)
		order = append([]string{from}, all[:len(all)-1]...)
	}
	for _, p := range order {
		t.settleDebt(p)
	}
	for _, p := range order {
		if t.Get(owes+p) > 0 && !t.over() {
			soon()
			t.crisis(p, b)
		}
	}
}

// settleDebt pays what a player owes if the cash suffices.
func (t *turn) settleDebt(p string) {
	debt := t.Get(owes + p)
	if debt == 0 || t.Cash(p) < debt {
		return
	}
	t.Pay(p, engine.Bank, debt)
	t.Set(owes+p, 0)
	t.Note(p, "paid %s", money(debt))
}

// crisis lets a player sell shares until a debt can be paid; with nothing left
// to sell it is bankruptcy. // 7.4; 17-CC-02, 17-CC-04, R-33, D-16, D-25
func (t *turn) crisis(p string, b bill) {
	t.Note(p, "lacks %s: cash crisis", money(t.Get(owes+p)-t.Cash(p)))
	for t.Cash(p) < t.Get(owes+p) {
		choices := add(nil, p, "sell", "sell shares to pay "+money(t.Get(owes+p)), t.crisisSales(p))
		if t.on(anyBankruptcy) {
			choices = append(choices, engine.Bare(p, "bankrupt", "leave the game"))
		}
		if len(choices) == 0 {
			t.goBankrupt(p, b)
			return
		}
		a := t.Ask(choices...)
		if a.Verb == "bankrupt" {
			t.goBankrupt(p, b)
			return
		}
		t.sell(p, a.Arg(1), a.Int(0))
	}
	t.settleDebt(p)
}

// crisisSales lists the sales that help: no more shares than it takes, and none
// that makes another player president. // 7.4; 17-CC-02, 17-CC-03, R-33
func (t *turn) crisisSales(p string) []engine.Option {
	lack := t.Get(owes+p) - t.Cash(p)
	return t.SaleOptions(t.inOrder(), func(sym string) int {
		n := t.sellable(p, sym)
		if t.President(sym) == p {
			least := t.Weight(step.Share(sym, 0))
			if heir := t.Heir(p, sym); heir != "" {
				least = max(least, t.Shares(heir, sym))
			}
			n = min(n, t.Shares(p, sym)-least)
		}
		if n <= 0 {
			return 0
		}
		return min(n, (lack+t.Price(sym)-1)/t.Price(sym))
	})
}

// goBankrupt takes a player out of the game. // 7.4, 8; 17-BK-01, 17-BK-02,
// 17-BK-04, 17-BK-08, R-34, D-39, D-40
func (t *turn) goBankrupt(p string, b bill) {
	t.Note(p, "is bankrupt")
	t.Set(owes+p, 0)
	to := engine.Bank
	if b.interest && !t.on(cashToBank) { // D-15
		to = b.sym
	}
	t.Pay(p, to, t.Cash(p))
	t.Set(bankrupt+p, 1)
	for _, c := range data.Companies {
		t.abandon(p, c.Sym)
	}
	if !t.on(bankruptPrivates) {
		for _, private := range t.privates(p) {
			t.Move(piece(private), step.Pool)
		}
	}
	if rest := t.solvent(); len(rest) == 1 {
		t.End("only "+t.PlayerName(rest[0])+" is left in the game", t.scores())
		return
	}
	if t.Where(step.Priority) == p {
		t.Move(step.Priority, t.leftOf(p))
	}
}

// abandon puts a bankrupt's shares and short shares of a company into the
// market. One that loses its president goes to liquidation. // 7.4; 17-BK-02,
// 17-BK-03, 17-BK-06, R-34, R-38
func (t *turn) abandon(p, sym string) {
	presided := t.President(sym) == p
	for _, cert := range t.Certificates(p, sym) {
		t.Move(cert, step.Pool)
	}
	for _, cert := range t.shortsAt(p, sym) {
		t.Move(cert, step.Pool)
	}
	t.pair(step.Pool, sym)
	if presided {
		t.Set(leftBy+sym, t.Seat(p)+1)
		t.liquidate(sym, "it has no president")
	}
}
