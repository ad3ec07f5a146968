package step

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
)

// Made counts all trains of a type that ever came to the table.
func (t Table) Made(name string) int {
	n := 0
	for t.S.Where(Train(name, n)) != "" {
		n++
	}
	return n
}

// ATrain names a train with its article: "a 2-train", "an 8E-train".
func ATrain(name string) string {
	if strings.ContainsAny(name[:1], "8AEIO") {
		return "an " + name + "-train"
	}
	return "a " + name + "-train"
}

// OnSale returns the trains on sale, the next first. The order is that of the
// types in the facts, even if one came back or was added later.
func (t Table) OnSale() []string {
	trains, names := t.Trains(Supply), t.TrainNames(Supply)
	out := make([]string, 0, len(trains))
	for _, tr := range t.F.Trains {
		for i, name := range names {
			if name == tr.Name {
				out = append(out, trains[i])
			}
		}
	}
	return out
}

// Refill puts one more train of a type on sale if its number is unlimited and
// none is left.
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

// Lots lists the next new train and one of each type in the pool; pool is what
// players call it.
func (t Table) Lots(pool string) []Lot {
	var out []Lot
	if next := t.OnSale(); len(next) > 0 {
		out = append(out, Lot{*t.F.Train(Label(next[0])), "bank", Supply})
	}
	for _, name := range t.TrainTypes(Pool) {
		out = append(out, Lot{*t.F.Train(name), pool, Pool})
	}
	return out
}

// TradeOptions lists the trains of another company, one of each type, at any
// price up to most.
func (t Table) TradeOptions(other string, most int, label string) []engine.Option {
	if most < 1 {
		return nil
	}
	var out []engine.Option
	for _, name := range t.TrainTypes(other) {
		out = append(out, engine.Option{
			Args:  []string{"train", name, "from", other, "for"},
			Range: &engine.Range{Min: 1, Max: most, Step: 1}, Label: label,
		})
	}
	return out
}

// Excess is a company that owns more trains than it may, and who speaks for it.
type Excess struct {
	Sym, By string
}

// Discards asks the companies over their limits, all at once and in any order,
// until none is left. over lists them again each time. A company with trains of
// only one type is not asked unless always is set. put says where each train
// goes.
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
			choices = append(choices, Offer(x.By, x.Sym, "discard", "give up a train: "+x.Sym+" is over its limit", Fixed(options),
				func(words []string) string { return tb.notDiscarded(x, over(), words) }))
		}
		if quick {
			continue
		}
		if len(choices) == 0 {
			return
		}
		a := t.Ask("discard", choices...)
		put(a.Arg(2), tb.TrainOf(a.Arg(2), a.Arg(1)))
	}
}

// notDiscarded says why words are no discard of the company that is asked: it is another one's turn to say, or it has no
// such train.
func (t Table) notDiscarded(x Excess, over []Excess, words []string) string {
	if sym := Word(words, 2); sym != "" && sym != x.Sym && t.F.Company(sym) != nil {
		i := slices.IndexFunc(over, func(o Excess) bool { return o.Sym == sym })
		switch {
		case i < 0:
			return sym + " is not over its train limit"
		case over[i].By != x.By:
			return "another player says which train of " + sym + " goes"
		}
	}
	why := "say which train goes: " + x.Sym + " has " + strings.Join(t.TrainNames(x.Sym), " ")
	if name := Word(words, 1); name != "" && t.F.Train(name) != nil && !slices.Contains(t.TrainNames(x.Sym), name) {
		return x.Sym + " has no " + name + "-train: " + why
	}
	return why
}

// DiscardOptions lists the types of trains a company may give up.
func (t Table) DiscardOptions(sym string) []engine.Option {
	var out []engine.Option
	for _, name := range t.TrainTypes(sym) {
		out = append(out, engine.Option{Args: []string{"train", name, sym}})
	}
	return out
}
