// Package t1817 is 1817 by Craig Bartell and Tim Flowers (2012). Section
// numbers are those of its rules; 17-... and R-... are the lines and rulings of
// the project's checklist, explained in README.md.
package t1817

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

// Title is 1817 for the list of titles.
var Title = &title.Title{
	Facts:    data,
	Rules:    engine.Rules{Start: "game", Flow: flow},
	Setup:    setup,
	Position: position,
	Network:  network,
	Variants: []title.Variant{
		{Key: increasedShorts, Text: "up to ten short shares of a 10-share company (9.1)"},
		{Key: morePlayers, Text: "8 to 12 players (9.2)"},
		{Key: shortSqueeze, Text: "more than 100% in players' hands moves a price two to the right (9.3)"},
		{Key: modernTrains, Text: "7- and 8-trains earn for each own marker on their route (9.4)"},
	},
	OpenTalk: "section 1.4", // 17-SU-09
	Import: &title.Import{
		Name:    "1817",
		Options: importOptions,
		Names:   privateNames,
		New:     newTranslator,
	},
}

// Variants, agreed before the game. // 9
const (
	increasedShorts = "increased shorts" // 9.1; 17-VA-01
	morePlayers     = "more players"     // 9.2; 17-VA-02
	shortSqueeze    = "short squeeze"    // 9.3; 17-VA-03
	modernTrains    = "modern trains"    // 9.4; 17-VA-04
)

// Switches under which games of 18xx.games can be read: where that program
// departs from the written rules. They are off in normal play. README.md
const (
	bidOverFace      = "bid over face"       // D-01: bids for a private above its face value
	markerLater      = "marker later"        // D-03: an IPO's marker is placed after the opening bid
	sellAfterShort   = "sell after short"    // D-05, D-35
	loansInGray      = "loans in gray"       // D-08: company actions in gray and red
	redMoves         = "red moves"           // D-09, D-41: red companies move at the end of a stock round
	currentOrder     = "current order"       // D-10: sales go by the prices when they begin
	skipNewRed       = "skip new red"        // D-11: red since this merger round is sold in the next
	keepsPlace       = "keeps place"         // D-13: a marker put into its own cell keeps its place
	cashToBank       = "cash to bank"        // D-15: a bankrupt's cash never goes to a charter
	anyBankruptcy    = "any bankruptcy"      // D-16: asked for, though shares could be sold
	anyRoutes        = "any routes"          // D-17
	scorePrivates    = "score privates"      // D-18: privates count at face value
	anyCoal          = "any coal"            // D-21: a looser test of where a coal tile points
	askPasses        = "ask passes"          // D-23: asks where nothing but to pass is possible
	nextUpFirst      = "next up first"       // D-26: the next company is put up before a cash crisis is over
	noConsent        = "no consent"          // D-12: trains are sold and companies merged without asking
	buysOn           = "new president buys"  // D-42
	latePresident    = "late president"      // D-27: an old president may sell after the post process
	nearestPresident = "nearest president"   // D-34: ties in a 5-share merger go to the left of the initiator
	markersAtSize    = "markers at size"     // D-07: markers are paid as soon as the size is chosen
	bankruptPrivates = "bankrupt's privates" // D-18: a bankrupt keeps them
	salesAtTrains    = "sales at trains"     // a president may sell shares in the train step, to no end
)

var compat = []string{
	bidOverFace, markerLater, sellAfterShort, loansInGray, redMoves, currentOrder, skipNewRed, keepsPlace, cashToBank,
	anyBankruptcy, anyRoutes, scorePrivates, anyCoal, askPasses, nextUpFirst, noConsent, buysOn, latePresident, nearestPresident, markersAtSize, bankruptPrivates, salesAtTrains,
}

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
	box    = "box"   // certificates and markers that are not in play, open short interest with them
	loans  = "loans" // the Bank of New York
	onSale = "offer" // privates in the initial auction
	pot    = "pot"   // purse: the seed money
)

// aside is the purse and the place of what is set aside for a company in
// liquidation. // 7.2.4
func aside(sym string) string { return "aside:" + sym }

// Counters of this title.
const (
	phase      = "phase"
	stockNo    = "stock round" // 0 in the initial auction
	roundNo    = "round"       // operating rounds begun in this set
	roundKind  = "kind"        // for the headline
	passes     = "passes"      // passes in succession
	lastActor  = "last"        // seat+1 of the last who acted
	rate       = "rate"        // interest for each loan; 0 when none is fixed
	finalSet   = "final set"   // number of the last set of rounds; 0 while it is open
	finalLong  = "final long"  // operating rounds of the last set
	earned     = "earned"      // what the company's trains earned this turn
	size       = "size:"       // SYM: shares of a company in play
	born       = "born:"       // SYM: stock round of its IPO
	unpaid     = "unpaid:"     // SYM: station markers it must still buy after its IPO
	turnNo     = "turn:"       // SYM: place in the order of the operating round
	mergerNo   = "merger:"     // SYM: place in the order of the M&A round
	zoneBefore = "zone:"       // SYM: zone when the M&A round began
	changed    = "changed:"    // SYM: 1 when it converted or merged in this M&A round
	saleNo     = "sale:"       // SYM: place in the order of sales
	leftBy     = "left by:"    // SYM: seat+1 of the bankrupt who was its president
	sold       = "sold:"       // PLAYER:SYM: stock round in which it was sold or shorted
	owes       = "owes:"       // PLAYER: what they must pay and have not yet
	bankrupt   = "bankrupt:"   // PLAYER: 1 when out
	stationIn  = "station in"  // stock round in which a company got the Train Station
	millUsed   = "mill used"   // 1 when the Pittsburgh Steel Mill has laid its tile
	putUp      = "put up:"     // SYM: 1 when its liquidation has begun
)

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

// A turn is one run of a step with the readings of this title.
type turn struct {
	*engine.Turn
	view
}

// do makes a step of a function on a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, see(t.State)}) })
}

// on reports whether a variant or a switch is on.
func (v view) on(option string) bool { return v.S.Option(option) != "" }

// over reports whether the game has ended in the course of this step.
func (t *turn) over() bool { return t.Result != nil }

// money formats an amount.
func money(n int) string { return data.Money(n) }
