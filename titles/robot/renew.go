package robot

import (
	"pbem/engine"
	"pbem/titles/title"
)

// Trains rust, and what a company earns later depends on how it pays for the next one. Its money counts once: for a train that
// it buys besides those it has, or for the one that comes after them.

// A purse is what a company has for its next train.
type purse struct {
	cash  int
	keeps int // what it earns until then, and may keep instead of paying it
}

// missed is for how many operating rounds, in hundredths, a company earns nothing once its trains have rusted: it buys the next ones after
// its turn to run.
const missed = 100

// misses is for how many operating rounds, in hundredths, a company has no train after those it has. One that chooses when it gives up its
// trains has the next ones by then.
func (o outlook) misses() int {
	if o.wears != nil {
		return 0
	}
	return missed
}

// afterwards returns for how many operating rounds, in hundredths, a company runs the trains that come after those it has. It must not
// matter whether these rust now or later: a robot would never buy the train that makes its own ones rust.
func (o outlook) afterwards(k *Stake) int { return max(0, o.rounds-k.Rounds-o.misses()) }

// rest returns what a company earns in the rounds, in hundredths, in which it needs other trains than it has. It keeps of its earnings
// what the next train costs more than it has, if that is worth it. A company without a price and a place on the market has no money of
// its own: its owner pays for the next train, or gives it up. The result is in ten-thousandths.
func (b *brain) rest(s *engine.State, c *title.Company, o outlook, now int, has purse, rounds int) int {
	if o.next == nil {
		return b.later(s, c, o, now, 0) * rounds
	}
	if c.Price == 0 && c.Cell == "" && started(c) {
		return max(0, b.line(s, c, o.next).run*sure*rounds-o.trainsFor(rounds))
	}
	paid := b.later(s, c, o, now, has.cash) * rounds
	kept := min(has.keeps, o.next.Price-has.cash)
	if kept <= 0 {
		return paid
	}
	return max(paid, b.later(s, c, o, now, has.cash+kept)*rounds-10_000*kept)
}

// trainless returns what a company that operates without a train still earns. Its next turn brings nothing, then comes the next train, for as
// long as that runs, and then one for which the money of today is spent.
func (b *brain) trainless(s *engine.State, c *title.Company, o outlook, now, life int) int {
	rounds := max(0, o.rounds-missed)
	first, spent := min(life, rounds), 0
	if o.next != nil {
		spent = min(c.Cash, o.next.Price)
	}
	return b.rest(s, c, o, now, purse{cash: c.Cash}, first) + b.rest(s, c, o, now, purse{cash: c.Cash - spent}, rounds-first)
}

// later returns what a company earns in an operating round, in hundredths, once it has no train, with the train that is next
// on sale: the less of it the company can pay for, the less.
func (b *brain) later(s *engine.State, c *title.Company, o outlook, now, cash int) int {
	if !started(c) || o.next == nil {
		return now * renewed / 100
	}
	l := b.line(s, c, o.next)
	least := hoped
	if b.title.Fails != nil {
		least = 0 // it is wound up
	}
	likely := least + (sure-least)*min(cash, o.next.Price)/max(1, o.next.Price)
	return max(0, l.earns()*likely/100-o.renewal())
}

// paysLater returns what a company pays to all its shares in an operating round once it has no train: what its trains have cost does not
// matter then.
func (b *brain) paysLater(s *engine.State, c *title.Company, o outlook, now, cash int) int {
	n := b.later(s, c, o, now, cash)
	if n > 0 {
		n += o.renewal()
	}
	return n / 100
}

// saved returns what the money of a company is worth to its shareholders, in hundredths. It is worth more as long as
// it goes into a train that earns more than it costs, but not twice: what it is worth for a later train is in rest.
func (b *brain) saved(s *engine.State, c *title.Company, o outlook, k *Stake, has purse) int {
	n := has.cash * treasury
	if o.next == nil || has.cash == 0 {
		return n
	}
	spent := min(has.cash, o.next.Price)
	switch {
	case started(c) && len(c.Trains) == 0:
		return n - spent*treasury // it goes into a train
	case !k.Runs:
		return n
	}
	_, each, _ := o.worn(o.next)
	more := b.line(s, c, o.next).run - each - k.Run*len(c.Trains)/(len(c.Trains)+1)
	brings := more * min(b.lives(o.next, o), o.rounds) // in hundredths
	part := min(brings*bought/100/max(1, o.next.Price), 100)
	if part <= treasury {
		return n
	}
	rounds, without := o.afterwards(k), purse{has.cash - spent, has.keeps}
	afterwards := b.rest(s, c, o, 0, has, rounds) - b.rest(s, c, o, 0, without, rounds) // in ten-thousandths
	return n + max(0, spent*(part-treasury)-afterwards/100)
}
