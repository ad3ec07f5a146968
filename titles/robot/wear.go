package robot

import (
	"strings"

	"pbem/engine/facts"
	"pbem/titles/title"
)

// In some titles trains do not rust, but cost their companies more and more. There a company needs one train after the other, too:
// see title.Title.Wears.

// worn returns for how many operating rounds a train is kept, in hundredths, and what it costs in each. ok is false if trains do not
// wear out.
func (o outlook) worn(tr *facts.Train) (life, each int, ok bool) {
	if o.wears == nil || tr == nil {
		return 0, 0, false
	}
	rounds, each := o.wears(tr.Name)
	return 100 * max(1, rounds), each, true
}

// renewal returns what it costs in an operating round, in hundredths, to have a train of the next kind all the time.
func (o outlook) renewal() int {
	life, each, ok := o.worn(o.next)
	if !ok {
		return 0
	}
	return 100*each + 10_000*o.next.Price/life
}

// trainsFor returns what it costs to have a train of the next kind for some rounds, which are in hundredths: one, or one after the other if
// they wear out. The cost is in ten-thousandths.
func (o outlook) trainsFor(rounds int) int {
	price := 10_000 * o.next.Price
	life, each, ok := o.worn(o.next)
	if !ok {
		return price
	}
	return 100*each*rounds + max(price, price/life*rounds)
}

// upkeep returns what the trains of a company still cost it, in ten-thousandths.
func (b *brain) upkeep(c *title.Company, o outlook) (sum int) {
	for _, name := range c.Trains {
		life, each, _ := o.worn(b.title.Facts.Train(strings.TrimSuffix(name, "*")))
		sum += 100 * each * min(life, o.rounds)
	}
	return sum
}
