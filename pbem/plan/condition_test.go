package plan

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

// began is a game of 1817 of three players, as Amy looks at it.
func began(t *testing.T) Scene {
	t.Helper()
	ti, ok := titles.Find("1817")
	if !ok {
		t.Fatal("no such title")
	}
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"Amy", "Brian", "Cleo"}})
	if err != nil {
		t.Fatal(err)
	}
	return Scene{Title: ti, Game: g, Log: log, Player: "p1"}
}

// stockRound is that game in its first stock round, in which Amy is asked.
func stockRound(t *testing.T) Scene {
	t.Helper()
	s, err := began(t), error(nil)
	for _, by := range []string{"p1", "p2", "p3"} {
		if s, err = s.decide(engine.Command{By: by, Verb: "pass"}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// firm is a company of which Amy and Brian have shares.
func firm(price, cash, amy, brian int) title.Company {
	return title.Company{Sym: "A&S", Price: price, Cash: cash, President: "p1", Stations: []string{"B5.0"}, Held: []title.Stake{{Holder: "p1", Shares: amy}, {Holder: "p2", Shares: brian}}}
}

// Every condition that players can write is met in the case it describes, and in no other.
func TestConditions(t *testing.T) {
	s := began(t)
	lain := engine.TileLaid{Hex: "C14", Tile: "9", Rot: 0}
	for _, c := range []struct {
		text string
		is   func(p *title.Position)
		log  []engine.Event
		want string
	}{
		{"A&S above 100", func(p *title.Position) { p.Companies[0].Price = 110 }, nil, "the price of A&S is $110"},
		{"the price of A&S is below 60", func(p *title.Position) { p.Companies[0].Price = 50 }, nil, "the price of A&S is $50"},
		{"somebody buys A&S", func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 2) }, nil, "Brian bought A&S"},
		{"somebody sells A&S", func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 0) }, nil, "Brian sold A&S"},
		{"anybody else shorts A&S", func(p *title.Position) { p.Companies[0].Shorts = []title.Stake{{Holder: "p2", Shares: 1}} }, nil, "Brian sold A&S short"},
		{"somebody starts H", func(p *title.Position) {
			p.Companies = append(p.Companies, title.Company{Sym: "H", Price: 60, President: "p3"})
		}, nil, "Cleo started H"},
		{"somebody comes level with me", func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 3) }, nil, "Brian came level with you in A&S"},
		{"a share of mine falls", func(p *title.Position) { p.Companies[0].Price = 70 }, nil, "A&S fell from $80 to $70"},
		{"the phase changes", func(p *title.Position) { p.Phase = "3" }, nil, "the phase was 2 and is 3"},
		{"the next train changes", func(p *title.Position) { p.Supply = []title.Stock{{Name: "3"}} }, nil, "the next train was 2 and is 3"},
		{"a 4-train is sold", func(p *title.Position) { p.Companies[0].Trains = []string{"2", "4"} }, nil, "a 4-train was sold"},
		{"somebody buys a train", func(p *title.Position) { p.Companies[0].Trains = []string{"2"} }, nil, "a 2-train was sold"},
		{"A&S buys a train", func(p *title.Position) { p.Companies[0].Shells = []title.Shell{{Sym: "H", Trains: []string{"3"}}} }, nil, "A&S has one more 3-train"},
		{"A&S changes hands", func(p *title.Position) { p.Companies[0].President = "p2" }, nil, "Brian is president of A&S"},
		{"the director of A&S changes", func(p *title.Position) { p.Companies[0].President = "p3" }, nil, "Cleo is president of A&S"},
		{"A&S merges with H", func(p *title.Position) { p.Companies = nil }, nil, "A&S is not in play any more"},
		{"A&S merges", func(p *title.Position) { p.Companies[0].Price = 0 }, nil, "A&S is not in play any more"},
		{"H merges", func(p *title.Position) {
			p.Companies = []title.Company{{Sym: "H", Price: 90, Stations: []string{"C16.0", "B5.0"}}}
		}, nil, "A&S has merged into H"},
		{"somebody merges", func(p *title.Position) { p.Companies = nil }, nil, "A&S is not in play any more"},
		{"somebody merges", func(p *title.Position) {
			p.Companies = []title.Company{{Sym: "J", Price: 70, Stations: []string{"C16.0"}}, {Sym: "H", Price: 90, Stations: []string{"B5.0"}}}
		}, nil, "A&S has merged into H"},
		{"A&S merges", func(p *title.Position) {
			p.Companies = []title.Company{{Sym: "H", Price: 90, Stations: []string{"B5.0"}}}
		}, nil, "A&S has merged into H"},
		{"A&S merges", func(p *title.Position) {
			p.Companies = []title.Company{{Sym: "H", Stations: []string{"B5.0"}}}
		}, nil, "A&S is not in play any more"}, // H is not, either
		{"A&S converts", func(p *title.Position) { p.Companies[0].Size = 5 }, nil, "A&S has converted"},
		{"a company converts", func(p *title.Position) { p.Companies[0].Size = 5 }, nil, "A&S has converted"},
		{"A&S takes another loan", func(p *title.Position) { p.Companies[0].Loans = 1 }, nil, "A&S has taken a loan"},
		{"a company takes a loan", func(p *title.Position) { p.Companies[0].Loans = 1 }, nil, "A&S has taken a loan"},
		{"interest above $30", func(p *title.Position) { p.Interest = 35 }, nil, "the interest of a loan is $35"},
		{"somebody builds in c14", nil, []engine.Event{engine.Flowed{Stack: []engine.Frame{{Step: "game", Actor: "H"}}}, lain}, "H laid C14"},
		{"less cash", func(p *title.Position) { p.Companies[0].Cash = 99 }, nil, "A&S had $100 and has $99"},
		{"its price is lower", func(p *title.Position) { p.Companies[0].Price = 70 }, nil, "the price of A&S was $80 and is $70"},
		{"track beside", nil, []engine.Event{engine.Flowed{Stack: []engine.Frame{{Step: "game", Actor: "H"}}}, lain}, "H laid C14, beside C16"},
	} {
		cond, err := s.condition(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		was := title.Position{Phase: "2", Supply: []title.Stock{{Name: "2"}}, Companies: []title.Company{firm(80, 100, 3, 1)}}
		ch := change{title: s.Title, then: s.state(), now: s.state(), was: was, is: was, player: "p1", plan: Plan{Kind: Operate, For: "A&S", Turn: Turn{Lines: []Line{{Say: "lay C16 9 0"}}}}}
		ch.was.Companies = []title.Company{firm(80, 100, 3, 1)}
		ch.is.Companies = []title.Company{firm(80, 100, 3, 1)}
		if why := ch.broken(cond); why != "" {
			t.Errorf("%s: nothing has happened, and it says %q", c.text, why)
		}
		if c.is != nil {
			c.is(&ch.is)
		}
		ch.between, ch.now = c.log, ch.now.With(c.log...)
		if why := ch.broken(cond); why != c.want {
			t.Errorf("%s: %q, want %q", c.text, why, c.want)
		}
	}
}

// A condition is not met by what is close to it.
func TestConditionsThatAreNotMet(t *testing.T) {
	s := began(t)
	in := func(sym string, price int, president string) func(p *title.Position) {
		return func(p *title.Position) {
			p.Companies = append(p.Companies, title.Company{Sym: sym, Price: price, President: president})
		}
	}
	shorts := func(holder string) func(p *title.Position) {
		return func(p *title.Position) { p.Companies[0].Shorts = []title.Stake{{Holder: holder, Shares: 1}} }
	}
	for _, c := range []struct {
		text    string
		was, is func(p *title.Position)
	}{
		{"A&S above 80", nil, nil}, // it is 80
		{"A&S below 80", nil, nil},
		{"H above 80", nil, nil}, // it is not in play
		{"H below 80", nil, nil},
		{"interest above 30", nil, func(p *title.Position) { p.Interest = 30 }},
		{"somebody comes level with me", func(p *title.Position) { p.Companies[0].President = "p3" }, func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 3) }},
		{"somebody comes level with me", nil, func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 2) }},
		{"a share of mine falls", func(p *title.Position) { p.Companies[0] = firm(80, 100, 0, 3) }, func(p *title.Position) { p.Companies[0].Price = 70 }},
		{"somebody shorts A&S", nil, func(p *title.Position) { p.Companies[0].Shorts = []title.Stake{{Holder: "p1", Shares: 1}} }},
		{"A&S changes hands", nil, func(p *title.Position) { p.Companies[0].President = engine.Bank }},
		{"A&S changes hands", func(p *title.Position) { p.Companies[0].President = "" }, func(p *title.Position) { p.Companies[0].President = "p2" }},
		{"somebody merges", func(p *title.Position) { p.Companies[0].Price = 0 }, func(p *title.Position) { p.Companies = nil }}, // it was not in play
		{"J merges", nil, func(p *title.Position) {
			p.Companies = []title.Company{{Sym: "H", Price: 90, Stations: []string{"B5.0"}}}
		}},
		{"A&S converts", func(p *title.Position) { p.Companies[0].Price = 0 }, func(p *title.Position) { p.Companies[0].Price, p.Companies[0].Size = 80, 5 }}, // it was started
		{"H converts", nil, func(p *title.Position) { p.Companies[0].Size = 5 }},
		{"H takes a loan", nil, func(p *title.Position) { p.Companies[0].Loans = 1 }},
		{"somebody starts H", nil, func(p *title.Position) {
			p.Companies = append(p.Companies, title.Company{Sym: "H", Price: 60, President: "p1"})
		}},
		{"somebody starts H", in("H", 60, "p2"), in("H", 60, "p2")},
		{"somebody starts H", in("H", 0, "p2"), in("H", 0, "p2")},
		{"somebody shorts A&S", shorts("p2"), shorts("p2")},
		{"somebody shorts H", nil, nil},
		{"somebody shorts H", nil, in("H", 60, "p2")},
		{"somebody buys A&S", nil, func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 0) }},
		{"somebody buys A&S", nil, func(p *title.Position) { p.Companies[0] = firm(80, 100, 5, 1) }}, // the player has
		{"somebody sells A&S", nil, func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 2) }},
		{"somebody comes level with me", func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 3) }, func(p *title.Position) { p.Companies[0] = firm(80, 100, 3, 4) }},
		{"somebody comes level with me", nil, func(p *title.Position) { p.Companies[0] = firm(80, 100, 0, 0) }},
		{"somebody comes level with me", nil, func(p *title.Position) { p.Companies = nil }},
		{"a share of mine falls", nil, func(p *title.Position) { p.Companies = nil }},
		{"a share of mine falls", nil, func(p *title.Position) { p.Companies[0].Price = 0 }}, // it is not in play
		{"A&S changes hands", nil, func(p *title.Position) { p.Companies = nil }},
		{"A&S changes hands", func(p *title.Position) { p.Companies = nil }, nil},
		{"a company converts", func(p *title.Position) { p.Companies = nil }, func(p *title.Position) { p.Companies[0].Size = 5 }},
		{"A&S takes a loan", func(p *title.Position) { p.Companies[0].Loans = 1 }, func(p *title.Position) { p.Companies[0].Loans = 1 }},
		{"less cash", nil, func(p *title.Position) { p.Companies = nil }},
		{"less cash", func(p *title.Position) { p.Companies = nil }, nil},
		{"a 3-train is sold", nil, func(p *title.Position) { p.Companies[0].Trains = []string{"2"} }},
		{"its price is lower", nil, func(p *title.Position) { p.Companies[0].Price = 90 }},
	} {
		cond, err := s.condition(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		at := func(change func(p *title.Position)) title.Position {
			p := title.Position{Phase: "2", Interest: 30, Companies: []title.Company{firm(80, 100, 3, 1)}}
			if change != nil {
				change(&p)
			}
			return p
		}
		ch := change{title: s.Title, then: s.state(), now: s.state(), was: at(c.was), is: at(c.is), player: "p1", plan: Plan{Kind: Operate, For: "A&S"}}
		if why := ch.broken(cond); why != "" {
			t.Errorf("%s: %q", c.text, why)
		}
	}
}

// Conditions may be met by a company that was not in play before.
func TestConditionsOfANewCompany(t *testing.T) {
	s := began(t)
	for text, c := range map[string]struct {
		is   title.Company
		want string
	}{
		"somebody shorts H": {title.Company{Price: 60, President: "p3", Shorts: []title.Stake{{Holder: "p2", Shares: 1}}}, "Brian sold H short"},
		"somebody buys H":   {title.Company{Price: 60, President: "p3", Held: []title.Stake{{Holder: "p3", Shares: 2}}}, "Cleo bought H"},
		"H takes a loan":    {title.Company{Price: 60, President: "p3", Loans: 1}, "H has taken a loan"},
		"somebody starts H": {title.Company{President: "p3"}, "Cleo started H"}, // without a price of its own
		"anybody starts H":  {title.Company{Price: 60, President: engine.Bank}, "H was started"},
		"H buys a train":    {title.Company{Price: 60, Trains: []string{"2*"}}, "H has one more 2-train"},
	} {
		cond, err := s.condition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		c.is.Sym = "H"
		ch := change{title: s.Title, now: s.state(), is: title.Position{Companies: []title.Company{c.is}}, player: "p1"}
		if why := ch.broken(cond); why != c.want {
			t.Errorf("%s: %q, want %q", text, why, c.want)
		}
	}
	stands := func(price int) title.Position { // at a price, or at none yet
		return title.Position{Companies: []title.Company{{Sym: "H", Price: price, President: "p3"}}}
	}
	ch := change{title: s.Title, now: s.state(), was: stands(0), is: stands(60), player: "p1"}
	if why := ch.broken(Condition{Kind: started, Of: "H"}); why != "Cleo started H" {
		t.Errorf("it says %q", why)
	}
}

// Conditions after "unless" are parsed, and their printed form is parsed as the same conditions.
func TestConditionsAreRead(t *testing.T) {
	s := began(t)
	list, careful, err := s.conditions("revenue under 120 or unless a 4 train is bought, or Nowhere & Back over 80 or track in reach")
	if err == nil {
		t.Errorf("a company that is none: %v %v", list, careful)
	}
	list, careful, err = s.conditions("revenue under $120 or a 4-train is sold, or it concerns me")
	if err != nil || !careful || len(list) != 2 || list[0].N != 120 || list[1].Of != "4" {
		t.Errorf("%v, careful %v, %v", list, careful, err)
	}
	if list, careful, err = s.conditions("nothing"); err != nil || careful || len(list) > 0 {
		t.Errorf("nothing: %v, careful %v, %v", list, careful, err)
	}
	for _, text := range []string{"phase changes", "new phase", "phase changes or new phase"} { // what is said twice counts once
		if list, _, err = s.conditions(text); err != nil || len(list) != 1 || list[0].Kind != phase {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	for _, text := range []string{"the next train changes", "next train changes", "next train is another", "Next train"} {
		if list, _, err = s.conditions(text); err != nil || len(list) != 1 || list[0].Kind != train {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	for _, c := range []Condition{
		{above, "A&S", 80}, {below, "A&S", 80}, {bought, "A&S", 0}, {sold, "A&S", 0}, {shorted, "A&S", 0}, {started, "A&S", 0}, {Kind: phase}, {Kind: train},
		{gone, "4", 0}, {Kind: less}, {Kind: lower}, {revenue, "", 90}, {Kind: reach}, {Kind: beside}, {Kind: level},
		{Kind: gone}, {fleet, "A&S", 0}, {headed, "A&S", 0}, {merged, "A&S", 0}, {Kind: merged}, {larger, "A&S", 0}, {Kind: larger}, {loan, "A&S", 0}, {Kind: loan}, {costs, "", 30}, {tile, "C14", 0},
	} {
		again, err := s.condition(strings.ReplaceAll(c.String(), "with you", "with me"))
		if err != nil || again != c {
			t.Errorf("%q is read as %v, %v", c, again, err)
		}
	}
}

// A plan from an earlier version has no number and no conditions, and still passes as before.
func TestPlansOfEarlierVersions(t *testing.T) {
	s := began(t)
	old := Plan{Kind: PassRound, Round: s.round(), Since: len(s.Log)}
	if got := Numbered([]Plan{old, old}); got[0].N != 1 || got[1].N != 2 {
		t.Errorf("numbered %v", got)
	}
	if a := old.Answer(s); !a.Says || len(old.watched()) > 0 {
		t.Errorf("it says %v and watches %v", a.Says, old.watched())
	}
	if _, why := (Plan{Kind: PassRound, Round: "SR 9"}).Over(s); why != "SR 9 has ended" {
		t.Errorf("of another round: %q", why)
	}
}

// A run that earns as much as the plan asks for is said, one that earns less is not.
func TestLeastRevenue(t *testing.T) {
	s := began(t)
	for _, p := range []Plan{{Kind: Operate, Unless: []Condition{{Kind: revenue, N: 90}}}, {Kind: Operate, Careful: true, Turn: Turn{Revenue: 90}}, {Kind: Operate, Careful: true, Turn: Turn{Revenue: 80}, Unless: []Condition{{Kind: revenue, N: 90}, {Kind: revenue, N: 70}}}} {
		for now, want := range map[int]string{89: "the revenue is $89, not $90", 90: "", 91: ""} {
			if why := p.earnsLess(s, now); why != want {
				t.Errorf("%v: with %d: %q, want %q", p.Unless, now, why, want)
			}
		}
	}
	if why := (Plan{Kind: Operate, Turn: Turn{Revenue: 90}}).earnsLess(s, 10); why != "" {
		t.Errorf("a plan that does not look at its revenue: %q", why)
	}
}

// A new plan replaces an older one for the same turn, and no other.
func TestAdded(t *testing.T) {
	list, _ := Added(nil, Plan{Kind: PassRound})
	list, _ = Added(list, Plan{Kind: Operate, For: "A&S"})
	list, replaced := Added(list, Plan{Kind: Operate, For: "H"})
	if len(list) != 3 || len(replaced) > 0 || list[2].N != 3 {
		t.Fatalf("%v, replaced %v", list, replaced)
	}
	list, replaced = Added(list, Plan{Kind: PassUntil})
	if len(list) != 3 || len(replaced) != 1 || replaced[0].Kind != PassRound {
		t.Errorf("%v, replaced %v", list, replaced)
	}
	if InOrder(list)[0].Kind != Operate {
		t.Errorf("a pass is heard first: %v", InOrder(list))
	}
}
