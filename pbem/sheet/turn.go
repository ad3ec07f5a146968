package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/titles/title"
)

// An extent is how much of the position a mail shows.
type extent int

const (
	inBrief  extent = iota // players and companies: for news
	forTurn                // what a decision needs, and what has changed since forRound or allOfIt
	forRound               // all but the list of hexes and the powers of private companies
	allOfIt
)

// extent returns how much of the position the mail shows. The first mail of a round that asks the reader something is forRound;
// the others of that round are forTurn.
func (v *view) extent() extent {
	switch {
	case v.short():
		return inBrief
	case v.Whole, v.First, v.Kind == Status, v.Kind == Ended, v.State.Result != nil:
		return allOfIt
	case v.Was == nil:
		return forRound
	}
	return forTurn
}

// operating reports whether the position is shown as a company needs it that operates: its map rather than the market.
func (v *view) operating() bool { return v.operates() || v.pos.Operating }

// ofTurn writes the position for a move: the reader's companies and the map near them, or what a stock round needs, and what
// has changed.
func (v *view) ofTurn(d *doc) {
	if v.operating() {
		v.ownCompanies(d)
		v.around(d)
		v.players(d)
		v.companiesThat(d, v.othersHead(), func(c title.Company) bool { return !v.own(c) })
		v.supply(d)
	} else {
		v.players(d)
		v.companies(d)
		v.startable(d)
		v.market(d)
	}
	v.papers(d)
	v.changes(d)
	d.say(`"status" brings the whole position, "map" all of the map.`)
}

// ofRound writes the position for the first move in a round.
func (v *view) ofRound(d *doc) {
	if v.operating() {
		v.ownCompanies(d)
		v.around(d)
		v.players(d)
		v.companiesThat(d, v.othersHead(), func(c title.Company) bool { return !v.own(c) })
	} else {
		v.players(d)
		v.companies(d)
	}
	v.startable(d)
	v.papers(d)
	if !v.operating() { // in an operating round the prices of companies are enough: a dividend says where it leads
		v.market(d)
	}
	v.supply(d)
	if !v.operating() {
		v.runs(d)
	}
	v.looks(d)
	also := " and the values by phase"
	if v.operating() {
		v.outside(d)
		also = ""
	}
	v.stations(d)
	d.say(`"map" lists every hex` + also + `, "status" tells what each private company does.`)
}

// directs reports whether the reader directs a company.
func (v *view) directs(c title.Company) bool { return v.Reader != "" && c.President == v.Reader }

// own reports whether the reader directs a company or is asked about it.
func (v *view) own(c title.Company) bool {
	return v.directs(c) || slices.Contains(companiesOf(v.turn), c.Sym)
}

// ownCompanies lists the companies that the reader directs or is asked about, with their best runs.
func (v *view) ownCompanies(d *doc) {
	v.companiesThat(d, "Companies you are asked about", func(c title.Company) bool { return v.own(c) && !v.directs(c) })
	v.companiesThat(d, "Your companies", v.directs)
	var list []string
	for _, c := range v.pos.Companies {
		if v.own(c) && len(c.Trains) > 0 {
			list = append(list, c.Sym)
		}
	}
	if len(list) == 0 {
		return
	}
	for _, p := range v.best(list) {
		earns := v.earns(p)
		if earns != "-" {
			d.add(block{Text: cell{v.company(p.Company), {Text: " runs best " + runsOf(p) + ": " + earns}}})
		}
	}
}

func (v *view) othersHead() string {
	if slices.ContainsFunc(v.pos.Companies, v.own) {
		return "Companies of others"
	}
	return "Companies"
}

// around shows the part of the map near the companies that the reader moves for.
func (v *view) around(d *doc) {
	firms := companiesOf(v.turn)
	if len(firms) == 0 || len(v.Around) == 0 {
		return
	}
	there := func(at string) bool { return slices.Contains(v.Around, at) }
	d.head("The map near "+list(firms, "and"), "[XX] station, (XX) kept for a home, [ ] free space")
	v.near(d)
	if v.Had && v.Near == "" {
		d.add(block{Text: plain("It has not changed since its picture came.")})
	}
	v.hexesThat(d, there)
	if v.extent() == forTurn {
		v.outsideThat(d, there)
	}
}

// fewTrains is how many types of trains on sale are told with what they bring.
const fewTrains = 2

// supply lists the trains on sale: the next with what they bring, of the later ones price and number.
func (v *view) supply(d *doc) {
	now := v.table.Phase()
	d.topic("Trains", "train", fmt.Sprintf("phase %s: tiles %s; limit %s", now.Name, strings.Join(now.Tiles, ", "), limits(now)))
	t := &table{Columns: []column{{}, {Right: true}, {}, {Wrap: true}}}
	var later []string
	for i, st := range v.pos.Supply {
		left := fmt.Sprintf("%d left", st.Count)
		if st.Count < 0 {
			left = "any"
		}
		if i < fewTrains {
			t.add(strong(st.Name), plain(v.money(st.Price)), plain(left), plain(v.brings(st)))
			continue
		}
		later = append(later, tied(fmt.Sprintf("%s %s (%s)", st.Name, v.money(st.Price), left)))
	}
	if len(t.Rows) > 0 {
		d.add(block{Table: t})
	}
	if len(later) > 0 {
		d.say("Then " + strings.Join(later, ", ") + ".")
	}
	if len(v.pos.Pool) > 0 {
		d.say("In the pool: " + strings.Join(v.pos.Pool, " ") + ".")
	}
}

// startable names the companies that may be started, with their homes, in one paragraph.
func (v *view) startable(d *doc) {
	if len(v.pos.Available) == 0 || v.pos.Operating || v.alike() {
		v.available(d)
		return
	}
	var list []string
	for _, sym := range v.pos.Available {
		if c := v.Title.Facts.Company(sym); c != nil {
			list = append(list, tied(sym)+" "+strings.TrimSpace(v.home(c)))
		}
	}
	d.say("May be started: " + strings.Join(list, ", ") + `; "help NAME" explains one.`)
}

// papers names the private companies in play in one paragraph, each with its face value and owner.
func (v *view) papers(d *doc) {
	var own, others []string
	for _, p := range v.pos.Privates {
		f := v.Title.Facts.Private(p.Sym)
		if f == nil || p.Gone || p.Spent {
			continue
		}
		c := v.pos.Company(p.Owner)
		if p.Owner != "" && (p.Owner == v.Reader || c != nil && v.directs(*c)) {
			own = append(own, p.Sym)
			continue
		}
		others = append(others, tied(fmt.Sprintf("%s %s (%s)", p.Sym, v.money(f.Value), v.owner(p))))
	}
	if len(own) > 0 {
		t := &table{Columns: []column{{}, {Wrap: true}}}
		for _, sym := range own {
			t.add(plain(sym), plain(v.power(sym)))
		}
		d.topic("Your "+v.cards(), v.card(), "")
		d.add(block{Table: t})
	}
	if len(others) > 0 {
		d.say(capital(v.cards()) + ": " + strings.Join(others, ", ") + `; "help NAME" explains one.`)
	}
}

// cards returns what players of the title call its private companies, card one of them.
func (v *view) cards() string {
	if word := v.Title.Lesson.Card; word != "" {
		return word + "s"
	}
	return "private companies"
}

func (v *view) card() string { return cmp.Or(v.Title.Lesson.Card, "private company") }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// stations names the hexes with stations of each company.
func (v *view) stations(d *doc) {
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, c := range v.pos.Companies {
		if len(c.Stations) > 0 {
			t.add(cell{v.company(c.Sym)}, plain(strings.Join(stationHexes(c.Stations), " ")))
		}
	}
	if len(t.Rows) > 0 {
		d.topic("Stations", "station", "")
		d.add(block{Table: t})
	}
}
