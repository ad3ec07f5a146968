package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/title"
)

// The switches for games of 18xx.games: each turns on a rule of that program that differs from the written
// rules. All of them are in this file, with what they change. They are off in normal play. In an imported
// game they are on for the recorded moves and off from the first mail on, unless the switch says why it
// stays on. The names are stored. See README.md.
const (
	bidOverFace      = "bid over face"
	markerLater      = "marker later"
	sellAfterShort   = "sell after short"
	markersAtSize    = "markers at size"
	loansInGray      = "loans in gray"
	redMoves         = "red moves"
	currentOrder     = "current order"
	skipNewRed       = "skip new red"
	noConsent        = "no consent"
	keepsPlace       = "keeps place"
	cashToBank       = "cash to bank"
	anyBankruptcy    = "any bankruptcy"
	anyRoutes        = "any routes"
	scorePrivates    = "score privates"
	bankruptPrivates = "bankrupt's privates"
	anyCoal          = "any coal"
	askPasses        = "ask passes"
	nextUpFirst      = "next up first"
	latePresident    = "late president"
	nearestPresident = "nearest president"
	buysOn           = "new president buys"
	salesAtTrains    = "sales at trains"
	listOrder        = "list order"
)

var switches = title.Switches{
	{Key: bidOverFace, Text: "a bid for a private may exceed its face value"},
	{Key: markerLater, Text: "the first marker of a company is placed after the opening bid"},
	{Key: sellAfterShort, Text: "shares are sold after a short sale of the same turn"},
	{Key: markersAtSize, Text: "station markers are paid when the size is chosen, if no private can be given"},
	{Key: loansInGray, Text: "a company in gray or red takes loans in a stock round"},
	{Key: redMoves, Text: "a red company that players hold moves at the end of a stock round"},
	{Key: currentOrder, Text: "sales go by the prices when they begin"},
	{Key: skipNewRed, Text: "a company that went to red in a merger round is sold in the next"},
	{Key: noConsent, Text: "nobody is asked to agree to a sale of a train or to a merger"},
	{Key: keepsPlace, Text: "a marker put into its own cell keeps its place there"},
	{Key: cashToBank, Text: "a bankrupt's cash never goes to a charter"},
	{Key: anyBankruptcy, Text: "a player leaves the game although shares could be sold"},
	{Key: anyRoutes, Text: "runs need not be the best"},
	{
		Key: scorePrivates, Text: "privates in hand count at face value in the score",
		Rest: "the privates were bought for what they score", Told: "private companies in hand count at face value in the score",
	},
	{Key: bankruptPrivates, Text: "a bankrupt keeps privates"},
	{Key: anyCoal, Text: "a coal tile may point anywhere"},
	{Key: askPasses, Text: "who can only pass is asked; there are forty 2-trains, and a phase 2+ in name"},
	{Key: nextUpFirst, Text: "the next company for sale is put up before a cash crisis is over"},
	{Key: latePresident, Text: "a president who lost the office after a conversion or merger may still deal"},
	{Key: buysOn, Text: "who becomes president by a purchase after a conversion or merger buys on"},
	{Key: nearestPresident, Text: "a tie in a 5-share merger goes to the nearest to the left"},
	{Key: salesAtTrains, Text: "a president sells shares while the company buys trains"},
	{Key: listOrder, Text: "companies that go to red together at the end of a stock round are placed in the order of the list"},
}

// bidsOverFace reports whether a bid for a private company may exceed its face value. Such a bid uses no
// seed money. // D-01
func (v view) bidsOverFace() bool { return v.on(bidOverFace) }

// placesLater reports whether the first marker of a new company is placed after the opening bid. If nobody
// else can bid, it is placed after the auction. // D-03
func (v view) placesLater() bool { return v.on(markerLater) }

// decided reports whether nobody else can bid above an opening bid. // D-03
func (t *turn) decided(p string, bid int) bool {
	return !slices.ContainsFunc(t.after(p), func(q string) bool { return q != p && len(t.payableBids(q, bid+bidStep)) > 0 })
}

// placeLater asks for the city of the first marker after the opening bid. // D-03
func (t *turn) placeLater(p, sym string) {
	b := t.Board()
	a := t.Ask("home", engine.Choice{By: p, For: sym, Verb: "token", Help: "place the first station marker", Options: func() []engine.Option {
		var out []engine.Option
		for _, at := range t.freeCircles(b) {
			out = append(out, engine.Option{Args: step.SpotName(b, at)})
		}
		return out
	}})
	at, _ := step.SpotNamed(b, a.Args)
	t.placeFirst(sym, at)
}

// sellsAfterShort reports whether a player may sell shares after a short sale in the same turn, and sell
// short above the certificate limit. // D-05, D-35
func (v view) sellsAfterShort() bool { return v.on(sellAfterShort) }

// payEarly pays for the station markers of a new company as soon as its size is chosen. It waits if the
// president can still contribute a private company, because that reduces the company's cash. // D-07
func (t *turn) payEarly(winner, sym string, price int) {
	if t.on(markersAtSize) && !classic.AnyOpen(t.giving(winner, sym, price)) {
		t.payMarkers(sym)
	}
}

// borrowsInGray reports whether a company in gray or red may take loans in a
// stock round. // D-08
func (v view) borrowsInGray() bool { return v.on(loansInGray) }

// redMoves reports whether a company in red moves at the end of a stock round if players hold all its
// shares. Companies that owe markers then go to red only after the moves. // D-09, D-41
func (v view) redMoves() bool { return v.on(redMoves) }

// ordersSalesAnew reports whether companies are sold in the order of their prices at the beginning of the
// sales. // D-10
func (v view) ordersSalesAnew() bool { return v.on(currentOrder) }

// sparesNewRed reports whether a company that went to red in this merger round is sold only in the next.
// // D-11
func (v view) sparesNewRed() bool { return v.on(skipNewRed) }

// partner returns the president who has to agree to a sale of a company's train or to its merger, "" if
// nobody is asked. // D-12
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.President(sym)
}

// keepsItsPlace reports whether a marker that is put into its own cell keeps its place there. // D-13
func (v view) keepsItsPlace() bool { return v.on(keepsPlace) }

// cashGoesToBank reports whether a bankrupt's cash never goes to a charter.
// // D-15
func (v view) cashGoesToBank() bool { return v.on(cashToBank) }

// goesBankruptAtWill reports whether a player in a cash crisis may leave the game
// although shares could be sold. // D-16
func (v view) goesBankruptAtWill() bool { return v.on(anyBankruptcy) }

// crises asks all players who cannot pay at the same time, because a record may have them in any order.
// Each of them may leave the game at will. // D-16, D-46
func (t *turn) crises(order []string, b bill, soon func()) {
	told := ""
	for !t.over() {
		var choices []engine.Choice
		for _, p := range order {
			if t.Get(owes.Of(p)) > 0 {
				choices = append(choices, t.crisisSales(p), engine.Bare(p, "bankrupt", "leave the game"))
			}
		}
		if len(choices) == 0 {
			return
		}
		soon()
		if p := choices[0].By; p != told {
			told = p
			t.Note(p, "lacks %s: cash crisis", money(t.Get(owes.Of(p))-t.Cash(p)))
		}
		a := t.Ask("cash crisis", choices...)
		if a.Verb == "bankrupt" {
			t.goBankrupt(a.By, b)
			continue
		}
		t.sell(a.By, a.Arg(1), a.Int(0))
		t.settleDebt(a.By)
	}
}

// runsAsRecorded reports whether any legal runs are accepted. // D-17
func (v view) runsAsRecorded() bool { return v.on(anyRoutes) }

// scoresPrivates reports whether private companies in hand count at face value in the score. // D-18
func (v view) scoresPrivates() bool { return v.on(scorePrivates) }

// keepsPrivates reports whether a bankrupt keeps private companies. // D-18
func (v view) keepsPrivates() bool { return v.on(bankruptPrivates) }

// coalPointsAnywhere reports whether a coal tile may point in any direction. // D-21
func (v view) coalPointsAnywhere() bool { return v.on(anyCoal) }

// asksPasses reports whether players are asked even if they can only pass, or have only one train to
// discard. // D-23
func (v view) asksPasses() bool { return v.on(askPasses) }

// putsNextUpFirst reports whether the next company in liquidation is put up before a cash crisis is over.
// Trains may then be discarded after a sale. // D-26
func (v view) putsNextUpFirst() bool { return v.on(nextUpFirst) }

// nextUp returns the next company in liquidation. It must have been red when the sales began: a company
// that went to red since then waits. // D-11, D-26
func (v view) nextUp(sym string) string {
	for _, c := range v.numbered(saleNo) {
		if v.S.Get(saleNo.Of(c)) > v.S.Get(saleNo.Of(sym)) && v.red(c) && v.S.Get(zoneBefore.Of(c)) == redZone {
			return c
		}
	}
	return ""
}

// oldPresidentDeals reports whether a president who lost the office in the post process may still buy or
// sell. A president who has passed may not. // D-27
func (v view) oldPresidentDeals() bool { return v.on(latePresident) }

// newPresidentBuys reports whether a player who becomes president by a purchase in the post process may go
// on buying. // D-42
func (v view) newPresidentBuys() bool { return v.on(buysOn) }

// countsTrains2 reports whether there are exactly forty 2-trains, and a phase 2+. // D-28
func (v view) countsTrains2() bool { return v.on(askPasses) }

// otherPhase returns the name of the phase that 18xx.games begins with the first 2+-train, "" if the game
// is not in it. // D-28
func (v view) otherPhase() string {
	extra := data.Trains[1]
	if !v.countsTrains2() || v.S.Get(phase) != phase2 {
		return ""
	}
	for i := range extra.Count {
		if v.S.Where(step.Train(extra.Name, i)) != step.Supply { // sold or exported
			return extra.Name
		}
	}
	return ""
}

// crownsNearest reports whether a tie in a 5-share merger goes to the player nearest to the left of the
// initiating president. // D-34
func (v view) crownsNearest() bool { return v.on(nearestPresident) }

// sellsAtTrains reports whether a president may sell shares while the company buys trains. The money does
// not help the company.
func (v view) sellsAtTrains() bool { return v.on(salesAtTrains) }

// together returns the companies in play, in the order in which they are placed in red if several go there
// at the end of a stock round. By the rules that is operating order. In that program it is the order of its
// list. // D-44
func (v view) together() []string {
	if !v.on(listOrder) {
		return v.inOrder()
	}
	return data.Syms(func(sym string) bool { return v.zone(sym) != noZone })
}

// countsUnsoldTrains reports whether some train that nobody may buy counts as for sale at $1: a train of a
// company in liquidation, or of a company that was broken up. // D-45
func (v view) countsUnsoldTrains(sym string) bool {
	if !v.asksPasses() {
		return false
	}
	for _, tr := range data.Trains {
		if v.obsolete(tr.Name) {
			continue
		}
		if v.S.Get(scrapped.Of(tr.Name)) > 0 {
			return true
		}
		for _, other := range v.inOrder() {
			if other != sym && v.TrainOf(other, tr.Name) != "" {
				return true
			}
		}
	}
	return false
}

// remembersScrap counts a train of a company that is broken up. The count lasts until the type rusts.
// // D-45
func (t *turn) remembersScrap(train string) {
	if name := step.Label(train); t.asksPasses() {
		t.Set(scrapped.Of(name), t.Get(scrapped.Of(name))+1)
	}
}

// forgetsScrap resets the count of scrapped trains for the types that rust. // D-45
func (t *turn) forgetsScrap(on string) {
	for _, tr := range data.Trains {
		if tr.RustsOn == on {
			t.Set(scrapped.Of(tr.Name), 0)
		}
	}
}
