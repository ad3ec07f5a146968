// Package t18newengland is 18NewEngland by Scott Petersen (All-Aboard Games,
// 2020). Section numbers are those of its rules; NE-... are the lines of
// RULES.md, explained in README.md.
package t18newengland

import (
	_ "embed"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/title"
)

//go:embed data.json
var dataJSON []byte

var data = title.MustLoad(dataJSON)

// Title is 18NewEngland for the list of titles.
var Title = &title.Title{
	Facts:    data,
	Rules:    engine.Rules{Start: "game", Flow: flow, Names: names},
	Verbs:    verbs,
	Moments:  moments,
	Skipped:  map[string]string{"issue": "issued no share", "merger": "did not merge"},
	Lesson:   lesson,
	Setup:    setup,
	Today:    switches.Today(asksOpenTrack),
	Position: position,
	Round:    roundName,
	Account:  account,
	Network:  network,
	Ready:    ready,
	Closed:   unavailable,
	Import: &title.Import{
		Name:     "18NewEngland",
		Options:  importOptions,
		Switches: switches,
		New:      newTranslator,
	},
	// A player with a reservation cannot pass in the draft, but relinquishes. A company without a
	// train is closed only if none can be bought.
	Caretaker: []string{"relinquish", "", "liquidate"},
	Mergers:   "merger round",
	Landmark:  landmarks.Of,
	Hints:     hints, Keeps: keeps, EndsWithBank: true, // 13; NE-EN-01
}

// The two kinds of company.
const (
	minor = "minor"
	major = "major"
)

// Rows of the market. Minors stand at the top or the bottom of their value; majors move along the
// row of prices. // 6, 7.1
const (
	rowTop = iota
	rowBottom
	rowMajor
)

// Phases, by index into the data. // 8
const (
	phase2 = iota
	phase3
)

// Places of this title.
const (
	offered = "offer" // minors that may be started
	later   = "later" // minors that come with Phase 3
)

// reserved is the place of the minors that a player has reserved.
func reserved(player string) string { return "reserved:" + player }

// Counters of the table. The names are stored and never change.
const (
	phase     = "phase"       // by index into the data
	draftTurn = "draft turn"  // turns taken in the draft
	stockNo   = "stock round" // 0 in the draft
	pairNo    = "pair"        // pairs of operating rounds begun
	roundNo   = "round"       // 1 or 2, of the pair
	roundKind = "kind"        // the kind of round, for the headline
	revenue   = "revenue"     // what the company's trains earned this turn
	redeemed  = "redeemed"    // 1 when the company redeemed this turn
	asked     = "asked"       // 1 when somebody was asked in this operating round: see now.go
	broken    = "broken"      // 1 when the bank could not pay
	reached   = "500"         // 1 when a major came to 500
)

// Counters that each company or player has, or each player for each company.
const (
	closed   step.Counter = "closed"   // SYM: 1 when it is gone for ever
	par      step.Counter = "par"      // SYM: par of a major
	passed   step.Counter = "passed"   // PLAYER: 1 if they passed since the last act of the draft
	resigned step.Counter = "resigned" // PLAYER: 1 if they relinquished in the draft
	bankrupt step.Counter = "bankrupt" // PLAYER: 1 if they are out
	sold     step.Counter = "sold"     // PLAYER, SYM: the stock round in which it was sold
	claim    step.Counter = "claim"    // PLAYER, SYM: see compat.go
)

// names are the pieces, places, purses and counters that only this title has. Their names are
// stored and never change.
var names = step.Names(data).
	Places(offered, later, reserved("PLAYER")).
	Counters(draftTurn, stockNo, pairNo, roundNo, roundKind, revenue, redeemed, asked, broken, reached, closed.Of("SYM"),
		passed.Of("PLAYER"), resigned.Of("PLAYER"), bankrupt.Of("PLAYER"), sold.Of("PLAYER", "SYM"), claim.Of("PLAYER", "SYM"))

// Kinds of round.
const (
	draftRound = iota
	stockRound
	operatingRound
	mergerRound
)

// A view reads the table of this title.
type view struct{ step.Table }

func see(s *engine.State) view { return view{step.Table{S: s, F: data}} }

// A turn is one run of a step, with the methods of view.
type turn struct {
	*engine.Turn
	view
}

// play is what the shared rules work on.
func (t *turn) play() classic.Play { return classic.Play{Turn: t.Turn, Table: t.Table, Purse: t.Pay} }

// do makes a step from a function on a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, see(t.State)}) })
}

// on reports whether a switch is on.
func (v view) on(option string) bool { return switches.On(v.S, option) }

// Pay moves money. The bank is broken once it has to pay more than it has, which is noted.
func (t *turn) Pay(from, to string, amount int) {
	if from == engine.Bank && amount > t.Cash(engine.Bank) && t.Get(broken) == 0 { // 13; NE-RUL-33
		t.Set(broken, 1)
		t.Note("", "The bank is broken; it goes on paying") // 13; NE-EN-03
	}
	t.Turn.Pay(from, to, amount)
}

func money(n int) string { return data.Money(n) }

// known reports whether a symbol is that of a company of the kind.
func known(sym, kind string) bool {
	c := data.Company(sym)
	return c != nil && c.Kind == kind
}

// isMinor reports whether a company is a minor.
func isMinor(sym string) bool { return known(sym, minor) }
