package step

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
)

// A Waterfall is the auction of private companies that lie in rows by price: the
// last one of the cheapest row without a bid may be bought at its price, any other
// be bid for, and a purchase brings those down that lie next and have bids. A turn
// is a leaf of the flow (Turn), whose turn it is the next of its Turns (Next). The
// bids are counters; their money stays with the bidder and counts as spent.
// // 28-AU; 43-AU
type Waterfall struct {
	Table
	Unsold func() []string       // those not sold, the cheapest row first, from left to right
	Row    func(sym string) int  // the row, the same for those that are equally cheap
	Price  func(sym string) int  // face value, or what it was reduced to
	Sole   func(sym string) bool // whether a bid replaces the lower one; nil for never // 28-AU-07
	// About tells players in a few words what a private company is good for; nil for
	// nothing.
	About func(sym string) string
	// Sold hands over what was sold and paid, and does what follows at once.
	Sold func(sym, p string, price int)
	// Beside lists what else may be said, and Act carries it out: see Asks. nil for
	// nothing.
	// // 43-AU-17
	Beside func() []engine.Choice
	Act    func(engine.Command) bool
	// Lull is called when all have passed in succession. It is told who bought last at
	// the price. It returns whose turn comes, "" for the next in order.
	Lull func(buyer string) (next string)
	// Brings tells players what comes when all have passed in succession, "" for nothing.
	Brings string
	// Dear lets a purchase be at any price from the face value on, which is said after
	// it; AskAll asks also who can only pass. For games recorded so.
	Dear, AskAll bool
}

const (
	raiseBy   = 5 // 28-AU-04; 43-AU-04
	lastBuyer = "auction:buyer"
)

func bidOf(sym, p string) string { return "bid:" + sym + ":" + p }

// Bid returns a player's bid for a private company, 0 for none.
func (w Waterfall) Bid(sym, p string) int { return w.S.Get(bidOf(sym, p)) }

// Bound returns how much of a player's cash the standing bids bind.
func (w Waterfall) Bound(p string) int {
	n := 0
	for _, sym := range w.Unsold() {
		n += w.Bid(sym, p)
	}
	return n
}

// Bidders returns who has bid for a private company, the lowest bid first.
func (w Waterfall) Bidders(sym string) []string {
	out := slices.DeleteFunc(slices.Clone(w.Order()), func(p string) bool { return w.Bid(sym, p) == 0 })
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(w.Bid(sym, a), w.Bid(sym, b)) })
	return out
}

// Free returns what a player may spend on a private company: cash without the bids for
// others.
// // 28-AU-05; 43-AU-05
func (w Waterfall) Free(p, sym string) int {
	cash := w.S.Cash(p)
	for _, other := range w.Unsold() {
		if other != sym {
			cash -= w.Bid(other, p)
		}
	}
	return cash
}

// least returns the lowest bid that is allowed now.
func (w Waterfall) least(sym string) int {
	if bidders := w.Bidders(sym); len(bidders) > 0 {
		return w.Bid(sym, bidders[len(bidders)-1]) + raiseBy
	}
	return w.Price(sym) + raiseBy
}

// buyable returns the only private company of the cheapest row that has no bid, "" if there is not exactly
// one. It may be bought at its price.
// // 28-AU-03; 43-AU-03
func (w Waterfall) buyable() string {
	out := ""
	for _, sym := range w.Unsold() {
		switch {
		case w.Row(sym) != w.Row(w.Unsold()[0]) || len(w.Bidders(sym)) > 0:
		case out != "":
			return ""
		default:
			out = sym
		}
	}
	return out
}

// Next returns whose turn it is, "" when everything is sold. It is the holder of the
// priority deal, which moves with every turn and in the end shows who begins the stock
// round.
// // 28-AU-10, 28-AU-16; 43-AU-10, 43-AU-19
func (w Waterfall) Next(string) string {
	if len(w.Unsold()) == 0 {
		return ""
	}
	return cmp.Or(w.S.Where(Priority), w.Order()[0])
}

// Turn is one turn: buy, bid or pass. What costs nothing must be taken. A player who
// can do nothing passes.
// // 28-AU-02; 43-AU-02, 43-AU-13, R-4
func (w Waterfall) Turn(t *engine.Turn) {
	p, sym := t.Actor, w.buyable()
	next := Next(w.Order(), p, nil)
	if sym != "" && w.Price(sym) == 0 {
		w.buy(t, p, sym, 0)
	} else {
		switch a := w.ask(t, p); a.Verb {
		case "buy":
			w.buy(t, p, a.Arg(0), w.paid(a))
		case "bid":
			w.bid(t, p, a.Arg(0), a.Int(1))
		default:
			Pass(t, p)
			if w.AllPassed(nil) {
				next = cmp.Or(w.lull(t), next)
			}
		}
	}
	if t.Result != nil { // 43-AU-15
		return
	}
	if len(w.Unsold()) == 0 {
		Reorder(t, w.Table, w.Order())
	}
	t.Move(Priority, next)
}

func (w Waterfall) ask(t *engine.Turn, p string) engine.Command {
	buys := func() (out []engine.Option) {
		for _, sym := range w.Unsold() {
			o := engine.Option{Args: []string{sym}, Label: w.told(sym, "for "+w.F.Money(w.Price(sym)))}
			if w.Dear && sym == w.buyable() {
				o.Range = &engine.Range{Min: w.Price(sym), Max: w.Free(p, sym)}
			}
			out = append(out, o)
		}
		return out
	}
	bids := func() (out []engine.Option) {
		for _, sym := range w.Unsold() {
			out = append(out, engine.Option{Args: []string{sym}, Label: w.told(sym, ""), Range: &engine.Range{Min: w.least(sym), Max: w.Free(p, sym), Step: raiseBy}})
		}
		return out
	}
	choices := []engine.Choice{
		Tells(Ruled(p, "", "buy", "buy a private company at its price", buys, func(words []string) string { return w.notBought(p, words) }),
			func() string { return w.noPurchase(p) }),
		Tells(Ruled(p, "", "bid", "bid for a private company", bids, func(words []string) string { return w.notBid(p, words) }),
			func() string { return w.noBid(p) }),
	}
	if !w.AskAll && !OpenNow(t, "auction", choices...) {
		return engine.Command{By: p, Verb: "pass"}
	}
	choices = append(choices, engine.Bare(p, "pass", "neither buy nor bid"+w.brought(p)))
	if w.Beside == nil {
		return t.Ask("auction", choices...)
	}
	return Asks(t, "auction", func() []engine.Choice { return choices }, w.Beside, w.Act)
}

// brought says what a pass of a player brings if all others have passed.
func (w Waterfall) brought(p string) string {
	if w.Brings == "" || slices.ContainsFunc(w.Order(), func(q string) bool { return q != p && !slices.Contains(w.Passed(), q) }) {
		return ""
	}
	return "; as all have passed then, " + w.Brings
}

// paid returns what a purchase costs.
func (w Waterfall) paid(a engine.Command) int {
	if w.Dear {
		return a.Int(1)
	}
	return w.Price(a.Arg(0))
}

// told adds to a label what a private company does.
func (w Waterfall) told(sym, label string) string {
	if w.About == nil {
		return label
	}
	return strings.TrimPrefix(label+"; "+w.About(sym), "; ")
}

// notBought says why a private company cannot be bought, "" if it can.
func (w Waterfall) notBought(p string, words []string) string {
	sym := Word(words, 0)
	price, priced := Number(words, 1)
	if w.Dear && len(words) == 2 { // the words have the price
		words = words[:1]
	}
	switch {
	case len(words) != 1 || !slices.Contains(w.Unsold(), sym):
		return "say which private company that is still for sale: " + AllOf(w.Unsold())
	case sym != w.buyable():
		return sym + " cannot be bought now, " + w.barredBy(sym) + "; you can bid for it"
	case w.Price(sym) > w.Free(p, sym):
		return fmt.Sprintf("%s costs %s, but you have %s that your bids do not tie up", sym, w.F.Money(w.Price(sym)), w.F.Money(w.Free(p, sym)))
	case w.Dear && (!priced || price < w.Price(sym) || price > w.Free(p, sym)):
		return fmt.Sprintf("say for how much you buy %s, from %s to %s", sym, w.F.Money(w.Price(sym)), w.F.Money(w.Free(p, sym)))
	}
	return ""
}

// noPurchase says why a player can buy nothing at its price: what could be bought is too dear, or nothing can.
func (w Waterfall) noPurchase(p string) string {
	if sym := w.buyable(); sym != "" {
		return w.notBought(p, []string{sym})
	}
	var row, free []string
	for _, sym := range w.Unsold() {
		if w.Row(sym) == w.Row(w.Unsold()[0]) {
			row = append(row, sym)
			if len(w.Bidders(sym)) == 0 {
				free = append(free, sym)
			}
		}
	}
	if len(free) == 0 {
		return "the cheapest, " + AllOf(row) + ", cannot be bought at a price: there are bids. You can bid"
	}
	return "only the last of the cheapest without a bid is bought at its price: " + AllOf(free) + " have none. You can bid"
}

// noBid says why a player can make no bid: for what is open to bids they have too little, or nothing is.
func (w Waterfall) noBid(p string) string {
	least, at := 0, ""
	for _, sym := range w.Unsold() {
		if n := w.least(sym); sym != w.buyable() && (at == "" || n < least) {
			least, at = n, sym
		}
	}
	if at == "" {
		return w.notBid(p, []string{w.buyable(), "0"})
	}
	return fmt.Sprintf("the lowest bid is %s, for %s, but you have %s that your other bids do not tie up", w.F.Money(least), at, w.F.Money(w.Free(p, at)))
}

// barredBy says what is in the way of a purchase: bids, a cheaper row, or another one of the row without a bid.
// // 28-AU-03; 43-AU-03
func (w Waterfall) barredBy(sym string) string {
	cheapest := w.Unsold()[0]
	var others []string
	for _, other := range w.Unsold() {
		if other != sym && w.Row(other) == w.Row(cheapest) && len(w.Bidders(other)) == 0 {
			others = append(others, other)
		}
	}
	switch {
	case len(w.Bidders(sym)) > 0:
		return "as it has a bid"
	case w.Row(sym) != w.Row(cheapest):
		return "as " + cheapest + " is cheaper"
	case len(others) == 1:
		return "as long as " + others[0] + " beside it has no bid"
	}
	return "as long as " + AllOf(others) + " beside it have no bid"
}

// notBid says why a bid cannot be made, "" if it can.
func (w Waterfall) notBid(p string, words []string) string {
	sym := Word(words, 0)
	n, ok := Number(words, 1)
	switch {
	case !ok || len(words) != 2 || !slices.Contains(w.Unsold(), sym):
		return "say which private company that is still for sale, and how much: " + AllOf(w.Unsold())
	case sym == w.buyable():
		return sym + " is not open to bids: you can buy it for " + w.F.Money(w.Price(sym))
	case n < w.least(sym) || (n-w.least(sym))%raiseBy != 0:
		return fmt.Sprintf("the minimum bid for %s is %s, in steps of %s", sym, w.F.Money(w.least(sym)), w.F.Money(raiseBy))
	case n > w.Free(p, sym):
		return fmt.Sprintf("you have %s that your other bids do not tie up", w.F.Money(w.Free(p, sym)))
	}
	return ""
}
