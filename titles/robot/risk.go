package robot

import (
	"slices"

	"pbem/engine"
	"pbem/titles/title"
)

// A risk is what a player may have to pay soon.
type risk struct {
	cash   int
	sells  int // what shares may be sold for
	trains int // to add for trains
	owes   int // for other things: all of it
	cost   int // that on average
	likely int // how likely the likeliest of them is, in hundredths
}

const (
	forced  = 60 // what money costs, in hundredths, if it has to come from shares, which fall when they are sold
	office  = 2  // shares that a president keeps
	pressed = 70 // what a share brings that is sold at once, in hundredths of its price
	pays    = 50 // how likely a company pays, in hundredths, whose shares a player has sold short
	drained = 50 // how likely a company is wound up whose money goes into interest
)

// add adds what has to be paid if something happens that is so likely.
func (r *risk) add(owes, likely int) {
	if owes > 0 && likely > 0 {
		r.owes, r.cost, r.likely = r.owes+owes, r.cost+owes*likely/100, max(r.likely, likely)
	}
}

// costs returns what the risks cost a player who is worth some money: who cannot pay loses all of it.
func (r *risk) costs(worth int) int {
	n := r.shares(worth) + r.cost
	if r.owes > r.cash+r.sells {
		n += max(0, worth-n) * r.likely / 100
	}
	return n
}

// shares returns what it costs to sell shares for trains: they fall, and if much has to be sold they bring too little.
func (r *risk) shares(worth int) int {
	money := r.trains - r.cash
	if money <= 0 {
		return 0
	}
	return money*forced/100 + max(0, money-max(0, worth-r.cash)/4)
}

// addRisks adds what players may have to pay for a company: its president if it is wound up, and who has sold it short if it pays.
func addRisks(risks map[string]*risk, c *title.Company, k *Stake) {
	for _, h := range c.Held {
		if r := risks[h.Holder]; r != nil {
			n := h.Shares
			if h.Holder == c.President {
				n -= min(n, office)
			}
			r.sells += n * c.Price * pressed / 100 * (100 - k.Fails) / 100 // nobody buys those of a company that is wound up
		}
	}
	for _, h := range c.Shorts {
		if r := risks[h.Holder]; r != nil {
			r.add(k.Run*h.Shares/max(1, c.Size), pays)
		}
	}
	if r := risks[c.President]; r != nil {
		r.add(k.Owes, k.Fails)
	}
}

// doomed tells of a company that is being wound up: how likely that is, 100, and what its president pays. Both are 0 for others.
func (b *brain) doomed(s *engine.State, c *title.Company) (likely, owes int) {
	if !b.title.Dooms(c.Cell) {
		return 0, 0
	}
	if b.title.Fails != nil {
		_, owes = b.title.Fails(s, c.Sym)
	}
	return 100, owes
}

// fails is how likely it is, in hundredths, that a company is wound up soon, whose best run is so much, and what its president
// pays then.
func (b *brain) fails(s *engine.State, c *title.Company, o outlook, run int) (likely, owes int) {
	if b.title.Fails == nil || !started(c) {
		return 0, 0
	}
	likely, owes = b.title.Fails(s, c.Sym)
	if _, turn, ok := operating(s.Stack); ok && turn.Actor == c.Sym && len(c.Trains) == 0 && b.past(turn, "trains") {
		likely = 100
	}
	if lacks := c.Loans*o.loan - run; lacks > 0 && owes > 0 && c.Cash*100 < lacks*o.rounds {
		likely = max(likely, drained)
	}
	return likely, owes
}

// past reports whether a turn of a company has come beyond a step.
func (b *brain) past(turn engine.Frame, step string) bool {
	steps := b.title.Rules.Flow[title.OperatingTurn].Steps()
	return slices.Index(steps, turn.At) > slices.Index(steps, step)
}
