package robot

import (
	"cmp"

	"pbem/engine"
)

// An easy robot plays as beginners do: it likes to keep money. Of what it is worth it keeps a part, and leaves shares to others for
// that. In an operating round it pays as a steady one does, for there a company may be lost, and in auctions it bids as one does, for a
// game in which nobody starts a company goes nowhere.
const (
	hoarded   = 45 // which part an easy robot keeps, in hundredths, where its title says nothing
	reluctant = 20 // what it costs to spend of that, in money for each
)

// hoard is what an easy robot of this seat keeps as money in a position.
func (b *brain) hoard(g *engine.Game) int {
	return b.own(g).Worth * cmp.Or(b.title.EasyKeeps, hoarded) / 100
}

// thrift is what counts against a command of an easy robot because of the money it spends.
func (b *brain) thrift(w *trial, from *engine.Game) int {
	if b.level >= Steady {
		return 0
	}
	before, after := from.State().Cash(b.seat), w.game.State().Cash(b.seat)
	if _, _, running := operating(from.State().Stack); running || after >= before {
		return 0
	}
	missing := b.hoard(from) - after
	return reluctant * max(0, min(before-after, missing))
}
