package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/title"
)

// The switches for games of 18xx.games: each turns on a rule of that program that differs from the written
// rules. They are off in normal play. In an imported game they are on for the recorded moves and off from
// the first mail on, unless the switch says why it stays on. Each is read by one function below.
const (
	listedRow    = "listed row"        // D-01
	parsLast     = "pars last"         // D-03
	anyPrice     = "any price"         // D-04
	askPasses    = "ask passes"        // D-05
	sellOften    = "sell often"        // D-06
	buyTwice     = "buy twice"         // D-07
	halfBeside   = "half beside"       // D-08
	anyActShuts  = "any act shuts"     // D-09
	sharesEarly  = "shares early"      // D-10
	tradesApart  = "trades apart"      // D-12 to D-16, D-19
	markerLost   = "marker lost"       // D-17
	failMain     = "fail is main"      // D-18
	mergerOpen   = "merger open"       // D-20
	erieLater    = "ERIE later"        // D-21
	extraFirst   = "extra first"       // D-22
	markerNow    = "marker now"        // D-23
	coalCounts   = "coal counts"       // D-24
	shellHelp    = "shell help"        // D-25
	salesBefore  = "sales before"      // O-15
	cashToBank   = "cash to bank"      // D-26
	recordedRuns = "recorded runs"     // D-27
	noConsent    = "no consent"        // D-27
	coalGone     = "coal is swallowed" // D-28
	linkedLine   = "line from C15"     // D-32
	certNumbers  = "numbers"           // D-19
)

// switches says for hosts what each switch does, and which of them stay on in an imported game.
var switches = title.Switches{
	{Key: listedRow, Text: "the private companies of $250 lie in the order of the list", Rest: "they were laid out so before the game"},
	{Key: parsLast, Text: "pars of private companies of $250 are named after all that a turn of the auction brings"},
	{Key: anyPrice, Text: "a private company is bought in the auction for any price"},
	{Key: askPasses, Text: "who can only pass is asked"},
	{Key: sellOften, Text: "a company is sold several times in one selling step"},
	{Key: buyTwice, Text: "director and gray area are looked at when the second share is bought"},
	{Key: halfBeside, Text: "the M&H for half of a director's certificate is no main action"},
	{Key: anyActShuts, Text: "after any act of an operating round a company that floats waits for the next"},
	{Key: sharesEarly, Text: "the M&H brings a share of a company that nobody has started"},
	{Key: tradesApart, Text: "in a merger everybody sets a single share aside at their turn, and shares are exchanged one by one"},
	{Key: markerLost, Text: "a marker that a merger removes from another city of a hex is lost"},
	{Key: failMain, Text: "a merger that has failed is the main action"},
	{Key: mergerOpen, Text: "a price that a merger brings to $500 does not end the game"},
	{Key: erieLater, Text: "ERIE names its city when it operates first"},
	{Key: extraFirst, Text: "no tile for $40 comes after that of the E&K"},
	{Key: markerNow, Text: "the marker of the D&H is placed with its tile or not at all"},
	{Key: coalCounts, Text: "the coalfields count for the duty to own a train without coal"},
	{Key: shellHelp, Text: "a director helps a system with one empty shell that has no route"},
	{Key: salesBefore, Text: "a director sells shares before a train is chosen"},
	{Key: cashToBank, Text: "a bankrupt's cash goes to the bank, and a director is bankrupt at any point of a turn"},
	{Key: recordedRuns, Text: "runs need not be the best"},
	{Key: noConsent, Text: "nobody is asked to agree to a sale of a train or private company, or to a merger"},
	{Key: coalGone, Text: "the coal of the tunnel is lost when the C&P builds it"},
	{Key: linkedLine, Text: "the C&P runs only when track leads from C15 to another stop"},
	{Key: certNumbers, Text: "the certificates of a system are dealt by their numbers"},
}

// Some differences have no switch. That program stops at a merger without any money (D-16) and at a second
// step beyond $500 (D-20), so no record continues after them. In the purple phase it takes companies out of
// the game, which changes nothing (D-29). No other difference is known (D-31).

// listsInOrder reports whether the private companies of $250 are in the order of the list. // D-01
func listsInOrder(start engine.Started) bool { return start.Options[listedRow] != "" }

// parComesLater reports whether the pars of private companies of $250 are asked for at the end of the turn
// of the auction. It then notes that this one is due. // D-03
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
		t.askPar(companyOf(private), t.owner(private), 0)
	}
}

// buysDear reports whether a private company that can be bought may be bought for any price. // D-04
func (v view) buysDear() bool { return v.on(anyPrice) }

// asksPasses reports whether players are asked even if they can only pass. // D-05
func (v view) asksPasses() bool { return v.on(askPasses) }

// runsAsRecorded reports whether runs need not be the best. That program does not enforce it, and a record
// keeps its runs. // D-27
func (v view) runsAsRecorded() bool { return v.on(recordedRuns) }

// partner returns the director who has to agree to a sale of a company's train. In a record nobody is
// asked: it has the purchase, but no consent. // D-27
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.director(sym)
}

// buysUnasked reports whether a private company is bought without asking its owner. A record has no
// consent. // D-27
func (v view) buysUnasked() bool { return v.on(noConsent) }

// bankruptPays returns who gets a bankrupt's cash: the company, or the bank as in that program. // D-26,
//
func (t *turn) bankruptPays() string {
	if t.on(cashToBank) {
		return engine.Bank
	}
	return t.Actor
}

// ruin offers a director bankruptcy at any point of a turn, as soon as treasury, cash and all possible
// sales bring less than the price of the next train. It does not matter whether a train is needed. // D-26
func (t *turn) ruin() []engine.Choice {
	if !t.on(cashToBank) || t.means(mustHave) >= step.Cheapest(t.Lots("")) {
		return nil
	}
	return []engine.Choice{t.voice().Choice("bankrupt", "a train of the bank cannot be paid", nil)}
}

// ruined carries out such a bankruptcy. It reports whether the command was one. // D-26
func (t *turn) ruined(a engine.Command) bool {
	if !t.on(cashToBank) || a.Verb != "bankrupt" {
		return false
	}
	t.goBankrupt(t.director(t.Actor))
	return true
}

// mergesUnasked reports whether two companies merge without asking the other director. A record has no
// consent. // D-11
func (v view) mergesUnasked() bool { return v.on(noConsent) }

// lastPurchases asks again at the end of a company's turn, as that program does, if a private company below
// $250 can be bought or the C&StL can lay its tile. // D-05, O-18
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

// asked reports whether a company is asked for track. In a record it is asked as long as it has a tile left
// to lay and can pay the fee, whether any tile fits or not. It is also asked as long as it has or could buy
// the E&K. // D-05
func (g ground) asked(open bool) bool {
	if !g.turn.asksPasses() {
		return open
	}
	n, _ := g.done.Next("", "", false)
	owner := g.turn.owner(kalamazoo)
	return n >= 0 && g.done.Allowed[n].Fee <= g.turn.Cash(g.turn.Actor) ||
		owner == g.turn.Actor && g.turn.Get(extraUsed) == 0 || g.turn.saleable() && g.turn.S.Seat(owner) >= 0 && g.turn.Cash(g.turn.Actor) > 0
}

// stops reports whether a company is asked for a station. In a record a company is asked too if it could
// place one in the coalfields if they were a city. // D-05
func (t *turn) stops(open bool, reach *board.Reach) bool {
	return open || t.asksPasses() && t.Get(stationed) == 0 && len(t.Tokens(t.Actor)) > 0 && t.Cash(t.Actor) >= markerCost && reach.Stop(coalStop)
}

// placeAtOnce asks for the marker of the D&H right after its tile. Later the marker has the usual price.
// // D-23
func (t *turn) placeAtOnce() {
	at := board.Spot{Hex: scrantonHex}
	if !t.on(markerNow) {
		return
	}
	if t.Get(stationed) == 0 && len(t.Tokens(t.Actor)) > 0 && !t.StandsIn(t.Actor, scrantonHex) && t.Space(t.Board(), at) > 0 {
		a := t.askMarker("marker of D&H",
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

// askMarker asks whether a marker is placed with a private company. In a record the company may first buy
// private companies or coal, or lay the tile of the C&StL. // D-23
func (t *turn) askMarker(question string, choices ...engine.Choice) engine.Command {
	if !t.on(markerNow) {
		return t.Ask(question, choices...)
	}
	return step.Asks(t.Turn, question, func() []engine.Choice { return choices },
		func() []engine.Choice { return append(t.besides(choices), t.exchangeAside()...) }, t.beside)
}

// arrangeFirst asks a system with trains to arrange them in a step of its own, before it buys. // D-05,
// O-13
func (s *shopping) arrangeFirst() {
	if !s.turn.asksPasses() || !s.turn.isSystem(s.turn.Actor) || len(s.turn.trainsOf(s.turn.Actor)) == 0 {
		return
	}
	for s.arranging {
		a := s.turn.asks("arrange", func() []engine.Choice {
			pass := s.turn.voice().Pass("leave the trains where they are")
			if s.turn.overfull() != "" {
				pass = s.turn.voice().Barred("pass", s.turn.overfull()+" has more trains than it may")
			}
			return []engine.Choice{s.turn.voice().Offers("move", "move a train to the other shell", s.moves, s.notMoved), pass}
		})
		if a.Verb == "move" {
			s.rearrange(a)
			s.moved = nil // a train may move again
			continue
		}
		s.arranging = false
	}
}

// asked reports whether a company is asked for trains. In a record it is asked as long as it has room and
// can pay the least price of a train, which is $1 for one of another company. // D-05
func (s *shopping) asked(open bool) bool {
	if !s.turn.asksPasses() || s.need != nothing {
		return open || s.need != nothing
	}
	least := step.Cheapest(s.turn.Lots(""))
	if slices.ContainsFunc(s.turn.inOrder(), func(sym string) bool { return sym != s.turn.Actor && len(s.turn.trainsOf(sym)) > 0 }) {
		least = 1
	}
	return s.turn.Cash(s.turn.Actor) >= least && slices.ContainsFunc(s.turn.shells(s.turn.Actor), func(shell string) bool { return !s.turn.full(shell) })
}

// helpsAnyway reports whether a director may help a system that has one empty shell and no route. // D-25
func (v view) helpsAnyway(sym string, empty int) bool {
	return v.on(shellHelp) && v.isSystem(sym) && empty == 1
}

// salesFirst offers a director to sell shares in the step for trains before a train is chosen, whether one
// is needed or not. // D-25, O-15
func (s *shopping) salesFirst() []engine.Choice {
	if !s.turn.on(salesBefore) {
		return nil
	}
	r := s.turn.raising()
	most := func(sym string) int { return r.Sellable(sym) }
	return []engine.Choice{{By: r.By, For: s.turn.Actor, Verb: "sell", Help: "sell shares for a train", Options: step.Fixed(s.turn.SaleOptions(r.Syms(), most))}}
}

// sellsOften reports whether a company may be sold several times in one selling step, each time at the
// current price. // D-06
func (v view) sellsOften() bool { return v.on(sellOften) }

// besideMain offers the sales of a stock turn. In a record it also offers the second of two purchases in
// the gray area: it depends on the director and the area at that time, and sales may come between the two.
// // D-06, D-07
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
				return "the second share must be of the same company"
			case t.director(sym) != p || !t.gray(sym):
				return "only the director may buy a second share, and only in the gray area (7.1)"
			}
			return t.notBought(p, words)
		})}
}

// failures lets a player say that a merger has failed. A record has that entry, and it is the main action
// of the turn. // D-18
func (t *turn) failures(main []engine.Choice) []engine.Choice {
	merges := slices.DeleteFunc(slices.Clone(main), func(ch engine.Choice) bool { return ch.Verb != "merge" })
	if !t.on(failMain) || !step.OpenNow(t.Turn, "merge", merges...) {
		return nil
	}
	return []engine.Choice{engine.Bare(t.Actor, "fail", "a merger that has failed")}
}

// homeLater reports whether ERIE chooses its city only when it first operates, and not when a tile is laid
// there. // D-21
func (t *turn) homeLater() bool { return t.on(erieLater) && len(t.S.Kind(buffalo, "token")) == 0 }

// exchangesHalf exchanges the M&H for half of a director's certificate. That is no main action, and a turn
// with nothing else is a pass. exchangesHalf reports whether the command was such an exchange. // D-08
func (t *turn) exchangesHalf(p string, a engine.Command) bool {
	if !t.on(halfBeside) || a.Verb != "exchange" || a.Arg(3) != "half" {
		return false
	}
	t.exchange(p, a.Args)
	return true
}

// forHalf lists the director's certificates of which half is available before a par is named. A record has
// two entries for such an exchange. // D-08, S-04
func (t *turn) forHalf(p string) []engine.Option {
	if !t.on(halfBeside) || len(t.pars()) == 0 || slices.Min(t.pars()) > t.Cash(p) {
		return nil
	}
	var out []engine.Option
	for _, c := range data.Companies {
		if t.notStartable(c.Sym) == "" && t.director(c.Sym) == "" {
			out = append(out, engine.Option{Args: []string{mohawk, "for", c.Sym, "half"}})
		}
	}
	return out
}

// takesHalf reports whether the words are of such an exchange.
func (t *turn) takesHalf(p string, words []string) bool {
	return slices.ContainsFunc(t.forHalf(p), func(o engine.Option) bool { return slices.Equal(o.Args, words) })
}

// startHalf takes the certificate and asks for the par. The player pays for one share. // D-08
func (t *turn) startHalf(p, sym string) {
	t.Move(step.Share(sym, 0), p)
	t.Note(p, "gave up %s for half of the director's certificate of %s", mohawk, sym)
	t.askPar(sym, p, 1)
}

// halfUnpaid says why a player cannot pay a par. paid is the number of shares that must still be paid.
// // D-08
func (t *turn) halfUnpaid(p string, words []string, paid int) string {
	if price, _ := step.Number(words, 1); paid*price > t.Cash(p) {
		return t.notHalfPaid(p, price)
	}
	return ""
}

// touch notes that there was an action in this operating round. // D-09
func (t *turn) touch() {
	if t.on(anyActShuts) {
		t.Set(touched, t.Get(serialNo))
	}
}

// touched is the serial number of the operating round with the last such action.
const touched = "touched"

// waits reports whether a company that floats now waits for the next operating round. By the rules it waits
// once a company has begun its turn. In a record it waits after any action, even if that is only the tile
// of the C&P. // D-09, 13.2.2.6; 28-PV-12
func (v view) waits() bool {
	now := v.S.Get(serialNo)
	return v.S.Get(begun) == now || v.on(anyActShuts) && v.S.Get(touched) == now
}

// earlyShare reports whether the M&H can be exchanged for a share of a company that nobody has started.
// // D-10
func (v view) earlyShare(sym, from string) bool {
	return v.on(sharesEarly) && from == fromIPO && v.Par(sym) == 0
}

// earlyShares lists the exchanges for such shares. // D-10
func (v view) earlyShares() []engine.Option {
	var out []engine.Option
	for _, c := range data.Companies {
		if v.earlyShare(c.Sym, fromIPO) {
			out = append(out, engine.Option{Args: []string{mohawk, "for", c.Sym, "from", fromIPO}})
		}
	}
	return out
}

// loseMarker takes a marker that was removed from the other city of a hex from the system. By the rules it
// returns to the charter. // D-17
func (m *merger) loseMarker() {
	if m.turn.on(markerLost) {
		m.turn.Set(lost.Of(m.stays), m.turn.Get(lost.Of(m.stays))+1)
	}
}

// lost counts the markers that a system lost in this way.
const lost step.Counter = "lost markers"

// endsAt500 reports whether a price in the last box ends the game. In a record it does only if the marker
// was moved there. // D-20
func (v view) endsAt500(moved bool) bool { return moved || !v.on(mergerOpen) }

// lateExtra reports whether this is a tile for $40 after the tile of the E&K, which that program refuses.
// // D-22
func (g ground) lateExtra(n int) bool {
	return g.turn.on(extraFirst) && n >= 0 && g.done.Allowed[n].Fee == extraFee && g.turn.owner(kalamazoo) == g.turn.Actor && g.turn.Get(extraUsed) == g.turn.Get(serialNo)
}

// counted returns the routes that decide whether a company must own a train. In a record they may use the
// coalfields without coal. // D-24
func (v view) counted(sym string) *route.Graph {
	g := v.routes(sym)
	if v.on(coalCounts) {
		for i := range g.Stops {
			g.Stops[i].Closed = false
		}
	}
	return g
}

// unlinked reports whether the C&P does not run because no track leads from its
// marker to another stop. // D-32
func (t *turn) unlinked() bool {
	return t.on(linkedLine) && len(lines{t.Board()}.from(t.cobourgAt(), nil)) == 0
}

// swallows reports whether the coal of the tunnel is lost because the C&P builds it. // D-28
func (v view) swallows(sym string) bool { return v.on(coalGone) && data.Company(sym) == nil }
