package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/titles"
)

// A player with a standing maximum who passes bids no more, as if they had passed for the
// rest of the auction. What they have bid stands.
func TestPassEndsOwnMaximum(t *testing.T) {
	for _, line := range []string{"pass", "Pass.", "I pass, thanks", "pass please", "done"} {
		tb := seated(t, "1817", 3)
		purse := tb.Game.State().Cash("p2")
		tb = say(t, tb, "p1", "bid MINC 0")
		tb = say(t, tb, "p2", "bid 5 up to 30")
		r := try(t, tb, "p2", line)
		if r.refused != nil || len(r.answers) == 0 {
			t.Fatalf("%q: %+v", line, r.refused)
		}
		if orders := r.next.Seat("p2").Orders; len(orders) != 1 || orders[0].Kind != plan.PassAuction {
			t.Errorf("%q leaves %v", line, orders)
		}
		out := say(t, r.next, "p3", "bid 10")
		out = say(t, out, "p1", "pass")
		if place, cash := holder(out); place != "p3" || out.Game.State().Cash("p2") != purse {
			t.Errorf("%q: the company is at %s (%d)", line, place, cash)
		}
		wins := say(t, r.next, "p3", "pass")
		wins = say(t, wins, "p1", "pass")
		if place, _ := holder(wins); place != "p2" {
			t.Errorf("%q: a bid that was made does not stand: the company is at %s", line, place)
		}
	}
}

// A bid with a maximum may come before its player is asked. Then the maximum counts, and
// the least possible is bid.
func TestBidWithMaximumBeforeOnesTurn(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p1", "bid MINC 0")
	r := try(t, tb, "p3", "bid 20 up to 35")
	if r.refused != nil {
		t.Fatal(r.refused.Reason)
	}
	if text := fmt.Sprint(r.answers); !strings.Contains(text, "no more than it takes") {
		t.Errorf("it is not told what becomes of the bid: %s", text)
	}
	tb = say(t, r.next, "p2", "bid 10")
	if bid, _ := holder(tb); bid == "p3" || asked(tb) == "" || !strings.HasPrefix(asked(tb), "p1 ") {
		t.Errorf("asked: %s", asked(tb))
	}
	tb = say(t, tb, "p1", "pass")
	tb = say(t, tb, "p2", "pass")
	if place, _ := holder(tb); place != "p3" {
		t.Errorf("the company is at %s", place)
	}
	for line, want := range map[string]string{"bid 25 up to 20": "25 is more than 20", "bid 7 up to 35": "multiple of $5", "bid OBC 20 up to 35": "MINC is up for auction now, not OBC"} {
		before := say(t, seated(t, "1817", 3), "p1", "bid MINC 0")
		if r := try(t, before, "p3", line); r.refused == nil || !strings.Contains(r.refused.Reason, want) {
			t.Errorf("%q: %+v", line, r.refused)
		}
	}
}

// A player who opens an auction with a maximum and then passes early bids no more either.
func TestPassEndsOwnMaximumOfOpener(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p1", "bid MINC 0 up to 30")
	tb = say(t, tb, "p1", "pass")
	tb = say(t, tb, "p2", "bid 5")
	tb = say(t, tb, "p3", "pass")
	if place, _ := holder(tb); place != "p2" {
		t.Errorf("the company is at %s; asked: %s", place, asked(tb))
	}
}

// In an auction where everybody bids once, the maximum is the bid. Bidding from the least
// on would give the lot to somebody who wants it less.
func TestMaximumIsSaidWhereTheMostIsSaidOnce(t *testing.T) {
	begin := func(t *testing.T) *table.Table {
		tb := seated(t, "1820", 3)
		for range 3 {
			tb = say(t, tb, tb.Actors()[0], "pass") // no cousin
		}
		return tb
	}
	for _, c := range []struct {
		lines  [3]string // in this order
		winner int
		price  string // of the trains after that
	}{
		{[3]string{"bid up to 100", "bid 60", "bid 20"}, 0, "£60"},
		{[3]string{"bid 20", "bid 60", "bid up to 100"}, 2, "£70"},
		{[3]string{"bid 20 max 100", "bid 20 max 60", "pass"}, 0, "£60"},
		{[3]string{"bid up to 70", "bid 40 max 100", "bid 20 up to 90"}, 1, "£90"},
	} {
		t.Run(strings.Join(c.lines[:], ", "), func(t *testing.T) {
			tb := begin(t)
			order := tb.Actors()
			for i, line := range c.lines {
				r := try(t, tb, order[i], line)
				if r.refused != nil {
					t.Fatalf("%s: %s", line, r.refused.Reason)
				}
				if orders := r.next.Seat(order[i]).Orders; len(orders) > 0 {
					t.Errorf("%s: kept is %v", line, orders)
				}
				if told := fmt.Sprint(r.answers); strings.Contains(line, "max") && !strings.Contains(told, "needs no maximum") || strings.Contains(told, "is over") {
					t.Errorf("%s: told is %v", line, told)
				}
				tb = r.next
			}
			if got := asked(tb); !strings.HasPrefix(got, order[c.winner]+" take") || !strings.Contains(fmt.Sprint(tb.Game.Pending()[0].List()), c.price) {
				t.Errorf("asked is %s, %v; want %s for %s", got, tb.Game.Pending()[0].List(), order[c.winner], c.price)
			}
		})
	}
	tb := begin(t)
	for _, line := range []string{"bid 80 max 60", "bid up to 105", "bid 20 max 10000"} {
		if r := try(t, tb, tb.Actors()[0], line); r.refused == nil {
			t.Errorf("%s was carried out", line)
		}
	}
	for _, s := range tb.Scene(tb.Actors()[0]).Suggestions(nil, nil) {
		if strings.Contains(s.Line, "up to") {
			t.Errorf("suggested is %s", s.Line)
		}
	}
	for most, want := range map[int]string{75: "bid 70", 70: "bid 70", 20: "bid 20", 19: ""} { // stored orders of an earlier version
		stored := tb.With(tb.Game, nil)
		seat := stored.Seat("p1")
		seat.Orders = []plan.Plan{{Kind: plan.BidUpTo, Turn: plan.Turn{Max: most}, Entered: tb.Entered(), Since: len(tb.Log)}}
		after := table.Obey(stored)
		said := ""
		for _, e := range after.Log[len(tb.Log):] {
			if c, ok := e.(engine.Said); ok && c.By == "p1" {
				said += c.String()
			}
		}
		if said != want || len(after.Seat("p1").Orders) > 0 || (len(after.Seat("p1").Ended) > 0) != (want == "") {
			t.Errorf("an order of an earlier version up to %d said %q, want %q; it told %v", most, said, want, after.Seat("p1").Ended)
		}
	}
}

// A maximum is valid for the auction in which it was said, and not for the next one when
// nobody can bid more.
func TestMaximumOfAnAuctionThatIsOver(t *testing.T) {
	tb := seated(t, "1817", 3)
	r := try(t, tb, "p1", "bid MINC 30 max 50")
	if r.refused != nil || len(r.next.Seat("p1").Orders) > 0 {
		t.Fatalf("refused %v, orders %v", r.refused, r.next.Seat("p1").Orders)
	}
	if at, _ := holder(r.next); at != "p1" || len(r.answers) != 1 || !strings.Contains(r.answers[0].Lines[0], "no maximum is kept") {
		t.Errorf("it is at %q, answers %v", at, r.answers)
	}
}

// In a merger round one auction follows another. A maximum that wins one at once bids
// nothing in the next.
func TestMaximumIsNotForTheNextAuction(t *testing.T) {
	tb := seated(t, "1817", 3)
	for _, said := range []string{
		"p1 pass", "p2 pass", "p3 pass", "p1 start A&S in B5 for 200", "p2 pass", "p3 pass",
		"p2 start A&A in B17 for 200", "p3 pass", "p1 pass", "p3 start H in C8 for 200", "p1 pass", "p2 pass", "p1 pass", "p2 pass", "p3 pass",
		"p1 loan 2", "p1 pass", "p1 buy train 2", "p1 pass", "p1 pass", "p2 pass", "p2 pass", "p2 pass", "p3 pass", "p3 pass", "p3 pass", "p1 pass",
	} {
		by, line, _ := strings.Cut(said, " ")
		tb = say(t, tb, by, line)
	}
	first := tb.Game.Pending()[0].For
	tb = say(t, tb, "p1", "bid 10 max 40")
	if ask := tb.Game.Pending()[0]; ask.For == first || ask.Verb != "bid" || len(tb.Seat("p1").Orders) > 0 {
		t.Errorf("after the sale of %s: %s %s, orders %v", first, asked(tb), ask.For, tb.Seat("p1").Orders)
	}
}

// What a maximum beside a bid means is said as it is, in every question of every title that takes bids: the maximum is
// kept, or the bid is the maximum, or the bid ends the bidding, or it stands and others can bid more.
func TestWhatAMaximumMeansIsTrue(t *testing.T) {
	serial(t)
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			told := map[string]int{}
			for seed := range uint64(testsize.More(1, 2, 4)) {
				tb, hand := seated(t, ti.Facts.Slug, 3), walk.NewDoer(seed)
				for range 60 {
					pending := tb.Game.Pending()
					c, ok := hand.Pick(pending)
					if !ok {
						break
					}
					for _, ch := range pending {
						if n := told[ch.Question+ch.Verb]; tb.Bids(ch.Verb) && n < 6 && slices.Contains(engine.Awaited(pending), ch.By) {
							told[ch.Question+ch.Verb]++
							bidWithMaximum(t, tb, ch)
						}
					}
					tb = say(t, tb, c.By, c.String())
				}
			}
			t.Log(told)
		})
	}
}

// bidWithMaximum says the least bids of a choice with a maximum.
func bidWithMaximum(t *testing.T, tb *table.Table, ch engine.Choice) {
	t.Helper()
	for _, o := range ch.List() {
		if o.Range == nil || o.Range.Max < o.Range.Min+2*max(1, o.Range.Step) {
			continue
		}
		bid := engine.Command{By: ch.By, Verb: ch.Verb, Args: append(slices.Clone(o.Args), fmt.Sprint(o.Range.Min))}
		line := fmt.Sprintf("%s max %d", bid, o.Range.Min+2*max(1, o.Range.Step))
		r := try(t, tb, ch.By, line)
		if r.refused != nil {
			t.Errorf("%q: %s", line, r.refused.Reason)
			continue
		}
		kept := slices.ContainsFunc(r.next.Seat(ch.By).Orders, func(p plan.Plan) bool { return p.Kind == plan.BidUpTo })
		text := fmt.Sprint(r.answers)
		ends, stands, once := strings.Contains(text, "ends the bidding"), strings.Contains(text, "stands as you said it"), strings.Contains(text, "needs no maximum")
		open := slices.ContainsFunc(r.next.Game.Pending(), func(next engine.Choice) bool {
			return next.By != ch.By && next.Question == ch.Question && next.Verb == ch.Verb && slices.ContainsFunc(next.List(), func(n engine.Option) bool {
				return len(n.Args) > 0 && slices.Equal(n.Args, o.Args) && n.Range.Min > o.Range.Min
			})
		})
		if kept && text != "[]" || !kept && !ends && !stands && !once || ends && open || stands && !open && r.next.Bidding() {
			t.Errorf("%q in %s: kept %v, others can bid more %v, told %s", line, ch.Question, kept, open, text)
		}
	}
}

// A maximum alone, where nobody has said yet what is bid for, is refused for that reason.
func TestMaximumForNothing(t *testing.T) {
	for _, slug := range []string{"1817", "1820", "1828", "1843"} {
		tb := seated(t, slug, 3)
		for range 3 {
			if tb.Scene("").Lots() {
				break
			}
			tb = say(t, tb, tb.Actors()[0], "pass")
		}
		if r := try(t, tb, tb.Actors()[0], "bid max 300"); r.refused == nil || !strings.Contains(r.refused.Reason, "does not say what") {
			t.Errorf("%s: %+v", slug, r.refused)
		}
	}
}

// A maximum may stand before what is bid for. Without a sum the least is bid.
func TestMaximumBeforeWhatItIsFor(t *testing.T) {
	for _, c := range []struct {
		slug, player, line string
		said, answer       string // the bid that is made, "" for none, and what the answer holds
		kept               bool
	}{
		{"1843", "p2", "Bid up to 260 for BA", "bid BA 155", "the least there is, and stands", false},
		{"1843", "p2", "bid BA up to 260", "bid BA 155", "the least there is, and stands", false},
		{"1843", "p2", "bid 30 for CEI up to 100", "bid CEI 30", "stands as you said it", false},
		{"1843", "p2", "bid up to 100 on BA", "", "The least bid is 155, which is more than 100", false},
		{"1828", "p1", "bid at most $100 for D&H.", "bid D&H 85", "the least there is, and stands", false},
		{"1817", "p1", "bid up to 50 for MINC", "bid MINC 0", "", true},
		{"1817", "p1", "bid the minimum for MINC max 50", "bid MINC 0", "", true},
		{"1828", "p1", "bid min on D&H max 100", "bid D&H 85", "stands", false},
		{"1817", "p1", "bid up to 50 for nothing", "", "is not understood after", false},
	} {
		tb := seated(t, c.slug, 3)
		r := try(t, tb, c.player, c.line)
		if r.refused != nil {
			if c.said != "" || !strings.Contains(r.refused.Reason, c.answer) {
				t.Errorf("%s, %q: %s", c.slug, c.line, r.refused.Reason)
			}
			continue
		}
		said, text := "", fmt.Sprint(r.answers)
		for _, e := range r.next.Log[len(tb.Log):] {
			if e, ok := e.(engine.Said); ok {
				said = fmt.Sprint(e)
			}
		}
		kept := len(r.next.Seat(c.player).Orders) == 1
		if !strings.HasSuffix(said, c.said) || c.said == "" || !strings.Contains(text, c.answer) || kept != c.kept {
			t.Errorf("%s, %q: said %s, kept %v, told %s", c.slug, c.line, said, kept, text)
		}
	}
}

// In a bidding that has begun a maximum may name what is bid for, before its player is asked too.
func TestMaximumNamesWhatIsBidFor(t *testing.T) {
	tb := say(t, seated(t, "1817", 3), "p1", "bid MINC 0")
	for _, player := range []string{"p2", "p3"} {
		r := try(t, tb, player, "bid up to 20 for MINC")
		if r.refused != nil {
			t.Fatalf("%s: %s", player, r.refused.Reason)
		}
		if orders := r.next.Seat(player).Orders; len(orders) != 1 || orders[0].Kind != plan.BidUpTo || orders[0].Max != 20 {
			t.Errorf("%s: %v", player, orders)
		}
		if r := try(t, tb, player, "bid up to 20 for UBC"); r.refused == nil {
			t.Errorf("%s bids for what is not put up", player)
		}
	}
}

// A word of the service behind a move is asked for on a line of its own.
func TestServiceWordBehindMove(t *testing.T) {
	tb := seated(t, "18newengland", 3)
	for _, line := range []string{"reserve BL; anyway", "reserve BL, anyway", "reserve BL anyway.", "reserve BL and status"} {
		if r := try(t, tb, "p1", line); r.refused == nil || !strings.Contains(r.refused.Reason, "on a line of its own") {
			t.Errorf("%q: %+v", line, r.refused)
		}
	}
}
