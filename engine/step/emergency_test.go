package step

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
)

// need is a table on which p1 directs PRR, with a treasury and cash, and has one share of PRR and four shares
// of NYC at $50. A sale of NYC lowers its price to $40.
func need(treasury, cash int) []engine.Event {
	out := slices.Concat(singles("p1", 4), put("p1", Share("PRR", 0), Share("PRR", 1)), put("p2", Train("3", 0)),
		[]engine.Event{engine.Priced{Marker: "NYC", Cell: "0,1"}, engine.Priced{Marker: "PRR", Cell: "0,2"}})
	for owner, n := range map[string]int{"PRR": treasury, "p1": cash} {
		if n > 0 {
			out = append(out, engine.Paid{From: engine.Bank, To: owner, Amount: n})
		}
	}
	return out
}

// trouble is the purchase of a train by PRR: from the bank, or from NYC for a price that p2 accepts or
// declines.
func trouble(t *engine.Turn, tb Table, lots ...Purchase) Emergency {
	return Emergency{
		Raising: Raising{
			Table: tb, By: "p1", For: "PRR", Syms: func() []string { return []string{"NYC", "PRR"} },
			Sellable: func(sym string) int {
				if sym == "PRR" {
					return tb.SellableAsDirector("p1", sym)
				}
				return tb.Shares("p1", sym)
			},
			Sell: func(sym string, n int) {
				t.Pay(engine.Bank, "p1", n*tb.Price(sym))
				Sell(t, tb, "p1", sym, n)
				t.Put(sym, "0,0")
			},
		},
		Lots:    func() []Purchase { return lots },
		Partner: func(a engine.Command) string { return seller(tb, a) },
		Agree: func(a engine.Command, _ func(engine.Command) bool) bool {
			by := seller(tb, a)
			return by == "" || Agreed(t, "p1", "PRR", by, "NYC", "sell")
		},
		Buy: func(a engine.Command) {
			price, seller := lots[0].Price, engine.Bank
			if a.Arg(0) == "other" {
				price, seller = a.Int(1), "NYC"
			}
			Contribute(t, tb, "PRR", "p1", price)
			t.Pay("PRR", seller, price)
		},
	}
}

// seller returns who must agree to a purchase: p2 for NYC, and p3 once p1 has no more than one share of it.
func seller(tb Table, a engine.Command) string {
	switch {
	case a.Arg(0) != "other":
		return ""
	case tb.Shares("p1", "NYC") > 1:
		return "p2"
	}
	return "p3"
}

// Treasury, cash and sales pay, and nothing more is sold than needed. // 1828 8.3.5.2; 1843 8.8.3
func TestEmergency(t *testing.T) {
	tb := set(t)
	bank := func(price int) Purchase { return Purchase{engine.Option{Args: []string{"bank"}}, price} }
	other := Purchase{Option: engine.Option{Args: []string{"other"}, Range: &engine.Range{Min: 1, Max: 200, Step: 1}}}
	for name, c := range map[string]struct {
		treasury, cash int
		lots           []Purchase
		said           []string
		asked          string
		had            string
		left, treas    int // cash and treasury after it
	}{
		"the treasury pays first":       {70, 50, []Purchase{bank(80)}, nil, "[]", "true", 40, 0},
		"nothing from a full treasury":  {90, 50, []Purchase{bank(80)}, nil, "[]", "true", 50, 10},
		"sales, no more than needed":    {0, 0, []Purchase{bank(80)}, []string{"p1 sell 3 NYC!", "p1 sell all!", "p1 sell 2 NYC"}, "[]", "true", 20, 0},
		"to the last coin":              {0, 0, []Purchase{bank(100)}, []string{"p1 sell 3 NYC!", "p1 sell 2 NYC"}, "[]", "true", 0, 0},
		"sold one after the other":      {0, 0, []Purchase{bank(80)}, []string{"p1 sell 1 NYC", "p1 sell 2 NYC!", "p1 sell 1 NYC"}, "[]", "true", 10, 0},
		"cash first":                    {0, 80, []Purchase{bank(80)}, nil, "[]", "true", 0, 0},
		"the office is kept":            {0, 0, []Purchase{bank(250)}, []string{"p1 sell 4 NYC", "p1 sell 2 PRR!", "p1 sell 1 PRR"}, "[]", "true", 10, 0},
		"out of reach":                  {0, 0, []Purchase{bank(261)}, []string{"p1 buy bank!", "p1 sell all"}, "[]", "false", 260, 0},
		"in an order of one's own":      {0, 0, []Purchase{bank(261)}, []string{"p1 sell 1 PRR", "p1 sell 1 NYC", "p1 sell 5 NYC!", "p1 sell 3 NYC"}, "[]", "false", 230, 0},
		"within reach":                  {0, 0, []Purchase{bank(260)}, []string{"p1 bankrupt!"}, "[p1]", "", 0, 0},
		"a seller asks up to the reach": {0, 100, []Purchase{bank(900), other}, []string{"p1 buy other 201!", "p1 bankrupt", "p1 sell all"}, "[]", "false", 360, 0},
		"no more than can be had":       {0, 0, []Purchase{{Option: engine.Option{Args: []string{"other"}, Range: &engine.Range{Min: 1, Max: 900}}}}, []string{"p1 buy other 261!", "p1 buy other 260"}, "[p2]", "", 0, 0},
		"a seller agrees":               {10, 100, []Purchase{bank(900), other}, []string{"p1 buy other 60", "p2 accept"}, "[]", "true", 50, 0},
		"a seller declines":             {10, 100, []Purchase{bank(900), other}, []string{"p1 buy other 60", "p2 decline"}, "[p1]", "", 100, 10},
		"the bank is a way out":         {10, 100, []Purchase{bank(90), other}, []string{"p1 buy other 60", "p2 decline", "p1 bankrupt!", "p1 buy bank"}, "[]", "true", 20, 0},
		"consent comes before sales":    {0, 0, []Purchase{bank(900), other}, []string{"p1 buy other 60", "p1 sell 2 NYC!", "p2 accept", "p1 sell 3 NYC!", "p1 sell 2 NYC"}, "[]", "true", 40, 0},
		"nothing is sold in vain":       {0, 0, []Purchase{bank(900), other}, []string{"p1 buy other 60", "p1 withdraw"}, "[p1]", "", 0, 0},
		"a new director agrees":         {0, 0, []Purchase{bank(900), other}, []string{"p1 buy other 160", "p2 accept", "p1 sell 4 NYC", "p3 accept"}, "[]", "true", 40, 0},
		"a new director declines":       {0, 0, []Purchase{bank(900), other}, []string{"p1 buy other 160", "p2 accept", "p1 sell 4 NYC", "p3 decline"}, "[p1]", "", 0, 0},
	} {
		had := ""
		g := begin(func(t *engine.Turn) {
			had = fmt.Sprint(trouble(t, Table{S: t.State, F: tb.F}, c.lots...).Run(t))
		}, need(c.treasury, c.cash)...)
		g = say(t, g, c.said...)
		if s, asked := g.State(), fmt.Sprint(engine.Awaited(g.Pending())); asked != c.asked || had != c.had || s.Cash("p1") != c.left || s.Cash("PRR") != c.treas {
			t.Errorf("%s: asked %s, %q, cash %d, treasury %d; want %+v", name, asked, had, s.Cash("p1"), s.Cash("PRR"), c)
		}
	}
}

// Other ways to raise money are offered beside the sales, and count for what can be reached. // 1843 8.8.3
func TestRaisingMore(t *testing.T) {
	tb := set(t)
	enough := ""
	raise := func(t *engine.Turn) {
		r := trouble(t, Table{S: t.State, F: tb.F}).Raising
		r.Worth = func(func(string) int) int { return 30 * len(t.Kind("p1", "private")) }
		r.More = func(int) []engine.Choice {
			if len(t.Kind("p1", "private")) == 0 {
				return nil
			}
			return []engine.Choice{engine.Bare("p1", "give", "")}
		}
		r.Act = func(engine.Command) {
			t.Pay(engine.Bank, "p1", 30)
			t.Move("private:A", Out)
		}
		if got := r.Reach(); t.Where("private:A") == "p1" && t.Cash("p1") == 0 && got != 290 {
			enough = fmt.Sprintf("reach %d", got)
			return
		}
		enough = fmt.Sprint(r.Run(t, func() int { return 290 }))
	}
	g := say(t, begin(raise, append(need(0, 0), put("p1", "private:A")...)...), "p1 give", "p1 give!", "p1 sell 4 NYC", "p1 sell 1 PRR")
	if g.State().Result == nil || enough != "true" || g.State().Cash("p1") != 290 {
		t.Errorf("%s, cash %d", enough, g.State().Cash("p1"))
	}
	if g := begin(func(t *engine.Turn) {
		r := trouble(t, Table{S: t.State, F: tb.F}).Raising
		r.More = func(int) []engine.Choice {
			return []engine.Choice{Barred("p1", "", "give", "there is nothing to give")}
		}
		enough = fmt.Sprint(r.Run(t, func() int { return 1000 }))
	}); g.State().Result == nil || enough != "false" {
		t.Errorf("with nothing to sell: %s", enough)
	}
}

// What others do beside a question for money is theirs: it raises nothing, and the question stays. // 1843 8.8.3
func TestRaisingWhileOthersAct(t *testing.T) {
	tb := set(t)
	raised, acted := false, 0
	raise := func(t *engine.Turn) {
		r := trouble(t, Table{S: t.State, F: tb.F}).Raising
		r.Beside = func() []engine.Choice { return []engine.Choice{engine.Bare("p2", "exchange", "")} }
		r.Besides = func(a engine.Command) bool { return a.By == "p2" }
		r.Act = func(engine.Command) { acted++ }
		raised = r.Run(t, func() int { return 1 })
	}
	g := say(t, begin(raise, need(0, 0)...), "p2 exchange", "p2 exchange", "p1 sell 1 PRR")
	if g.State().Result == nil || !raised || acted > 0 {
		t.Errorf("raised %v; what another did was carried out %d times as the player's own", raised, acted)
	}
}

// If a purchase fails after sales were made for it, they are undone, and what others did meanwhile is not. // 1843 8.8.3
func TestUndoneSalesKeepWhatOthersDid(t *testing.T) {
	tb := set(t)
	other := Purchase{Option: engine.Option{Args: []string{"other"}, Range: &engine.Range{Min: 1, Max: 200, Step: 1}}}
	buy := func(t *engine.Turn) {
		e := trouble(t, Table{S: t.State, F: tb.F}, other)
		e.Beside = func() []engine.Choice {
			if t.Where("private:A") != "p2" {
				return nil
			}
			return []engine.Choice{engine.Bare("p2", "exchange", "")}
		}
		e.Besides = func(a engine.Command) bool {
			if a.Verb != "exchange" {
				return false
			}
			t.Move("private:A", Out)
			t.Pay(engine.Bank, "p2", 30)
			return true
		}
		e.Run(t)
	}
	g := begin(buy, append(need(0, 0), put("p2", "private:A")...)...)
	g = say(t, g, "p1 buy other 160", "p2 accept", "p2 exchange", "p1 sell 4 NYC", "p3 decline")
	s := g.State()
	if tb := (Table{S: s, F: tb.F}); s.Cash("p1") != 0 || tb.Shares("p1", "NYC") != 4 {
		t.Errorf("the sales were not undone: cash %d, %d shares of NYC", s.Cash("p1"), tb.Shares("p1", "NYC"))
	}
	if s.Where("private:A") != Out || s.Cash("p2") != 30 {
		t.Errorf("what p2 did was undone too: private company at %q, cash %d", s.Where("private:A"), s.Cash("p2"))
	}
}

// A company buys from players, within its money and the title's limits, with the owner's consent unless the
// owner is its president. // 1828 13.2.1; 1843 10.1
func TestBuyingPrivateCompanies(t *testing.T) {
	tb := set(t)
	f := *tb.F
	f.Privates = append(f.Privates, facts.Private{Sym: "A", Value: 20}, facts.Private{Sym: "B", Value: 40}, facts.Private{Sym: "C", Value: 60}, facts.Private{Sym: "D"})
	table := slices.Concat(need(50, 0), put("p1", Private("A")), put("p2", Private("B"), Private("D")), put("NYC", Private("C")))
	price := func(private string) (int, int) { return 1, 2 * f.Private(private).Value }
	bought := ""
	buy := func(private string, n int) func(*engine.Turn) {
		return func(t *engine.Turn) {
			bought = fmt.Sprint(BuyPrivate(t, Table{S: t.State, F: &f}, "PRR", private, n))
		}
	}
	var offered []string
	for _, o := range (Table{S: set(t, table...).S, F: &f}).PrivateOptions("PRR", price) {
		offered = append(offered, fmt.Sprint(o.Args, o.Range, o.Label))
	}
	if got := fmt.Sprint(offered); got != "[[private A for] 1 to 40of Amy [private B for] 1 to 50of Brian]" {
		t.Errorf("offered are %s", got)
	}
	for _, c := range []struct {
		private string
		said    []string
		bought  string
		where   string
		cash    int
	}{
		{"A", nil, "true", "PRR", 30}, {"B", []string{"p2 accept"}, "true", "PRR", 30},
		{"B", []string{"p2 decline"}, "false", "p2", 50}, {"B", []string{"p1 withdraw"}, "false", "p2", 50},
	} {
		g := say(t, begin(buy(c.private, 20), table...), c.said...)
		if s := g.State(); bought != c.bought || s.Where(Private(c.private)) != c.where || s.Cash("PRR") != c.cash {
			t.Errorf("%s %v: bought %s, at %s, treasury %d", c.private, c.said, bought, s.Where(Private(c.private)), s.Cash("PRR"))
		}
	}
}

// The next train is exported, and after the last of a type the first of the next type. // 1843 5; 1820 8.1
func TestExport(t *testing.T) {
	for _, c := range []struct {
		supply []string
		left   string
		after  string
	}{
		{nil, "[]", "[]"},
		{[]string{Train("2", 0), Train("2", 1), Train("3", 0)}, "[2]", "[2 3]"},
		{[]string{Train("2", 2), Train("3", 0), Train("3", 1)}, "[2 3]", "[3]"},
		{[]string{Train("2", 2)}, "[2]", "[]"},
		{[]string{Train("2", 2), Train("2+", 0)}, "[2 2+]", "[]"},
		{[]string{Train("3", 0)}, "[3]", "[3]"}, // there is no limit on their number
	} {
		tb := set(t, append(put(Supply, c.supply...), put(Pool, Train("D", 0))...)...) // those in the pool stay
		tb.F.Trains = append(tb.F.Trains, facts.Train{Name: "2+", Count: 1})
		var left []string
		tb = play(t, tb, func(t *engine.Turn, tb Table) { Export(t, tb, func(name string) { left = append(left, name) }) })
		if fmt.Sprint(left) != c.left || fmt.Sprint(tb.TrainNames(Supply)) != c.after || len(tb.S.At(Out)) != len(left) {
			t.Errorf("%v: %v left, %v stay", c.supply, left, tb.TrainNames(Supply))
		}
	}
}

// If a sale lowers the price of the remaining shares, no sale is allowed after which the money could not be
// raised any more. // 28-EM-06
func TestRaisingWhilePricesFall(t *testing.T) {
	tb := set(t)
	for name, c := range map[string]struct {
		need int
		said []string
		left int
	}{
		"all at once":         {200, []string{"p1 sell 1 NYC!", "p1 sell 3 NYC!", "p1 sell 4 NYC"}, 200},
		"the last one waits":  {190, []string{"p1 sell 2 NYC!", "p1 sell 3 NYC", "p1 sell 1 NYC"}, 190},
		"no more than needed": {100, []string{"p1 sell 3 NYC!", "p1 sell 1 NYC", "p1 sell 2 NYC"}, 130},
		"out of reach anyhow": {400, []string{"p1 sell 1 NYC", "p1 sell 3 NYC", "p1 sell 1 PRR"}, 230},
	} {
		raise := func(t *engine.Turn) {
			r := trouble(t, Table{S: t.State, F: tb.F}).Raising
			r.After = func(sym string, n int) int {
				if sym == "NYC" && n > 0 {
					return 40
				}
				return r.Price(sym)
			}
			if name != "out of reach anyhow" {
				r.Syms = func() []string { return []string{"NYC"} }
			}
			r.Run(t, func() int { return c.need })
		}
		g := say(t, begin(raise, need(0, 0)...), c.said...)
		if g.State().Result == nil || g.State().Cash("p1") != c.left {
			t.Errorf("%s: cash %d, asked %v", name, g.State().Cash("p1"), engine.Awaited(g.Pending()))
		}
	}
}
