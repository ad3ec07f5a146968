package step

import (
	"pbem/engine"
	"pbem/engine/facts"
)

// Made counts the trains of a type that ever came to the table.
func (t Table) Made(name string) int {
	n := 0
	for t.S.Where(Train(name, n)) != "" {
		n++
	}
	return n
}

// Refill puts one more train of a type on sale when it is one of as many as
// are needed and none is left.
func Refill(t *engine.Turn, tb Table, name string) {
	if tb.TrainOf(Supply, name) == "" {
		t.Move(Train(name, tb.Made(name)), Supply)
	}
}

// Rust removes every train of a type that is in play and reports how many.
func Rust(t *engine.Turn, tb Table, name string) int {
	gone := 0
	for i := range tb.Made(name) {
		if train := Train(name, i); t.Where(train) != Out {
			t.Move(train, Out)
			gone++
		}
	}
	return gone
}

// A Lot is a train that bank or pool sells at face value.
type Lot struct {
	Train facts.Train
	From  string // as players say it
	Place string
}

// Lots lists the next new train and one of each type in the pool, which players
// call by the word given.
func (t Table) Lots(pool string) []Lot {
	var out []Lot
	if next := t.TrainNames(Supply); len(next) > 0 {
		out = append(out, Lot{*t.F.Train(next[0]), "bank", Supply})
	}
	seen := map[string]bool{}
	for _, name := range t.TrainNames(Pool) {
		if !seen[name] {
			out = append(out, Lot{*t.F.Train(name), pool, Pool})
		}
		seen[name] = true
	}
	return out
}

// TradeOptions lists the trains of another company, one of each type, at any
// price up to most.
func (t Table) TradeOptions(other string, most int, label string) []engine.Option {
	var out []engine.Option
	seen := map[string]bool{}
	for _, name := range t.TrainNames(other) {
		if !seen[name] && most > 0 {
			out = append(out, engine.Option{
				Args:  []string{"train", name, "from", other, "for"},
				Range: &engine.Range{Min: 1, Max: most, Step: 1}, Label: label,
			})
		}
		seen[name] = true
	}
	return out
}

// Agreed asks the other party to a deal between two companies: accept or
// decline; who proposed it may withdraw. What is the deal as the
// other sees it: "sell the 3-train of B&O to C&O for $120".
func Agreed(t *engine.Turn, by, sym, other, partner, what string) bool {
	switch t.Ask(
		engine.Choice{By: other, For: partner, Verb: "accept", Help: what},
		engine.Choice{By: other, For: partner, Verb: "decline", Help: "do not " + what},
		engine.Choice{By: by, For: sym, Verb: "withdraw", Help: "take the offer back"},
	).Verb {
	case "accept":
		return true
	case "decline":
		t.Note(partner, "declined the offer")
	default:
		t.Note(sym, "withdrew the offer")
	}
	return false
}

// Excess is a company that owns more trains than it may, and who speaks for it.
type Excess struct {
	Sym, By string
}

// Discards asks the companies over their limits, all at once and in any order,
// until none is left. Over lists them afresh; a company with trains of one type
// only is not asked unless always is set. Each train goes where put says.
func Discards(t *engine.Turn, tb Table, over func() []Excess, always bool, put func(sym, train string)) {
	for {
		var choices []engine.Choice
		quick := false
		for _, x := range over() {
			options := tb.DiscardOptions(x.Sym)
			if len(options) == 1 && !always {
				put(x.Sym, tb.TrainOf(x.Sym, options[0].Args[1]))
				quick = true
				break
			}
			choices = append(choices, engine.Choice{
				By: x.By, For: x.Sym, Verb: "discard", Help: "give up a train: " + x.Sym + " is over its limit",
				Options: func() []engine.Option { return options },
			})
		}
		if quick {
			continue
		}
		if len(choices) == 0 {
			return
		}
		a := t.Ask(choices...)
		put(a.Arg(2), tb.TrainOf(a.Arg(2), a.Arg(1)))
	}
}

// DiscardOptions lists the types of trains a company may give up.
func (t Table) DiscardOptions(sym string) []engine.Option {
	var out []engine.Option
	seen := map[string]bool{}
	for _, name := range t.TrainNames(sym) {
		if !seen[name] {
			out = append(out, engine.Option{Args: []string{"train", name, sym}})
		}
		seen[name] = true
	}
	return out
}
