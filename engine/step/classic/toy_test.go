package classic_test

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// line is a map of one row: a home, a plain hex, a city, a hill and a red area.
const line = `{
	"title": "line", "name": "Line", "designer": "nobody", "rules": "none", "currency": "$%d", "bank": "unlimited",
	"layout": {"pointy": true, "letters": "rows"}, "kinds": {"public": 10}, "terrains": ["hill"],
	"seats": [{"players": 2, "cash": 300, "certificates": "unlimited"}],
	"trains": [{"name": "2", "color": "yellow", "price": 80, "count": 2, "stops": 2, "rusts_on": "4"}, {"name": "4", "color": "green", "price": 300, "count": 2, "stops": 4},
		{"name": "6", "color": "brown", "price": 600, "count": 2, "stops": 6}, {"name": "D", "color": "brown", "price": 1100, "count": "unlimited", "stops": "unlimited"}],
	"phases": [{"name": "2", "limits": {"public": 2}, "tiles": ["yellow"], "offboard": "yellow"}, {"name": "4", "train": "4", "limits": {"public": 2}, "tiles": ["yellow", "green"], "offboard": "green"},
		{"name": "6", "train": "6", "limits": {"public": 2}, "tiles": ["yellow", "green"], "offboard": "brown"}, {"name": "D", "train": "D", "limits": {"public": 2}, "tiles": ["yellow", "green"], "offboard": "brown"}],
	"companies": [{"sym": "NYC", "name": "NYC", "kind": "public", "color": "#ee0000", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": [0, 40, 100], "home": "A2"},
		{"sym": "PRR", "name": "PRR", "kind": "public", "color": "#00ee00", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": [0, 40], "home": "A2"}],
	"privates": [], "market": [[{"price": 40}, {"price": 50}, {"price": 60}]],
	"hexes": [{"at": "A2", "color": "gray", "name": "Home", "stops": [{"kind": "city", "revenue": 20, "slots": 2}], "track": ["4-s0"], "reserved": {"NYC": 0, "PRR": 0}},
		{"at": "A4", "color": "white"}, {"at": "A6", "color": "white", "stops": [{"kind": "city", "revenue": 0, "slots": 1}]},
		{"at": "A8", "color": "white", "cost": 40, "terrain": "hill"},
		{"at": "A10", "color": "red", "name": "West", "stops": [{"kind": "offboard", "revenue": {"yellow": 30, "green": 50, "brown": 70}}], "track": ["1-s0"]}],
	"tiles": [{"id": "9", "color": "yellow", "count": 2, "track": ["0-3"]}, {"id": "57", "color": "yellow", "count": 1, "stops": [{"kind": "city", "revenue": 20, "slots": 1}], "track": ["0-s0", "3-s0"]},
		{"id": "14", "color": "green", "count": 1, "stops": [{"kind": "city", "revenue": 30, "slots": 2}], "track": ["0-s0", "1-s0", "3-s0", "4-s0"]},
		{"id": "5", "color": "yellow", "count": 1, "stops": [{"kind": "city", "revenue": 20, "slots": 1}], "track": ["0-s0", "1-s0"], "only": ["A4"]}]}`

func lineFacts() *facts.Title { return facts.MustLoad([]byte(line)) }

// setup is NYC of p1 and PRR of p2, each with a treasury and its first marker at home, and the trains on sale.
func setup(cash int, more ...engine.Event) []engine.Event {
	f := lineFacts()
	log := []engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}}
	for i, c := range f.Companies {
		log = append(log, moved(engine.PlayerID(i), step.Share(c.Sym, 0)), engine.Paid{From: engine.Bank, To: c.Sym, Amount: cash}, engine.Priced{Marker: c.Sym, Cell: "0,1"},
			moved("A2.0", step.Token(c.Sym, 0)), moved(c.Sym, step.Token(c.Sym, 1)))
	}
	log = append(log, moved("NYC", step.Token("NYC", 2)))
	for _, tr := range f.Trains {
		for i := range max(1, tr.Count) {
			log = append(log, moved(step.Supply, step.Train(tr.Name, i)))
		}
	}
	log = append(log, more...)
	where := map[string]string{}
	for i, e := range log {
		if m, ok := e.(engine.Moved); ok {
			m.From, where[m.Piece] = where[m.Piece], m.To
			log[i] = m
		}
	}
	return log
}

func moved(to, piece string) engine.Event { return engine.Moved{Piece: piece, To: to} }

// straight lays tiles from west to east: "A4 9".
func straight(tiles ...string) (out []engine.Event) {
	for _, text := range tiles {
		at, id, _ := strings.Cut(text, " ")
		out = append(out, engine.TileLaid{Hex: at, Tile: id, Rot: 1})
	}
	return out
}

// A game plays one step of NYC.
type game struct {
	*engine.Game
	log []engine.Event
}

func play(log []engine.Event, leaf func(t *engine.Turn, tb step.Table)) *game {
	f := lineFacts()
	rules := engine.Rules{Start: "game", Flow: engine.Flow{
		"game": engine.Seq("turns", "end"),
		"turns": engine.Each(func(_ *engine.State, done []string) string {
			return step.FirstNotIn([]string{"NYC"}, done)
		}, "turn"),
		"turn": engine.Do(func(t *engine.Turn) { leaf(t, step.Table{S: t.State, F: f}) }),
		"end":  engine.Do(func(t *engine.Turn) { t.End("done", nil) }),
	}}
	g, events := engine.Start(rules, log)
	return &game{g, events}
}

// say plays commands of p1. It returns the reason against the last one, "" if it was accepted.
func (g *game) say(commands ...string) string {
	for _, text := range commands {
		f := strings.Fields(text)
		next, events, err := g.Decide(engine.Command{By: "p1", Verb: f[0], Args: f[1:]})
		if err != nil {
			return err.Error()
		}
		g.Game, g.log = next, append(g.log, events...)
	}
	return ""
}

// offered lists what may be said with a verb. Of the rotations of a tile, which all look the same twice, it lists the first.
func (g *game) offered(verb string) []string {
	var out []string
	for _, c := range g.Pending() {
		if c.Verb == verb {
			for _, o := range c.List() {
				text := strings.Join(o.Args, " ")
				if verb == "lay" && strings.HasSuffix(text, " 4") {
					continue
				}
				if o.Range != nil {
					text += fmt.Sprintf(" %d-%d", o.Range.Min, o.Range.Max)
				}
				out = append(out, text+" ("+o.Label+")")
			}
		}
	}
	return out
}

// told is the last thing that was told.
func (g *game) told() string {
	for i := len(g.log) - 1; i >= 0; i-- {
		if n, ok := g.log[i].(engine.Noted); ok {
			return n.Text
		}
	}
	return ""
}

// tells checks what a game says.
func tells(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n\t%s\nwant:\n\t%s", what, got, want)
	}
}
