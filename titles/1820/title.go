// Package t1820 is 1820 by J C Lawrence (England, 2017). Section numbers are
// those of its rules; 20-... and RU-... are the lines and rulings of RULES.md;
// README.md explains the rulings.
package t1820

import (
	_ "embed"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

//go:embed data.json
var dataJSON []byte

var data = title.MustLoad(dataJSON)

// Title is 1820 for the list of titles.
var Title = &title.Title{
	Facts:   data,
	Rules:   engine.Rules{Start: "game", Flow: flow, Names: names},
	Holders: holders,
	Verbs:   verbs,
	Moments: moments,
	Skipped: map[string]string{
		"repay": "paid off no loan", "issues": "issued no share", "merge": "did not merge", "offer": "is not put up for sale",
	},
	Lesson:   lesson,
	Setup:    setup,
	Today:    title.Switches(nil).Today(namedSales, soldForLoans),
	Boxed:    boxed,
	Position: position,
	Round:    roundName,
	Account:  account,
	Network:  network,
	Variants: []title.Variant{
		{Key: certificates, Text: "blue and brown trains as printed on the cards: 6+ and EXPRESS (5, 15.3.2)"},
		{Key: cheapCousins, Text: "cousins at £120 only, for newcomers to the game (4)"},
	},
	Sealed:   []string{"open cry"},
	Hints:    hints,
	Together: together, Wears: wears, Rounds: rounds,
	Fails: fails, PriceMoves: spaces, FallsFirst: true,
	Closed:   closed,
	Habits:   habits,
	Mergers:  "issue and takeover round",
	Doomed:   "liquidation",
	Landmark: landmarks.Of,
	// The caretaker pays what is due, with the director's cash if needed, before a company is liquidated.
	Caretaker: []string{"settle", "cover", "loan", "refuse"},
	// A pass decides something in these.
	Deliberate: []string{"open cry", "maintenance", "interest", "shares", "forcing"},
}

// Variants, agreed before the game.
const (
	certificates = "certificates"  // 5, 15.3.2; 20-RU-02
	cheapCousins = "cheap cousins" // 4; 20-RU-10
)

// british is British Rail. // 13.5
const british = "BR"

// Places and purses of this title.
const (
	box     = "box"     // shares and markers that are not in play
	onOffer = "cousins" // cousins in their auction
	lobbies = "lobbies" // purse: the money under lobby markers
)

// Phases, by index into the data. // 5
const (
	yellow = iota
	green
	blue
	brown
	red
	gray
)

// Counters of the game. Their names are stored and never change.
const (
	phase     = "phase"
	column    = "column"      // of the Cost of Business chart, from 1
	stockNo   = "stock round" // from 1
	roundNo   = "round"       // operating rounds begun in this set
	roundKind = "kind"        // for the headline
	part      = "part"        // of the stock round, 1 or 2
	quiet     = "quiet"       // turns in a row without a lobby or a larger share-count
	lastTurn  = "last"        // seat+1 of the player with the last turn of the first part
	victoria  = "victoria"    // 1 when Queen Victoria is dead
	lastPaid  = "last income" // 1 when the last income was paid
	fromBrown = "from brown"  // 1 when this operating round began in brown phase or later
	earned    = "earned"      // what the company's trains earned this turn
	raised    = "raised"      // what its director got for shares in this step and has not spent on trains
	// what was raised in the step before the run and not spent there
	raisedEarly = "raised early"
	ending      = "ending" // 1 when a price has reached £500
)

// Counters of a company.
const (
	size      step.Counter = "size"      // its shares
	loansOf   step.Counter = "loans"     // its loans
	born      step.Counter = "born"      // stock round in which it was floated
	grew      step.Counter = "grew"      // stock round in which its share-count grew
	turned    step.Counter = "turned"    // 1 when its marker lies face down
	track     step.Counter = "track"     // its space of the private track, 0 for none
	gone      step.Counter = "gone"      // 1 when it has left the game for good
	feePaid   step.Counter = "fee"       // distance fee of its float
	feePayer  step.Counter = "fee payer" // seat+1 of who paid it
	shrunk    step.Counter = "shrunk"    // 1 when its share-count was reduced in this round
	acquired  step.Counter = "acquired"  // 1 when it took a company over in this round
	offered   step.Counter = "offered"   // 1 when it was offered in this round
	doomed    step.Counter = "doomed"    // 1 when it is liquidated in this round
	defaulted step.Counter = "defaulted" // 1 when it was put into liquidation and cannot rise
	gasUsed   step.Counter = "gas"       // 1 when it used Gas Light & Coke
	foxUsed   step.Counter = "fox"       // markers placed with Stephenson & Fox
	holden    step.Counter = "holden"    // 1 when it used Holden
	unasked   step.Counter = "unasked"   // 1 when its new director was not asked about a sale of shares for a train in this turn
)

// floatedOn is a counter of a hex: the stock round in which a tile was laid there for a float. // 20-FL-08
const floatedOn step.Counter = "floated on"

// Counters of a player; but sold is one of a holder and a company, lobby of a player and a marker,
// bid and bidder of a cousin.
const (
	owes   step.Counter = "owes" // for future trains, off the next income
	sold   step.Counter = "sold" // stock round in which a share was sold
	lobby  step.Counter = "lobby"
	bid    step.Counter = "bid"    // on a cousin
	bidder step.Counter = "bidder" // seat+1 of who made it
	ruined step.Counter = "ruined" // 1 for a bankrupt player
)

// names are the pieces, places, purses and counters that only this title has. Their names are
// stored and never change.
var names = step.Names(data).
	Places(box, onOffer, "PRIVATE").
	Purses(lobbies, "PRIVATE").
	Counters(column, stockNo, roundNo, roundKind, part, quiet, lastTurn, victoria, lastPaid, fromBrown, earned, raised,
		raisedEarly, ending, size.Of("SYM"), loansOf.Of("SYM"), born.Of("SYM"), grew.Of("SYM"), turned.Of("SYM"),
		track.Of("SYM"), gone.Of("SYM"), feePaid.Of("SYM"), feePayer.Of("SYM"), shrunk.Of("SYM"), acquired.Of("SYM"),
		offered.Of("SYM"), doomed.Of("SYM"), defaulted.Of("SYM"), gasUsed.Of("SYM"), foxUsed.Of("SYM"), holden.Of("SYM"), unasked.Of("SYM"),
		issued.Of("SYM"), place.Of("SYM"), fresh.Of("SYM"), floatedOn.Of("HEX"), owes.Of("PLAYER"), lobby.Of("PLAYER", "N"),
		sold.Of("PLAYER", "SYM"), sold.Of("PRIVATE", "SYM"), bid.Of("PRIVATE"), bidder.Of("PRIVATE"), ruined.Of("PLAYER"))

// Kinds of round.
const (
	stockRound = iota
	operatingRound
	takeoverRound
)

// A view reads the table of this title.
type view struct{ step.Table }

func see(s *engine.State) view { return view{step.Table{S: s, F: data, H: holders}} }

// A turn is one run of a step, with the methods of view.
type turn struct {
	*engine.Turn
	view
}

// do makes a step from a function on a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, see(t.State)}) })
}

// on reports whether a variant is on.
func (v view) on(option string) bool { return v.S.Option(option) != "" }

// over reports whether the game has ended during this step.
func (t *turn) over() bool { return t.Result != nil }

func money(n int) string { return data.Money(n) }
