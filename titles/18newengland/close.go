package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
)

// liquidate closes a minor without a train. // 11.9; NE-LQ-01, NE-LQ-02,
// NE-LQ-03, NE-LQ-04, NE-ST-07
func (t *turn) liquidate(sym string) {
	t.Note(sym, "has no train and is liquidated")
	t.close(sym)
	t.Leave("operating turn")
}

// close removes a company for ever: its cash goes to the bank, everything else
// out of the game. A minor's marker keeps its space. // 11.8, 11.9; NE-CO-17,
// NE-CO-06, NE-BK-03, NE-RUL-28, NE-RUL-29, DIF-03
func (t *turn) close(sym string) {
	t.Pay(sym, engine.Bank, t.Cash(sym))
	for _, train := range t.Trains(sym) {
		t.Move(train, step.Out)
	}
	for n := range data.Company(sym).Stations {
		t.Move(step.Token(sym, n), step.Out)
	}
	for n := range data.Company(sym).Shares {
		t.Move(step.Share(sym, n), step.Out)
	}
	if !isMinor(sym) {
		t.Put(sym, "")
	}
	t.Set(closed+sym, 1)
}
