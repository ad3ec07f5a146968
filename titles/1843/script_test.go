package t1843

import (
	"slices"
	"strconv"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title/titletest"
)

// TestScripts plays the rules situations of testdata. A case is named after the lines of the
// checklist that it proves.
func TestScripts(t *testing.T) {
	titletest.ReadClosed(kit.Reads, Title)
	enginetest.Scripts(t, kit, "testdata/*.txt")
}

// Every id of the checklist stands in the code or in a case, and every section that is cited exists
// in the rules.
func TestCitations(t *testing.T) {
	enginetest.Citations(t, "../../../shared/rules/1843.txt", ".")
	enginetest.Unbundled(t, ".")
}

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, Reasons: true,
	Words: map[string]titletest.Word{
		"cards": cardsDealt, "round": roundBegun, "phase": phaseBegun, "closed": privatesClosed, "private": titletest.Owned(step.Private),
		"par": parGiven, "company": companyGiven, "give": titletest.Give(step.IPO), "station": stationsGiven, "train": trainGiven, "gone": gone, "singles": singlesOnSale,
	},
	Reads: titletest.Reads(position, map[string]titletest.Read{
		"order":    func(t step.Table) string { return listed(view{t}.running()) },
		"cards":    func(t step.Table) string { return listed(t.Order()) },
		"operates": titletest.Acts,
		"supply":   func(t step.Table) string { return lots(t, step.Supply) },
		"rusted":   func(t step.Table) string { return lots(t, rusted) },
		"ports":    func(t step.Table) string { return listed(view{t}.freePorts()) },
		"blocked":  func(t step.Table) string { return strconv.Itoa(len(t.S.Kind(box, "token"))) },
		"ipo":      perCompany(func(v view, sym string) int { return v.Shares(step.IPO(sym), sym) }),
		"charter":  perCompany(func(v view, sym string) int { return len(v.Tokens(sym)) }),
		"pars":     perCompany(func(v view, sym string) int { return v.Par(sym) }),
		"prices":   auctionPrices,
		"floated":  floatedOnes,
		"counted":  certificatesCounted,
		"holdings": holdings, "begins": func(t step.Table) string { return see(t.S).begins() }, "firms": firms, "privates": privatesShown, "sale": onSaleShown,
		"table":     func(t step.Table) string { return labelled(position(t.S).Facts) },
		"available": func(t step.Table) string { return listed(position(t.S).Available) },
		"playing":   func(t step.Table) string { return strconv.FormatBool(position(t.S).Operating) },
		"prospects": prospects,
		"extras":    extras,
		"inpool":    func(t step.Table) string { return listed(position(t.S).Pool) },
	}),
	At: enginetest.Stands{
		Flow: flow, Start: "game",
		Steps: map[string]string{
			"auction": "auction turn", "stock": "stock turn", "stock start": "start of stock round", "stock end": "end of stock round",
			"operate start": "start of operating round", "operate end": "end of operating round", "set end": "end of set",
		},
		Orders: map[string]func(step.Table) []string{enginetest.Operate: func(t step.Table) []string { return view{t}.running() }},
		Laps:   func(t step.Table) int { return t.S.Get(roundNo) },
	}.At,
}

var moved, atoi, listed, labelled = titletest.Moved, titletest.Number, titletest.Listed, titletest.Labelled

// lots: supply 2+1 6 4+1 7 - trains at a place.
func lots(t step.Table, place string) string {
	var out []string
	for _, tr := range data.Trains {
		if n := len(slices.DeleteFunc(t.TrainNames(place), func(name string) bool { return name != tr.Name })); n > 0 {
			out = append(out, tr.Name, strconv.Itoa(n))
		}
	}
	return listed(out)
}

// perCompany returns a reader that writes "SYM n SYM n ..." of all companies that have any.
func perCompany(read func(view, string) int) func(step.Table) string {
	return func(t step.Table) string {
		var out []string
		for _, c := range data.Companies {
			if n := read(view{t}, c.Sym); n != 0 {
				out = append(out, c.Sym, strconv.Itoa(n))
			}
		}
		return listed(out)
	}
}

// auctionPrices: prices PSG 35 LH 70 - of what is not sold yet.
func auctionPrices(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).unsold() {
		out = append(out, sym, strconv.Itoa(view{t}.auctionPrice(sym)))
	}
	return listed(out)
}

// floatedOnes: floated PO OU - in the order of the facts.
func floatedOnes(t step.Table) string {
	return listed(data.Syms(t.Floated))
}

// certificatesCounted: counted 7 0 0 - of the players in seat order.
func certificatesCounted(t step.Table) string {
	var out []string
	for _, p := range t.S.Players() {
		out = append(out, strconv.Itoa(view{t}.CertificateCount(p)))
	}
	return listed(out)
}

// cardsDealt: cards p2 p1 ... - the order of play.
func cardsDealt(t step.Table, args []string) []engine.Event {
	return append(titletest.OrderOf(t, args), moved(t, step.Priority, args[0]))
}

// roundBegun: round stock N, round operating N M - the set and the round of it.
func roundBegun(_ step.Table, args []string) []engine.Event {
	kind, round := stockRound, 0
	if args[0] == "operating" {
		kind, round = operatingRound, atoi(args[2])
	}
	return []engine.Event{
		engine.Set{Key: roundKind, Value: kind}, engine.Set{Key: stockNo, Value: atoi(args[1])}, engine.Set{Key: roundNo, Value: round},
	}
}

// phaseBegun: phase NAME - older trains are no longer on sale. In late phases the private companies
// are closed.
func phaseBegun(t step.Table, args []string) []engine.Event {
	n := slices.IndexFunc(data.Phases, func(p facts.Phase) bool { return p.Name == args[0] })
	out := []engine.Event{engine.Set{Key: phase, Value: n}}
	for _, cert := range t.Trains(step.Supply) {
		if data.Train(step.Label(cert)).Color != data.Phases[n].Name && slices.IndexFunc(data.Phases, func(p facts.Phase) bool {
			return p.Name == data.Train(step.Label(cert)).Color
		}) < n {
			out = append(out, moved(t, cert, step.Out))
		}
	}
	if n >= phaseBrown {
		out = append(out, privatesClosed(t, nil)...)
	}
	return out
}

// privatesClosed: closed - all private companies.
func privatesClosed(t step.Table, _ []string) []engine.Event {
	var out []engine.Event
	for _, p := range data.Privates {
		out = append(out, moved(t, step.Private(p.Sym), step.Out))
	}
	return out
}

// parGiven: par SYM PLAYER PAR - only the director's certificate is sold.
func parGiven(t step.Table, args []string) []engine.Event {
	price := atoi(args[2])
	for _, c := range data.ParCells(data.Phases[len(data.Phases)-1]) {
		if data.Market.At(c).Price == price {
			return []engine.Event{
				moved(t, step.Share(args[0], 0), args[1]), engine.Set{Key: "par:" + args[0], Value: price}, engine.Priced{Marker: args[0], Cell: c.String()},
			}
		}
	}
	panic("no par " + args[2])
}

// companyGiven: company SYM PLAYER PAR - floated and operating, the director has 60%. Its treasury
// is empty and its markers are on its charter.
func companyGiven(t step.Table, args []string) []engine.Event {
	sym := args[0]
	out := parGiven(t, args)
	for _, cert := range singles(t, sym)[:4] {
		out = append(out, moved(t, cert, args[1]))
	}
	return append(out, engine.Set{Key: "floated:" + sym, Value: 1}, engine.Set{Key: operates.Of(sym), Value: 1})
}

// singles returns the shares of a company in the IPO without the director's certificate.
func singles(t step.Table, sym string) []string {
	return slices.DeleteFunc(t.Certificates(step.IPO(sym), sym), func(c string) bool { return c == step.Share(sym, 0) })
}

// stationsGiven: station SYM STOP ... - markers on the map, the home first. The space kept for the
// home goes with it.
func stationsGiven(t step.Table, args []string) []engine.Event {
	out := titletest.StationAt(t, args)
	if t.S.Where(step.Keep(args[0])) != "" {
		out = append(out, moved(t, step.Keep(args[0]), step.Out))
	}
	return out
}

// trainGiven: train NAME PLACE ... - from the supply, or from the trains that left it. The other
// side of the certificate lies face down.
func trainGiven(t step.Table, args []string) []engine.Event {
	name := args[0]
	from := append(slices.Clone(t.Trains(step.Supply)), t.Trains(step.Out)...)
	from = append(from, t.Trains(box)...)
	var out []engine.Event
	for _, place := range args[1:] {
		i := slices.IndexFunc(from, func(p string) bool { return step.Label(p) == front(name) })
		if cert := from[i]; step.Label(cert) == name {
			out = append(out, moved(t, cert, place))
		} else {
			out = append(out, moved(t, cert, verso), moved(t, flipped(cert), place))
		}
		from = slices.Delete(from, i, i+1)
	}
	return out
}

// gone: gone NAME N - certificates that have left the supply.
func gone(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for _, cert := range t.Trains(step.Supply) {
		if step.Label(cert) == args[0] && len(out) < atoi(args[1]) {
			out = append(out, moved(t, cert, step.Out))
		}
	}
	return out
}

// singlesOnSale: singles - the single trains of the older colours are for sale again.
func singlesOnSale(t step.Table, _ []string) []engine.Event {
	var out []engine.Event
	for _, tr := range data.Trains {
		for i := range tr.Count {
			cert := step.Train(tr.Name, i)
			if tr.SideOf == "" && tr.Name != extraTrain && tr.Name != grayTrain && !(view{t}).inHand(cert) {
				out = append(out, moved(t, cert, rusted))
			}
		}
	}
	return out
}
