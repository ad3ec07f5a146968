// Package t1817 implements 1817 by Craig Bartell and Tim Flowers (2012). Section numbers are those of its
// rules; 17-... and R-... are the lines and rulings of RULES.md. README.md explains the rulings.
package t1817

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

// Title is the value of 1817 in the list of titles.
var Title = &title.Title{
	Facts: data,
	Rules: engine.Rules{Start: "game", Flow: flow, Names: names},
	Verbs: verbs,
	Skipped: map[string]string{
		"repayment": "paid off no loan", "loans": "took no more loans", "merger": "neither converted nor merged", "offer": "is not put up for sale",
		"contribution": "paid the rest in cash",
	},
	Lesson:   lesson,
	Setup:    setup,
	Position: position,
	Round:    roundName,
	Account:  account,
	Network:  network,
	Rounds:   rounds,
	Variants: []title.Variant{
		{Key: increasedShorts, Text: "up to ten short shares of a 10-share company (9.1)"},
		{Key: morePlayers, Text: "8 to 12 players (9.2)"},
		{Key: shortSqueeze, Text: "a price moves two to the right when players hold more than 100% (9.3)"},
		{Key: modernTrains, Text: "7-trains earn $10 more, 8-trains $20, for each own marker on their route (9.4)"},
	},
	Today:    switches.Today(quietEnd),
	OpenTalk: "section 1.4", // 17-SU-09
	Habits:   habits,
	// The winner of an IPO chooses how to pay. The buyer of a company chooses which of its loans to keep.
	Deliberate: []string{"contribution", "acquired loans"},
	Mergers:    "merger and acquisition round",
	Doomed:     "red",
	Lapsing:    lapsing,
	Fails:      fails,
	PriceMoves: dividendMove, // 6.6; 17-DV-05
	EasyKeeps:  90,           // a game is won by cash: docs/robots.md
	Landmark:   landmarks.Of,
	Closed:     closed,
	Moments:    moments,
	Import: &title.Import{
		Name:     "1817",
		Options:  importOptions,
		Switches: switches,
		Names:    privateNames,
		New:      newTranslator,
	},
}

// Variants, agreed before the game. // 9
const (
	increasedShorts = "increased shorts" // 9.1; 17-VA-01
	morePlayers     = "more players"     // 9.2; 17-VA-02
	shortSqueeze    = "short squeeze"    // 9.3; 17-VA-03
	modernTrains    = "modern trains"    // 9.4; 17-VA-04
)

// Phases by index into the data. // 2
const (
	phase2 = iota
	phase3
	phase4
	phase5
	phase6
	phase7
	phase8
)

// Places of this title.
const (
	box    = "box"   // certificates, short shares and markers that are not in play
	loans  = "loans" // the Bank of New York
	onSale = "offer" // privates in the initial auction
	pot    = "pot"   // purse: the seed money
)

// aside names the purse and the place for the cash and loans of a company that is liquidated. // 7.2.4
func aside(sym string) string { return "aside:" + sym }

// Counters of the game. Their names are stored.
const (
	phase     = "phase"
	stockNo   = "stock round" // 0 in the initial auction
	roundNo   = "round"       // operating rounds begun in this set
	roundKind = "kind"        // for the headline
	rate      = "rate"        // interest for each loan; 0 when none is fixed
	finalSet  = "final set"   // number of the last set of rounds; 0 if it is not fixed yet
	finalLong = "final long"  // operating rounds of the last set
	earned    = "earned"      // what the company's trains earned this turn
	stationIn = "station in"  // stock round in which a company got the Train Station
	millUsed  = "mill used"   // 1 when the Pittsburgh Steel Mill has laid its tile
)

// Counters of a company.
const (
	size       step.Counter = "size"    // shares of a company in play
	born       step.Counter = "born"    // stock round of its IPO
	unpaid     step.Counter = "unpaid"  // station markers it must still buy after its IPO
	turnNo     step.Counter = "turn"    // place in the order of the operating round
	mergerNo   step.Counter = "merger"  // place in the order of the M&A round
	zoneBefore step.Counter = "zone"    // zone when the M&A round began
	changed    step.Counter = "changed" // 1 when it converted or merged in this M&A round
	saleNo     step.Counter = "sale"    // place in the order of sales
	leftBy     step.Counter = "left by" // seat+1 of the bankrupt who was its president
	putUp      step.Counter = "put up"  // 1 when its liquidation has begun
	afterwards step.Counter = "later"   // loans it takes after the interest of this turn
)

// scrapped counts the trains of each type that belonged to companies that were broken up. Only imported
// games use it. // D-45
const scrapped step.Counter = "scrapped"

// Counters of a player. The counter sold belongs to a player and a company.
const (
	owes     step.Counter = "owes"     // what they still have to pay
	bankrupt step.Counter = "bankrupt" // 1 when out
	sold     step.Counter = "sold"     // stock round in which the player sold the company, or sold it short
)

// names declares the pieces, places, purses and counters of this title, in addition to those of all titles.
// The names are stored and never change.
var names = step.Names(data).
	Pieces("short:SYM:N", "loan:N", "coal:PRIVATE:N", "bridge:PRIVATE:N").
	Places(box, loans, onSale, aside("SYM"), "PRIVATE").
	Purses(pot, aside("SYM")).
	Counters(stockNo, roundNo, roundKind, rate, finalSet, finalLong, earned, stationIn, millUsed,
		size.Of("SYM"), born.Of("SYM"), unpaid.Of("SYM"), turnNo.Of("SYM"), mergerNo.Of("SYM"), zoneBefore.Of("SYM"),
		changed.Of("SYM"), saleNo.Of("SYM"), leftBy.Of("SYM"), putUp.Of("SYM"), afterwards.Of("SYM"), scrapped.Of("TRAIN"),
		owes.Of("PLAYER"), bankrupt.Of("PLAYER"), sold.Of("PLAYER", "SYM"))

// Kinds of round.
const (
	auctionRound = iota
	stockRound
	operatingRound
	mergerRound
)

// Zones of the market. // R-02
const (
	noZone = iota
	redZone
	grayZone
	normalZone
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
func (t *turn) play() classic.Play { return classic.Play{Turn: t.Turn, Table: t.Table} }

// do makes a step from a function that takes a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, see(t.State)}) })
}

// on reports whether a variant or a switch is on.
func (v view) on(option string) bool { return switches.On(v.S, option) }

// over reports whether the game has ended in the course of this step.
func (t *turn) over() bool { return t.Result != nil }

// money formats an amount.
func money(n int) string { return data.Money(n) }
