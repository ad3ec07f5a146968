package t18newengland

import "pbem/engine/step"

// discardExcess brings every company down to its limit; their presidents are
// asked at once, in any order. // 11.7; NE-TN-11, NE-TN-12, NE-RUL-25
func (t *turn) discardExcess() {
	over := func() []step.Excess {
		var out []step.Excess
		for _, sym := range append(minorsInOrder(t.State), majorsInOrder(t.State)...) {
			if len(t.Trains(sym)) > t.Phase().Limits[data.Company(sym).Kind] {
				out = append(out, step.Excess{Sym: sym, By: t.President(sym)})
			}
		}
		return out
	}
	step.Discards(t.Turn, t.Table, over, t.option(askPasses), func(sym, train string) { // X2
		t.Move(train, step.Pool)
		t.Note(sym, "discarded a %s-train", step.Label(train))
	})
}
