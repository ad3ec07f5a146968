package t18newengland

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/step"
)

// told returns the table of four players after facts in the words of scripts.
func told(t *testing.T, facts ...string) *engine.State {
	t.Helper()
	log := mustSetup(t, 4)
	for _, fact := range facts {
		words := strings.Fields(fact)
		make, ok := kit.Words[words[0]]
		if !ok {
			t.Fatalf("no fact %q", fact)
		}
		log = append(log, make(see(engine.Fold(log)).Table, words[1:])...)
	}
	return engine.Fold(log)
}

// set returns a table with these counters set to 1.
func set(t *testing.T, counters ...string) *engine.State {
	t.Helper()
	log := mustSetup(t, 4)
	for _, key := range counters {
		log = append(log, engine.Set{Key: key, Value: 1})
	}
	return engine.Fold(log)
}

// NE-SU-10: everybody sees everything, also NE-EN-03 and NE-EN-04.
func TestPosition(t *testing.T) { // 13, 14
	s := told(t, "phase 3", "major NYC p2 110 100", "minor CV p3 60 top", "train 2 pool")
	p := position(s)
	if got := fmt.Sprint(p.Round, p.Operating, p.Phase, p.CertLimit, p.Pool, p.Facts); got != "Draftfalse316 [2] [{bank $10880}]" {
		t.Errorf("position %s", got)
	}
	if c := p.Companies; len(c) != 2 || c[0].Sym != "CV" || c[1].Sym != "NYC" || c[1].Par != 100 {
		t.Errorf("companies %+v", c)
	}
	for i, want := range []string{"280 280 0 true", "280 500 1 false", "280 400 1 false", "280 280 0 false"} {
		pl := p.Players[i]
		if got := fmt.Sprint(pl.Cash, pl.Worth, pl.Certs, pl.Priority); got != want || pl.Out {
			t.Errorf("player %s has %s, out: %v; want %s", pl.ID, got, pl.Out, want)
		}
	}
	if len(p.Available) != 14 { // CV was started
		t.Errorf("%d minors are available", len(p.Available))
	}
}

// NE-BK-04, NE-EN-03, NE-EN-04: who is out, and what will end the game.
func TestPositionTellsTheEnd(t *testing.T) { // 11.8, 13
	for counter, want := range map[string]string{bankrupt.Of("p2"): "bank$10880", reached: "endbank$10880", broken: "bank"} {
		p := position(set(t, counter))
		if p.Players[1].Out != (counter == bankrupt.Of("p2")) || p.Players[0].Out {
			t.Errorf("with %s: players %+v", counter, p.Players)
		}
		got := ""
		for _, f := range p.Facts {
			got += f.Label
			if strings.HasPrefix(f.Value, "$") { // what the bank has
				got += f.Value
			}
		}
		if got != want {
			t.Errorf("with %s: facts %v", counter, p.Facts)
		}
	}
}

func TestPositionRounds(t *testing.T) { // 4
	for kind, want := range []string{"Draft false", "SR 1 false", "OR 2.1 true", "MR 2.1 false"} {
		s := engine.Fold(append(mustSetup(t, 4), engine.Set{Key: roundKind, Value: kind},
			engine.Set{Key: pairNo, Value: 2}, engine.Set{Key: roundNo, Value: 1}))
		if p := position(s); fmt.Sprint(p.Round, " ", p.Operating) != want {
			t.Errorf("kind %d is %s, operating %v", kind, p.Round, p.Operating)
		}
	}
}

// Answers that change the course of a game are marked in its history.
func TestLandmarks(t *testing.T) {
	for said, want := range map[[2]string]string{
		{"merge", "merger"}: "a merger", {"convert", "merger"}: "a conversion", {"liquidate", "trains"}: "a liquidation",
		{"sell", "trains"}: "a crisis", {"sell", "stock turn"}: "", {"buy", "trains"}: "", {"pass", "merger"}: "",
	} {
		if got := landmarks.Of(engine.Said{Command: engine.Command{Verb: said[0]}, Question: said[1]}); got != want {
			t.Errorf("%v is %q, want %q", said, got, want)
		}
	}
}

// NE-TN-07: each type of train of another company is offered once, for 1 up to all money of the
// buyer; nothing without money.
func TestTradeOptions(t *testing.T) { // 11.7
	v := see(told(t, "phase 3", "major NYC p2 110 100", "train 3 NYC NYC", "train 2 NYC"))
	got := v.TradeOptions("NYC", 50, "")
	if len(got) != 2 {
		t.Fatalf("%d offers", len(got))
	}
	for i, name := range []string{"3", "2"} {
		if o := got[i]; strings.Join(o.Args, " ") != "train "+name+" from NYC for" || *o.Range != (engine.Range{Min: 1, Max: 50, Step: 1}) {
			t.Errorf("offer %v of %v", o.Args, *o.Range)
		}
	}
	if got := v.TradeOptions("NYC", 0, ""); len(got) != 0 {
		t.Errorf("offers without money: %v", got)
	}
}

// 12: a company without a marker has no price.
func TestPriceWithoutMarker(t *testing.T) {
	v := see(told(t, "major NYC p2 110 100"))
	if _, ok := v.CellOf("CN"); ok || v.Price("CN") != 0 || v.Price("NYC") != 110 {
		t.Errorf("CN %d, NYC %d", v.Price("CN"), v.Price("NYC"))
	}
	if v.President("CN") != "" || v.President("NYC") != "p2" {
		t.Error("a company has its president too early")
	}
	if got := v.Single(step.IPO("NYC"), "NYC", true); got != step.Share("NYC", 8) {
		t.Errorf("the last share is %s", got)
	}
}

// Timelines tell that the bank is broken, or that a major reached 500, only if the counter is 1.
// // 13
func TestAccountOfTheEnd(t *testing.T) {
	plain, ended := account(told(t), nil).Game, account(set(t, broken, reached), nil).Game
	for _, key := range []string{"broken", "reached_500"} {
		if plain[key] != false || ended[key] != true {
			t.Errorf("%s is %v, then %v", key, plain[key], ended[key])
		}
	}
}

// Timelines tell enough to check a rule without the history: which majors are left, which spaces
// are taken, who sold what, who relinquished.
func TestAccount(t *testing.T) { // 6, 7.1, 9, 10.6, 12
	begun := enginetest.Account(t, account(told(t), nil))
	for _, c := range []struct {
		account any
		path    string
		want    string
	}{
		{begun, "Game spaces", "[]"}, {begun, "Players p1", `{"relinquished":false,"reserved":null,"sold":[]}`},
		{enginetest.Account(t, account(set(t, stockNo, sold.Of("p2", "NYC"), resigned.Of("p1")), nil)), "Players p1", `{"relinquished":true,"reserved":null,"sold":[]}`},
		{enginetest.Account(t, account(set(t, stockNo, sold.Of("p2", "NYC")), nil)), "Players p2", `{"relinquished":false,"reserved":null,"sold":["NYC"]}`},
		{enginetest.Account(t, account(told(t, "minor CV p3 60 top", "minor BL p3 50 bottom"), nil)), "Game spaces", `["50 bottom","60 top"]`},
	} {
		if got := enginetest.Field(c.account, c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	for sym, want := range map[string]bool{"NYC": false, "CN": true, "CV": false, "ER": true} {
		later := account(told(t, "phase 3", "major NYC p2 110 100", "minor CV p3 60 top"), nil).Game["available"].([]string)
		if got := slices.Contains(later, sym); got != want {
			t.Errorf("%s is available: %v, want %v", sym, got, want)
		}
	}
}

// A turn of a minor that is supposed in the draft begins as it will: with a train, paid for, and its home. Later a minor
// is given no train. // 9; NE-DR-16, NE-DR-17, NE-SR-09
func TestReady(t *testing.T) {
	game, _ := engine.Start(Title.Rules, mustSetup(t, 4))
	for n := 0; n < 20 && len(see(game.State()).minorsInOrder()) < 2; n++ {
		all := game.Pending()
		named := func(verb string) []engine.Choice {
			return slices.DeleteFunc(slices.Clone(all), func(ch engine.Choice) bool { return ch.Verb != verb || len(ch.List()) == 0 })
		}
		ways := append(named("value"), named("reserve")...)
		next, _, err := game.Decide(engine.Command{By: ways[0].By, Verb: ways[0].Verb, Args: ways[0].List()[0].Args})
		if err != nil {
			t.Fatal(err)
		}
		game = next
	}
	if n := len(see(game.State()).minorsInOrder()); n != 2 {
		t.Fatalf("%d minors run", n)
	}
	for _, sym := range see(game.State()).minorsInOrder() {
		had := see(game.State())
		next, err := Title.Suppose(game, "operating turn", sym)
		if err != nil {
			t.Fatal(err)
		}
		now := see(next.State())
		if got := now.Trains(sym); len(got) != 1 || len(now.Stations(sym)) != 1 || now.S.Cash(sym) != had.S.Cash(sym)-100 {
			t.Errorf("%s begins its turn with %v, %d stations, %d of %d", sym, got, len(now.Stations(sym)), now.S.Cash(sym), had.S.Cash(sym))
		}
	}
	later, err := kit.Table(engine.Started{Players: []string{"A", "B", "C", "D"}}, "phase 3", "minor CV p3 60 top", "at stock")
	if err != nil {
		t.Fatal(err)
	}
	if got := later.S.With(ready(later.S, "CV")...); len(see(got).Trains("CV")) != 0 {
		t.Error("a minor is given a train after the draft")
	}
}
