package t1817

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Bids for a president's certificate. // 5.5; 17-IP-03
const (
	leastIPO = 100
	mostIPO  = 400
)

// ipoRule is the section of new companies at the end of a refusal.
const ipoRule = " (5.5)"

// unfounded returns the companies that are not in play. // 5.5; 17-IP-01,
// 17-SA-19
func (v view) unfounded() []string {
	return data.Syms(func(sym string) bool { return v.S.Where(step.Share(sym, 0)) == box })
}

// freeCircles returns the cities with a free circle. Toronto never has one. // 5.5; 17-IP-01, 17-IP-02,
// 17-MP-01
func (v view) freeCircles(b *board.Board) []board.Spot {
	var out []board.Spot
	for _, hex := range data.Map.Hexes {
		for i, st := range b.Face(hex.At).Stops {
			if at := (board.Spot{Hex: hex.At, N: i}); st.Kind == board.City && v.Space(b, at) > 0 {
				out = append(out, at)
			}
		}
	}
	return out
}

// starts lists the companies that may be started, with the free circles and the opening bids. // 5.5;
// 17-IP-01, 17-IP-02
func (t *turn) starts() []engine.Option {
	bids, b := t.payableBids(t.Actor, leastIPO), t.Board()
	var out []engine.Option
	for _, sym := range t.unfounded() {
		if t.placesLater() {
			out = append(out, withArgs(bids, "", sym, "for")...)
			continue
		}
		for _, at := range t.freeCircles(b) {
			args := append([]string{sym, "in"}, step.SpotName(b, at)...)
			out = append(out, withArgs(bids, t.HexName(at.Hex), append(args, "for")...)...)
		}
	}
	return out
}

// startRule returns a function that says why a player may not start a company with these words: which
// company, in which city, for how much. // 5.5; 17-IP-01, 17-IP-02
func (t *turn) startRule() func(words []string) string {
	table := sync.OnceValue(t.Board)
	circles := sync.OnceValue(func() int { return len(t.freeCircles(table())) })
	return func(words []string) string {
		sym, n := step.Word(words, 0), len(words)
		bid, ok := step.Number(words, n-1)
		placed := n > 4 && words[1] == "in"
		switch {
		case n < 3 || !ok || words[n-2] != "for" || placed == t.placesLater() || !placed && n > 3:
			return "say which company, in which city, and for how much"
		case data.Company(sym) == nil:
			return sym + " is not a company that can be started (5.5)"
		case t.Where(step.Share(sym, 0)) != box:
			return t.inPlay(sym)
		case circles() == 0:
			return "there is no free city space on the map (5.5)"
		}
		if placed {
			if why := t.noCircle(table(), words[2:n-2]); why != "" {
				return why
			}
		}
		return t.notBidNow(t.Actor, bid, leastIPO)
	}
}

// inPlay says of a company that it is in play, and names one that is not. // 5.5; 17-IP-02
func (v view) inPlay(sym string) string {
	if others := v.unfounded(); len(others) > 0 {
		return sym + " is in play already: start a company that is not, such as " + others[0] + " (5.5)"
	}
	return "all companies are in play (5.5)"
}

// noCircle says why a first marker may not be placed in a city. Toronto has no
// circles. // 5.5; 17-IP-01
func (v view) noCircle(b *board.Board, name []string) string {
	at, why := v.CityNamed(b, name)
	switch {
	case why != "":
		return why
	case v.noStation(at.Hex):
		return "no station marker may be placed in " + v.HexName(at.Hex) + " (5.5)"
	case v.Space(b, at) <= 0:
		return "no space is free in " + name[0] + " (5.5)"
	}
	return ""
}

// withArgs puts words before the number of each option.
func withArgs(options []engine.Option, label string, args ...string) []engine.Option {
	out := slices.Clone(options)
	for i := range out {
		out[i].Args, out[i].Label = args, label
	}
	return out
}

// payableBids lists what a player may bid, from least on.
func (v view) payableBids(p string, least int) []engine.Option {
	return step.Spans(least, mostIPO, bidStep, func(n int) string { return v.notPayable(p, n, least) })
}

// notPayable says why a player may not bid n for a presidency. The player needs room for the certificate.
// Their cash and some of their private companies at face value must make up the bid exactly. // 5.5;
// 17-IP-03, 17-IP-04, 17-LM-02, R-08, R-42
func (v view) notPayable(p string, n, least int) string {
	switch {
	case n < least:
		return "bid " + money(least) + " at least (5.5)"
	case n > mostIPO:
		return "a bid may not exceed " + money(mostIPO) + " (5.5)"
	case n%bidStep != 0:
		return "a bid must be a multiple of " + money(bidStep) + " (5.5)"
	}
	if why := v.atLimit(p); why != "" {
		return why
	}
	switch {
	case v.makesUp(p, n):
		return ""
	case len(v.privates(p)) == 0:
		return "you have " + money(v.S.Cash(p)) + ", and no private company to pay with" + ipoRule
	}
	return fmt.Sprintf("your %s and private companies at face value do not make up %s exactly", money(v.S.Cash(p)), money(n)) + ipoRule
}

// notBidNow says why a player may not bid n, as notPayable does, and which bids the player can make up instead.
func (v view) notBidNow(p string, n, least int) string {
	why := v.notPayable(p, n, least)
	if why == "" || n < least || n > mostIPO || v.makesUp(p, n) {
		return why
	}
	var others []string
	for _, o := range v.payableBids(p, least) {
		bids := money(o.Range.Min)
		if o.Range.Max > o.Range.Min {
			bids += " to " + money(o.Range.Max)
		}
		others = append(others, bids)
	}
	if len(others) == 0 {
		return why
	}
	return strings.TrimSuffix(why, ipoRule) + ": bid " + step.OneOf(others) + ipoRule
}

// makesUp reports whether a player's cash and some of their private companies at face value make up n exactly.
func (v view) makesUp(p string, n int) bool {
	return slices.ContainsFunc(v.privateSums(p), func(sum int) bool { return sum <= n && n-sum <= v.S.Cash(p) })
}

// privateSums returns the total face value of every set of a player's private companies, without those in
// but. The empty set is one of them.
func (v view) privateSums(p string, but ...string) []int {
	sums := []int{0}
	for _, sym := range v.privates(p) {
		if slices.Contains(but, sym) {
			continue
		}
		for _, s := range sums {
			if s += data.Private(sym).Value; !slices.Contains(sums, s) {
				sums = append(sums, s)
			}
		}
	}
	return sums
}

// initialOffering starts a company: it places a marker and auctions the president's certificate. Then the
// winner chooses the size and pays. // 5.5; 17-IP-01, 17-IP-03, R-07
func (t *turn) initialOffering(p string, a engine.Command) {
	sym, bid := a.Arg(0), a.Int(len(a.Args)-1)
	t.Note(p, "starts %s and bids %s", sym, money(bid))
	t.Set(size.Of(sym), 2)
	t.Move(step.Token(sym, 0), sym)
	if !t.placesLater() {
		at, _ := step.SpotNamed(t.Board(), a.Args[2:len(a.Args)-2])
		t.Move(step.Share(sym, 0), sym)
		t.placeFirst(sym, at)
	} else if !t.decided(p, bid) {
		t.Move(step.Share(sym, 0), sym)
		t.placeLater(p, sym)
	}
	winner, price := t.presidencyAuction(p, sym, bid)
	t.found(winner, sym, price)
	if t.Where(step.Token(sym, 0)) == sym {
		t.placeLater(p, sym)
	}
	t.chooseSize(winner, sym, price)
	t.contribute(winner, sym, price)
	t.payMarkers(sym)
}

// placeFirst puts the first marker of a company on the map. // 5.5; 17-IP-09
func (t *turn) placeFirst(sym string, at board.Spot) {
	t.Move(step.Token(sym, 0), at.String())
	t.Note(sym, "placed its first station marker in %s", t.HexName(at.Hex))
}

// presidencyAuction auctions the president's certificate. // 5.5; 17-IP-03, D-02
func (t *turn) presidencyAuction(p, sym string, bid int) (winner string, price int) {
	return step.Auction{
		What: sym, For: sym, Bidders: t.after(p), Opener: p, Price: bid, Money: money,
		Bids:   func(q string, price int, _ bool) []engine.Option { return t.payableBids(q, price+bidStep) },
		NotBid: func(q string, bid, price int, _ bool) string { return t.notBidNow(q, bid, price+bidStep) },
	}.Run(t.Turn)
}

// found gives the certificate to the winner and sets the price: half the bid, rounded down to a price of
// the market. If the winner's cash is not enough, the bank advances the rest until private companies are
// contributed. // 5.5; 17-IP-05, 17-IP-07, 17-CO-01
func (t *turn) found(winner, sym string, price int) {
	cash := min(t.Cash(winner), price)
	t.Pay(winner, sym, cash)
	t.Pay(engine.Bank, sym, price-cash)
	t.Set(owes.Of(winner), price-cash)
	t.Move(step.Share(sym, 0), winner)
	t.Put(sym, cell(colFor(price/2)))
	t.Set(born.Of(sym), t.Get(stockNo))
	t.Note(winner, "is president of %s for %s, price %s", sym, money(price), t.priceWord(sym))
	if sizes := t.Phase().Sizes; len(sizes) == 1 {
		t.setSize(sym, sizes[0])
		t.payEarly(winner, sym, price)
	}
}

// chooseSize asks for the number of shares if the phase leaves a choice. // 2, 5.5; 17-IP-06
func (t *turn) chooseSize(winner, sym string, price int) {
	sizes := t.Phase().Sizes
	if len(sizes) == 1 {
		return
	}
	every := func() []engine.Option {
		var out []engine.Option
		for _, n := range []int{2, 5, 10} {
			out = append(out, engine.Option{Args: []string{strconv.Itoa(n)}, Label: sizeLabel[n]})
		}
		return out
	}
	a := t.Ask("size", step.Ruled(winner, sym, "size", "say how many shares "+sym+" has", every, func(words []string) string {
		if n, ok := step.Number(words, 0); len(words) != 1 || !ok || !slices.Contains(sizes, n) {
			return fmt.Sprintf("in phase %s a company starts with %d or %d shares (5.5)", t.Phase().Name, sizes[0], sizes[1])
		}
		return ""
	}))
	t.setSize(sym, a.Int(0))
	t.payEarly(winner, sym, price)
}

var sizeLabel = map[int]string{2: "2 loans", 5: "5 loans, 1 more marker for $50", 10: "10 loans, 3 more markers for $150"}

// setSize gives a company the shares of its size, and notes the markers that it must buy. // 5.5, 1.2.7;
// 17-IP-08, 17-IP-09
func (t *turn) setSize(sym string, n int) {
	for range n - t.size(sym) {
		t.Move(t.Single(box, sym, false), sym)
	}
	t.Set(size.Of(sym), n)
	t.Set(unpaid.Of(sym), map[int]int{2: 0, 5: 1, 10: 3}[n])
	t.Note(sym, "has %d shares", n)
}

// contribute lets the winner pay with private companies at face value instead
// of cash. // 5.5; 17-IP-07, R-42, 17-PV-14
func (t *turn) contribute(p, sym string, price int) {
	given := 0
	for {
		give := t.giving(p, sym, price-given)
		if !classic.AnyOpen(give) {
			return
		}
		lack := t.Get(owes.Of(p))
		rest := step.Voice{By: p, For: sym}.Pass("pay the rest, " + money(price-given-lack) + ", in cash")
		if lack > 0 {
			rest = step.Barred(p, sym, "pass", "your cash falls short by "+money(lack)+": pay with a private company (5.5)")
		}
		a := t.Ask("contribution", give, rest)
		if a.Verb == "pass" {
			return
		}
		t.givePrivate(p, sym, a.Arg(0))
		given += data.Private(a.Arg(0)).Value
	}
}

// giving offers the winner to pay with a private company. open is the part of the bid that is not yet paid
// with private companies.
func (t *turn) giving(p, sym string, open int) engine.Choice {
	return step.Ruled(p, sym, "contribute", "pay with a private company", func() []engine.Option { return t.inHand(p) },
		func(words []string) string { return t.notContributed(p, sym, open, words) })
}

// inHand lists a player's privates, with the cash that comes back for each: the whole bid, as far as there is cash, is paid before.
func (t *turn) inHand(p string) []engine.Option {
	var out []engine.Option
	for _, sym := range t.privates(p) {
		label := data.Private(sym).Name + ", " + money(data.Private(sym).Value)
		if back := data.Private(sym).Value - t.Get(owes.Of(p)); back > 0 {
			label += ": " + money(back) + " of your cash comes back"
		}
		out = append(out, engine.Option{Args: []string{sym}, Label: label})
	}
	return out
}

// notContributed says why a player may not pay with a private company. They must be able to pay the rest of
// the bid exactly. open is the part of the bid that is not yet paid with private companies. // 5.5;
// 17-IP-04
func (t *turn) notContributed(p, company string, open int, words []string) string {
	sym := step.Word(words, 0)
	if len(words) != 1 || data.Private(sym) == nil || t.owner(sym) != p {
		return "you have no private company " + sym
	}
	value, cash := data.Private(sym).Value, open-t.Get(owes.Of(p))+t.Cash(p)
	if value > open || value > t.Cash(company) {
		return fmt.Sprintf("%s is worth %s, more than is left to pay (5.5)", sym, money(value))
	}
	for _, sum := range t.privateSums(p, sym) {
		if rest := open - value - sum; rest >= 0 && rest <= cash {
			return ""
		}
	}
	return "with " + sym + " the rest of the bid could not be paid exactly (5.5)"
}

// givePrivate moves a private company to the new company, which pays back its face value in cash. The bank
// gets back what it advanced, and the player gets the rest. // 5.5; 17-PV-07
func (t *turn) givePrivate(p, sym, private string) {
	value := data.Private(private).Value
	debt := min(value, t.Get(owes.Of(p)))
	t.Set(owes.Of(p), t.Get(owes.Of(p))-debt)
	t.Pay(sym, engine.Bank, debt)
	t.Pay(sym, p, value-debt)
	t.Move(piece(private), sym)
	t.Note(p, "paid with the %s", data.Private(private).Name)
	if data.Private(private).Kind == "station" {
		t.Set(stationIn, t.Get(stockNo))
		if tok := t.boxed(sym); tok != "" {
			t.Move(tok, sym)
		}
	}
}
