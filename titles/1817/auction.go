package t1817

import (
	"pbem/engine"
	"pbem/engine/step"
)

// bidStep is the step of all bids in the initial auction and for an IPO.
// // 4.2, 5.5
const bidStep = 5

// nextInAuction takes the players clockwise until all pass in succession or
// nothing is left. // 4.2; 17-IA-01, 17-IA-06, 17-IA-07
func nextInAuction(s *engine.State, last string) string {
	if s.Get(passes) >= len(s.Players()) || len(s.Kind(onSale, "private")) == 0 {
		return ""
	}
	if last == "" {
		return s.Where(step.Priority)
	}
	return see(s).leftOf(last)
}

// privateAuction is one player's turn: put a private up, or pass. // 4.2;
// 17-IA-01, 17-IA-04, R-04
func privateAuction(t *turn) {
	p := t.Actor
	options := t.openings(p)
	if len(options) == 0 && !t.on(askPasses) {
		t.Set(passes, t.Get(passes)+1)
		t.Note(p, "can open no auction and is passed")
		return
	}
	a := t.Ask(
		engine.Choice{By: p, Verb: "bid", Help: "put a private company up and open the bidding", Options: func() []engine.Option { return options }},
		engine.Bare(p, "pass", "put nothing up"),
	)
	if a.Verb == "pass" {
		t.Set(passes, t.Get(passes)+1)
		t.Note(p, "passed")
		return
	}
	t.Set(passes, 0)
	t.Set(lastActor, t.Seat(p)+1)
	t.sellPrivate(p, a.Arg(0), a.Int(1))
}

// openings lists the privates a player can put up, with the opening bids: the
// seed money must make up what is missing to the face value. // 4.2;
// 17-IA-02, 17-IA-03
func (t *turn) openings(p string) []engine.Option {
	var out []engine.Option
	for _, sym := range t.privates(onSale) {
		least := max(0, data.Private(sym).Value-t.Cash(pot))
		for _, o := range step.Bids(least, t.mostForPrivate(p, sym), bidStep) {
			o.Args, o.Label = []string{sym}, data.Private(sym).Name+", face value "+money(data.Private(sym).Value)
			out = append(out, o)
		}
	}
	return out
}

// mostForPrivate is the highest bid for a private: the face value, and what the
// player has. // 4.2; 17-IA-02
func (t *turn) mostForPrivate(p, sym string) int {
	if t.on(bidOverFace) { // D-01
		return t.Cash(p)
	}
	return min(t.Cash(p), data.Private(sym).Value)
}

// sellPrivate is the bidding for one private. // 4.2; 17-IA-04, 17-IA-05
func (t *turn) sellPrivate(opener, sym string, bid int) {
	t.Note(opener, "put up the %s and bid %s", data.Private(sym).Name, money(bid))
	winner, price := step.Auction{
		What: sym, Bidders: t.Following(opener), Opener: opener, Price: bid, Money: money,
		Bids: func(p string, price int, _ bool) []engine.Option {
			return step.Bids(price+bidStep, t.mostForPrivate(p, sym), bidStep)
		},
	}.Run(t.Turn)
	t.Pay(winner, engine.Bank, price)
	t.Pay(pot, engine.Bank, max(0, data.Private(sym).Value-price))
	t.Move(piece(sym), winner)
	t.Note(winner, "bought the %s for %s", data.Private(sym).Name, money(price))
}

// endAuction removes what was not sold and passes on the priority deal. // 4.2;
// 17-IA-07, 17-IA-08
func endAuction(t *turn) {
	for _, sym := range t.privates(onSale) {
		t.Move(piece(sym), step.Out)
		t.Note("", "The %s is out of the game", data.Private(sym).Name)
	}
	t.Pay(pot, engine.Bank, t.Cash(pot))
	t.passPriority()
}

// passPriority gives the priority deal to the left of the last who acted, if
// anybody did. // 4.2, 5.7; 17-IA-08, 17-SR-07
func (t *turn) passPriority() {
	if seat := t.Get(lastActor); seat > 0 {
		next := t.leftOf(engine.PlayerID(seat - 1))
		t.Move(step.Priority, next)
		t.Note(next, "has the priority deal")
	}
}
