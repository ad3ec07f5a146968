// Package classic has the operating turn of 1830 and most games after it as functions of facts.
//
// In an operating round a title lists its companies with Floated and begins the round with BeginOperating. The turn of a
// company is made of Track with a Ground, Station, Running, and Shop with Emergency for a train that must be bought. Each
// has one order of reasons, which is right for a new title. A title in which the order or the sentences are others keeps a
// switch of its own (Ground.NotNext, the second argument of Station.Offer) and takes the rest. Chart, Lay, NextToken,
// Network, Stops, Fleet, ShopOptions, TrainLimit and DiscardTo are parts for any title.
package classic

import (
	"pbem/engine"
	"pbem/engine/step"
)

// BeginOperating counts a new operating round and tells it: "Operating round 2.1". kind is
// the title's number for operating rounds.
// // 1843 8.1
func BeginOperating(t *engine.Turn, kind int) {
	t.Set(RoundNo, t.Get(RoundNo)+1)
	t.Set(RoundKind, kind)
	t.Note("", "Operating round %d.%d", t.Get(StockNo), t.Get(RoundNo))
}

// Floated returns the companies that have floated and operate, the highest price first.
// // 1828 8.2
func Floated(tb step.Table) []string {
	var out []string
	for _, c := range tb.F.Companies {
		if tb.Floated(c.Sym) {
			out = append(out, c.Sym)
		}
	}
	return tb.ByPrice(out)
}
