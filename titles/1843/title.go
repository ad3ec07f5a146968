// Package t1843 is 1843 by J C Lawrence (English rules of 14 February 2012).
// Section numbers are those of its rules; 43-... and R-... are the lines and
// rulings of RULES.md; README.md explains the rulings.
package t1843

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

// Title is 1843 for the list of titles.
var Title = &title.Title{
	Facts:    data,
	Rules:    engine.Rules{Start: "game", Flow: flow, Names: names},
	Verbs:    verbs,
	Moments:  moments,
	Lesson:   lesson,
	Setup:    setup,
	Today:    title.Switches(nil).Today(tileOfPSG),
	Position: position,
	Priority: "begins the stock round",
	Begins:   func(s *engine.State) string { return see(s).begins() },
	ToFloat:  toFloat,
	Round:    roundName,
	Account:  account,
	Network:  network,
	Rounds:   rounds, EndsAtPrice: 500,
	Fleets: fleets,
	Closed: closed,
	// The caretaker does not make a train of VDL.
	Caretaker: []string{"keep"},
	Habits:    habits,
	Landmark:  landmark,
}

// Phases, by index into the data. // 14
const (
	phaseYellow = iota
	phaseGreen
	phaseBlue
	phaseBrown
	phaseRed
	phaseGray
)

// Places of this title.
const (
	box    = "box"    // pieces not in play yet: blocked markers, the Engineers card, the train of VDL
	verso  = "verso"  // the sides of train certificates that lie face down
	rusted = "rusted" // single trains of older colours that are for sale again
	onSale = "offer"  // private companies in the auction
)

// with returns the place of a certificate that belongs to a private company.
func with(private string) string { return "with:" + private }

// Private companies with a rule of their own. // 10.2
const (
	privTB  = "TB"
	privPSG = "PSG"
	privLH  = "LH"
	privVDL = "VDL"
	privBA  = "BA"
	privLM  = "LM"
)

// Companies with a rule of their own.
const (
	compETA = "ETA"
	compMID = "MID"
	compPLM = "PLM"
)

// Counters of the game. Their names are stored and never change.
const (
	phase     = "phase"
	stockNo   = "stock round" // 0 in the auction; also the number of the set of operating rounds after it
	roundNo   = "round"       // operating rounds begun in this set
	roundKind = "kind"        // for the headline
	earned    = "earned"      // what the company's trains earned in this operation
	hadTrain  = "had train"   // 1 when the company owned a train as its operation began
	stationed = "stationed"   // 1 when a private company placed its station in this operation
	graySet   = "gray set"    // the set in which a company first owned a gray train
	reached   = "500"         // 1 when a dividend brought a price to 500
)

// Counters that each company or player has.
const (
	cut      step.Counter = "cut"      // PRIVATE: total reduction of its price
	operates step.Counter = "operates" // SYM: 1 if it floated before the operating round
	shifted  step.Counter = "shifted"  // SYM: 1 if it has moved a station marker
	sold     step.Counter = "sold"     // PLAYER, SYM: the number of the last stock round when it was sold
	turned   step.Counter = "turned"   // PLAYER: the stock round of the last turn
)

// names are the pieces, places, purses and counters that only this title has. Their names are
// stored and never change.
var names = step.Names(data).
	Pieces(engineers, port("HEX")).
	Places(box, verso, rusted, onSale, with("PRIVATE"), "train:TRAIN:N").
	Word("THING", sellable()...).
	Counters(stockNo, roundNo, roundKind, earned, hadTrain, stationed, graySet, reached, cut.Of("PRIVATE"),
		operates.Of("SYM"), shifted.Of("SYM"), turned.Of("PLAYER"), parSaid.Of("PLAYER"), said.Of("PLAYER"),
		sold.Of("PLAYER", "SYM"), will.Of("PLAYER", "THING", "SYM"))

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
}

// play is what the shared rules work on.
func (t *turn) play() classic.Play { return classic.Play{Turn: t.Turn, Table: t.Table} }

// do makes a step from a function on a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, see(t.State)}) })
}

// inPhase reports whether a phase has begun.
func (v view) inPhase(n int) bool { return v.S.Get(phase) >= n }

func money(n int) string { return data.Money(n) }

// known reports whether a symbol is that of a public company.
func known(sym string) bool { return data.Company(sym) != nil }

// voice returns the voice of the operating company's director, who decides for it.
func (t *turn) voice() step.Voice { return t.Voice(t.Actor) }
