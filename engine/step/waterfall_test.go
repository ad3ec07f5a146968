package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/walk"
	"pbem/internal/testsize"
)

// The private companies of the auction of the tests, with face value and row.
var fall = map[string]int{"A": 20, "B": 20, "C": 40, "D": 80, "E": 250, "F": 250}

// reduces selects the auction of 1843, in which a lull lowers the price of the cheapest, the player after the
// last buyer continues, and each company has its own row. In the auction of 1828 a lull sells everything that
// has a bid, and the dearest can have only one bid.
const reduces = "reduces"

func auctionOn(s *engine.State, f *facts.Title) Waterfall {
	w := Waterfall{Table: Table{S: s, F: f}}
	w.Unsold = func() []string { return Labels(s.Kind("sale", "private")) }
	w.Row = func(sym string) int { return fall[sym] }
	w.Price = func(sym string) int { return fall[sym] - s.Get("less:"+sym) }
	w.Sole = func(sym string) bool { return fall[sym] == 250 }
	if s.Option(reduces) != "" {
		w.Row = func(sym string) int { return slices.Index([]string{"A", "B", "C", "D", "E", "F"}, sym) }
		w.Sole = nil
	}
	return w
}

func fallRules(f *facts.Title) engine.Rules {
	turn := func(t *engine.Turn) {
		w := auctionOn(t.State, f)
		w.Sold = func(sym, p string, _ int) {
			t.Move("private:"+sym, p)
			if sym == "E" {
				t.Note(p, "par %s", t.Ask("par", engine.Bare(p, "low", ""), engine.Bare(p, "high", "")).Verb)
			}
		}
		w.Lull = func(buyer string) string {
			for _, p := range t.Players() {
				t.Pay(engine.Bank, p, 5*len(t.Kind(p, "private")))
			}
			if t.Option(reduces) == "" {
				w.Resolve(t, true)
				return ""
			}
			sym := w.Unsold()[0]
			t.Set("less:"+sym, t.Get("less:"+sym)+5)
			if t.Get("less:"+sym) == 15 && t.Option("short") != "" {
				t.End("nobody buys", nil)
			}
			return Next(w.Order(), buyer, nil)
		}
		w.Turn(t)
	}
	return engine.Rules{Start: "game", Flow: engine.Flow{
		"game":    engine.Seq("auction", "end"),
		"auction": engine.Turns(func(s *engine.State, last string) string { return auctionOn(s, f).Next(last) }, "turn"),
		"turn":    engine.Do(turn),
		"end":     engine.Do(func(t *engine.Turn) { t.End("sold", nil) }),
	}}
}

// fallSetup deals the cards p2, p1, p3 and 100 to each.
func fallSetup(syms string, options ...string) []engine.Event {
	start := engine.Started{Players: []string{"Amy", "Brian", "Crystal"}}
	for _, o := range options {
		if start.Options == nil {
			start.Options = map[string]string{}
		}
		start.Options[o] = "yes"
	}
	log := append([]engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: 5000}}, DealOrder([]string{"p2", "p1", "p3"})...)
	for _, p := range []string{"p1", "p2", "p3"} {
		log = append(log, engine.Paid{From: engine.Bank, To: p, Amount: 300})
	}
	for _, sym := range strings.Fields(syms) {
		log = append(log, put("sale", "private:"+sym)...)
	}
	return log
}

// owners returns who has which private company, and the cash of the players.
func owners(s *engine.State) string {
	var out []string
	for _, p := range s.Players() {
		out = append(out, fmt.Sprintf("%s %v %d", p, Labels(s.Kind(p, "private")), s.Cash(p)))
	}
	return strings.Join(out, ", ")
}

func TestWaterfall(t *testing.T) {
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		syms, options string
		said          []string
		asked, owners string
	}{
		"only the last of the row is bought (28-AU-03)": {"A B C", "", []string{"p2 buy A!", "p2 buy C!", "p2 bid A 25", "p1 bid B 25!", "p1 buy B"}, "[p3]", "p1 [B] 280, p2 [A] 275, p3 [] 300"},
		"each alone (43-AU-03)":                         {"A B C", reduces, []string{"p2 bid A 25!", "p2 buy B!", "p2 buy A"}, "[p1]", "p1 [] 300, p2 [A] 280, p3 [] 300"},
		"bids by five above all (28-AU-04, 43-AU-04)":   {"A B C", "", []string{"p2 bid C 40!", "p2 bid C 47!", "p2 bid C 45", "p1 bid C 45!", "p1 bid C 50", "p3 bid C 75"}, "[p2]", "p1 [] 300, p2 [] 300, p3 [] 300"},
		"money of bids is locked (28-AU-05, 43-AU-05)":  {"A B C D", "", []string{"p2 bid D 200", "p1 pass", "p3 pass", "p2 bid C 105!", "p2 bid D 305!", "p2 bid D 300"}, "[p1]", "p1 [] 300, p2 [] 300, p3 [] 300"},
		"and not for a purchase":                        {"A C", "", []string{"p2 bid C 290", "p1 pass", "p3 pass", "p2 buy A!"}, "[p2]", "p1 [] 300, p2 [] 300, p3 [] 300"},
		"a purchase sells what has one bid (28-AU-08)":  {"A C D E", "", []string{"p2 bid D 85", "p1 buy A"}, "[p3]", "p1 [A] 280, p2 [] 300, p3 [] 300"},
		"one after the other (43-AU-09)":                {"A C D E", reduces, []string{"p2 bid D 85", "p1 bid C 45", "p3 buy A"}, "[p1]", "p1 [C] 255, p2 [D] 215, p3 [A] 280"},
		"the lowest bidder raises first (28-AU-09)":     {"A C D", "", []string{"p2 bid C 45", "p1 bid C 50", "p3 buy A"}, "[p2]", "p1 [] 300, p2 [] 300, p3 [A] 280"},
		"always the lowest (43-AU-08)":                  {"A C D", reduces, []string{"p2 bid C 45", "p1 bid C 50", "p3 bid C 60", "p2 pass", "p1 buy A", "p2 bid 65", "p3 bid 70!"}, "[p1]", "p1 [A] 280, p2 [] 300, p3 [] 300"},
		"the others drop out":                           {"A C D", "", []string{"p2 bid C 45", "p1 bid C 50", "p3 buy A", "p2 bid 55", "p1 pass"}, "[p2]", "p1 [] 300, p2 [C] 245, p3 [A] 280"},
		"a single bid throws out (28-AU-07)":            {"A E", "", []string{"p2 bid E 255", "p1 bid E 260", "p3 buy A", "p1 low"}, "[]", "p1 [E] 40, p2 [] 300, p3 [A] 280"},
		"what comes at once is asked first (28-AU-14)":  {"A E F", "", []string{"p2 bid E 255", "p1 bid F 255", "p3 buy A"}, "[p2]", "p1 [] 300, p2 [E] 45, p3 [A] 280"},
		"a whole row needs bids (28-AU-08)":             {"A E F", "", []string{"p2 bid E 255", "p1 buy A"}, "[p3]", "p1 [A] 280, p2 [] 300, p3 [] 300"},
		"passing is not for good (28-AU-02)":            {"A C", "", []string{"p2 pass", "p1 bid C 45", "p3 pass", "p2 pass"}, "[p1]", "p1 [] 300, p2 [] 300, p3 [] 300"},
		"a lull sells all with bids (28-AU-11)":         {"A B D", "", []string{"p2 bid D 85", "p1 pass", "p3 pass", "p2 pass"}, "[p1]", "p1 [] 300, p2 [D] 215, p3 [] 300"},
		"a lull pays and reduces (43-AU-11)":            {"A B", reduces, []string{"p2 buy A", "p1 pass", "p3 pass", "p2 pass", "p1 buy B"}, "[]", "p1 [B] 285, p2 [A] 285, p3 [] 300"},
		"after the last who bought (43-AU-14)":          {"A B", reduces, []string{"p2 pass", "p1 buy A", "p3 pass", "p2 pass", "p1 pass"}, "[p3]", "p1 [A] 285, p2 [] 300, p3 [] 300"},
		"not the one after who passed (43-AU-14)":       {"A B", reduces, []string{"p2 buy A", "p1 pass", "p3 pass", "p2 pass"}, "[p1]", "p1 [] 300, p2 [A] 285, p3 [] 300"},
		"but after who bought (43-AU-14)":               {"A B C", reduces, []string{"p2 buy A", "p1 bid C 45", "p3 pass", "p2 pass", "p1 pass"}, "[p1]", "p1 [] 300, p2 [A] 285, p3 [] 300"},
		"what is free is taken (43-AU-13)":              {"A B", reduces, passes(4), "[p1]", "p1 [] 300, p2 [A] 300, p3 [] 300"},
		"the end in a lull (43-AU-15)":                  {"A B", reduces + " short", passes(3), "[]", "p1 [] 300, p2 [] 300, p3 [] 300"},
	} {
		g, _ := engine.Start(fallRules(f), fallSetup(c.syms, strings.Fields(c.options)...))
		g = say(t, g, c.said...)
		if got := fmt.Sprint(engine.Awaited(g.Pending())); got != c.asked || owners(g.State()) != c.owners {
			t.Errorf("%s: asked %s, want %s; %s, want %s", name, got, c.asked, owners(g.State()), c.owners)
		}
	}
}

// passes returns rounds of passes from p2 on.
func passes(n int) (out []string) {
	for range n {
		out = append(out, "p2 pass", "p1 pass", "p3 pass")
	}
	return out
}

// The player after the one who ended the auction begins the stock round. Nothing of the auction stays. //
// 28-AU-16, 43-AU-19
func TestWaterfallEnds(t *testing.T) {
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(fallRules(f), fallSetup("A C"))
	g = say(t, g, "p2 pass", "p1 bid C 45", "p3 pass", "p2 pass", "p1 buy A")
	w := auctionOn(g.State(), f)
	if g.State().Result == nil || g.State().Where(Priority) != "p3" || len(w.Passed()) != 0 || len(w.Bidders("C")) != 0 {
		t.Errorf("priority %s, passed %v, bidders %v", g.State().Where(Priority), w.Passed(), w.Bidders("C"))
	}
}

// Nothing happens after the end of the game. // 43-AU-15
func TestWaterfallEndsTheGame(t *testing.T) {
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(fallRules(f), fallSetup("A B", reduces, "short"))
	log := say(t, g, passes(3)...).Log()
	if _, ok := log[len(log)-2].(engine.Ended); !ok {
		t.Errorf("the game ends with %v", log[len(log)-3:])
	}
}

// A lull is told who bought last at the price, and nobody if nobody has bought. // 43-AU-14
func TestLullIsToldTheLastBuyer(t *testing.T) {
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for want, said := range map[string][]string{
		"":   {"p2 pass", "p1 pass", "p3 pass"},
		"p1": {"p2 pass", "p1 buy A", "p3 pass", "p2 pass", "p1 pass"},
	} {
		told := "no lull"
		rules := engine.Rules{Start: "auction", Flow: engine.Flow{
			"auction": engine.Turns(func(s *engine.State, last string) string { return auctionOn(s, f).Next(last) }, "turn"),
			"turn": engine.Do(func(t *engine.Turn) {
				w := auctionOn(t.State, f)
				w.Sold = func(sym, p string, _ int) { t.Move("private:"+sym, p) }
				w.Lull = func(buyer string) string {
					told = buyer
					t.End("told", nil)
					return ""
				}
				w.Turn(t)
			}),
		}}
		g, _ := engine.Start(rules, fallSetup("A B", reduces))
		say(t, g, said...)
		if told != want {
			t.Errorf("%v: the lull is told %q, want %q", said, told, want)
		}
	}
}

// What cannot be bought or bid for is refused with a reason.
func TestWaterfallReasons(t *testing.T) {
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(fallRules(f), fallSetup("A B D E"))
	g = say(t, g, "p2 bid A 25", "p1 bid E 255")
	w := auctionOn(g.State(), f)
	for _, c := range []struct {
		by   func(p string, words []string) string
		p    string
		said string
		want string
	}{
		{w.notBought, "p3", "B", ""}, {w.notBought, "p3", "C", "still for sale"}, {w.notBought, "p3", "", "say which"}, {w.notBought, "p3", "B 20", "say which"},
		{w.notBought, "p3", "A", "can bid for it"}, {w.notBought, "p3", "D", "can bid for it"},
		{w.notBid, "p3", "A 30", ""}, {w.notBid, "p3", "A 25", "minimum bid for A is $30"}, {w.notBid, "p3", "A 32", "in steps of $5"}, {w.notBid, "p3", "A", "how much"},
		{w.notBid, "p3", "B 25", "buy it for $20"}, {w.notBid, "p3", "C 65", "still for sale"}, {w.notBid, "p3", "D 305", "you have $300"},
		{w.notBid, "p1", "D 85", "you have $45"}, {w.notBid, "p1", "E 260", ""},
	} {
		if got := c.by(c.p, strings.Fields(c.said)); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s %q: %q, want %q", c.p, c.said, got, c.want)
		}
	}
	poor := auctionOn(g.State().With(engine.Paid{From: "p1", To: engine.Bank, Amount: 30}), f)
	if got := poor.notBought("p1", []string{"B"}); got != "B costs $20, but you have $15 that your bids do not tie up" {
		t.Error(got)
	}
}

// Auctions are played at random to their end. Bids never lock more cash than a player has.
func TestWaterfallWalks(t *testing.T) {
	testsize.SkipRace(t)
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(60) {
		var options []string
		if seed%2 == 1 {
			options = []string{reduces}
		}
		w := walk.Walk{Rules: fallRules(f), Setup: fallSetup("A B C D E F", options...), Seed: seed, Thorough: true, Limit: 3000,
			Also: func(s *engine.State) error {
				for _, p := range s.Players() {
					if free := auctionOn(s, f).Free(p, ""); free < 0 {
						return fmt.Errorf("%s has bid %d more than there is", p, -free)
					}
				}
				return nil
			}}
		if err := w.Run(); err != nil || w.Game.State().Result == nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
