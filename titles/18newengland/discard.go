package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
)

// discardExcess brings every company down to its limit; their presidents are
// asked at once, in any order. // 11.7; NE-TN-11, NE-TN-12, NE-RUL-25
func (t *turn) discardExcess() {
	for {
		var choices []engine.Choice
		for _, sym := range append(minorsInOrder(t.State), majorsInOrder(t.State)...) {
			if c, over := t.discardChoice(sym); over {
				choices = append(choices, c)
			}
		}
		if len(choices) == 0 {
			return
		}
		a := t.Ask(choices...)
		t.discard(a.Arg(2), a.Arg(1))
	}
}

// discardChoice asks which train a company over its limit gives up. Identical
// trains go without asking.
func (t *turn) discardChoice(sym string) (c engine.Choice, over bool) {
	limit := t.Phase().Limits[data.Company(sym).Kind]
	for len(t.Trains(sym)) > limit {
		options := t.discardOptions(sym)
		if len(options) > 1 || t.option(askPasses) {
			return engine.Choice{
				By: t.President(sym), For: sym, Verb: "discard", Help: "give up a train: " + sym + " is over its limit",
				Options: func() []engine.Option { return options },
			}, true // X2
		}
		t.discard(sym, options[0].Args[1])
	}
	return engine.Choice{}, false
}

func (t *turn) discardOptions(sym string) []engine.Option {
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

func (t *turn) discard(sym, name string) {
	t.Move(t.TrainOf(sym, name), step.Pool)
	t.Note(sym, "discarded a %s-train", name)
}
