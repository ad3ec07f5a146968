package robot

import (
	"pbem/engine/market"
	"pbem/titles/title"
)

// drifts is how much of the way that prices are expected to go counts, in hundredths.
const drifts = 70

// drift returns by how much the price of a company moves in the operating rounds that are left, if it pays what it earns: with its trains
// as long as they run, later what the next ones earn. ok is false if the title does not say how prices move.
func (b *brain) drift(c *title.Company, o outlook, k *Stake, later int) (change int, ok bool) {
	at, err := market.Parse(c.Cell)
	if b.title.PriceMoves == nil || err != nil || c.Price == 0 {
		return 0, false
	}
	m, price := b.title.Facts.Market, c.Price
	for n := 0; n < o.rounds; n += 100 {
		paid := later
		switch {
		case k.Runs && n < k.Rounds:
			paid = k.Run
		case k.Runs && n < k.Rounds+o.misses():
			paid = 0 // its trains have rusted
		case !k.Runs && n == 0 && started(c):
			paid = 0 // it has no train
		}
		for range max(0, b.title.PriceMoves(paid, price)) {
			at = m.Right(at)
		}
		for range max(0, -b.title.PriceMoves(paid, price)) {
			at = m.Left(at)
		}
		if s := m.At(at); s != nil && s.Price > 0 {
			price = s.Price
		}
	}
	return price - c.Price, true
}
