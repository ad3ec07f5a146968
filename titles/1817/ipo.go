package t1817

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// Bids for a president's certificate. // 5.5; 17-IP-03
const (
	leastIPO = 100
	mostIPO  = 400
)

// unfounded returns the companies that are not in play. // 5.5; 17-IP-01,
// 17-SA-19
func (v view) unfounded() []string {
	var out []string
	for _, c := range data.Companies {
		if v.S.Where(step.Share(c.Sym, 0)) == box {
			out = append(out, c.Sym)
		}
	}
	return out
}

// freeCircles returns the cities with a free circle. Toronto has none to begin
// with. // 5.5; 17-IP-01, 17-IP-02, 17-MP-01
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

// startChoices offers to start a company. // 5.5; 17-IP-01, 17-IP-02, 17-LM-02
func (t *turn) startChoices(p string) []engine.Choice {
	bids := t.payableBids(p, leastIPO)
	if len(bids) == 0 || len(t.unfounded()) == 0 || len(t.freeCircles(t.Board())) == 0 {
		return nil
	}
	return []engine.Choice{{By: p, Verb: "start", Help: "start a company and bid for its presidency", Options: func() []engine.Option { return t.startOptions(bids) }}}
}

// startOptions lists the companies, the circles and the opening bids.
func (t *turn) startOptions(bids []engine.Option) []engine.Option {
	b := t.Board()
	var out []engine.Option
	for _, sym := range t.unfounded() {
		if t.on(markerLater) {
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

// withArgs gives options words that come before their number.
func withArgs(options []engine.Option, label string, args ...string) []engine.Option {
	out := slices.Clone(options)
	for i := range out {
		out[i].Args, out[i].Label = args, label
	}
	return out
}

// payableBids lists what a player may bid from a least sum on: cash and some
// private companies at face value must make up the bid exactly. // 5.5;
// 17-IP-03, 17-IP-04, 17-LM-02, R-08, R-42
func (v view) payableBids(p string, least int) []engine.Option {
	if !v.mayHoldMore(p) {
		return nil
	}
	cash := v.S.Cash(p) / bidStep * bidStep
	payable := map[int]bool{}
	for _, sum := range v.privateSums(p) {
		for n := max(sum, least); n <= min(sum+cash, mostIPO); n += bidStep {
			payable[n] = true
		}
	}
	var out []engine.Option
	for n := least; n <= mostIPO; n += bidStep {
		if !payable[n] {
			continue
		}
		most := n
		for payable[most+bidStep] {
			most += bidStep
		}
		out = append(out, step.Bids(n, most, bidStep)...)
		n = most
	}
	return out
}

// privateSums returns the face values of every set of a player's privates but
// for those named, nothing included.
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

// initialOffering starts a company: a marker on the map, bidding for the
// president's certificate, size and payment. // 5.5; 17-IP-01, 17-IP-03, R-07
func (t *turn) initialOffering(p string, a engine.Command) {
	sym, bid := a.Arg(0), a.Int(len(a.Args)-1)
	t.Note(p, "starts %s and bids %s", sym, money(bid))
	t.Set(size+sym, 2)
	t.Move(step.Token(sym, 0), sym)
	if !t.on(markerLater) {
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
	t.chooseSize(winner, sym)
	t.contribute(winner, sym, price)
	t.payMarkers(sym)
}

// placeFirst puts the first marker of a company on the map. // 5.5; 17-IP-09
func (t *turn) placeFirst(sym string, at board.Spot) {
	t.Move(step.Token(sym, 0), at.String())
	t.Note(sym, "placed its first station marker in %s", t.HexName(at.Hex))
}

// decided reports whether nobody else can bid above an opening bid. // D-03
func (t *turn) decided(p string, bid int) bool {
	return !slices.ContainsFunc(t.after(p), func(q string) bool { return q != p && len(t.payableBids(q, bid+bidStep)) > 0 })
}

// placeLater asks for the circle after the opening bid. // D-03
func (t *turn) placeLater(p, sym string) {
	b := t.Board()
	a := t.Ask(engine.Choice{By: p, For: sym, Verb: "token", Help: "place the first station marker", Options: func() []engine.Option {
		var out []engine.Option
		for _, at := range t.freeCircles(b) {
			out = append(out, engine.Option{Args: step.SpotName(b, at)})
		}
		return out
	}})
	at, _ := step.SpotNamed(b, a.Args)
	t.placeFirst(sym, at)
}

// presidencyAuction is the bidding for the president's certificate. // 5.5;
// 17-IP-03, D-02
func (t *turn) presidencyAuction(p, sym string, bid int) (winner string, price int) {
	return step.Auction{
		What: sym, For: sym, Bidders: t.after(p), Opener: p, Price: bid, Money: money,
		Bids: func(q string, price int, _ bool) []engine.Option { return t.payableBids(q, price+bidStep) },
	}.Run(t.Turn)
}

// found gives the certificate to the winner and sets the price: half the bid,
// rounded down to a price of the market. What the winner's cash does not cover
// the bank advances until privates are contributed. // 5.5; 17-IP-05, 17-IP-07,
// 17-CO-01
func (t *turn) found(winner, sym string, price int) {
	cash := min(t.Cash(winner), price)
	t.Pay(winner, sym, cash)
	t.Pay(engine.Bank, sym, price-cash)
	t.Set(owes+winner, price-cash)
	t.Move(step.Share(sym, 0), winner)
	t.Put(sym, cell(colFor(price/2)))
	t.Set(born+sym, t.Get(stockNo))
	t.Note(winner, "is president of %s for %s, price %s", sym, money(price), t.priceWord(sym))
	if sizes := t.Phase().Sizes; len(sizes) == 1 {
		t.setSize(sym, sizes[0])
	}
}

// chooseSize asks for the number of shares where the phase leaves a choice.
// // 2, 5.5; 17-IP-06, 17-PH-02, 17-PH-03, 17-PH-05
func (t *turn) chooseSize(winner, sym string) {
	sizes := t.Phase().Sizes
	if len(sizes) == 1 {
		return
	}
	a := t.Ask(engine.Choice{By: winner, For: sym, Verb: "size", Help: "say how many shares " + sym + " has", Options: func() []engine.Option {
		var out []engine.Option
		for _, n := range sizes {
			out = append(out, engine.Option{Args: []string{strconv.Itoa(n)}, Label: sizeLabel[n]})
		}
		return out
	}})
	t.setSize(sym, a.Int(0))
}

var sizeLabel = map[int]string{2: "2 loans", 5: "5 loans, 1 more marker for $50", 10: "10 loans, 3 more markers for $150"}

// setSize brings a company's shares to its size and books the markers it must
// buy. // 5.5, 1.2.7; 17-IP-08, 17-IP-09
func (t *turn) setSize(sym string, n int) {
	for range n - t.size(sym) {
		t.Move(t.Single(box, sym, false), sym)
	}
	t.Set(size+sym, n)
	t.Set(unpaid+sym, map[int]int{2: 0, 5: 1, 10: 3}[n])
	t.Note(sym, "has %d shares", n)
	if t.on(markersAtSize) { // D-07
		t.payMarkers(sym)
	}
}

// contribute lets the winner pay with private companies at face value instead
// of cash. // 5.5; 17-IP-04, 17-IP-07, R-42, 17-PV-14
func (t *turn) contribute(p, sym string, price int) {
	given := 0
	for {
		fits := t.fitting(p, sym, price-given)
		if len(fits) == 0 {
			return
		}
		choices := []engine.Choice{{By: p, For: sym, Verb: "contribute", Help: "pay with a private company", Options: func() []engine.Option { return fits }}}
		if t.Get(owes+p) == 0 {
			choices = append(choices, engine.Choice{By: p, For: sym, Verb: "pass", Help: "pay the rest in cash"})
		}
		a := t.Ask(choices...)
		if a.Verb == "pass" {
			return
		}
		t.givePrivate(p, sym, a.Arg(0))
		given += data.Private(a.Arg(0)).Value
	}
}

// fitting lists the privates a player may contribute so that the rest can be
// paid: open is what is not paid with privates yet.
func (t *turn) fitting(p, company string, open int) []engine.Option {
	paid := open - t.Get(owes+p) // in cash, so far
	var out []engine.Option
	for _, sym := range t.privates(p) {
		rest := open - data.Private(sym).Value
		if rest < 0 || data.Private(sym).Value > t.Cash(company) {
			continue
		}
		for _, sum := range t.privateSums(p, sym) {
			if sum <= rest && rest-sum <= paid+t.Cash(p) {
				out = append(out, engine.Option{Args: []string{sym}, Label: data.Private(sym).Name + ", " + money(data.Private(sym).Value)})
				break
			}
		}
	}
	return out
}

// givePrivate moves a private to the company, which gives its face value back in
// cash: what the bank has advanced first, the rest to the player. // 5.5;
// 17-PV-07
func (t *turn) givePrivate(p, sym, private string) {
	value := data.Private(private).Value
	debt := min(value, t.Get(owes+p))
	t.Set(owes+p, t.Get(owes+p)-debt)
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
