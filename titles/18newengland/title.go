// Package t18newengland is 18NewEngland by Scott Petersen (All-Aboard Games,
// 2020). Section numbers are those of its rules; NE-... are the lines of the
// project's checklist, explained in README.md.
package t18newengland

import (
	_ "embed"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

//go:embed data.json
var dataJSON []byte

var data = facts.MustLoad(dataJSON)

// Title is 18NewEngland for the list of titles.
var Title = &title.Title{
	Facts:    data,
	Rules:    engine.Rules{Start: "game", Flow: flow},
	Setup:    setup,
	Position: position,
	Network:  network,
	Import: &title.Import{
		Name:    "18NewEngland",
		Options: importOptions,
		New:     newTranslator,
	},
}

// Switches under which games of 18xx.games can be read: where that program
// departs from the written rules. They are off in normal play. README.md
const (
	anyReservation  = "any reservation"  // DIF-20: reservations in the draft are not checked
	anyBrownCity    = "any brown city"   // DIF-14: 611 although 63 fits
	noConsent       = "no consent"       // DIF-13: trains are sold without asking
	freeSales       = "free sales"       // DIF-07, DIF-08: an owner may sell for any train, and then not buy
	earlyBankruptcy = "early bankruptcy" // DIF-01: without selling first, and the player plays on
	askPasses       = "ask passes"       // DIF-19: some passes are recorded where nothing else is possible
	silentEnd       = "silent end"       // DIF-19: a turn ends unasked when no share can be issued
)

var compat = map[string]string{
	anyReservation: "yes", anyBrownCity: "yes", noConsent: "yes", freeSales: "yes",
	earlyBankruptcy: "yes", askPasses: "yes", silentEnd: "yes",
}

// The two kinds of company.
const (
	minor = "minor"
	major = "major"
)

// Rows of the market: minors stand at the top or the bottom of their value,
// majors move along the row of prices. // 6, 7.1
const (
	rowTop = iota
	rowBottom
	rowMajor
)

// Phases by index into the data. // 8
const (
	phase2 = iota
	phase3
)

// Places and counters of this title.
const (
	offered   = "offer"       // minors that may be started
	later     = "later"       // minors that come with Phase 3
	closed    = "closed:"     // counter: a company that is gone for ever
	par       = "par:"        // counter: par of a major
	passed    = "passed:"     // counter: a player who passed since the last act of the draft
	claim     = "claim:"      // counter: PLAYER:SYM reserved though somebody else has it, or it was not drawn (DIF-20)
	resigned  = "resigned:"   // counter: a player who relinquished in the draft
	bankrupt  = "bankrupt:"   // counter: a player who is out
	sold      = "sold:"       // counter: number of the stock round in which PLAYER:SYM was sold
	draftTurn = "draft turn"  // counter: turns taken in the draft
	stockNo   = "stock round" // counter: 0 in the draft
	pairNo    = "pair"        // counter: pairs of operating rounds begun
	roundNo   = "round"       // counter: 1 or 2, of the pair
	roundKind = "kind"        // counter: the kind of round, for the headline
	passes    = "passes"      // counter: passes in succession in a stock round
	lastActor = "last"        // counter: seat+1 of the last who acted in a stock round
	revenue   = "revenue"     // counter: what the company's trains earned this turn
	redeemed  = "redeemed"    // counter: 1 when the company redeemed this turn
	broken    = "broken"      // counter: 1 when the bank could not pay
	reached   = "500"         // counter: 1 when a major came to 500
)

// Kinds of round.
const (
	draftRound = iota
	stockRound
	operatingRound
	mergerRound
)

func reserved(player string) string { return "reserved:" + player }

// A turn is one run of a step with the readings of this title.
type turn struct {
	*engine.Turn
	step.Table
}

// do makes a step of a function on a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, table(t.State)}) })
}

func table(s *engine.State) step.Table { return step.Table{S: s, F: data} }

// Pay moves money and notes when the bank breaks: it is broken once it has to
// pay more than it has. // 13; NE-RUL-33
func (t *turn) Pay(from, to string, amount int) {
	if from == engine.Bank && amount > t.Cash(engine.Bank) && t.Get(broken) == 0 {
		t.Set(broken, 1)
		t.Note("", "The bank is broken; it goes on paying") // NE-EN-03
	}
	t.Turn.Pay(from, to, amount)
}

// money formats an amount.
func money(n int) string { return data.Money(n) }
