package robot

import (
	"slices"

	"pbem/engine"
	"pbem/titles/title"
)

// A company that has been started earns nothing until enough of it is sold. If its president has the money that is missing it floats in this
// stock round. If not it waits, and the money that was paid for it lies there.

const (
	fresh   = 14   // what a company that has just floated earns in an operating round, of its price in hundredths
	waiting = 1200 // operating rounds, in hundredths, until a company floats for which nobody has money now: in most games it never does
	joining = 60   // which part of their money others who have shares spend to float a company, in hundredths
)

// floatsLater tells for how many operating rounds, in hundredths, companies wait until they float. The less they lack the sooner they get
// it, and money is spent once.
func (b *brain) floatsLater(s *engine.State, p *title.Position) map[string]int {
	if b.title.ToFloat == nil {
		return nil
	}
	lacks := map[string]int{}
	var list []*title.Company
	for i := range p.Companies {
		c := &p.Companies[i]
		if n := c.Price * b.title.ToFloat(s, c.Sym); n > 0 {
			lacks[c.Sym] = n
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, c *title.Company) int { return lacks[a.Sym] - lacks[c.Sym] })
	const whole = 1000
	money := map[string]int{}
	for _, player := range p.Players {
		money[player.ID] = player.Cash
	}
	out := map[string]int{}
	for _, c := range list {
		part := whole * spend(money, c, lacks[c.Sym]) / lacks[c.Sym]
		out[c.Sym] = waiting * (whole*whole - part*part) / (whole * whole)
	}
	return out
}

// spend takes what a company lacks from the money of its shareholders, first from that of its president, and returns how much it gets.
func spend(money map[string]int, c *title.Company, lacks int) (gets int) {
	take := func(player string, part int) {
		n := min(lacks-gets, money[player]*part/100)
		money[player] -= n
		gets += n
	}
	take(c.President, 100)
	for _, h := range c.Held { // the IPO has no money, and the president nothing left
		take(h.Holder, joining)
	}
	return gets
}

// firstEarns returns what a company that has never run earns in an operating round, in hundredths.
func (b *brain) firstEarns(c *title.Company) int {
	if b.title.ToFloat != nil {
		return c.Price * c.Size * fresh
	}
	sold := c.Size
	for _, h := range c.Held {
		if h.Holder == "ipo" || h.Holder == "treasury" {
			sold -= h.Shares
		}
	}
	return c.Price * c.Size * guessed * min(100, sold*100*10/6/max(1, c.Size)) / 100
}
