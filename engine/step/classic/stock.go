package classic

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// A Stock is what a title's rules say of a player's turn in a stock round: sales, and the start of a company or
// the purchase of a share. Run plays the turn.
//
// The verbs are "sell N SYM", "start SYM PAR" and "buy SYM from ipo|pool". Shares come from the IPO at par
// and from the pool at the market price. The sentences are those of Stock, with the title's sections.
type Stock struct {
	Play
	// Sequence is the order of sales and purchases; nil for SellBuySell.
	Sequence  Sequence
	Companies []string      // all, in the order in which they are listed
	Pars      []market.Cell // the cells in which a company may start now
	// Limits. Percentages are of a company's shares.
	Certificates int // that a player may hold
	MostHeld     int // percent that a player may hold
	MostInPool   int // percent that the pool takes
	FloatsAt     int // percent sold at which a company floats
	Capital      int // what it gets then, in pars
	FirstSales   int // the first stock round in which shares are sold
	Sections     Sections

	// Zone tells what is special about the zone of the market in which a company is; nil for no zones.
	Zone func(sym string) Zone
	// Count counts a player's certificates that fall under the limit, such as private companies; nil for the
	// share certificates but those of zones that are Free.
	Count func(player string) int
	// Fall moves the price after a sale of n shares.
	Fall func(sym string, n int)
	// Floated is what happens when a company floats, beside its capital: its first station marker.
	Floated func(sym string)
	// NotSold and NotBought give further reasons of the title, after all others; nil for none. from is "" for
	// the certificate with which a company starts.
	NotSold   func(player, sym string, n int) string
	NotBought func(player, sym, from string) string
	// Seller is who gets the money for shares that were never sold; nil for the bank. With partial capitalisation it
	// is the company, and Capital is 0.
	// // 17-BY-01, NE-DR-07
	Seller func(sym string) string
	// Beside lists what may be done beside the turn, such as the exchange of a private company, and Aside carries it
	// out: see step.Asks. It is no act: a turn with nothing else is a pass. nil for nothing.
	Beside func() []engine.Choice
	Aside  func(engine.Command) bool
}

// Sections are the sections of the rules that players are told with a reason.
type Sections struct {
	Start, Buy, Sell string
	// Over is where the rules say that a player with too many certificates sells first; "" if they do not.
	Over string
}

// A Zone is what is special about the shares of a company by its place in the market. In 1830 yellow is Free,
// orange is Free and Unlimited, and brown is all three.
type Zone struct {
	Free      bool // its certificates do not count towards the limit
	Unlimited bool // a player may hold any number of its shares
	Several   bool // several of its shares in the pool may be bought in one turn
}

// Run plays the turn of a player.
func (s Stock) Run(player string) {
	turn := s.Sequence
	if turn == nil {
		turn = SellBuySell
	}
	done := turn(step.Dealing{
		By:      player,
		Sales:   func([]engine.Command) []engine.Choice { return []engine.Choice{s.selling(player)} },
		Main:    func(done []engine.Command) []engine.Choice { return s.main(player, done) },
		Act:     func(a engine.Command) bool { s.act(a); return false },
		On:      s.goesOn,
		MustAct: func([]engine.Command) string { return s.over(player) },
		Beside:  s.Beside,
		Aside:   s.Aside,
	}).Run(s.Turn)
	s.EndTurn(player, len(done) > 0)
}

// act carries out what was said.
func (s Stock) act(a engine.Command) {
	switch a.Verb {
	case "sell":
		s.sell(a.By, a.Arg(1), a.Int(0))
	case "start":
		s.start(a.By, a.Arg(0), a.Int(1))
	case "buy":
		s.buy(a.By, a.Arg(0), a.Arg(2))
	}
}

// main offers the start of a company and the purchase of a share.
func (s Stock) main(player string, done []engine.Command) []engine.Choice {
	start := step.Telling(player, "", "start", "start a company", func() []engine.Option { return s.starts(player) },
		func(words []string) string { return s.notStarted(player, words) }, "no company is left that you could start ("+s.Sections.Start+")")
	only := ""
	if s.goesOn(done) {
		only = done[len(done)-1].Arg(0)
	}
	buy := step.Telling(player, "", "buy", "buy one share", s.purchases, func(words []string) string {
		if only != "" && (step.Word(words, 0) != only || step.Word(words, 2) != FromPool) {
			return "you may go on buying " + only + " from the pool only (" + s.Sections.Buy + ")"
		}
		return s.notBought(player, words)
	}, "no share is on sale ("+s.Sections.Buy+")")
	switch why := s.over(player); {
	case why != "":
		return Closed(player, []engine.Choice{start, buy}, why)
	case only != "":
		return []engine.Choice{step.Barred(player, "", "start", "you may go on buying "+only+" only ("+s.Sections.Buy+")"), buy}
	}
	return []engine.Choice{start, buy}
}

// goesOn reports whether the purchase that was just made may go on.
func (s Stock) goesOn(done []engine.Command) bool {
	if len(done) == 0 {
		return false
	}
	last := done[len(done)-1]
	return last.Verb == "buy" && last.Arg(2) == FromPool && s.zone(last.Arg(0)).Several
}

func (s Stock) zone(sym string) Zone {
	if s.Zone == nil {
		return Zone{}
	}
	return s.Zone(sym)
}

// certificates counts what falls under the limit of certificates.
func (s Stock) certificates(player string) int {
	if s.Count != nil {
		return s.Count(player)
	}
	return len(slices.DeleteFunc(s.Kind(player, "share"), func(cert string) bool { return s.zone(step.Label(cert)).Free }))
}

// over says why a player must sell before anything else. It gives no reason if there is nothing they can sell.
func (s Stock) over(player string) string {
	if s.Sections.Over == "" {
		return ""
	}
	why := SellFirst(s.certificates(player), s.Certificates, s.Sections.Over)
	if why == "" || !step.Open(s.selling(player)) {
		return ""
	}
	return why
}

// percent returns how many shares of a company are a percentage of them, rounded down.
func (s Stock) percent(sym string, n int) int { return Size(s.Table, sym) * n / 100 }

// officeShares is the number of shares of the certificate with which a company starts.
func (s Stock) officeShares(sym string) int { return s.F.Company(sym).Shares[0] }

// starts lists the companies and the pars that a player can pay.
func (s Stock) starts(player string) []engine.Option {
	var out []engine.Option
	for _, sym := range s.Companies {
		out = append(out, s.ParOptions(sym, s.Cash(player)/s.officeShares(sym), s.Pars)...)
	}
	return out
}

// pars are the prices at which a company may start.
func (s Stock) pars() []int {
	var out []int
	for _, c := range s.Pars {
		out = append(out, s.F.Market.At(c).Price)
	}
	return out
}

// notStarted says why a player may not start a company at a par.
func (s Stock) notStarted(player string, words []string) string {
	sym, section := step.Word(words, 0), s.Sections.Start
	par, ok := step.Number(words, 1)
	if !ok || len(words) != 2 || !slices.Contains(s.Companies, sym) || !slices.Contains(s.pars(), par) {
		return "say which company, and at which price: " + step.OneOf(s.pars()) + " (" + section + ")"
	}
	cost := s.officeShares(sym) * par
	switch {
	case s.Par(sym) > 0:
		return sym + " was started before (" + section + ")"
	case cost > s.Cash(player):
		return fmt.Sprintf("the %s's certificate costs %s, but you have %s (%s)", s.F.Officer(), s.F.Money(cost), s.F.Money(s.Cash(player)), section)
	}
	return s.more(player, sym, "")
}

// more says why a player may not take one more certificate of a company.
func (s Stock) more(player, sym, from string) string {
	if !s.zone(sym).Free {
		if why := OneMore(s.certificates(player), s.Certificates, s.Sections.Buy); why != "" {
			return why
		}
	}
	if s.NotBought == nil {
		return ""
	}
	return s.NotBought(player, sym, from)
}

// start sells the certificate with which a company starts.
func (s Stock) start(player, sym string, par int) {
	cost := s.officeShares(sym) * par
	s.Note(player, "started %s for %s", sym, s.F.Money(cost))
	step.SetPar(s.Turn, s.Table, sym, par, s.Pars)
	s.Pay(player, s.seller(sym, FromIPO), cost)
	s.Move(step.Share(sym, 0), player)
	s.float(sym)
}

// purchases lists a share of every company from IPO and pool.
func (s Stock) purchases() []engine.Option {
	return InStock(s.Table, ShareOptions(s.Companies, []string{FromIPO, FromPool}, func(sym, from string) string { return "pay " + s.F.Money(s.costs(sym, from)) }))
}

// costs is the price of a share: its par in the IPO, the market price in the pool.
func (s Stock) costs(sym, from string) int {
	if from == FromIPO {
		return s.Par(sym)
	}
	return s.Price(sym)
}

// notBought says why a player may not buy a share.
func (s Stock) notBought(player string, words []string) string {
	sym, from, ok := PurchaseWords(s.Table, words, FromIPO, FromPool)
	section := " (" + s.Sections.Buy + ")"
	switch {
	case !ok:
		return "say which company's share, from ipo or pool"
	case s.Par(sym) == 0:
		return sym + " is not started yet (" + s.Sections.Start + ")"
	case s.Single(Place(sym, from), sym, false) == "":
		return "there is no share of " + sym + " in the " + from + section
	case SoldNow(s.Table, player, sym):
		return "you sold " + sym + " in this stock round (" + s.Sections.Sell + ")"
	case s.Shares(player, sym) >= s.percent(sym, s.MostHeld) && !s.zone(sym).Unlimited:
		return fmt.Sprintf("nobody may hold more than %d%% of a company%s", s.MostHeld, section)
	case s.costs(sym, from) > s.Cash(player):
		return fmt.Sprintf("a share of %s costs %s, but you have %s%s", sym, s.F.Money(s.costs(sym, from)), s.F.Money(s.Cash(player)), section)
	}
	return s.more(player, sym, from)
}

// seller is who gets the money for a share.
func (s Stock) seller(sym, from string) string {
	if s.Seller == nil || from != FromIPO {
		return engine.Bank
	}
	return s.Seller(sym)
}

// buy sells one share to a player, who may become president. The company may float.
func (s Stock) buy(player, sym, from string) {
	cost := s.costs(sym, from)
	s.Pay(player, s.seller(sym, from), cost)
	s.Move(s.Single(Place(sym, from), sym, false), player)
	s.Note(player, "bought a share of %s from the %s for %s", sym, from, s.F.Money(cost))
	step.Overtake(s.Turn, s.Table, sym, player)
	s.float(sym)
}

// float floats a company of which enough is sold.
func (s Stock) float(sym string) {
	left := Size(s.Table, sym) - (Size(s.Table, sym)*s.FloatsAt+99)/100
	if step.Float(s.Turn, s.Table, sym, left, s.Capital*s.Par(sym)) && s.Floated != nil {
		s.Floated(sym)
	}
}

// selling offers sales.
func (s Stock) selling(player string) engine.Choice {
	return Selling(s.Table, player, s.Sections.Sell, func() []string { return s.Companies }, s.notSold)
}

// notSold says why a player may not sell so many shares.
func (s Stock) notSold(player string, words []string) string {
	n, sym, ok := SaleWords(s.Table, words)
	section := " (" + s.Sections.Sell + ")"
	switch {
	case !ok:
		return "say how many shares of which company"
	case s.Get(StockNo) < s.FirstSales && s.FirstSales == 2:
		return "no shares may be sold in the first stock round" + section
	case s.Get(StockNo) < s.FirstSales:
		return fmt.Sprintf("no shares may be sold before stock round %d%s", s.FirstSales, section)
	case s.Shares(player, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(s.Shares(player, sym), "share"), sym)
	case s.Shares(step.Pool, sym)+n > s.percent(sym, s.MostInPool):
		return fmt.Sprintf("the pool may hold no more than %d%% of a company%s%s", s.MostInPool, step.AtMost("sell", s.saleable(player, sym)), section)
	case n > s.Spare(player, sym):
		return "nobody else could be " + s.F.Officer() + " of " + sym + step.AtMost("sell", s.saleable(player, sym)) + section
	case s.NotSold != nil:
		return s.NotSold(player, sym, n)
	}
	return ""
}

// saleable is how many shares of a company a player may sell at once.
func (s Stock) saleable(player, sym string) int {
	return min(s.Spare(player, sym), s.percent(sym, s.MostInPool)-s.Shares(step.Pool, sym))
}

// sell sells shares at the price of the moment, which then falls.
func (s Stock) sell(player, sym string, n int) {
	s.Play.Sell(player, sym, n, Sold(player, sym))
	s.Fall(sym, n)
}
