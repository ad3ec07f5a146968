// Package t1828 implements 1828 by J C Lawrence (English rules 1.0-2, 2022), which 18xx.games calls
// 1828.Games. Section numbers are those of its rules; 28-... and R-... are the lines and rulings of
// RULES.md. README.md explains the rulings.
package t1828

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

// Title is the value of 1828 in the list of titles.
var Title = &title.Title{
	Facts:    data,
	Rules:    engine.Rules{Start: "game", Flow: flow, Names: names},
	Verbs:    verbs,
	Priority: "begins the stock round",
	Moments:  moments,
	Lesson:   lesson,
	Setup:    setup,
	Today:    switches.Today(newDirectorRuns, coalBeforeRun, tileOfChamplain),
	Boxed:    boxed,
	Position: position,
	Begins:   func(s *engine.State) string { return see(s).next() },
	Round:    roundName,
	Network:  network,
	Operated: hasOperated, Rounds: rounds, EndsAtPrice: 500,
	Variants: []title.Variant{
		{Key: goodPrivates, Text: "at least one of the private companies GT-P, NW-P and OS&H-P stays in the game (4)"},
	},
	Agreed:   agreed,
	OpenTalk: "section 10", // 28-NG-01, G-02
	Import:   importing,
	Habits:   habits,
	Landmark: landmarks.Of,
	Account:  account,
	Ready:    ready,
	ToFloat:  toFloat,
	Closed:   closed,
	// A caretaker discards a single share for its price, and does not pay to trade it up to a share of the
	// system.
	Caretaker: []string{"cash"},
	// A company that buys the C&P decides whether to replace its marker.
	Deliberate: []string{placeQuestion},
}

// goodPrivates is the advice for new players. // 4; 28-SU-04
const goodPrivates = "good privates"

// Phases by index into the data. // 17
const (
	yellowPhase = iota
	greenPhase
	bluePhase
	brownPhase
	redPhase
	grayPhase
	purplePhase
)

// Places of this title. The certificates that come with a private company are at the place of its symbol.
// The coal markers of a company are on its charter.
const (
	box    = "box"   // station markers that no charter has
	onSale = "offer" // private companies in the auction
)

// charter names the piece for the charter of a company. The companies whose charters are at the place of a
// company are its shells. // 13.4
func charter(sym string) string { return "charter:" + sym }

// Counters of the game. Their names are stored.
const (
	phase     = "phase"
	stockNo   = "stock round"     // 0 in the auction
	roundNo   = "round"           // operating rounds begun in this set
	serialNo  = "operating round" // operating rounds begun in the game
	roundKind = "kind"            // for the headline
	begun     = "begun"           // serial number of the operating round in which a company has begun its turn
	lastSet   = "last set"        // number of the last set of rounds; 0 if it is not fixed yet
	ruined    = "bankrupt"        // seat, from 1, of the bankrupt player
	reached   = "500"             // 1 when a price has reached $500
	homesShut = "homes shut"      // 1 when the homes of companies that nobody started are blocked
	earned    = "earned"          // what the company's trains earned this turn
	stationed = "stationed"       // 1 when the company placed a marker this turn
	scranton  = "scranton"        // 1 when the company used D&H this turn
	extraUsed = "extra tile"      // serial number of the operating round in which E&K laid its tile
)

// Counters of a company. The counter sold belongs to a player and a company.
const (
	floatedIn step.Counter = "floated in" // stock round in which it floated, or the last stock round before it floated
	operated  step.Counter = "operated"   // serial number of the operating round in which it had its turn
	sold      step.Counter = "sold"       // stock round in which the player sold shares of it
)

// names declares the pieces, places, purses and counters of this title, in addition to those of all titles.
// The names are stored and never change.
var names = step.Names(data).
	Pieces(charter("SYM"), "coal:N", "token:"+cobourgSym+":N").
	Places(box, onSale, "PRIVATE").
	Purses(cobourgSym).
	Counters(stockNo, roundNo, serialNo, roundKind, begun, lastSet, ruined, reached, homesShut, earned, stationed, scranton,
		extraUsed, touched, floatedIn.Of("SYM"), operated.Of("SYM"), lost.Of("SYM"), sold.Of("PLAYER", "SYM")).
	Word("REST", theIPO, thePool, "director", "discard").
	Counters(mid.Of("gone"), mid.Of("stays"), mid.Of("lead"), mid.Of("price"), mid.Of("used"), mid.Of("SYM", "PLAYER"),
		mid.Of("SYM", "REST"), mid.Of("system", "PLAYER"), mid.Of("system", "REST"))

// Kinds of round.
const (
	auctionRound = iota
	stockRound
	operatingRound
)

// A view reads the table of this title.
type view struct{ step.Table }

func see(s *engine.State) view { return view{step.Table{S: s, F: data}} }

// A turn is one run of a step, with the methods of view.
type turn struct {
	*engine.Turn
	view
	later []string // private companies of $250 whose pars are asked for last // D-03
}

// play is what the shared rules work on.
func (t *turn) play() classic.Play { return classic.Play{Turn: t.Turn, Table: t.Table} }

// do makes a step from a function that takes a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{Turn: t, view: see(t.State)}) })
}

// on reports whether a variant or a switch is on.
func (v view) on(option string) bool { return switches.On(v.S, option) }

// money formats an amount.
func money(n int) string { return data.Money(n) }
