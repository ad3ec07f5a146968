package t1843

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// portHexes are the hexes with a port marker. // 4, 8.5.3; 43-SU-03, R-1
var portHexes = []string{"A6", "C14", "C18", "H7", "K8", "N15"}

// portMoney is what a port marker pays in every operating round, and its price between companies.
// // 8.1, 8.9; 43-PT-04, 43-PT-05
const portMoney = 20

// port returns the name of the marker of a port.
func port(at string) string { return "port:" + at }

// portsOf returns the hexes whose port markers a company has.
func (v view) portsOf(sym string) []string {
	var out []string
	for _, at := range portHexes {
		if v.S.Where(port(at)) == sym {
			out = append(out, at)
		}
	}
	return out
}

// freePorts returns the hexes with a port marker that nobody has claimed.
func (v view) freePorts() []string {
	return slices.DeleteFunc(slices.Clone(portHexes), func(at string) bool { return v.S.Where(port(at)) != at })
}

// payPorts pays every company for its port markers. // 8.1; 43-OR-02, 43-PT-04
func (t *turn) payPorts() {
	for _, c := range data.Companies {
		if list := t.portsOf(c.Sym); len(list) > 0 {
			t.Pay(engine.Bank, c.Sym, portMoney*len(list))
			ports := "port"
			if len(list) > 1 {
				ports = "ports"
			}
			t.Note(c.Sym, "received %s for its %s %s", money(portMoney*len(list)), ports, strings.Join(list, " "))
		}
	}
}

// ports lists the ports that nobody has claimed, possible or not.
func (t *turn) ports() []engine.Option {
	var out []engine.Option
	for _, at := range t.freePorts() {
		out = append(out, engine.Option{Args: []string{at}, Label: t.HexName(at) + ", " + money(portMoney) + " in every operating round"})
	}
	return out
}

// notClaimed says why the company may not claim a port. It must have owned a train when its
// operation began, and a route of two stops or more must include the city.
// // 8.5.3; 43-PT-01, 43-PT-02, 43-PT-03, R-30
func (t *turn) notClaimed(words []string) string {
	at := step.Word(words, 0)
	switch {
	case len(words) != 1 || !slices.Contains(portHexes, at):
		return "the ports are " + strings.Join(portHexes, " ") + " (8.5.3)"
	case t.Where(port(at)) != at:
		return "the port of " + at + " was claimed (8.5.3)"
	case t.Get(hadTrain) == 0:
		return t.Actor + " owned no train as its operation began (8.5.3)"
	case !t.routeTo(t.Actor, at):
		return "no route of " + t.Actor + " includes " + t.HexName(at) + " (8.5.3)"
	}
	return ""
}

// routeTo reports whether a route of two stops or more includes a city of a hex: the company's
// track reaches the city, or goes on from its own marker there. // 8.5.3; 43-PT-02, R-30
func (v view) routeTo(sym, at string) bool {
	b := v.Board()
	g, reach := v.graph(sym), v.reach(b, sym)
	return slices.ContainsFunc(v.citiesOf(b, at), func(city board.Spot) bool {
		if !v.Holds(sym, city) {
			return reach.Stop(city)
		}
		for _, s := range g.Segments {
			if g.Stops[s.A].ID == city.String() || g.Stops[s.B].ID == city.String() {
				return true
			}
		}
		return false
	})
}

// claim takes a port marker from the map. // 8.5.3; 43-PT-01
func (t *turn) claim(at string) {
	t.Move(port(at), t.Actor)
	t.Note(t.Actor, "claimed the port of %s", t.HexName(at))
}

// buyPorts buys port markers of other companies. // 8.9; 43-PT-05
func buyPorts(t *turn) {
	for {
		a := t.asks("ports", t.portChoices)
		if a.Verb != "buy" {
			return
		}
		t.buyPort(a.Arg(1), a.Arg(3))
	}
}

// portChoices lists the port markers of other companies, nil if none can be bought.
func (t *turn) portChoices() []engine.Choice {
	buy := t.voice().Offers("buy", "buy a port marker", t.portsOnSale, t.notPort)
	if len(step.Possible(t.otherPorts(), t.notPort)) == 0 {
		return nil
	}
	return []engine.Choice{buy, t.voice().Pass("buy no port")}
}

// portsOnSale lists the port markers of others, and the private companies, which may be bought at
// any time.
func (t *turn) portsOnSale() []engine.Option {
	return append(t.otherPorts(), t.privatesOnSale()...)
}

func (t *turn) otherPorts() []engine.Option {
	var out []engine.Option
	for _, c := range data.Companies {
		if c.Sym == t.Actor {
			continue
		}
		for _, at := range t.portsOf(c.Sym) {
			out = append(out, engine.Option{Args: []string{"port", at, "from", c.Sym}, Label: money(portMoney) + ", " + t.whoAgrees("port "+at, t.President(c.Sym))})
		}
	}
	return out
}

// notPort says why the company may not buy a port marker. // 8.9; 43-PT-05
func (t *turn) notPort(words []string) string {
	if step.Word(words, 0) == "private" {
		return t.notPrivate(words)
	}
	at, from := step.Word(words, 1), step.Word(words, 3)
	switch {
	case len(words) != 4 || words[0] != "port" || words[2] != "from" || !slices.Contains(portHexes, at) || !known(from):
		return "say which port of which company: port H7 from SO"
	case t.Where(port(at)) != from || from == t.Actor:
		return from + " has no port " + at + " to sell (8.9)"
	case t.Cash(t.Actor) < portMoney:
		return fmt.Sprintf("a port costs %s, but %s has %s (8.9)", money(portMoney), t.Actor, money(t.Cash(t.Actor)))
	}
	return ""
}

// buyPort buys a port marker if the other director agrees. // 8.9; 43-PT-05, R-44
func (t *turn) buyPort(at, from string) {
	if owner := t.President(from); owner != "" && owner != t.President(t.Actor) {
		t.Note(t.Actor, "offers %s for the port of %s", money(portMoney), t.HexName(at))
	}
	if !t.agreed(deal{thing: "port " + at, seller: from, price: portMoney, partner: func() string { return t.President(from) }}, t.exchangeAside) {
		return
	}
	t.Pay(t.Actor, from, portMoney)
	t.Move(port(at), t.Actor)
	t.Note(t.Actor, "bought the port of %s from %s", t.HexName(at), from)
}
