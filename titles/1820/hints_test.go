package t1820

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// A lobby is worth a company to its owner, as long as there is the money to start one. A third brings no more.
func TestLobbiesBring(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1820", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cash, lobbies, want int
	}{
		{800, 0, 0}, {800, 1, 110}, {800, 2, 175}, {800, 3, 175}, {0, 1, 0}, {150, 2, 110},
	} {
		g, _ := engine.Start(Title.Rules, setup)
		s := g.State()
		if spent := s.Cash("p1") - c.cash; spent > 0 {
			s = s.With(engine.Paid{From: "p1", To: engine.Bank, Amount: spent})
		}
		for n := range c.lobbies {
			s = s.With(engine.Set{Key: lobby.Of("p1", string(rune('0'+n))), Value: 20 + 10*n})
		}
		if got := see(s).lobbiesBring("p1"); got != c.want {
			t.Errorf("%d lobbies with £%d: %d, want %d", c.lobbies, c.cash, got, c.want)
		}
		if got := see(s).lobbiesBring("p2"); got != 0 {
			t.Errorf("p2 has no lobby, and %d", got)
		}
	}
}

// A train is kept until its maintenance is more than two fifths of its price. What it costs is the mean until then, by the chart of the
// rules. // 10.5
func TestWears(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1820", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		column             int
		train              string
		wantRounds, wantOf int
	}{
		{1, "2+", 4, (0 + 0 + 10 + 25) / 4},
		{4, "2+", 1, 25},
		{5, "2+", 1, 50}, // it is worn out
		{3, "3+", 4, (0 + 10 + 25 + 50) / 4},
		{6, "5+", 4, (25 + 50 + 100 + 160) / 4},
		{9, "8+", 4, (50 + 100 + 160 + 250) / 4},
		{17, "5D+", 1, 2500},
		{15, "FLOOD", 2, (400 + 650) / 2},
	} {
		s := engine.Fold(setup).With(engine.Set{Key: column, Value: c.column})
		if rounds, each := wears(s, c.train); rounds != c.wantRounds || each != c.wantOf {
			t.Errorf("%s in column %d: %d rounds at £%d, want %d at £%d", c.train, c.column, rounds, each, c.wantRounds, c.wantOf)
		}
	}
	for col := range atEnd {
		if left := rounds(engine.Fold(setup).With(engine.Set{Key: column, Value: col})); left != 18-col {
			t.Errorf("in column %d %d rounds are left", col, left)
		}
	}
}

// A company without a train is wound up if neither it nor its director, where that is allowed, has the money for one. // 7.2.7; 20-TB-12, 20-TB-13
func TestFails(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1820", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	sym := data.Syms(func(sym string) bool { return sym != british })[0]
	train := see(s).OnSale()[0]
	price := data.Train(step.Label(train)).Price
	for _, c := range []struct {
		what  string
		facts []engine.Event
		want  int
	}{
		{"without money", nil, poor},
		{"with too little", []engine.Event{engine.Paid{From: engine.Bank, To: sym, Amount: price - 1}}, poor},
		{"with enough", []engine.Event{engine.Paid{From: engine.Bank, To: sym, Amount: price}}, 0},
		{"with a train", []engine.Event{engine.Moved{Piece: train, From: step.Supply, To: sym}}, 0},
	} {
		if likely, owes := fails(s.With(c.facts...), sym); likely != c.want || owes != 0 {
			t.Errorf("a company %s: likely %d, owes %d; want %d and 0", c.what, likely, owes, c.want)
		}
	}
}

// Of a company that is floated or grows, a player thinks of buying the fewest shares that may do, some more, or all that are allowed, and says that
// this is all. // 6.6.2, 6.5.2.2
func TestSharesToBuy(t *testing.T) {
	ch := engine.Choice{By: "p1", Verb: "allot", Options: func() []engine.Option {
		return []engine.Option{
			{Args: []string{"p2"}, Range: &engine.Range{Min: 1, Max: 30}}, {Args: []string{"p1"}, Range: &engine.Range{Min: 1, Max: 27}},
		}
	}}
	var got []string
	for _, row := range together["allot"](ch) {
		if len(row) != 2 || row[1].Verb != "pass" || row[0].By != "p1" || row[1].By != "p1" {
			t.Errorf("%v", row)
		}
		got = append(got, row[0].String())
	}
	if want := []string{"allot p1 1", "allot p1 2", "allot p1 3", "allot p1 4", "allot p1 27"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, c := range []struct{ most, want int }{{1, 1}, {3, 3}, {4, 4}, {5, 5}, {6, 5}} {
		if got := someOrAll(engine.Range{Min: 1, Max: c.most}); len(got) != c.want || got[len(got)-1] != c.most {
			t.Errorf("of 1 to %d: %v, want %d numbers, the last %d", c.most, got, c.want, c.most)
		}
	}
}
