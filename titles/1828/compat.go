package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// Switches under which games of 18xx.games can be read: where that program
// departs from the written rules. They are off in normal play. Each is read by
// one function below.
const (
	listedRow    = "listed row"    // D-01
	parsLast     = "pars last"     // D-03
	anyPrice     = "any price"     // D-04
	askPasses    = "ask passes"    // D-05
	sellOften    = "sell often"    // D-06
	buyTwice     = "buy twice"     // D-07
	failMain     = "fail is main"  // D-18
	erieLater    = "ERIE later"    // D-21
	tradesApart  = "trades apart"  // D-12 to D-19
	markerNow    = "marker now"    // D-23
	shellHelp    = "shell help"    // D-25
	salesBefore  = "sales before"  // O-15
	cashToBank   = "cash to bank"  // D-26
	recordedRuns = "recorded runs" // D-27
	noConsent    = "no consent"    // D-27
)

// compat is every switch with the value that turns it on.
var compat = map[string]string{
	listedRow: "yes", parsLast: "yes", anyPrice: "yes", askPasses: "yes", sellOften: "yes", buyTwice: "yes", failMain: "yes", erieLater: "yes", tradesApart: "yes", markerNow: "yes", shellHelp: "yes", salesBefore: "yes", cashToBank: "yes", recordedRuns: "yes", noConsent: "yes",
}

// Differences without a switch: a record in which one matters stops at the action,
// with what was asked. What the M&H does beside the main action, in an operating
// round, and of a company without a par (D-08, D-09, D-10); where that program itself
// stops (D-16, D-20).

// A marker that is lost in a merger, a tile refused after E&K's, the duty to own a
// train for the coalfields alone (D-17, D-22, D-24); companies taken out of the game in
// the purple phase, which comes to the same (D-29). In all else no difference is known
// (D-31).

// listsInOrder: the private companies of $250 lie in the order of the list.
// // D-01
func listsInOrder(start engine.Started) bool { return start.Options[listedRow] != "" }

// parComesLater: the pars of private companies of $250 are asked after all that a
// turn of the auction brings, and notes that one is due. // D-03
func (t *turn) parComesLater(private string) bool {
	if !t.on(parsLast) {
		return false
	}
	t.later = append(t.later, private)
	return true
}

// askParsLater asks for the pars that are due, in the order of award. // D-03
func (t *turn) askParsLater() {
	for _, private := range t.later {
		t.askPar(companyOf(private), t.owner(private))
	}
}

// buysDear: what a private company costs that can be bought is not checked.
// // D-04
func (v view) buysDear() bool { return v.on(anyPrice) }

// asksPasses: also those are asked who can only pass. // D-05
func (v view) asksPasses() bool { return v.on(askPasses) }

// runsAsRecorded: best routes are not enforced there; a record keeps its runs.
// // D-27
func (v view) runsAsRecorded() bool { return v.on(recordedRuns) }

// partner returns who agrees to a sale of a company's train: its director. In a
// record the purchase stands, the consent does not. // D-27
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.director(sym)
}

// buysUnasked: the consent of the owner of a private company is not recorded.
// // D-27
func (v view) buysUnasked() bool { return v.on(noConsent) }

// bankruptPays is who gets a bankrupt's cash: the company, in that program nobody.
// // D-26, R-47
func (t *turn) bankruptPays() string {
	if t.on(cashToBank) {
		return engine.Bank
	}
	return t.Actor
}

// mergesUnasked: the other director's consent to a merger is not recorded.
// // D-11
func (v view) mergesUnasked() bool { return v.on(noConsent) }

// lastPurchases is a step there at the end of a company's turn, as long as a
// private company can be bought that is not one of $250, or the C&StL can lay its
// tile. // D-05, O-18
func (t *turn) lastPurchases() {
	if !t.asksPasses() {
		return
	}
	forSale := func(p facts.Private) bool { return p.Kind != charterKind && t.S.Seat(t.owner(p.Sym)) >= 0 }
	t.asks("private companies", func() []engine.Choice {
		buys := t.saleable() && t.Cash(t.Actor) > 0 && slices.ContainsFunc(data.Privates, forSale)
		if !buys && !step.Open(t.champlain()) {
			return nil
		}
		return []engine.Choice{t.voice().Pass("buy no private company")}
	})
}

// asked: a company is asked for track as long as it has a tile left to lay and the
// fee for it, whether any fits, and as long as it has or could buy the E&K.
// // D-05
func (s survey) asked(open bool) bool {
	if !s.asksPasses() {
		return open
	}
	n, _ := s.done.Next("", "", false)
	owner := s.owner(kalamazoo)
	return n >= 0 && s.done.Allowed[n].Fee <= s.Cash(s.Actor) ||
		owner == s.Actor && s.Get(extraUsed) == 0 || s.saleable() && s.S.Seat(owner) >= 0 && s.Cash(s.Actor) > 0
}

// stops: a company is asked for a station too that could place one in the
// coalfields if they were a city. // D-05
func (t *turn) stops(open bool, reach *board.Reach) bool {
	return open || t.asksPasses() && t.Get(stationed) == 0 && len(t.Tokens(t.Actor)) > 0 && t.Cash(t.Actor) >= markerCost && reach.Stop(coalStop)
}

// placeAtOnce asks for the marker of the D&H as soon as its tile lies; afterwards
// it costs what others do. // D-23
func (t *turn) placeAtOnce() {
	at := board.Spot{Hex: scrantonHex}
	if !t.on(markerNow) {
		return
	}
	if t.Get(stationed) == 0 && len(t.Tokens(t.Actor)) > 0 && !t.StandsIn(t.Actor, scrantonHex) && t.Space(t.Board(), at) > 0 {
		a := t.Ask("marker of D&H",
			t.voice().Choice("token", "place a marker in "+t.HexName(scrantonHex)+" without pay", step.Fixed([]engine.Option{{Args: []string{scrantonHex}}})),
			t.voice().Pass("place no marker there"))
		if a.Verb == "token" {
			t.Move(t.Tokens(t.Actor)[0], at.String())
			t.Set(stationed, 1)
			t.Note(t.Actor, "placed a station in %s", t.HexName(scrantonHex))
		}
	}
	t.Set(scranton, 0)
}

// arrangeFirst asks a system that has a train to arrange its trains, in a step
// before it buys. // D-05, O-13
func (s *shopping) arrangeFirst() {
	if !s.asksPasses() || !s.isSystem(s.Actor) || len(s.trainsOf(s.Actor)) == 0 {
		return
	}
	for s.arranging {
		a := s.asks("arrange", func() []engine.Choice {
			pass := s.voice().Pass("leave the trains where they are")
			if s.overfull() != "" {
				pass = s.voice().Barred("pass", s.overfull()+" has more trains than it may")
			}
			return []engine.Choice{s.voice().Offers("move", "move a train to the other shell", s.moves, s.notMoved), pass}
		})
		if a.Verb == "move" {
			s.rearrange(a)
			s.moved = nil // to and fro
			continue
		}
		s.arranging = false
	}
}

// asked: a company is asked for trains as long as it has room and the least that
// one costs, $1 of another company. // D-05
func (s *shopping) asked(open bool) bool {
	if !s.asksPasses() || s.need != nothing {
		return open || s.need != nothing
	}
	least := step.Cheapest(s.Lots(""))
	if slices.ContainsFunc(s.inOrder(), func(sym string) bool { return sym != s.Actor && len(s.trainsOf(sym)) > 0 }) {
		least = 1
	}
	return s.Cash(s.Actor) >= least && slices.ContainsFunc(s.shells(s.Actor), func(shell string) bool { return !s.full(shell) })
}

// helpsAnyway: a director may help a system with one empty shell that has no route.
// // D-25
func (v view) helpsAnyway(empty int) bool { return v.on(shellHelp) && empty == 1 }

// salesFirst lets a director sell shares in the step for trains before one is
// chosen, whether one is needed or not. // D-25, O-15
func (s *shopping) salesFirst() []engine.Choice {
	if !s.on(salesBefore) {
		return nil
	}
	r := s.raising()
	most := func(sym string) int { return r.Sellable(sym) }
	return []engine.Choice{{By: r.By, For: s.Actor, Verb: "sell", Help: "sell shares for a train", Options: step.Fixed(s.SaleOptions(r.Syms(), most))}}
}

// sellsOften: a company may be sold several times in one selling step, each time at
// the price of the moment. // D-06
func (v view) sellsOften() bool { return v.on(sellOften) }

// besideMain are the sales of a stock turn, and there the second of two purchases
// in the gray area: director and area are looked at when it is made, and sales may
// come between. // D-06, D-07
func (t *turn) besideMain(p string, done []engine.Command, sales engine.Choice) []engine.Choice {
	var bought []string
	main := false
	for _, a := range done {
		main = main || a.Verb != "sell"
		if a.Verb == "buy" {
			bought = append(bought, a.Arg(0))
		}
		if a.Verb == "start" || a.Verb == "exchange" {
			return []engine.Choice{sales}
		}
	}
	if !t.on(buyTwice) || !main || len(bought) > 1 {
		return []engine.Choice{sales}
	}
	return []engine.Choice{sales, step.Ruled(p, "", "buy", "buy a second share in the gray area", func() []engine.Option { return t.purchases(p) },
		func(words []string) string {
			switch sym := step.Word(words, 0); {
			case len(sources(words)) != 1 || len(bought) == 1 && sym != bought[0]:
				return "a second share of the same company is bought"
			case t.director(sym) != p || !t.gray(sym):
				return "only the director buys a second share, in the gray area (7.1)"
			}
			return t.notBought(p, words)
		})}
}

// failures lets a player say that a merger has failed: it is recorded so, and is
// the main action of the turn. // D-18
func (t *turn) failures(main []engine.Choice) []engine.Choice {
	merges := func(ch engine.Choice) bool { return ch.Verb == "merge" && step.Open(ch) }
	if !t.on(failMain) || !slices.ContainsFunc(main, merges) {
		return nil
	}
	return []engine.Choice{engine.Bare(t.Actor, "fail", "a merger that has failed")}
}

// homeLater: ERIE is not asked for its city when a tile is laid there as long as it
// has not operated. // D-21
func (t *turn) homeLater() bool { return t.on(erieLater) && len(t.S.Kind(buffalo, "token")) == 0 }
