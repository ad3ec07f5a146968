package sheet

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// The news tell a player's cash without what bids bind, as the table of the players does.
func TestCashInTheNewsIsThatOfTheTable(t *testing.T) {
	ti, _ := titles.Find("1843")
	g, log, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Cat"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	say := func(verb string, args ...string) {
		t.Helper()
		next, events, err := g.Decide(engine.Command{By: engine.Awaited(g.Pending())[0], Verb: verb, Args: args})
		if err != nil {
			t.Fatal(verb, args, err)
		}
		g, log = next, append(log, events...)
	}
	me := engine.Awaited(g.Pending())[0]
	all := g.State().Cash(me)
	say("bid", "LM", "215")
	from := len(log)
	say("pass")
	say("pass")
	say("buy", engine.Of(g.Pending(), me)[0].List()[0].Args[0])
	spent := all - g.State().Cash(me)
	m := Mail{Title: ti, Game: "g1", State: g.State(), Pending: g.Pending(), Reader: me, Past: log[:from], Since: log[from:]}
	money := ti.Facts.Money
	want := "your cash " + money(all-215) + " > " + money(all-215-spent) + ", " + money(215) + " bound by bids"
	if text := strings.Join(strings.Fields(Text(m)), " "); !strings.Contains(text, want) {
		t.Errorf("want %q in\n%s", want, text)
	}
}

// Who gets a private company for what a bid bound has as much to spend as before.
func TestCashThatABidBound(t *testing.T) {
	ti, _ := titles.Find("1828")
	g, log, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Cat"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	me, from := engine.Awaited(g.Pending())[0], 0
	for _, c := range []string{"bid SVN 25", "buy StCT"} {
		words := strings.Fields(c)
		next, events, err := g.Decide(engine.Command{By: engine.Awaited(g.Pending())[0], Verb: words[0], Args: words[1:]})
		if err != nil {
			t.Fatal(c, err)
		}
		from = len(log)
		g, log = next, append(log, events...)
	}
	m := Mail{Title: ti, Game: "g1", State: g.State(), Pending: g.Pending(), Reader: me, Past: log[:from], Since: log[from:]}
	want := "your cash " + ti.Facts.Money(g.State().Cash(me)) + " as before: a bid bound the rest"
	if text := Text(m); !strings.Contains(text, want) {
		t.Errorf("want %q in\n%s", want, text[:800])
	}
}
