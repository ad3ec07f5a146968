package t1820

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// An openCry is an open-cry auction by mail. All bidders say once, and at the same time, the most
// that they would pay, or pass. Nobody is told before all have answered. The result is that of an
// auction in which everybody always makes the lowest possible bid.
// // 10.4; 20-AU-01, 20-AU-02, 20-RU-48
type openCry struct {
	what    string   // for people
	sym     string   // the company it is about, "" for none
	bidders []string // in number order
	terms   string   // how it is paid, "" if at once
	least   int      // lowest bid
	bank    int      // a bid of the bank that players must beat, 0 for none
	cap     func(p string) int
}

// run returns the winner and the price. The winner is "" if nobody bids; then the bank's bid
// stands.
func (c openCry) run(t *turn) (winner string, price int) {
	most := map[string]int{}
	waiting := slices.DeleteFunc(slices.Clone(c.bidders), func(p string) bool { return c.cap(p) < c.least })
	for len(waiting) > 0 {
		var choices []engine.Choice
		for _, p := range waiting {
			choices = append(choices, c.choice(p), step.Voice{By: p, For: c.sym}.Pass("bid nothing for "+c.what))
		}
		a := t.Ask("open cry", choices...)
		if a.Verb == "bid" {
			most[a.By] = a.Int(0)
		}
		waiting = slices.DeleteFunc(waiting, func(p string) bool { return p == a.By })
	}
	return c.decide(t, most)
}

func (c openCry) choice(p string) engine.Choice {
	help := fmt.Sprintf("say the most you will pay for %s; you pay no more than it takes", c.what)
	help += c.terms
	if c.bank > 0 {
		help += "; the bank bids " + money(c.bank)
	}
	return step.Ruled(p, c.sym, "bid", help,
		func() []engine.Option { return step.Bids(c.least, c.cap(p), bidStep) },
		func(words []string) string {
			n, ok := step.Number(words, 0)
			switch {
			case !ok || len(words) != 1:
				return "say how much you bid at most"
			case n < c.least:
				return fmt.Sprintf("bid at least %s (10.4)", money(c.least))
			case n%bidStep != 0:
				return "a bid must be a multiple of " + money(bidStep) + " (10.4)"
			case n > c.cap(p):
				return fmt.Sprintf("you can bid %s at most (10.4)", money(c.cap(p)))
			}
			return ""
		})
}

// decide finds the bidder with the highest limit, and the price: the limit of the second, or one
// step more if the second has the lower number card and would win a tie.
// // 10.4; 20-AU-02, 20-RU-48
func (c openCry) decide(t *turn, most map[string]int) (winner string, price int) {
	for _, p := range c.bidders { // the lower number card wins a tie
		if n, ok := most[p]; ok && (winner == "" || n > most[winner]) {
			winner = p
		}
	}
	if winner == "" {
		return "", 0
	}
	price = c.least
	for i, p := range c.bidders {
		n, ok := most[p]
		switch {
		case !ok || p == winner:
		case i < slices.Index(c.bidders, winner):
			price = max(price, n+bidStep)
		default:
			price = max(price, n)
		}
	}
	for _, p := range c.bidders {
		if n, ok := most[p]; ok {
			t.Note(p, "bid up to %s for %s", money(min(n, price)), c.what)
		}
	}
	return winner, price
}

// upTo rounds an amount up to a multiple of the bid step. // 8.4.2; 20-RU-49
func upTo(n int) int { return (n + bidStep - 1) / bidStep * bidStep }

// futures are the colours whose trains are sold in advance, by stock round.
// // 6.4.1; 20-FT-01, 20-RU-04
var futures = [][]int{{}, {yellow, green}, {blue, brown}, {red}}

// futureTrains auctions trains that can be used only later. // 6.4.2; 20-FT-02, 20-FT-04, 20-AU-03
func futureTrains(t *turn) {
	if t.Get(stockNo) >= len(futures) {
		return
	}
	var lots []string
	for _, p := range futures[t.Get(stockNo)] {
		if name := t.trainOf(p).Name; t.TrainOf(step.Supply, name) != "" {
			lots = append(lots, name)
		}
	}
	bidders, terms := t.Order(), ""
	if t.Get(stockNo) == 1 { // 20-FT-06
		terms = ", and that comes off your next income"
	}
	for len(lots) > 0 {
		winner, price := openCry{what: futureWord(lots), terms: terms, bidders: bidders, least: leastBid, cap: t.futureCap}.run(t)
		if winner == "" {
			break
		}
		taken := t.takeFutures(winner, lots, price)
		if len(taken) == 0 { // 20-AU-03
			t.Note(winner, "declines and is out of this auction")
			bidders = slices.DeleteFunc(bidders, func(p string) bool { return p == winner })
			continue
		}
		lots = slices.DeleteFunc(lots, func(name string) bool { return slices.Contains(taken, name) })
		bidders = t.Order()
	}
	for _, name := range lots { // 20-FT-05
		t.Move(t.TrainOf(step.Supply, name), step.Out)
		t.restock(name)
		t.Note("", "Nobody wants the %s-train: it leaves the game", name)
	}
}

func futureWord(lots []string) string {
	if len(lots) == 2 {
		return fmt.Sprintf("the choice of %s, %s or both at this price each", step.ATrain(lots[0]), step.ATrain(lots[1]))
	}
	return step.ATrain(lots[0])
}

// futureCap returns the most that a player can bid: their cash, or in the first round what is left
// of the income of the second. // 6.4.2; 20-FT-06, 20-RU-04
func (v view) futureCap(p string) int {
	if v.S.Get(stockNo) == 1 {
		return income - v.S.Get(owes.Of(p))
	}
	return v.S.Cash(p)
}

// takeFutures asks which trains the winner takes, each at the price. // 6.4.2; 20-FT-03, 20-DC-03
func (t *turn) takeFutures(p string, lots []string, price int) []string {
	var options []engine.Option
	for _, name := range lots {
		options = append(options, engine.Option{Args: []string{"train", name}, Label: money(price)})
	}
	if len(lots) == 2 && 2*price <= t.futureCap(p) {
		options = append(options, engine.Option{Args: []string{"both"}, Label: money(2 * price)})
	}
	a := t.Ask("future train", step.Offer(p, "", "take", "take what you have won", step.Fixed(options), func(words []string) string {
		if step.Word(words, 0) == "both" && len(lots) == 2 {
			return "you cannot pay for both (6.4.2)"
		}
		return "say which of the trains you take (6.4.2)"
	}), engine.Bare(p, "decline", "take none: it is sold again without you"))
	var taken []string
	switch {
	case a.Verb == "decline":
		return nil
	case a.Arg(0) == "both":
		taken = lots
	default:
		taken = []string{a.Arg(1)}
	}
	for _, name := range taken {
		t.buyFuture(p, name, price)
	}
	return taken
}

// buyFuture gives a future train to a player. // 6.4.2, 6.4.3; 20-FT-06, 20-FT-07
func (t *turn) buyFuture(p, name string, price int) {
	if t.Get(stockNo) == 1 {
		t.Set(owes.Of(p), t.Get(owes.Of(p))+price)
	} else {
		t.Pay(p, engine.Bank, price)
	}
	t.Move(t.TrainOf(step.Supply, name), p)
	t.restock(name)
	t.Note(p, "has %s for %s", step.ATrain(name), money(price))
}

// restock puts one more train of a type on sale if its number is unlimited.
func (t *turn) restock(name string) {
	if data.Train(name).Count == 0 {
		step.Refill(t.Turn, t.Table, name)
	}
}
