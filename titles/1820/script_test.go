package t1820

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/step"
	"pbem/titles/title/titletest"
)

// TestScripts plays the rules situations of testdata. A case is named after the lines of the
// checklist that it proves.
func TestScripts(t *testing.T) {
	titletest.ReadClosed(kit.Reads, Title)
	enginetest.Scripts(t, kit, "testdata/*.txt")
}

var kit = enginetest.Kit{
	Facts: data, Holders: holders, Rules: Title.Rules, Setup: setup, At: stackAt, Reasons: true,
	Words: map[string]titletest.Word{
		"order": titletest.OrderOf, "company": companyGiven, "private": privateGiven, "station": titletest.StationFrom(""),
		"charter": titletest.CharterFrom(""), "cousin": titletest.Owned(cousin), "train": titletest.TrainTo, "chart": chartSet, "british": britishGiven,
		"spare": func(t step.Table, args []string) []engine.Event { // spare SYM N - markers that lie in the box
			return titletest.Markers(t, "", args[0], slices.Repeat([]string{box}, atoi(args[1]))...)
		},
	},
	Reads: titletest.Reads(position, map[string]titletest.Read{
		"numbers":  func(t step.Table) string { return strings.Join(t.Order(), " ") },
		"order":    func(t step.Table) string { return strings.Join(inOrder(t), " ") },
		"column":   func(t step.Table) string { return strconv.Itoa(t.S.Get(column)) },
		"limit":    func(t step.Table) string { return strconv.Itoa(view{t}.limit()) },
		"sale":     func(t step.Table) string { return step.Label(append(t.OnSale(), "::none")[0]) },
		"lobbies":  lobbiesShown,
		"cards":    cards,
		"kinds":    kinds,
		"markers":  markersTold,
		"holdings": holdings,
		"bound":    bindings,
		"firms":    firms,
		"british":  func(t step.Table) string { return strings.Join(view{t}.britishSpots(), " ") },
		"director": directors,
		"borders":  bordersShown,
		"network":  networkOf,
		"stakes": func(t step.Table) string {
			return strings.Trim(fmt.Sprint(position(t.S).Companies[0].Held), "[]")
		},
		// what timelines tell, without what other readers tell
		"told-game": accounts("", "cousins", "lobbies", "set", "kind", "part", "quiet", "victoria", "last_income", "from_brown", "reached_500",
			"earned", "raised", "gone", "trains_out", "floated_on"),
		"told-floats": accounts("", "floated_on"),
		"told-p1":     accounts("p1", "number", "next_number", "passed", "owes", "future", "lobby_markers", "sold", "private"),
		"told-LSR":    accounts("LSR", companyFields...),
		"told-LUR":    accounts("LUR", companyFields...),
		"told-BR":     accounts("BR", "markers", "director", "in_play", "liquidation", "face_down"),
		"cousins":     func(t step.Table) string { return titletest.Listed(view{t}.cousins()) },
	}),
}

var moved, atoi, labelled = titletest.Moved, titletest.Number, titletest.Labelled

// inOrder lists the companies in operating order.
func inOrder(t step.Table) []string { return append(view{t}.publics(), view{t}.privatesInOrder()...) }

var stands = enginetest.Stands{
	Flow: flow, Start: "game",
	Steps: map[string]string{
		"cousins": "cousin bid", "lobby": "lobby", "stock": "stock turn", "late": "late turn", "offer": "offer", "liquidation": "liquidation",
		"operate start": "start of operating round", "operate end": "end of operating round",
	},
	Orders: map[string]func(step.Table) []string{enginetest.Operate: inOrder},
	Laps:   func(t step.Table) int { return t.S.Get(roundNo) },
}

// stackAt: at cousins PLAYER, at stock STEP, at stock PLAYER, at late PLAYER, at operate SYM
// STEP, at operate start, at operate end, at takeovers STEP, at offer SYM.
func stackAt(t step.Table, args []string) []engine.Frame {
	switch strings.Join(args, " ") { // of the first company
	case "takeovers liquidations":
		args = []string{"liquidation", nextDoomed(t.S, "")}
	case "takeovers offers":
		args = []string{"offer", nextToOffer(t.S, nil)}
	}
	return stands.At(t, args)
}

var companyFields = []string{"director", "in_play", "liquidation", "face_down", "space", "floated", "grew", "defaulted", "reduced", "acquired", "offered", "doomed",
	"issued", "distance_fee", "used", "capacity", "least_bid", "forcing_bid", "bank_bid"}

// lobbiesShown: lobbies 80 p2 50 p1 - the totals and their owners.
func lobbiesShown(t step.Table) string {
	var out []string
	for _, l := range (view{t}).lobbies() {
		out = append(out, strconv.Itoa(l.total), l.owner)
	}
	return titletest.Listed(out)
}

// networkOf: network LSR 3 stops 2+ 3+ - the track of the company that operates first, and its
// trains on routes.
func networkOf(t step.Table) string {
	sym := view{t}.publics()[0]
	g, fleet := network(t.S, sym)
	out := fmt.Sprint(sym, " ", len(g.Stops), " stops")
	for _, tr := range fleet {
		out += " " + tr.Name
	}
	return out
}

// bordersShown: borders B6-C5 80 shut ... - edges that cost money, as the position tells them.
func bordersShown(t step.Table) string {
	var out []string
	for _, b := range position(t.S).Borders {
		to, _ := data.Map.Neighbour(b.Hex, b.Edge)
		out = append(out, b.Hex+"-"+to, strconv.Itoa(b.Cost))
		if b.Shut {
			out = append(out, "shut")
		}
	}
	return strings.Join(out, " ")
}

// directors: director LSR p1 LUR LOC - who directs the companies in play.
func directors(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).playing() {
		d := t.Director(sym)
		if d == "" {
			d = "-"
		}
		out = append(out, sym, d)
	}
	return strings.Join(out, " ")
}

// holdings: holdings p1 £300 number 1 | ... - what the position tells of the players.
func holdings(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Players {
		out = append(out, strings.TrimSpace(p.ID+" "+money(p.Cash)+" "+labelled(p.Facts)))
	}
	return strings.Join(out, " | ")
}

// bindings: bound p1 £30 p2 £0 ... - how much of their cash the position tells that bids bind.
func bindings(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Players {
		out = append(out, p.ID, money(p.Bound))
	}
	return strings.Join(out, " ")
}

// firms: firms LSR [2+] shares 5 ... | ... - what the position tells of the companies.
func firms(t step.Table) string {
	var out []string
	for _, c := range position(t.S).Companies {
		out = append(out, strings.TrimSpace(c.Sym+" ["+strings.Join(c.Trains, " ")+"] "+labelled(c.Facts)))
	}
	return strings.Join(out, " | ")
}

// cards: cards SAS gone LOC p1 ... - the owners of the cousins.
func cards(t step.Table) string {
	var out []string
	for _, c := range position(t.S).Privates {
		switch {
		case c.Gone:
			out = append(out, c.Sym, "gone")
		case c.Owner == "" && t.S.Where(cousin(c.Sym)) == onOffer:
			out = append(out, c.Sym, "-")
		case c.Owner != "":
			out = append(out, c.Sym, c.Owner)
		}
	}
	return strings.Join(out, " ")
}

// markersTold: markers LSR G7.0 BR M13.0 M15.0 - the stations of the companies as the position
// tells them.
func markersTold(t step.Table) string {
	var out []string
	for _, c := range position(t.S).Companies {
		out = append(append(out, c.Sym), c.Stations...)
	}
	return strings.Join(out, " ")
}

// kinds: kinds operating LSR public LUR private p3 out - whether it is an operating round, which
// companies are private, and who is bankrupt.
func kinds(t step.Table) string {
	p := position(t.S)
	var out []string
	if p.Operating {
		out = append(out, "operating")
	}
	for _, c := range p.Companies {
		kind := c.Kind
		if kind == "" {
			kind = "public"
		}
		out = append(out, c.Sym, kind)
	}
	for _, q := range p.Players {
		if q.Out {
			out = append(out, q.ID, "out")
		}
	}
	return strings.Join(out, " ")
}

// companyGiven: company SYM SIZE PRICE HOLDER N HOLDER N ... - a public company that was floated
// earlier. The first holder directs it; the rest is in its treasury. A holder may be "pool".
func companyGiven(t step.Table, args []string) []engine.Event {
	sym, n := args[0], atoi(args[1])
	col := 0
	for priceAt(col) != atoi(args[2]) {
		col++
	}
	out := []engine.Event{engine.Set{Key: size.Of(sym), Value: n}, engine.Priced{Marker: sym, Cell: cell(col)}}
	places := []string{}
	for i := 3; i+1 < len(args); i += 2 {
		places = append(places, slices.Repeat([]string{args[i]}, atoi(args[i+1]))...)
	}
	for i := range n {
		place := sym
		if i < len(places) {
			place = places[i]
		}
		out = append(out, moved(t, step.Share(sym, i), place))
	}
	director := box
	if len(args) > 3 && args[3] != step.Pool {
		director = args[3]
	}
	return append(out, moved(t, step.Directs(sym), director))
}

// privateGiven: private SYM PLAYER SPACE.
func privateGiven(t step.Table, args []string) []engine.Event {
	return []engine.Event{
		engine.Set{Key: size.Of(args[0]), Value: 1}, engine.Set{Key: track.Of(args[0]), Value: atoi(args[2])},
		moved(t, step.Share(args[0], 0), args[1]), moved(t, step.Directs(args[0]), args[1]),
	}
}

// chartSet: chart PHASE COLUMN - the phase and the marker. Trains of colours before that of the
// column leave the game.
func chartSet(t step.Table, args []string) []engine.Event {
	out := []engine.Event{engine.Set{Key: phase, Value: slices.Index(colours, args[0])}, engine.Set{Key: column, Value: atoi(args[1])}}
	for _, train := range t.Trains(step.Supply) {
		if colourOf(step.Label(train)) < chart[min(atoi(args[1]), atEnd-1)].phase {
			out = append(out, moved(t, train, step.Out))
		}
	}
	return out
}

// britishGiven: british PRICE HOLDER N ... - British Rail is in the game. The other shares are in
// the pool.
func britishGiven(t step.Table, args []string) []engine.Event {
	out := companyGiven(t, append([]string{british, "100"}, args...))
	out = slices.DeleteFunc(out, func(e engine.Event) bool { m, ok := e.(engine.Moved); return ok && m.Piece == step.Directs(british) })
	for i, e := range out {
		if m, ok := e.(engine.Moved); ok && m.To == british {
			m.To = step.Pool
			out[i] = m
		}
	}
	return append(out, engine.Set{Key: victoria, Value: 1})
}

// Every id of the checklist stands in the code or in a case, and every section that is cited exists
// in the rules.
func TestCitations(t *testing.T) {
	enginetest.Citations(t, "../../../shared/rules/1820.txt", ".")
	enginetest.Unbundled(t, ".")
}
