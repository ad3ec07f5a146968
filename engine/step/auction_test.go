package step

import (
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
)

// auctionOf plays an auction in which everybody may bid up to a limit of their own, in steps of five from ten
// on.
func auctionOf(t *testing.T, opener string, price int, purse map[string]int, said ...string) (winner string, paid int, asked string) {
	t.Helper()
	a := Auction{What: "H", Bidders: []string{"p1", "p2", "p3"}, Opener: opener, Price: price, Money: strconv.Itoa,
		Bids: func(p string, price int, opened bool) []engine.Option {
			least := 10
			if opened {
				least = price + 5
			}
			return Bids(least, purse[p], 5)
		}}
	rules := engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Do(func(t *engine.Turn) {
		winner, paid = a.Run(t)
		t.End("sold", nil)
	})}}
	g, _ := engine.Start(rules, []engine.Event{engine.Started{Players: []string{"A", "B", "C"}}})
	for _, text := range said {
		f := strings.Fields(text)
		next, _, err := g.Decide(engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		g = next
	}
	return winner, paid, strings.Join(engine.Actors(g.Pending()), " ")
}

func TestAuction(t *testing.T) {
	rich := map[string]int{"p1": 100, "p2": 100, "p3": 100}
	for name, c := range map[string]struct {
		opener string
		price  int
		purse  map[string]int
		said   []string
		winner string
		paid   int
		asked  string
	}{
		"nobody wants it":        {"", 0, rich, []string{"p1 pass", "p2 pass", "p3 pass"}, "", 0, ""},
		"the last is asked too":  {"", 0, rich, []string{"p1 pass", "p2 pass"}, "", 0, "p3"},
		"an opening bid":         {"p2", 20, rich, nil, "", 0, "p3"},
		"nobody raises":          {"p2", 20, rich, []string{"p3 pass", "p1 pass"}, "p2", 20, ""},
		"a pass is for good":     {"", 0, rich, []string{"p1 bid 10", "p2 pass", "p3 bid 15", "p1 bid 20"}, "", 0, "p3"},
		"the highest has it":     {"", 0, rich, []string{"p1 bid 10", "p2 pass", "p3 bid 15", "p1 pass"}, "p3", 15, ""},
		"who cannot bid is out":  {"p1", 50, map[string]int{"p1": 60, "p2": 54, "p3": 10}, nil, "p1", 50, ""},
		"a single bidder":        {"", 0, map[string]int{"p3": 30}, []string{"p3 bid 30"}, "p3", 30, ""},
		"nobody can bid at all":  {"", 0, nil, nil, "", 0, ""},
		"rounded to the step":    {"", 0, map[string]int{"p1": 23, "p2": 19}, []string{"p1 bid 15"}, "p1", 15, ""},
		"opened, then passed on": {"p3", 10, rich, []string{"p1 bid 15", "p2 pass"}, "", 0, "p3"},
	} {
		winner, paid, asked := auctionOf(t, c.opener, c.price, c.purse, c.said...)
		if winner != c.winner || paid != c.paid || asked != c.asked {
			t.Errorf("%s: %q has it for %d, asked %q; want %q for %d, asked %q", name, winner, paid, asked, c.winner, c.paid, c.asked)
		}
	}
}

func TestBids(t *testing.T) {
	if got := Bids(10, 23, 5); got[0].Range.Max != 20 {
		t.Errorf("the most is %d, want 20", got[0].Range.Max)
	}
	if got := Bids(10, 9, 5); got != nil {
		t.Errorf("%v are offered, want none", got)
	}
	for _, c := range []struct {
		least, most, by int
		want            string
	}{{10, 10, 5, "10"}, {1, 4, 2, "1 to 3 in steps of 2"}, {1, 2, 1, "1 to 2"}, {20, 25, 10, "20"}, {20, 30, 10, "20 to 30 in steps of 10"}} {
		if got := Bids(c.least, c.most, c.by); len(got) != 1 || got[0].Range.String() != c.want {
			t.Errorf("%v are offered, want %s", got, c.want)
		}
	}
}

// A bid that is not on offer is refused with the title's reason, and only bids without a reason against them
// are on offer.
func TestBidsAreRefusedWithTheirReason(t *testing.T) {
	a := Auction{What: "H", Bidders: []string{"p1", "p2"}, Money: strconv.Itoa,
		Bids: func(string, int, bool) []engine.Option { return Bids(5, 100, 5) },
		NotBid: func(_ string, bid, price int, opened bool) string {
			if bid < 20 {
				return "bid 20 at least"
			}
			return ""
		}}
	ch := a.bids("p1", 0, false)
	if got := *ch.List()[0].Range; got.Min != 20 || got.Max != 100 {
		t.Errorf("offered is %v", got)
	}
	for words, want := range map[string]string{"15": "bid 20 at least", "": "say how much", "much": "say how much", "020": "say how much", "20 25": "say how much"} {
		_, err := engine.Accept([]engine.Choice{ch}, engine.Command{By: "p1", Verb: "bid", Args: strings.Fields(words)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("bid %q: %v, want %q", words, err, want)
		}
	}
}

func TestSpans(t *testing.T) {
	even := func(n int) string {
		if n == 15 || n == 40 {
			return "no"
		}
		return ""
	}
	var got []string
	for _, o := range Spans(10, 47, 5, even) {
		got = append(got, o.Range.String())
	}
	if want := "10; 20 to 35 in steps of 5; 45"; strings.Join(got, "; ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	if got := Spans(20, 30, 5, even); len(got) != 1 || got[0].Range.String() != "20 to 30 in steps of 5" {
		t.Errorf("up to the most: %v", got)
	}
	if got := Spans(40, 45, 5, even); len(got) != 1 || got[0].Range.String() != "45" {
		t.Errorf("the most alone: %v", got)
	}
}
