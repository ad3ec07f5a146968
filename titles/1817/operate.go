package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// startOperating begins an operating round: the interest is fixed, mail
// contracts are paid, the order is fixed. // 6; 17-OR-01, 17-OR-02, 17-LN-04
func startOperating(t *turn) {
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(roundKind, operatingRound)
	t.Set(rate, rateFor(t.loansOut()))
	t.Note("", "Operating round %d.%d, interest %s a loan", t.Get(stockNo), t.Get(roundNo), money(t.Get(rate)))
	for _, p := range data.Privates {
		t.payMail(p.Sym)
	}
	for _, c := range data.Companies {
		t.Set(turnNo+c.Sym, 0)
	}
	for i, sym := range t.inOrder() {
		t.Set(turnNo+sym, i+1)
	}
}

// payMail pays the owner of a mail contract that owns a train. // 1.2.6, 6;
// 17-PV-13, R-37, D-38
func (t *turn) payMail(private string) {
	p, sym := data.Private(private), t.owner(private)
	if p.Kind == "mail" && data.Company(sym) != nil && len(t.Trains(sym)) > 0 {
		t.Pay(engine.Bank, sym, p.Income)
		t.Note(sym, "received %s for its %s", money(p.Income), p.Name)
	}
}

// numbered returns the companies that have a place in an order, by their place.
func (v view) numbered(key string) []string {
	out := make([]string, len(data.Companies)+1)
	for _, c := range data.Companies {
		out[v.S.Get(key+c.Sym)] = c.Sym
	}
	var list []string
	for _, sym := range out[1:] {
		if sym != "" {
			list = append(list, sym)
		}
	}
	return list
}

// nextToOperate takes the companies in the order fixed at the start of the
// round, without those that are in liquidation by now. // 6, 6.2; 17-OR-02,
// 17-OR-03, 17-OR-05, 17-BK-03
func nextToOperate(s *engine.State, done []string) string {
	v := see(s)
	for _, sym := range v.numbered(turnNo) {
		if zone := v.zone(sym); zone == normalZone || zone == grayZone {
			if !slices.Contains(done, sym) {
				return sym
			}
		}
	}
	return ""
}

// roundsOfSet is the number of operating rounds of the set. // 3, 8; 17-SU-05,
// 17-EG-02, 17-EG-03
func roundsOfSet(s *engine.State) int {
	if inFinalSet(s) {
		return s.Get(finalLong)
	}
	return 2
}

// asks asks the president of the operating company. Loans and bridge tokens
// may be taken and placed at any moment; they are carried out before another
// answer is returned. The choices are made afresh after each; when none are
// left the answer is to pass. // 6.1; 17-LN-05, 17-PV-06, R-41
func (t *turn) asks(choices func() []engine.Choice) engine.Command {
	for {
		list := choices()
		if len(list) == 0 {
			return engine.Command{Verb: "pass"}
		}
		list = append(list, t.bridgeChoices()...)
		a := t.Ask(append(list, t.loanChoices(t.Actor)...)...)
		switch a.Verb {
		case "loan":
			t.borrow(t.Actor, a.Int(0))
		case "bridge":
			t.placeBridge(a.Arg(0), a.Arg(1))
		default:
			return a
		}
	}
}

// loanChoices offers a company to take loans. // 6.1; 17-LN-02
func (t *turn) loanChoices(sym string) []engine.Choice {
	n := t.borrowable(sym)
	if n == 0 {
		return nil
	}
	return []engine.Choice{{
		By: t.speaker(sym), For: sym, Verb: "loan", Help: "take loans: " + money(loanValue) + " and one cell to the left for each",
		Options: func() []engine.Option { return step.Bids(1, n, 1) },
	}}
}

// choice makes a choice of the operating company's president.
func (t *turn) choice(verb, help string, options func() []engine.Option) engine.Choice {
	return engine.Choice{By: t.President(t.Actor), For: t.Actor, Verb: verb, Help: help, Options: options}
}

// pass makes the choice to do nothing.
func (t *turn) pass(help string) engine.Choice { return t.choice("pass", help, nil) }

// means is what a company can pay when it takes all the loans it may.
func (v view) means(sym string) int { return v.S.Cash(sym) + loanValue*v.borrowable(sym) }
