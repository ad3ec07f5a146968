package t1820

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// ruin handles that a holder cannot pay. A bankrupt player ends the game. A bankrupt cousin leaves
// it: its cash goes to the bank and its shares to the pool, and companies without a director are
// liquidated. // 9.1, 10.2, 10.3; 20-BK-01, 20-GE-01, 20-CO-07, 20-DR-04, 20-IT-07
func (t *turn) ruin(h string) {
	if t.Seat(h) >= 0 {
		t.Set(ruined.Of(h), 1)
		t.finish(t.named(h) + " is bankrupt")
		return
	}
	by := t.speaker(h)
	t.Note(h, "is bankrupt and out of the game")
	t.Pay(h, engine.Bank, t.Cash(h))
	t.disperse(h)
	t.bequeath(h)
	t.Move(cousin(h), step.Out)
	t.orphans(by, t.Get(roundKind) == takeoverRound)
}

// disperse puts all shares of a cousin into the pool, also those of British Rail. // 10.3, 14.1
func (t *turn) disperse(h string) {
	for _, sym := range t.publics() {
		t.handOver(sym, h, step.Pool, t.Shares(h, sym))
	}
}

// bequeath finds new directors for the companies that a cousin directed. // 10.3, 13.4
func (t *turn) bequeath(h string) {
	for _, sym := range t.publics() {
		if t.Director(sym) == h {
			t.inherit(sym, h)
		}
	}
}

// inherit finds the director of a company after a cousin that has left. If nobody has a share there
// is none. // 10.3, 13.4; 20-DR-02, 20-RU-42
func (t *turn) inherit(sym, h string) {
	heirs := t.heirs(h, sym)
	if len(heirs) == 0 {
		t.Move(step.Directs(sym), box)
		return
	}
	t.crown(sym, t.choose(t.speaker(h), sym, heirs))
}

// orphans puts companies without a holder into liquidation. The player of their last cousin chooses
// the order. Companies of a bankrupt cousin are liquidated in the same issue and takeover round;
// those of cousins that close are not. // 10.3, 8.1; 20-DR-04, 20-DC-48, 20-IT-06, 20-IT-07
func (t *turn) orphans(by string, now bool) {
	var list []string
	for _, sym := range t.publics() {
		if sym != british && t.Where(step.Directs(sym)) == box && t.Get(defaulted.Of(sym)) == 0 {
			list = append(list, sym)
		}
	}
	for len(list) > 0 {
		sym := list[0]
		if len(list) > 1 && by != "" {
			var options []engine.Option
			for _, s := range list {
				options = append(options, engine.Option{Args: []string{s}})
			}
			sym = t.Ask("orphans", step.Offer(by, "", "liquidate", "say which company goes into liquidation next", step.Fixed(options),
				func([]string) string { return "say which of the companies without a director is next (10.3)" })).Arg(0)
		}
		t.liquidate(sym, "nobody holds a share of it")
		if now {
			t.Set(doomed.Of(sym), 1)
		}
		list = slices.DeleteFunc(list, func(s string) bool { return s == sym })
	}
}

// closeCousins closes all cousins at once. Their shares go to the pool at their prices, and their
// players get half of their cash. // 14.1; 20-CO-06, 20-RU-42
func (t *turn) closeCousins() {
	all := t.cousins()
	for _, h := range all {
		for _, sym := range t.publics() {
			t.Pay(engine.Bank, h, t.Shares(h, sym)*t.Price(sym))
		}
		t.disperse(h)
	}
	for _, h := range all {
		p, half := t.speaker(h), (t.Cash(h)+1)/2
		t.Pay(h, p, half)
		t.Pay(h, engine.Bank, t.Cash(h))
		t.bequeath(h)
		t.Move(cousin(h), step.Out)
		t.Note(p, "gets %s from %s, who retires", money(half), data.Private(h).Name)
	}
	t.orphans("", false)
}

// closeDown closes a private company and ends its turn. British Rail gets its cities. Its
// certificate and charter leave the game for good. // 7.2.7; 20-TB-13, 20-TB-14
func (t *turn) closeDown(sym string) {
	t.abandon(sym)
	t.packUp(sym)
	t.Set(gone.Of(sym), 1)
	t.Note(sym, "is closed")
	t.forgetSales()
	t.Leave("operating turn")
}

// abandon gives the cities of a company to British Rail. // 7.2.7, 8.4.3; 20-LQ-06
func (t *turn) abandon(sym string) {
	for _, at := range t.Stations(sym) {
		t.withdraw(sym, at, box)
	}
}

// packUp takes everything else of a company off the table, so that the company may be floated
// again. // 8.1, 8.4.3; 20-IT-10, 20-TO-25
func (t *turn) packUp(sym string) {
	t.Pay(sym, engine.Bank, t.Cash(sym))
	for _, train := range t.Trains(sym) {
		t.Move(train, step.Out)
	}
	for _, tok := range t.Tokens(sym) {
		t.Move(tok, box)
	}
	for i := range data.Company(sym).Shares {
		if t.Where(step.Share(sym, i)) != "" {
			t.Move(step.Share(sym, i), box)
		}
	}
	t.Move(step.Directs(sym), box)
	if t.public(sym) {
		t.Put(sym, "")
	}
	for _, c := range []step.Counter{size, loansOf, track, turned, defaulted, doomed, feePaid} {
		t.Set(c.Of(sym), 0)
	}
}

// endIfReached ends the game if a price has come to £500. // 9.1; 20-GE-03, 20-RU-46
func (t *turn) endIfReached(why string) {
	if t.Get(ending) == 1 && !t.over() {
		t.finish(why)
	}
}

// endIfDeserted ends the game if no player controls a company. // 9.1; 20-GE-02
func (t *turn) endIfDeserted() {
	if !t.over() && !t.anyDirected() {
		t.finish("no player controls a company")
	}
}

func (t *turn) finish(why string) { t.End(why, t.scores()) }

// scores returns the cash and shares, at their prices, of all players. A bankrupt player has
// nothing. // 9.2, 10.2; 20-GE-05, 20-BK-01, 20-FT-12
func (v view) scores() map[string]int { return v.Scores(v.worth) }

func (v view) worth(p string) int {
	if v.S.Get(ruined.Of(p)) == 1 {
		return 0
	}
	return v.Worth(p)
}

// landmarks are answers that change the course of a game.
var landmarks = title.Landmarks{
	{Verb: "increase", Text: "a share-count raised"},
	{Verb: "reduce", Text: "a share-count reduced"},
	{Verb: "offer", Question: "offer", Text: "a company offered"},
	{Question: "buyer", Text: "a takeover"},
	{Question: "raise money", Text: "shares sold for a debt"},
}

// habits of prudent random players. Players who bid, offer and discard at random are soon bankrupt,
// because maintenance and lobbies cost much.
var habits = map[string]int{
	"bid": 4, "overpay": 1, "fund": 30, "fund low": 95, "pass": 25, "withdraw": 1, "refuse": 0, "discard": 2, "offer": 3,
	"reduce": 6, "issue": 6, "increase": 30, "redeem": 8, "sell": 4, "decline": 3, "loan": 3,
}
