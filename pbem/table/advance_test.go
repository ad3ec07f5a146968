package table

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/plan"
)

// Plans answer when their players are asked, and end in time.
func TestObey(t *testing.T) {
	draft := func(t *testing.T) *Table { return newTable(t, "18newengland") }
	auction := func(t *testing.T) *Table { return newTable(t, "1817").say(t, "p1 bid MINC 5") }
	bidding := func(tb *Table, kind string, most int) plan.Plan {
		return plan.Plan{Kind: kind, Turn: plan.Turn{Max: most}, Entered: tb.Entered()}
	}
	for _, c := range []struct {
		name   string
		begin  func(t *testing.T) *Table
		orders func(*Table) map[string]plan.Plan
		say    []string
		asked  []string // in the end
		said   []string // by plans
		over   string   // why p2's plan is over, "" while it is not
	}{
		{"nobody has one", draft, nil, []string{"p1 pass"}, []string{"p2"}, nil, ""},
		{"pass for the round", draft, func(*Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": {Kind: plan.PassRound, Round: "Draft"}}
		},
			[]string{"p1 reserve NLN"}, []string{"p3"}, []string{"p2"}, ""},
		{"the round is over", draft, func(*Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": {Kind: plan.PassRound, Round: "Draft"}}
		},
			[]string{"p1 pass", "p3 pass"}, []string{"p1"}, []string{"p2"}, "for Draft has ended"},
		{"it was for another round", draft, func(*Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": {Kind: plan.PassRound, Round: "SR 1"}}
		},
			[]string{"p1 pass"}, []string{"p2"}, nil, "for SR 1 has ended"},
		{"until somebody acts, and all pass", draft, func(*Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": {Kind: plan.PassUntil, Round: "Draft"}}
		},
			[]string{"p1 pass"}, []string{"p3"}, []string{"p2"}, ""},
		{"until somebody acts, and Amy does", draft, func(*Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": {Kind: plan.PassUntil, Round: "Draft"}}
		},
			[]string{"p1 reserve NLN"}, []string{"p2"}, nil, "for Amy has done something"},
		{"bids against each other", auction, func(tb *Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": bidding(tb, plan.BidUpTo, 15), "p3": bidding(tb, plan.BidUpTo, 20)}
		}, nil, []string{"p1"}, []string{"p2", "p3"}, ""},
		{"the auction is over", auction, func(tb *Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": bidding(tb, plan.PassAuction, 0), "p3": bidding(tb, plan.PassAuction, 0)}
		}, nil, []string{"p2"}, []string{"p2", "p3"}, "for the auction has ended"},
		{"too little to bid", auction, func(tb *Table) map[string]plan.Plan { return map[string]plan.Plan{"p2": bidding(tb, plan.BidUpTo, 5)} },
			nil, []string{"p3"}, []string{"p2"}, ""},
		{"for another auction", auction, func(tb *Table) map[string]plan.Plan {
			return map[string]plan.Plan{"p2": {Kind: plan.BidUpTo, Turn: plan.Turn{Max: 30}, Entered: 1}}
		},
			nil, []string{"p2"}, nil, "for the auction has ended"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := c.begin(t)
			if c.orders != nil {
				for player, o := range c.orders(tb) {
					tb = tb.ordering(player, o)
				}
			}
			tb = Obey(tb)
			var mine []string
			for _, text := range c.say {
				mine = append(mine, strings.Fields(text)[0])
				tb = Obey(tb.say(t, text))
			}
			if got := engine.Actors(tb.Game.Pending()); !slices.Equal(got, c.asked) {
				t.Errorf("%v are asked, want %v", got, c.asked)
			}
			start := len(c.begin(t).Log)
			said := slices.DeleteFunc(tb.SaidSince(start), func(p string) bool { return slices.Contains(mine, p) })
			if !slices.Equal(said, c.said) {
				t.Errorf("by orders said %v, want %v", said, c.said)
			}
			ended, left := tb.Seat("p2").Ended, tb.Seat("p2").Orders
			switch {
			case c.over == "" && len(ended) > 0:
				t.Errorf("it is over: %+v", ended)
			case c.over != "" && (len(ended) != 1 || !strings.Contains(ended[0].Text, c.over) || len(left) != 0):
				t.Errorf("it is over %+v, left are %+v; want %q", ended, left, c.over)
			}
		})
	}
}

// One mail leads to a bounded number of events, however much players have planned. Two players who would bid
// against each other for thousands of dollars are asked in between, and nothing goes on by itself.
func TestWhatComesOfOneMailIsBounded(t *testing.T) {
	tb := newTable(t, "1828")
	rich := slices.Clone(tb.Log)
	began := slices.IndexFunc(rich, func(e engine.Event) bool { f, ok := e.(engine.Flowed); return ok && len(f.Stack) > 0 })
	for _, p := range []string{"p1", "p2"} {
		rich = slices.Insert(rich, began, engine.Event(engine.Paid{From: engine.Bank, To: p, Amount: 20_000}))
	}
	for i, e := range rich {
		if f, ok := e.(engine.Flowed); ok && len(f.Stack) > 0 {
			f.Stack = slices.Clone(f.Stack)
			f.Stack[len(f.Stack)-1].Entered += 2
			rich[i] = f
		}
	}
	g := engine.Open(tb.Title.Rules, rich)
	if g.Frozen() != nil {
		t.Fatal(g.Frozen())
	}
	tb = (&Table{ID: tb.ID, Title: tb.Title, Record: tb.Record}).With(g, rich)
	tb = tb.say(t, "p1 bid D&H 85", "p2 bid D&H 90", "p3 pass", "p1 pass", "p2 pass")
	for _, p := range []string{"p1", "p2"} {
		tb = tb.ordering(p, plan.Plan{Kind: plan.BidUpTo, Turn: plan.Turn{Max: 20_000}, Entered: tb.Entered()})
	}
	next := Obey(tb)
	if n := len(next.Log) - len(tb.Log); n < 500 || n > mostEvents+50 {
		t.Errorf("%d events came of it", n)
	}
	first := next.Actors()[0]
	if ended := next.Seat(first).Ended; len(next.Seat(first).Orders) > 0 || len(ended) != 1 || !strings.Contains(ended[0].Text, "you are asked first") {
		t.Errorf("asked is %s, whose orders are %v and %v", first, next.Seat(first).Orders, ended)
	}
	if again := Obey(next); len(again.Log) != len(next.Log) {
		t.Errorf("%d events came by themselves", len(again.Log)-len(next.Log))
	}
}

// A pause, the end of the game and an undo end plans.
func TestOrdersEnd(t *testing.T) {
	order := plan.Plan{Kind: plan.PassRound, Round: "Draft"}
	begun := newTable(t, "18newengland")
	one := begun.say(t, "p1 pass")
	had := one.ordering("p2", order)
	if paused := Obey(had.Paused("", "", noon)); len(paused.SaidSince(len(one.Log))) > 0 || len(paused.Seat("p2").Orders) != 1 {
		t.Error("an order was carried out in a pause")
	}
	g, events := had.Game.Finish("enough", nil)
	if over := Obey(had.With(g, events)); len(over.Seat("p2").Orders) > 0 || !strings.Contains(over.Seat("p2").Ended[0].Text, "the game has ended") {
		t.Errorf("%+v", over.Seat("p2"))
	}
	if kept := Obey(had.say(t, "p2 pass").back(t, len(one.Log))); len(kept.Seat("p2").Orders) != 1 {
		t.Error("an undo back to where an order was given has ended it")
	}
	forgotten := Obey(had.back(t, len(begun.Log)))
	if seat := forgotten.Seat("p2"); len(seat.Orders) > 0 || !strings.Contains(seat.Ended[0].Text, "was taken back") || len(had.Seat("p2").Orders) != 1 {
		t.Errorf("%+v", seat)
	}
}

// A preview does not show the plans of others.
func TestOrderedBy(t *testing.T) {
	tb := newTable(t, "18newengland").ordering("p2", plan.Plan{Kind: plan.PassRound, Round: "Draft"}).ordering("p3", plan.Plan{Kind: plan.PassRound, Round: "Draft"})
	shown := tb.OrderedBy("p3")
	if len(shown.Seat("p2").Orders) != 0 || len(shown.Seat("p3").Orders) != 1 || len(tb.Seat("p2").Orders) != 1 {
		t.Error("orders of others show, or are lost")
	}
	if after := Obey(shown.say(t, "p1 pass")); !slices.Equal(engine.Actors(after.Game.Pending()), []string{"p2"}) {
		t.Error("an order of another was carried out in a preview")
	}
	if len(tb.OrdersSection("p1")) != 0 || len(tb.OrdersSection("p2")[0].Lines) != 1 {
		t.Error("a player sees other orders than their own")
	}
}

// What is done for players who do not answer.
func TestPassedFor(t *testing.T) {
	tb := newTable(t, "18newengland")
	next, ok, err := tb.PassedFor("p1")
	if err != nil || !ok || !slices.Equal(engine.Actors(next.Game.Pending()), []string{"p2"}) {
		t.Errorf("%v, %v", ok, err)
	}
	if _, ok, err := tb.PassedFor("p2"); ok || err != nil {
		t.Errorf("for who is not asked: %v, %v", ok, err)
	}
	if !Asks(tb.Game.Pending(), "p1", "") || Asks(tb.Game.Pending(), "p2", "") || Asks(tb.Game.Pending(), "p1", "BL") {
		t.Error("who is asked is mistaken")
	}
}
