package step

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
)

// kin are the holders of a title with a cousin of p2 and shares of one size. The cousin may hold and direct,
// p2 speaks for it, and a marker shows who directs.
var kin = &Holders{
	Order: func(t Table) []string { return append(slices.Clone(t.Order()), "blue") },
	Speaker: func(t Table, holder string) string {
		if holder == "blue" {
			return "p2"
		}
		return holder
	},
	Office: func(_ Table, sym string) string { return Directs(sym) },
}

// shares deals certificates of NYC, beginning with the president's: how many to each place. singles deals
// certificates of one share.
func shares(deal ...any) []engine.Event { return dealt(0, deal) }

func singles(deal ...any) []engine.Event { return dealt(1, deal) }

func dealt(n int, deal []any) (out []engine.Event) {
	for i := 0; i < len(deal); i += 2 {
		for range deal[i+1].(int) {
			out, n = append(out, put(deal[i].(string), Share("NYC", n))...), n+1
		}
	}
	return out
}

// Without Holders the player with the president's certificate directs and speaks, and only players are
// holders.
func TestUsualHolders(t *testing.T) {
	tb := set(t, shares("p2", 2, "p1", 4, "blue", 1)...)
	if got := fmt.Sprint(tb.Holders(), tb.Director("NYC"), tb.Speaker("p1"), tb.Speaker("blue"), tb.Office("NYC")); got != "[p1 p2 p3]p2p1share:NYC:0" {
		t.Error(got)
	}
	for holder, want := range map[string]bool{"p1": true, "p2": true, "p3": false, "blue": false} {
		if tb.MayDirect(holder, "NYC") != want {
			t.Errorf("%s may direct: %v", holder, !want)
		}
	}
	if got := set(t, shares("blue", 3)...).Director("NYC"); got != "" {
		t.Errorf("%s directs", got)
	}
}

// A holder who is not a player may direct; then no player is president. 1820 13.4
func TestDirectorWhoIsNoPlayer(t *testing.T) {
	tb := set(t, append(shares("p1", 1, "blue", 4), put("blue", Directs("NYC"))...)...)
	tb.H = kin
	if d, p, s := tb.Director("NYC"), tb.President("NYC"), tb.Speaker("blue"); d != "blue" || p != "" || s != "p2" {
		t.Errorf("%q directs, %q is president, %q speaks", d, p, s)
	}
	if got := tb.Single("p1", "NYC", false); got != Share("NYC", 0) {
		t.Errorf("the single share is %q: the first certificate is one like the others", got)
	}
	for _, c := range []struct{ of, want string }{{"blue", "p1"}, {"p1", "blue"}} {
		if got := tb.Heir(c.of, "NYC"); got != c.want {
			t.Errorf("the heir of %s is %q, want %q", c.of, got, c.want)
		}
	}
}

// Among equals players come before others, beginning after the player who speaks for the seller. 20-DR-03,
// 20-RU-18
func TestHeirsAmongEquals(t *testing.T) {
	for _, c := range []struct {
		deal  []any
		p     string
		want  string
		cards []string
	}{
		{[]any{"p1", 2, "p2", 2, "p3", 2, "blue", 2}, "blue", "p3", nil},
		{[]any{"p1", 2, "blue", 2}, "p3", "p1", nil},
		{[]any{"p1", 2, "blue", 3}, "p3", "blue", nil},
		{[]any{"p1", 2, "p2", 2, "p3", 3}, "p3", "p1", nil},
		{[]any{"p1", 2, "p2", 2, "p3", 3}, "p3", "p2", []string{"p1", "p3", "p2"}},
	} {
		tb := set(t, append(singles(c.deal...), DealOrder(c.cards)...)...)
		tb.H = kin
		if got := tb.Heir(c.p, "NYC"); got != c.want {
			t.Errorf("%v, cards %v: the heir of %s is %q, want %q", c.deal, c.cards, c.p, got, c.want)
		}
	}
}

// The office goes over in a sale with or without a president's certificate, and only to somebody who has more
// afterwards.
func TestSellingTheOffice(t *testing.T) {
	for _, c := range []struct {
		sold     int
		director string
	}{{1, "p1"}, {2, "blue"}, {3, "blue"}} {
		tb := set(t, append(singles("p1", 4, "blue", 3), put("p1", Directs("NYC"))...)...)
		tb.H = kin
		tb = play(t, tb, func(t *engine.Turn, tb Table) { Sell(t, tb, "p1", "NYC", c.sold) })
		if d := tb.Director("NYC"); d != c.director || tb.Shares(Pool, "NYC") != c.sold || tb.Shares("blue", "NYC") != 3 {
			t.Errorf("%d sold: %s directs, the pool has %d", c.sold, d, tb.Shares(Pool, "NYC"))
		}
	}
}

// Who has strictly more shares becomes director. // 1828 13.3.3; 1843 7.5
func TestOvertake(t *testing.T) {
	for name, c := range map[string]struct {
		deal []any
		who  string
		want string
	}{
		"as many":        {[]any{"p1", 2, "p2", 3}, "p2", "p1"}, // the president's certificate counts two
		"more":           {[]any{"p1", 2, "p2", 4}, "p2", "p2"},
		"itself":         {[]any{"p1", 3}, "p1", "p1"},
		"nobody":         {[]any{"p1", 3}, "", "p1"},
		"not a holder":   {[]any{"p1", 1, Pool, 5}, "", "p1"},
		"not yet bought": {[]any{IPO("NYC"), 1, "p2", 3}, "p2", ""},
	} {
		tb := play(t, set(t, shares(c.deal...)...), func(t *engine.Turn, tb Table) { Overtake(t, tb, "NYC", c.who) })
		if got := tb.Director("NYC"); got != c.want {
			t.Errorf("%s: %q directs, want %q", name, got, c.want)
		}
		if before := set(t, shares(c.deal...)...); tb.Shares("p1", "NYC") != before.Shares("p1", "NYC") || tb.Shares("p2", "NYC") != before.Shares("p2", "NYC") {
			t.Errorf("%s: the exchange changes somebody's shares", name)
		}
	}
}

// A title may exclude a holder. A marker that no holder has is taken without an exchange. // 20-RU-18
func TestOvertakeTheMarker(t *testing.T) {
	for who, want := range map[string]string{"p2": "p2", "blue": "blue", "p3": ""} {
		tb := set(t, append(singles("p2", 2, "blue", 1, "p3", 3), put("NYC", Directs("NYC"))...)...)
		barred := *kin
		barred.MayDirect = func(_ Table, holder, _ string) bool { return holder != "p3" }
		tb.H = &barred
		tb = play(t, tb, func(t *engine.Turn, tb Table) { Overtake(t, tb, "NYC", who) })
		if got := tb.Director("NYC"); got != want || tb.Shares("p2", "NYC") != 2 {
			t.Errorf("%s: %q directs, want %q", who, got, want)
		}
	}
}

// A single share is enough for the marker of the office, and the last share is kept.
func TestDirectorWithOneShare(t *testing.T) {
	tb := set(t, append(singles("p1", 1, "p3", 1), put("p1", Directs("NYC"))...)...)
	tb.H = kin
	if got := fmt.Sprint(tb.Heir("p1", "NYC"), tb.MayDirect("p2", "NYC"), tb.SellableAsDirector("p1", "NYC")); got != "p3false 0" {
		t.Error(got)
	}
	tb = set(t, append(singles("p1", 3, "p3", 1), put("p1", Directs("NYC"))...)...)
	tb.H = kin
	if got := tb.SellableAsDirector("p1", "NYC"); got != 2 {
		t.Errorf("%d may be sold", got)
	}
}

// What may be sold without losing a company. // 1828 8.3.5.2; 1843 8.8.3
func TestSellableAsDirector(t *testing.T) {
	for _, c := range []struct {
		deal []any
		p    string
		want int
	}{
		{[]any{"p1", 4}, "p1", 3},          // the president's certificate stays
		{[]any{"p1", 4, "p2", 3}, "p1", 2}, // and so do as many shares as p2 has
		{[]any{"p1", 4, "p2", 5}, "p1", 0},
		{[]any{"p1", 4, "p2", 1}, "p1", 3}, // a holder who cannot take the certificate is no heir
		{[]any{"p1", 4, "p2", 3}, "p2", 3},
	} {
		if got := set(t, shares(c.deal...)...).SellableAsDirector(c.p, "NYC"); got != c.want {
			t.Errorf("%v: %s may sell %d, want %d", c.deal, c.p, got, c.want)
		}
	}
}
