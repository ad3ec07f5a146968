// Package sample is 18Sample: the rules of README.md, whose sections are cited after "//". SA-... are the lines of
// RULES.md.
package sample

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

// Title is 18Sample for the list of titles.
var Title = &title.Title{
	Facts:    data,
	Rules:    engine.Rules{Start: "game", Flow: flow, Names: names},
	Verbs:    verbs,
	Moments:  moments,
	Lesson:   lesson,
	Setup:    setup,
	Position: position,
	Round:    roundName,
	Network:  network,
	ToFloat:  toFloat,
}

// Counters of the table. The names are stored and never change.
const (
	phase     = "phase"           // by index into the data
	stockNo   = classic.StockNo   // stock rounds begun; the operating rounds after it are its set
	roundNo   = classic.RoundNo   // of the set, 0 in a stock round
	roundKind = classic.RoundKind // the kind of round, for the headline
	revenue   = "revenue"         // what the company's trains earned this turn
	broken    = "broken"          // 1 when the bank could not pay
	reached   = "reached"         // 1 when a price came to the end of the market
)

// names are what this title calls counters beside what all titles have. They are stored and never change.
var names = step.Names(data).Counters(stockNo, roundNo, roundKind, revenue, broken, reached, classic.Sold("PLAYER", "SYM"))

// Kinds of round.
const (
	stockRound = iota
	operatingRound
)

// A view reads the table of this title.
type view struct{ step.Table }

func see(s *engine.State) view { return view{step.Table{S: s, F: data}} }

// A turn is one run of a step with the readings of this title.
type turn struct {
	*engine.Turn
	view
}

// play is what the shared rules work on.
func (t *turn) play() classic.Play { return classic.Play{Turn: t.Turn, Table: t.Table, Purse: t.Pay} }

// do makes a step of a function on a turn.
func do(leaf func(*turn)) engine.Step {
	return engine.Do(func(t *engine.Turn) { leaf(&turn{t, see(t.State)}) })
}

// Pay moves money, and notes when the bank has to pay more than it has: it goes on paying. // 5; SA-20
func (t *turn) Pay(from, to string, amount int) {
	if from == engine.Bank && amount > t.Cash(engine.Bank) && t.Get(broken) == 0 {
		t.Set(broken, 1)
		t.Note("", "The bank is broken; it goes on paying")
	}
	t.Turn.Pay(from, to, amount)
}

// money formats an amount.
func money(n int) string { return data.Money(n) }

// voice is that of the operating company's president, who decides for it.
func (t *turn) voice() step.Voice { return t.Voice(t.Actor) }
