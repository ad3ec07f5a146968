package step

import "pbem/engine"

// TakeOver gives the cash of one company to another, and all its pieces of some
// kinds, such as trains, in their order.
// // 1817 7.1.2, 7.2.4; 18NewEngland 12
func TakeOver(t *engine.Turn, from, to string, kinds ...string) {
	t.Pay(from, to, t.Cash(from))
	for _, kind := range kinds {
		for _, piece := range t.Kind(from, kind) {
			t.Move(piece, to)
		}
	}
}
