package pbem

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/titles"
)

// seated sets a table up without a service.
func seated(t *testing.T, slug string, players int) *table {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("no title ", slug)
	}
	start := engine.Started{Seed: 1}
	tb := &table{id: "g1", title: ti}
	for i := range players {
		start.Players = append(start.Players, string(rune('A'+i)))
		tb.record.Seats = append(tb.record.Seats, Seat{Name: start.Players[i]})
	}
	g, log, err := titles.Start(ti, start)
	if err != nil {
		t.Fatal(err)
	}
	return tb.with(g, log)
}

// say plays lines and fails when they are refused.
func say(t *testing.T, tb *table, player string, lines ...string) *table {
	t.Helper()
	r := try(t, tb, player, lines...)
	if r.refused != nil {
		t.Fatalf("%s %q: %s", player, lines, r.refused.Reason)
	}
	return r.next
}

func try(t *testing.T, tb *table, player string, lines ...string) result {
	t.Helper()
	var in []letter.Line
	for _, l := range lines {
		in = append(in, letter.Line{Text: l})
	}
	r, err := play(tb, player, in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asked is who may do what now, without those who may only be told why not.
func asked(tb *table) string {
	var out []string
	for _, c := range tb.game.Pending() {
		out = append(out, c.By+" "+c.Verb)
	}
	return strings.Join(out, ", ")
}

func TestBidsWithMaximumEndAsIfCalledInTurn(t *testing.T) {
	called := seated(t, "1817", 3)
	called = say(t, called, "p1", "bid MINC 0")
	for _, m := range []struct{ by, bid string }{
		{"p2", "bid 5"}, {"p3", "bid 10"}, {"p1", "pass"}, {"p2", "bid 15"}, {"p3", "bid 20"}, {"p2", "bid 25"}, {"p3", "pass"},
	} {
		called = say(t, called, m.by, m.bid)
	}
	ahead := seated(t, "1817", 3)
	ahead = say(t, ahead, "p1", "bid MINC 0 max 5")
	ahead = say(t, ahead, "p2", "bid 5 max 30")
	ahead = say(t, ahead, "p3", "bid up to 20")
	wantAt, wantCash := holder(called)
	if at, cash := holder(ahead); at != "p2" || at != wantAt || cash != wantCash {
		t.Errorf("with maxima the company is with %s (%d), called in turn with %s (%d); asked: %s", at, cash, wantAt, wantCash, asked(ahead))
	}
	for i, s := range ahead.record.Seats {
		if len(s.Orders) > 0 {
			t.Errorf("order %v of seat %d outlives the auction", s.Orders, i)
		}
	}
}

// holder is who has the private company that was auctioned, and their cash.
func holder(tb *table) (string, int) {
	place := tb.game.State().Where("private:MINC")
	return place, tb.game.State().Cash(place)
}

func TestPassForTheAuctionIsNotAskedAgain(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p1", "bid MINC 0")
	tb = say(t, tb, "p2", "bid 5")
	if got := asked(tb); !strings.Contains(got, "p3 bid") {
		t.Fatalf("asked: %s", got)
	}
	tb = say(t, tb, "p1", "pass for the rest of the auction") // not asked now
	tb = say(t, tb, "p3", "pass")
	if place, _ := holder(tb); place != "p2" {
		t.Errorf("the company is at %q, want p2; asked: %s", place, asked(tb))
	}
}

func TestPassUntilSomebodyActs(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p2", "pass until somebody acts")
	tb = say(t, tb, "p1", "pass")
	if got := asked(tb); !strings.HasPrefix(got, "p3 ") {
		t.Fatalf("p2 passed ahead, but asked is %s", got)
	}
	tb = say(t, tb, "p3", "bid MINC 0")
	tb = say(t, tb, "p1", "pass")
	if got := asked(tb); !strings.HasPrefix(got, "p2 ") {
		t.Errorf("somebody acted, but p2 is not asked: %s", got)
	}
}

func TestOrdersAreCancelledAndRefused(t *testing.T) {
	tb := seated(t, "18newengland", 2)
	if r := try(t, tb, "p2", "pass for the auction"); r.refused == nil || !strings.Contains(r.refused.Reason, "no auction") {
		t.Errorf("an order for no auction: %+v", r.refused)
	}
	tb = say(t, tb, "p2", "pass for the round")
	if r := try(t, tb, "p2", "cancel orders"); r.refused != nil || len(r.next.seat("p2").Orders) != 0 || !r.ordered {
		t.Errorf("cancel leaves %v", r.next.seat("p2").Orders)
	}
	if len(tb.seat("p2").Orders) != 1 {
		t.Error("cancelling on a copy changed the table")
	}
}
