package sample

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startStock begins a stock round. // 2
func startStock(t *turn) {
	t.play().BeginStock(stockRound)
	step.BeginTurns(t.Turn)
	t.Note("", "Stock round %d", t.Get(stockNo))
}

// nextInStock takes the players clockwise from the priority deal until all pass in succession. // 2; SA-03
func nextInStock(s *engine.State, last string) string { return see(s).NextTurn(last, s.Players()) }

// endStock passes on the priority deal. // 2; SA-03
func endStock(t *turn) { step.PassPriority(t.Turn, t.Table, t.Players()) }

// stockTurn is one player's turn. // 2
func stockTurn(t *turn) {
	classic.Stock{
		Play:         t.play(),
		Sequence:     classic.SellBuySell, // 2; SA-04
		Companies:    data.Syms(nil),
		Pars:         t.pars(),  // 2.1; SA-05
		Certificates: t.limit(), // 2.2; SA-07
		MostHeld:     60,        // percent of a company // 2.2; SA-07
		MostInPool:   50,        // percent of a company // 2.3; SA-08
		FirstSales:   2,         // the second stock round // 2.3; SA-08, SA-09
		FloatsAt:     floatsAt,  // percent sold // 2.4; SA-10
		Capital:      shares,    // times its par // 2.4; SA-10
		Sections:     classic.Sections{Start: "2.1", Buy: "2.2", Sell: "2.3"},
		Fall:         func(sym string, _ int) { t.shift(sym, -1) }, // 2.3; SA-08
		Floated:      t.goHome,
	}.Run(t.Actor)
}

const (
	shares   = 10 // of a company // 1
	floatsAt = 50 // percent of a company sold when it floats // 2.4; SA-10
)

// toFloat is how many shares of a company must still be bought before it takes turns in operating rounds. // 2.4; SA-10
func toFloat(s *engine.State, sym string) int {
	return see(s).ToFloat(sym, shares-shares*floatsAt/100)
}

// goHome puts the first marker of a company on the space kept for it. // 2.4; SA-11
func (t *turn) goHome(sym string) {
	t.Move(step.Token(sym, 0), t.Where(step.Keep(sym)))
	t.Move(step.Keep(sym), step.Out)
}

// limit is the most certificates that a player may hold. // 1; SA-01
func (v view) limit() int { return classic.CertificateLimit(data, len(v.S.Players())) }

// pars are the spaces of the market at which a company may start. // 2.1; SA-05
func (v view) pars() []market.Cell { return data.ParCells(v.Phase()) }
