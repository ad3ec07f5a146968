package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/title"
)

// networkWork is the cost of laying out the network of a company, or of one more train, counted in search
// steps.
const networkWork = 25_000

// Routes writes the best runs of a company now, train by train, and what one
// more train of each type on sale would add. Without a company it does so for
// the reader's companies, for a guest for all. All searches share a budget, in
// steps. work is about how much of it they used.
func Routes(m Mail, company string, budget int) (text string, work int) {
	d, work := look(m).routes(company, budget)
	return d.text(), work
}

// RoutesOf returns the companies that a question for routes is about, in
// canonical form. If the words name none, it returns the words.
func RoutesOf(m Mail, company string) string {
	list, problem := look(m).running(company)
	if problem != "" {
		return strings.ToLower(company)
	}
	return strings.Join(list, " ")
}

func (v *view) routes(company string, budget int) (d *doc, work int) {
	d = &doc{}
	list, problem := v.running(company)
	if problem != "" {
		d.say(problem)
		return d, 0
	}
	for _, p := range v.Title.Prospects(v.State, list, budget) {
		v.prospect(d, p)
		work += networkWork + p.Best.Work
		for _, x := range p.More {
			work += networkWork + x.Best.Work
		}
	}
	return d, work
}

// indexBudget limits the search for the runs of all companies in a position. It takes some tenths of a second
// at worst.
const indexBudget = 1_000_000

// runs lists the best run of each company with trains, in operating order.
func (v *view) runs(d *doc) {
	if v.State.Result != nil {
		return
	}
	var list []string
	for _, c := range v.pos.Companies {
		if len(c.Trains) > 0 {
			list = append(list, c.Sym)
		}
	}
	if len(list) == 0 {
		return
	}
	t := &table{Columns: []column{{Head: "Company"}, {Head: "Trains and stops", Wrap: true, Asks: "route"}, {Head: "Earns", Right: true}}}
	for _, p := range v.best(list) {
		t.add(cell{v.company(p.Company)}, plain(runsOf(p)), strong(v.earns(p)))
	}
	d.topic("Routes", "route", "the best run of each company as things stand")
	d.add(block{Table: t})
	v.spots(d, t)
}

// best returns the best runs. It reuses those that were found for another reader's mail.
func (v *view) best(list []string) []title.Prospect {
	if v.Index != nil {
		return v.Index.of(v.Title, v.State, list)
	}
	return v.Title.Best(v.State, list, indexBudget)
}

// An Index caches for one position what the mails of all its readers have in
// common: its description and the index of routes. The zero value is empty. One
// goroutine may use it at a time.
type Index struct {
	described *engine.State
	pos       title.Position

	state     *engine.State
	companies []string
	found     []title.Prospect
}

func (x *Index) of(t *title.Title, s *engine.State, companies []string) []title.Prospect {
	if x.state != s || !slices.Equal(x.companies, companies) {
		x.state, x.companies, x.found = s, companies, t.Best(s, companies, indexBudget)
	}
	return x.found
}

// position returns the position. A nil Index caches nothing.
func (x *Index) position(t *title.Title, s *engine.State) title.Position {
	if x == nil {
		return t.Position(s)
	}
	if x.described != s {
		x.described, x.pos = s, t.Position(s)
	}
	return x.pos
}

// longWay is how long the stops of a run are when they need a place for a line break.
const longWay = 36

// runsOf names the trains that run, and their stops.
func runsOf(p title.Prospect) string {
	var out []string
	for i, rt := range p.Best.Routes {
		if len(rt.Stops) > 0 {
			way := p.Runs.Way(rt)
			if len(way) > longWay {
				way = spaced(way)
			}
			out = append(out, p.Runs.TrainName(i)+tie+way)
		}
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

func (v *view) earns(p title.Prospect) string {
	switch {
	case !p.Best.Proven:
		return tied("at least " + v.money(p.Best.Total))
	case p.Best.Total == 0:
		return "-"
	}
	return v.money(p.Best.Total)
}

// running returns the companies that are meant, or a sentence that says why there are none.
func (v *view) running(company string) (list []string, problem string) {
	var all, own []string
	for _, c := range v.pos.Companies {
		all = append(all, c.Sym)
		if c.President == v.Reader && v.Reader != "" {
			own = append(own, c.Sym)
		}
	}
	switch {
	case len(all) == 0:
		return nil, "No company is in play."
	case company != "":
		if list = v.named(company, all); len(list) == 1 {
			return list, ""
		}
		return nil, fmt.Sprintf("%q is no company in play. In play are %s.", oneLine(company), strings.Join(all, ", "))
	case len(own) > 0:
		return own, ""
	}
	return all, ""
}

// named returns the companies that the words can mean: by symbol, otherwise by a part of the name.
func (v *view) named(words string, all []string) []string {
	said := bare(words)
	var parts []string
	for _, sym := range all {
		if said == bare(sym) {
			return []string{sym}
		}
		if len(said) > 2 && strings.Contains(bare(v.Title.Facts.Company(sym).Name), said) {
			parts = append(parts, sym)
		}
	}
	return parts
}

// bare returns the letters and digits of a name, in lower case.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// prospect writes the best run of one company.
func (v *view) prospect(d *doc, p title.Prospect) {
	d.head(p.Company, v.bestLine(p))
	runs := &table{Columns: []column{{}, {Wrap: true}, {Right: true}}}
	for i, rt := range p.Best.Routes {
		if len(rt.Stops) > 0 {
			runs.add(plain(p.Runs.TrainName(i)), plain(spaced(p.Runs.Way(rt))), plain(v.money(rt.Revenue)))
		}
	}
	if len(runs.Rows) > 0 {
		d.add(block{Table: runs})
		v.spots(d, runs)
	}
	if len(p.More) == 0 {
		return
	}
	d.say("One more train, at the values of today:")
	more := &table{Columns: []column{{}, {Right: true}, {Right: true}, {Wrap: true}}}
	for _, x := range p.More {
		more.add(plain(x.Train), plain("for "+v.money(x.Price)), plain("+"+v.money(max(0, x.Best.Total-p.Best.Total))), plain(v.upTo(x.Best)))
	}
	d.add(block{Table: more})
}

// spaced lets a long route break at its stops.
func spaced(way string) string { return strings.ReplaceAll(way, "-", " - ") }

func (v *view) bestLine(p title.Prospect) string {
	idle := !slices.ContainsFunc(p.Best.Routes, func(r route.Route) bool { return len(r.Stops) > 0 })
	switch {
	case len(p.Runs.Graph.Segments) == 0:
		return "no route: no track leads from a station of the company to another stop"
	case len(p.Runs.Trains) == 0:
		return "no train"
	case idle:
		return "no train can run"
	case p.Best.Proven:
		return v.money(p.Best.Total) + ", the best there is"
	}
	return v.money(p.Best.Total) + ", the best found" + v.upTo(p.Best)
}

// upTo says what is possible at most if the search was cut short.
func (v *view) upTo(best route.Result) string {
	if best.Proven {
		return ""
	}
	return "; the search was cut short, " + v.money(best.Bound) + " in all at most is possible"
}

// Better tells a player which runs would have earned more than those they have
// just said; "" if none would, or if the choice is not about runs. s is the
// table before.
func Better(t *title.Title, s *engine.State, ch engine.Choice, said []string) string {
	options := ch.List()
	if ch.Usage != step.RunUsage || len(options) != 1 {
		return ""
	}
	runs := t.Runs(s, ch.For)
	_, earned, err := runs.Read(said)
	if err != nil {
		return ""
	}
	routes, most, err := runs.Read(options[0].Args)
	if err != nil || most <= earned {
		return ""
	}
	return fmt.Sprintf("%s earned %s. More was possible: %s.", ch.For, t.Facts.Money(earned), runs.Describe(routes, most))
}
