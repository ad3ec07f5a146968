package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// borrowers lists the companies of a player, with every number of loans.
func (t *turn) borrowers() []engine.Option {
	var out []engine.Option
	for _, sym := range t.presided(t.Actor) {
		out = append(out, step.BidsFor([]string{sym}, "price "+t.priceWord(sym), 1, t.size(sym), 1)...)
	}
	return out
}

// notFor says why a player may not act for a company in a stock turn. // 5, 5.6;
// 17-CA-01
func (t *turn) notFor(done acts, sym string) string {
	switch {
	case data.Company(sym) == nil:
		return "say which company of yours, and how many (5.6)"
	case t.President(sym) != t.Actor:
		return "say which company of yours, and how many: you are not president of " + sym + " (5.6)"
	case done.company != "" && done.company != sym:
		return "this turn is for " + done.company + " (5)"
	}
	return ""
}

// notBorrowing says why a company may not take this many loans in a stock turn. It takes loans before it
// buys shares, and it must be in the normal zone when it starts. // 5, 5.6; 17-SR-03, 17-CA-02
func (t *turn) notBorrowing(done acts, words []string) string {
	sym := step.Word(words, 0)
	if why := t.notFor(done, sym); why != "" {
		return why
	}
	switch {
	case done.redeemed:
		return sym + " has bought shares: its loans come before that (5.6)"
	case done.company == "" && !t.normal(sym) && !t.borrowsInGray():
		return sym + " is in " + t.priceWord(sym) + ": nobody acts for it in a stock round (5)"
	}
	return t.notBorrowed(sym, words[1:])
}

// redeemers lists the companies of a player, with every number of shares.
func (t *turn) redeemers() []engine.Option {
	var out []engine.Option
	for _, sym := range t.presided(t.Actor) {
		out = append(out, step.BidsFor([]string{sym}, "for "+money(t.Price(sym))+" each", 1, t.Shares(step.Pool, sym), 1)...)
	}
	return out
}

// notRedeemed says why a company may not buy this many of its shares from the market. // 5.6; 17-CA-03
func (t *turn) notRedeemed(done acts, words []string) string {
	sym := step.Word(words, 0)
	n, ok := step.Number(words, 1)
	if why := t.notFor(done, sym); why != "" {
		return why
	}
	switch cost := n * t.Price(sym); {
	case !ok || n < 1 || len(words) != 2:
		return "say how many shares " + sym + " buys"
	case !t.normal(sym): // 17-CA-04
		return t.shut(sym)
	case n > t.Shares(step.Pool, sym):
		return fmt.Sprintf("the market has %s of %s", step.Plural(t.Shares(step.Pool, sym), "share"), sym)
	case cost > t.Cash(sym):
		return fmt.Sprintf("%s of %s would cost %s, but it has %s (5.6)", step.Plural(n, "share"), sym, money(cost), money(t.Cash(sym)))
	}
	return ""
}

// redeem buys n of a company's shares for its treasury. The treasury may come to hold more shares than the
// company's size. // 5.6; 17-CA-03, 17-CA-06, 17-SR-06
func (t *turn) redeem(sym string, n int) {
	t.Pay(sym, engine.Bank, n*t.Price(sym))
	for range n {
		t.Move(t.Single(step.Pool, sym, false), sym)
	}
	t.Note(sym, "bought %s of its own for %s", step.Plural(n, "share"), money(n*t.Price(sym)))
}

// payMarkers pays for the station markers that a new company must buy. It pays for all at once, as soon as
// it can. // 5.5; 17-IP-09, R-09, D-07
func (t *turn) payMarkers(sym string) {
	n := t.Get(unpaid.Of(sym))
	if n == 0 || t.Cash(sym) < n*markerPrice {
		return
	}
	t.buyMarkers(sym, n)
	t.Set(unpaid.Of(sym), 0)
}

// lapsing says which companies of a player go into liquidation if the stock round ends with a pass in a stock turn, because they owe station
// markers. // 5.5; 17-IP-11
func lapsing(s *engine.State, pass engine.Choice) []string {
	if pass.Question != "stock turn" {
		return nil
	}
	v, out := see(s), []string(nil)
	for _, sym := range v.presided(pass.By) {
		if n := s.Get(unpaid.Of(sym)); n > 0 {
			out = append(out, fmt.Sprintf("%s, which has %s, goes into liquidation if it has not paid %s for %s when the round ends",
				sym, money(s.Cash(sym)), money(n*markerPrice), step.Plural(n, "station marker")))
		}
	}
	return out
}

// markerPrice is the price of each station marker that a company must buy. // 5.5, 7.1.1
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

// presided returns the companies in play that a player is president of.
func (v view) presided(p string) []string {
	return slices.DeleteFunc(v.inOrder(), func(sym string) bool { return v.President(sym) != p })
}
