package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// Games of 18xx.games are read under switches: where that program departs from
// the written rules. All of them stand here, with what they change; they are off
// in normal play, and in an imported game from the first mail on, but for those that
// say why not. The names are stored. README.md
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

// bidsOverFace reports whether a bid for a private may exceed its face value; no
// seed money is then used. // D-01
func (v view) bidsOverFace() bool { return v.on(bidOverFace) }

// placesLater reports whether the marker of a new company is placed after its
// opening bid, and after the auction when nobody else can bid. // D-03
func (v view) placesLater() bool { return v.on(markerLater) }

// decided reports whether nobody else can bid above an opening bid. // D-03
func (t *turn) decided(p string, bid int) bool {
	return !slices.ContainsFunc(t.after(p), func(q string) bool { return q != p && len(t.payableBids(q, bid+bidStep)) > 0 })
}

// placeLater asks for the circle after the opening bid. // D-03
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

// sellsAfterShort reports whether shares may be sold after a short sale of the
// same turn, also by who is above the limit. // D-05, D-35
func (v view) sellsAfterShort() bool { return v.on(sellAfterShort) }

// payEarly pays for the station markers of a new company as soon as its size is
// chosen, if its president has no private company to contribute: until then the
// cash is not what it will be. // D-07
func (t *turn) payEarly(winner, sym string, price int) {
	if t.on(markersAtSize) && !anyOpen(t.giving(winner, sym, price)) {
		t.payMarkers(sym)
	}
}

// borrowsInGray reports whether a company in gray or red may take loans in a
// stock round. // D-08
func (v view) borrowsInGray() bool { return v.on(loansInGray) }

// redMoves reports whether a company in red that players hold moves at the end of
// a stock round; those that owe markers go there after the moves. // D-09, D-41
func (v view) redMoves() bool { return v.on(redMoves) }

// ordersSalesAnew reports whether sales go by the prices when they begin. // D-10
func (v view) ordersSalesAnew() bool { return v.on(currentOrder) }

// sparesNewRed reports whether a company that went to red in this merger round is
// sold in the next. // D-11
func (v view) sparesNewRed() bool { return v.on(skipNewRed) }

// partner returns who agrees to a sale of a company's train or to its merger: its
// president, or nobody where that is not asked. // D-12
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.President(sym)
}

// keepsItsPlace reports whether a marker put into its own cell keeps its place
// there. // D-13
func (v view) keepsItsPlace() bool { return v.on(keepsPlace) }

// cashGoesToBank reports whether a bankrupt's cash never goes to a charter.
// // D-15
func (v view) cashGoesToBank() bool { return v.on(cashToBank) }

// goesBankruptAtWill reports whether a player in a cash crisis may leave the game
// although shares could be sold. // D-16
func (v view) goesBankruptAtWill() bool { return v.on(anyBankruptcy) }

// crises asks all who cannot pay at once, as a record may have them in any order, and
// each may leave the game at will. // D-16, D-46
func (t *turn) crises(order []string, b bill, soon func()) {
	told := ""
	for !t.over() {
		var choices []engine.Choice
		for _, p := range order {
			if t.Get(owes.of(p)) > 0 {
				choices = append(choices, t.crisisSales(p), engine.Bare(p, "bankrupt", "leave the game"))
			}
		}
		if len(choices) == 0 {
			return
		}
		soon()
		if p := choices[0].By; p != told {
			told = p
			t.Note(p, "lacks %s: cash crisis", money(t.Get(owes.of(p))-t.Cash(p)))
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

// scoresPrivates reports whether privates in hand count at face value, and
// keepsPrivates whether a bankrupt keeps them. // D-18
func (v view) scoresPrivates() bool { return v.on(scorePrivates) }

func (v view) keepsPrivates() bool { return v.on(bankruptPrivates) }

// coalPointsAnywhere reports whether it does not matter where a coal tile points.
// // D-21
func (v view) coalPointsAnywhere() bool { return v.on(anyCoal) }

// asksPasses reports whether also those are asked who can only pass, or have but
// one train to discard. // D-23
func (v view) asksPasses() bool { return v.on(askPasses) }

// putsNextUpFirst reports whether the next company in liquidation is put up before
// a cash crisis is over, and trains are discarded after a sale. // D-26
func (v view) putsNextUpFirst() bool { return v.on(nextUpFirst) }

// nextUp returns the next company in liquidation: one that was red when the sales
// began, for one that went there since waits. // D-11, D-26
func (v view) nextUp(sym string) string {
	for _, c := range v.numbered(saleNo) {
		if v.S.Get(saleNo.of(c)) > v.S.Get(saleNo.of(sym)) && v.red(c) && v.S.Get(zoneBefore.of(c)) == redZone {
			return c
		}
	}
	return ""
}

// oldPresidentDeals reports whether a president who lost the office in the post
// process, without having passed, may still buy or sell. // D-27
func (v view) oldPresidentDeals() bool { return v.on(latePresident) }

// newPresidentBuys reports whether a player who becomes president by a purchase in
// the post process may buy on. // D-42
func (v view) newPresidentBuys() bool { return v.on(buysOn) }

// countsTrains2 reports whether there are forty 2-trains, and a phase 2+. // D-28
func (v view) countsTrains2() bool { return v.on(askPasses) }

// otherPhase is the phase that 18xx.games begins with the first 2+-train, "" when
// it is none. // D-28
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

// crownsNearest reports whether a tie in a 5-share merger goes to the nearest to
// the left of the initiating president. // D-34
func (v view) crownsNearest() bool { return v.on(nearestPresident) }

// sellsAtTrains reports whether a president may sell shares while the company buys
// trains, to no end.
func (v view) sellsAtTrains() bool { return v.on(salesAtTrains) }

// together returns the companies in play in the order in which those that go to
// red at the end of a stock round are placed there: by the rules in operating order, in that
// program in the order of its list. // D-44
func (v view) together() []string {
	if !v.on(listOrder) {
		return v.inOrder()
	}
	var out []string
	for _, c := range data.Companies {
		if v.zone(c.Sym) != noZone {
			out = append(out, c.Sym)
		}
	}
	return out
}

// countsUnsoldTrains reports whether a train counts as for sale at $1 that nobody
// may buy: of a company in liquidation, or of one that was broken up. // D-45
func (v view) countsUnsoldTrains(sym string) bool {
	if !v.asksPasses() {
		return false
	}
	for _, tr := range data.Trains {
		if v.obsolete(tr.Name) {
			continue
		}
		if v.S.Get(scrapped.of(tr.Name)) > 0 {
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

// remembersScrap notes a train of a company that is broken up, until its type
// rusts. // D-45
func (t *turn) remembersScrap(train string) {
	if name := step.Label(train); t.asksPasses() {
		t.Set(scrapped.of(name), t.Get(scrapped.of(name))+1)
	}
}

// forgetsScrap forgets the trains of companies that were broken up when their type
// rusts. // D-45
func (t *turn) forgetsScrap(on string) {
	for _, tr := range data.Trains {
		if tr.RustsOn == on {
			t.Set(scrapped.of(tr.Name), 0)
		}
	}
}
