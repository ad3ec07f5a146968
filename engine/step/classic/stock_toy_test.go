package classic_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// toy is a title of two companies of ten shares and one of five.
const toy = `{
	"title": "toy", "name": "Toy", "designer": "nobody", "rules": "none", "currency": "$%d", "bank": "unlimited",
	"layout": {"pointy": true, "letters": "rows"}, "kinds": {"public": 10, "small": 5}, "upgrades": {},
	"privates": [{"sym": "MH", "name": "M&H", "value": 100, "income": 20, "blocks": ["B2"]}, {"sym": "CA", "name": "C&A", "value": 40, "income": 25}],
	"office": "director", "zones": ["par", "yellow", "orange", "brown", "end"],
	"seats": [{"players": 2, "cash": 500, "certificates": 6}, {"players": 3, "cash": 300, "certificates": 4}],
	"trains": [{"name": "2", "color": "yellow", "price": 80, "count": "unlimited", "stops": 2}],
	"phases": [{"name": "2", "limits": {}, "tiles": [], "offboard": "yellow", "pars": ["par"]}],
	"companies": [{"sym": "NYC", "name": "NYC", "kind": "public", "color": "#ee0000", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": []},
		{"sym": "PRR", "name": "PRR", "kind": "public", "color": "#00ee00", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": []},
		{"sym": "ERIE", "name": "ERIE", "kind": "small", "color": "#0000ee", "text": "#ffffff", "shares": [2, 1, 1, 1], "stations": []}],
	"market": [[{"price": 10, "zones": ["brown"]}, {"price": 20, "zones": ["orange"]}, {"price": 30, "zones": ["yellow"]}, {"price": 40, "zones": ["par"]},
		{"price": 50, "zones": ["par"]}, {"price": 60}, {"price": 70, "zones": ["end"]}]],
	"hexes": [{"at": "B2", "color": "white"}], "tiles": []}`

// loaded are the facts of the toy.
func loaded() *facts.Title {
	f, err := facts.Load([]byte(toy))
	if err != nil {
		panic(err)
	}
	return f
}

// stock is the stock round of the toy: a line of facts for each rule.
func stock(p classic.Play) classic.Stock {
	return classic.Stock{
		Play: p, Companies: []string{"NYC", "PRR", "ERIE"}, Pars: p.F.ParCells(p.Phase()),
		Certificates: classic.CertificateLimit(p.F, len(p.Players())),
		MostHeld:     60, MostInPool: 50, FloatsAt: 60, Capital: 10, FirstSales: 2,
		Sections: classic.Sections{Start: "1", Buy: "2", Sell: "3"},
		Fall:     func(sym string, n int) { p.MovePrice(sym, cell(p, sym, -n)) },
	}
}

// cell is the cell n steps to the right of a company's marker.
func cell(p classic.Play, sym string, n int) market.Cell {
	c, _ := p.CellOf(sym)
	c.Col = max(0, min(c.Col+n, 6))
	return c
}

// zones are those of 1830.
func zones(p classic.Play) func(sym string) classic.Zone {
	return func(sym string) classic.Zone {
		return classic.Zone{
			Free:      p.InZone(sym, "yellow", "orange", "brown"),
			Unlimited: p.InZone(sym, "orange", "brown"),
			Several:   p.InZone(sym, "brown"),
		}
	}
}

// playing begins a game in which each of the players takes turns until all have passed.
func playing(turn func(classic.Play), setup ...engine.Event) *engine.Game {
	f := loaded()
	see := func(s *engine.State) step.Table { return step.Table{S: s, F: f} }
	rules := engine.Rules{Start: "game", Flow: engine.Flow{
		"game":  engine.Seq("turns", "end"),
		"turns": engine.Turns(func(s *engine.State, last string) string { return see(s).NextTurn(last, s.Players()) }, "turn"),
		"turn":  engine.Do(func(t *engine.Turn) { turn(classic.Play{Turn: t, Table: see(t.State)}) }),
		"end":   engine.Do(func(t *engine.Turn) { t.End("done", nil) }),
	}}
	log := []engine.Event{engine.Started{Players: []string{"Amy", "Brian", "Crystal"}}, engine.Paid{From: engine.Box, To: engine.Bank, Amount: 9000}}
	for _, p := range []string{"p1", "p2", "p3"} {
		log = append(log, engine.Paid{From: engine.Bank, To: p, Amount: 300})
	}
	for _, c := range f.Companies {
		for i := range c.Shares {
			log = append(log, engine.Moved{Piece: step.Share(c.Sym, i), To: step.IPO(c.Sym)})
		}
	}
	log = append(log, engine.Moved{Piece: step.Priority, To: "p1"}, engine.Set{Key: classic.StockNo, Value: 2})
	g, _ := engine.Start(rules, append(log, setup...))
	return g
}

// started is a company with a par, a price, and shares: "p1" begins with the president's certificate, and "p2
// p2 pool" have one single share each.
func started(sym, president string, col int, singles ...string) []engine.Event {
	out := []engine.Event{
		engine.Moved{Piece: step.Share(sym, 0), From: step.IPO(sym), To: president}, engine.Set{Key: "par:" + sym, Value: 50},
		engine.Priced{Marker: sym, Cell: market.Cell{Col: col}.String()},
	}
	for i, to := range singles {
		out = append(out, engine.Moved{Piece: step.Share(sym, i+1), From: step.IPO(sym), To: to})
	}
	return out
}

// say plays lines such as "p1 buy NYC from ipo"; what follows ": " is what a refusal says.
func say(t *testing.T, g *engine.Game, lines ...string) *engine.Game {
	t.Helper()
	for _, line := range lines {
		said, why, refused := strings.Cut(line, ": ")
		f := strings.Fields(said)
		next, _, err := g.Decide(engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
		var no *engine.Refusal
		switch {
		case refused && (!errors.As(err, &no) || err.Error() != why):
			t.Errorf("%q: %v, want %s", said, err, why)
		case refused:
		case err != nil:
			t.Fatalf("%q: %v", said, err)
		default:
			g = next
		}
	}
	return g
}

// holds tells cash, shares and price after a game.
func holds(g *engine.Game, p, sym string) string {
	tb := step.Table{S: g.State(), F: loaded()}
	return fmt.Sprintf("%s %d, %d of %s at %d", p, tb.S.Cash(p), tb.Shares(p, sym), sym, tb.Price(sym))
}
