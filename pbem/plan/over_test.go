package plan

import (
	"testing"
)

// A plan for an auction is over with it: one for whatever is put up with the auction of that round, one for what is up
// now with that, unless its player has won and has something to say.
func TestAuctionOver(t *testing.T) {
	lots, stock := began(t), stockRound(t)
	say := func(s Scene, by, text string) Scene {
		t.Helper()
		c, err := as(s, by).Match(text)
		if err == nil {
			s, err = s.decide(c)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	up := say(stock, "p1", "start A&S in B5 for 100")
	won := say(say(up, "p2", "pass"), "p3", "pass")
	if !up.Bidding() || won.Bidding() || lots.auction() == "" || lots.round() == stock.round() {
		t.Fatal("the game is another")
	}
	const over = "the auction has ended"
	after := []Line{{Say: "pass"}}
	for name, c := range map[string]struct {
		s    Scene
		p    Plan
		want string
	}{
		"lots, on":                    {lots, Plan{Kind: PassAuction, Lots: lots.auction(), Round: lots.round()}, ""},
		"lots, of another round":      {lots, Plan{Kind: PassAuction, Lots: lots.auction(), Round: "Auction 2"}, over},
		"lots, another step":          {lots, Plan{Kind: PassAuction, Lots: "track", Round: lots.round()}, over},
		"lots, over":                  {stock, Plan{Kind: PassAuction, Lots: lots.auction(), Round: lots.round()}, over},
		"bids, on":                    {up, Plan{Kind: BidUpTo, Entered: up.Entered()}, ""},
		"bids, of another":            {up, Plan{Kind: BidUpTo, Entered: up.Entered() - 1}, over},
		"bids, over":                  {won, Plan{Kind: BidUpTo, Entered: won.Entered()}, over},
		"bids, over, and asked":       {as(won, "p2"), Plan{Kind: BidUpTo, Entered: won.Entered(), Turn: Turn{After: after}}, ""},
		"bids, over, and not asked":   {as(won, "p3"), Plan{Kind: BidUpTo, Entered: won.Entered(), Turn: Turn{After: after}}, over},
		"bids, over, nothing to say":  {as(won, "p2"), Plan{Kind: BidUpTo, Entered: won.Entered()}, over},
		"no bids over, in any":        {up, Plan{Kind: BidLimit, Round: up.round()}, ""},
		"an answer, asked":            {up, Plan{Kind: Deal, Entered: up.Entered()}, ""},
		"an answer, of a step before": {up, Plan{Kind: Deal, Entered: up.Entered() - 1}, "you were not asked"},
	} {
		if _, why := c.p.Over(c.s); why != c.want {
			t.Errorf("%s: %q, want %q", name, why, c.want)
		}
	}
}

// as is a scene as another player looks at it.
func as(s Scene, player string) Scene {
	s.Player = player
	return s
}
