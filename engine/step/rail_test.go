package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/engine/walk"
	"pbem/internal/testsize"
)

// The toy title "rail" has what 1828, 1843 and 1820 have in common: a waterfall auction, stock rounds by
// number cards, par and float, turns of companies that buy private companies at any time, a private company
// that its owner may swap in anybody's turn, forced purchases of trains, and exports. With the option
// "cousin" companies have no president's certificate, and a cousin of p2 holds shares and may direct.
const rail = `{
	"title": "rail", "name": "Rail", "designer": "nobody", "rules": "none", "currency": "$%d", "bank": "unlimited",
	"layout": {"pointy": true, "letters": "rows"}, "kinds": {"public": 10}, "upgrades": {},
	"seats": [{"players": 3, "cash": 300, "certificates": "unlimited"}],
	"trains": [{"name": "2", "color": "yellow", "price": 160, "count": 4, "stops": 2, "rusts_on": "3"}, {"name": "3", "color": "green", "price": 250, "count": 2, "stops": 3, "rusts_on": "D"},
		{"name": "D", "color": "brown", "price": 500, "count": "unlimited", "stops": "unlimited"}],
	"phases": [{"name": "2", "limits": {}, "tiles": [], "offboard": "yellow"}, {"name": "3", "train": "3", "limits": {}, "tiles": [], "offboard": "green"},
		{"name": "D", "train": "D", "limits": {}, "tiles": [], "offboard": "brown"}],
	"companies": [{"sym": "NYC", "name": "NYC", "kind": "public", "color": "#ee0000", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": []},
		{"sym": "PRR", "name": "PRR", "kind": "public", "color": "#00ee00", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": []}],
	"privates": [{"sym": "A", "name": "A", "value": 20, "income": 0}, {"sym": "B", "name": "B", "value": 40, "income": 0}, {"sym": "C", "name": "C", "value": 60, "income": 0}],
	"market": [[{"price": 40}, {"price": 50}, {"price": 60}], [{"price": 30}, {"price": 40}, {"price": 50}], [{"price": 20}, {"price": 30}]],
	"hexes": [{"at": "B2", "color": "white"}], "tiles": []}`

type railroad struct {
	Table
	*engine.Turn
}

func railTable(s *engine.State, f *facts.Title) Table {
	tb := Table{S: s, F: f}
	if s.Option("cousin") != "" {
		tb.H = kin
	}
	return tb
}

// pars are the cells with par prices: $50 and $40.
var pars = []market.Cell{{Row: 0, Col: 1}, {Row: 1, Col: 1}}

func (r railroad) auction() Waterfall {
	return Waterfall{
		Table:  r.Table,
		Unsold: func() []string { return Labels(r.S.Kind("sale", "private")) },
		Row:    func(sym string) int { return r.F.Private(sym).Value },
		Price:  func(sym string) int { return r.F.Private(sym).Value - r.S.Get("less:"+sym) },
		Sold:   func(sym, p string, _ int) { r.Move(Private(sym), p) },
		Lull: func(buyer string) string {
			sym := r.auction().Unsold()[0]
			r.Set("less:"+sym, r.Get("less:"+sym)+5)
			return buyer
		},
	}
}

// sellable is how many shares of a company p may sell: not the president's certificate unless somebody can
// take it, and at most five may be in the pool.
func (r railroad) sellable(p, sym string) int {
	n := r.Shares(p, sym)
	if r.Director(sym) == p && r.Heir(p, sym) == "" {
		n -= r.officeWeight(sym)
	}
	return max(0, min(n, 5-r.Shares(Pool, sym)))
}

func (r railroad) companies() []string {
	var out []string
	for _, c := range r.F.Companies {
		if r.Par(c.Sym) > 0 {
			out = append(out, c.Sym)
		}
	}
	return out
}

func (r railroad) sell(p, sym string, n int) {
	r.Pay(engine.Bank, p, n*r.Price(sym))
	Sell(r.Turn, r.Table, p, sym, n)
	for range n {
		c, _ := r.CellOf(sym)
		r.Put(sym, r.F.Market.Down(c).String())
	}
}

// give hands over shares that a holder has paid for.
func (r railroad) give(sym, from, p string) {
	r.Move(r.Single(from, sym, false), p)
	Overtake(r.Turn, r.Table, sym, p)
	Float(r.Turn, r.Table, sym, 4, 10*r.Par(sym))
}

func (r railroad) stockTurn() {
	p := r.Actor
	done := Dealing{
		By: p,
		Sales: func([]engine.Command) []engine.Choice {
			return []engine.Choice{{By: p, Verb: "sell", Options: func() []engine.Option {
				return r.SaleOptions(r.companies(), func(sym string) int { return r.sellable(p, sym) })
			}}}
		},
		Main: func([]engine.Command) []engine.Choice {
			return []engine.Choice{{By: p, Verb: "start", Options: r.starts}, {By: p, Verb: "buy", Options: r.buys}}
		},
		Act: func(a engine.Command) bool {
			switch a.Verb {
			case "sell":
				r.sell(p, a.Arg(1), a.Int(0))
				r.Set("sold:"+p+":"+a.Arg(1), r.Get("set"))
			case "start":
				r.start(p, a.Arg(0), a.Int(1))
			case "buy":
				price := r.Price(a.Arg(0))
				if a.Arg(1) != Pool {
					price = r.Par(a.Arg(0))
				}
				r.Pay(p, engine.Bank, price)
				r.give(a.Arg(0), a.Arg(1), p)
			}
			return false
		},
	}.Run(r.Turn)
	if len(done) == 0 {
		Pass(r.Turn, p)
		return
	}
	Acted(r.Turn, p)
}

func (r railroad) starts() (out []engine.Option) {
	for _, c := range r.F.Companies {
		if r.Par(c.Sym) == 0 {
			out = append(out, r.ParOptions(c.Sym, r.Cash(r.Actor)/2, pars)...)
		}
	}
	return out
}

func (r railroad) start(p, sym string, price int) {
	SetPar(r.Turn, r.Table, sym, price, pars)
	r.Pay(p, engine.Bank, r.officeWeight(sym)*price)
	if r.H != nil {
		r.Move(Directs(sym), p)
		r.Move(r.Single(IPO(sym), sym, false), p)
		return
	}
	r.Move(Share(sym, 0), p)
}

func (r railroad) buys() (out []engine.Option) {
	for _, sym := range r.companies() {
		for from, price := range map[string]int{IPO(sym): r.Par(sym), Pool: r.Price(sym)} {
			if r.Single(from, sym, false) != "" && r.Cash(r.Actor) >= price && r.Shares(r.Actor, sym) < 6 && r.Get("sold:"+r.Actor+":"+sym) < r.Get("set") {
				out = append(out, engine.Option{Args: []string{sym, from}})
			}
		}
	}
	slices.SortFunc(out, func(a, b engine.Option) int {
		return strings.Compare(strings.Join(a.Args, " "), strings.Join(b.Args, " "))
	})
	return out
}

// operate is the turn of a company. At its end it must have a train. A company that no player directs does
// nothing.
func (r railroad) operate() {
	sym := r.Actor
	for r.President(sym) != "" {
		a := Asks(r.Turn, "trains", r.trains, r.beside, r.act)
		if a.Verb == "pass" {
			break
		}
		r.buyTrain(a)
	}
	if p := r.President(sym); p != "" && len(r.Trains(sym)) == 0 && !r.emergency(p).Run(r.Turn) {
		r.End(p+" is bankrupt", nil)
	}
	r.Pay(engine.Bank, sym, 10*len(r.Trains(sym)))
}

func (r railroad) trains() []engine.Choice {
	sym, p := r.Actor, r.President(r.Actor)
	return []engine.Choice{engine.Bare(p, "pass", ""), {By: p, For: sym, Verb: "buy", Options: func() (out []engine.Option) {
		for _, l := range r.Lots("pool") {
			if l.Train.Price <= r.Cash(sym) && len(r.Trains(sym)) < 3 {
				out = append(out, engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}})
			}
		}
		return out
	}}}
}

// beside lets the company buy private companies, and the owner of C swap it for a
// share of a company in the IPO.
func (r railroad) beside() []engine.Choice {
	sym, p, owner := r.Actor, r.President(r.Actor), r.Where(Private("C"))
	out := []engine.Choice{{By: p, For: sym, Verb: "buy", Options: func() []engine.Option {
		return r.PrivateOptions(sym, func(private string) (int, int) { return 1, 2 * r.F.Private(private).Value })
	}}}
	if r.S.Seat(owner) < 0 {
		return out
	}
	return append(out, Aside(engine.Choice{By: owner, Verb: "swap", Options: func() (out []engine.Option) {
		for _, c := range r.companies() {
			if r.Single(IPO(c), c, false) != "" {
				out = append(out, engine.Option{Args: []string{c}})
			}
		}
		return out
	}})...)
}

func (r railroad) act(a engine.Command) bool {
	switch {
	case a.Verb == "swap":
		r.Move(Private("C"), Out)
		r.give(a.Arg(0), IPO(a.Arg(0)), a.By)
	case a.Verb == "buy" && a.Arg(0) == "private":
		BuyPrivate(r.Turn, r.Table, r.Actor, a.Arg(1), a.Int(3))
	default:
		return false
	}
	return true
}

func (r railroad) buyTrain(a engine.Command) bool {
	if !r.agree(a, nil) {
		return false
	}
	r.takeTrain(a)
	return true
}

func (r railroad) partner(a engine.Command) string {
	if r.F.Company(a.Arg(3)) == nil {
		return ""
	}
	return r.President(a.Arg(3))
}

func (r railroad) agree(a engine.Command, _ func(engine.Command) bool) bool {
	by, seller := r.President(r.Actor), r.partner(a)
	return seller == "" || by == seller || Agreed(r.Turn, by, r.Actor, seller, a.Arg(3), "sell")
}

func (r railroad) takeTrain(a engine.Command) {
	sym, name, from := r.Actor, a.Arg(1), a.Arg(3)
	if r.F.Company(from) != nil {
		Contribute(r.Turn, r.Table, sym, r.President(sym), a.Int(5))
		r.Pay(sym, from, a.Int(5))
		r.Move(r.TrainOf(from, name), sym)
		return
	}
	for _, l := range r.Lots("pool") {
		if l.Train.Name == name && l.From == from {
			Contribute(r.Turn, r.Table, sym, r.President(sym), l.Train.Price)
			r.Pay(sym, engine.Bank, l.Train.Price)
			r.Move(r.TrainOf(l.Place, name), sym)
			if l.Train.Count == 0 {
				Refill(r.Turn, r.Table, name)
			}
		}
	}
}

func (r railroad) emergency(p string) Emergency {
	return Emergency{Raising: r.raising(p), Lots: r.forced, Partner: r.partner, Agree: r.agree, Buy: r.takeTrain}
}

// raising sells shares, but not the presidency of the company, and gives up private companies for their
// value.
func (r railroad) raising(p string) Raising {
	sym := r.Actor
	own := func() []string { return Labels(r.S.Kind(p, "private")) }
	return Raising{
		Table: r.Table, By: p, For: sym, Syms: r.companies,
		Sellable: func(other string) int {
			if other == sym {
				return min(r.sellable(p, sym), r.SellableAsDirector(p, sym))
			}
			return r.sellable(p, other)
		},
		Sell: func(sym string, n int) { r.sell(p, sym, n) },
		More: func(int) []engine.Choice {
			var options []engine.Option
			for _, private := range own() {
				options = append(options, engine.Option{Args: []string{private}})
			}
			if len(options) == 0 {
				return nil
			}
			return []engine.Choice{{By: p, Verb: "give", Options: Fixed(options)}}
		},
		Worth: func(func(string) int) (sum int) {
			for _, private := range own() {
				sum += r.F.Private(private).Value
			}
			return sum
		},
		Act: func(a engine.Command) {
			r.Pay(engine.Bank, p, r.F.Private(a.Arg(0)).Value)
			r.Move(Private(a.Arg(0)), Out)
		},
		Rest: func() {
			for _, private := range own() {
				r.Pay(engine.Bank, p, r.F.Private(private).Value)
				r.Move(Private(private), Out)
			}
		},
	}
}

// forced lists the trains that may be bought with the president's money: from other companies at no more than
// face value.
func (r railroad) forced() (out []Purchase) {
	for _, l := range r.Lots("pool") {
		out = append(out, Purchase{engine.Option{Args: []string{"train", l.Train.Name, "from", l.From}}, l.Train.Price})
	}
	for _, other := range r.companies() {
		if other == r.Actor || r.President(other) == "" {
			continue
		}
		for _, o := range r.TradeOptions(other, 500, "") {
			o.Range.Max = r.F.Train(o.Args[1]).Price
			out = append(out, Purchase{Option: o})
		}
	}
	return out
}

func railRules(f *facts.Title) engine.Rules {
	do := func(leaf func(railroad)) engine.Step {
		return engine.Do(func(t *engine.Turn) { leaf(railroad{railTable(t.State, f), t}) })
	}
	see := func(s *engine.State) railroad { return railroad{Table: railTable(s, f)} }
	return engine.Rules{Start: "game", Flow: engine.Flow{
		"game":    engine.Seq("auction", "sets", "end"),
		"auction": engine.Turns(func(s *engine.State, last string) string { return see(s).auction().Next(last) }, "bid"),
		"bid":     do(func(r railroad) { r.auction().Turn(r.Turn) }),
		"sets":    engine.Times(func(*engine.State) int { return 5 }, "begin", "stock", "deal", "operate", "export"),
		"begin":   do(func(r railroad) { r.Set("set", r.Get("set")+1) }),
		"stock": engine.Turns(func(s *engine.State, last string) string {
			if r := see(s); !r.AllPassed(nil) {
				return Next(r.Order(), last, nil)
			}
			return ""
		}, "stock turn"),
		"stock turn": do(railroad.stockTurn),
		"deal": do(func(r railroad) {
			order := r.Passed()
			if r.Option("cash") != "" {
				order = r.ByCash()
			}
			Reorder(r.Turn, r.Table, order)
		}),
		"operate": engine.Each(func(s *engine.State, done []string) string {
			r := see(s)
			return FirstNotIn(slices.DeleteFunc(r.companies(), func(sym string) bool { return !r.Floated(sym) }), done)
		}, "company"),
		"company": do(railroad.operate),
		"export": do(func(r railroad) {
			Export(r.Turn, r.Table, func(name string) {
				if i := slices.IndexFunc(f.Trains, func(tr facts.Train) bool { return tr.RustsOn == name }); i >= 0 {
					Rust(r.Turn, r.Table, f.Trains[i].Name)
				}
			})
		}),
		"end": do(func(r railroad) { r.End("five sets", nil) }),
	}}
}

func railSetup(f *facts.Title, options ...string) []engine.Event {
	log := fallSetup("A B C", options...)
	for _, c := range f.Companies {
		for n := range c.Shares {
			log = append(log, put(IPO(c.Sym), Share(c.Sym, n))...)
		}
		log = append(log, put(c.Sym, Directs(c.Sym))...)
	}
	if slices.Contains(options, "cousin") { // no certificate counts two
		log = append(log, engine.Moved{Piece: Share("NYC", 0), From: IPO("NYC"), To: Out}, engine.Moved{Piece: Share("PRR", 0), From: IPO("PRR"), To: Out})
		log = append(log, engine.Moved{Piece: Share("NYC", 1), From: IPO("NYC"), To: "blue"})
	}
	for _, tr := range f.Trains {
		for n := range max(1, tr.Count) {
			log = append(log, put(Supply, Train(tr.Name, n))...)
		}
	}
	return log
}

// railHolds checks invariants after every decision: a director has at least as many shares as anybody who may
// direct, nobody holds more than is printed, and a floated company has its par.
func railHolds(f *facts.Title, total int) func(*engine.State) error {
	return func(s *engine.State) error {
		tb := railTable(s, f)
		for _, c := range f.Companies {
			sum := 0
			for _, place := range append(tb.Holders(), Pool, IPO(c.Sym)) {
				sum += tb.Shares(place, c.Sym)
			}
			if sum != total {
				return fmt.Errorf("%d shares of %s are about, not %d", sum, c.Sym, total)
			}
			d := tb.Director(c.Sym)
			if d == "" {
				continue
			}
			if h := tb.Heir(d, c.Sym); h != "" && tb.Shares(h, c.Sym) > tb.Shares(d, c.Sym) {
				return fmt.Errorf("%s directs %s with %d shares, %s has %d", d, c.Sym, tb.Shares(d, c.Sym), h, tb.Shares(h, c.Sym))
			}
		}
		return nil
	}
}

// The toy is played at random to its end: every offer is accepted, money and pieces are conserved, and every
// seam is used.
func TestRailWalks(t *testing.T) {
	testsize.SkipRace(t)
	f, err := facts.Load([]byte(rail))
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]int{}
	for seed := range uint64(120) {
		var options []string
		total := 10
		switch seed % 3 {
		case 1:
			options = []string{"cash"}
		case 2:
			options, total = []string{"cousin"}, 8
		}
		w := walk.Walk{Rules: railRules(f), Setup: railSetup(f, options...), Seed: seed, Limit: 5000, Also: railHolds(f, total)}
		if err := w.Run(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, e := range w.Log {
			if said, ok := e.(engine.Said); ok {
				used[said.Question+" "+said.Verb]++
			}
		}
		used[w.Game.State().Result.Reason]++
	}
	for _, want := range []string{
		"auction buy", "auction bid", "bid bid", "stock turn start", "stock turn buy", "stock turn sell", "trains buy", "trains swap",
		"consent accept", "consent decline", "emergency buy", "emergency bankrupt", "raise money sell", "raise money give", "five sets",
	} {
		if used[want] == 0 {
			t.Errorf("no game came to %q: %v", want, used)
		}
	}
}
