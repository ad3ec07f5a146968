package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine/step"
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
	v.outside(d)
	v.stations(d)
	d.say(`"map" lists every hex, "status" tells what each private company does.`)
}

// own reports whether the reader directs a company.
func (v *view) own(c title.Company) bool {
	return v.Reader != "" && c.President == v.Reader || slices.Contains(companiesOf(v.turn), c.Sym)
}

// ownCompanies lists the companies that the reader directs, with their best runs.
func (v *view) ownCompanies(d *doc) {
	v.companiesThat(d, "Your companies", v.own)
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
	d.head("Trains", fmt.Sprintf("phase %s: tiles %s; limit %s", now.Name, strings.Join(now.Tiles, ", "), limits(now)))
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
	d.say("May be started: " + strings.Join(list, ", ") + `; "help NAME" tells of one.`)
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
		if p.Owner != "" && (p.Owner == v.Reader || c != nil && v.own(*c)) {
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
		d.head("Your private companies", "")
		d.add(block{Table: t})
	}
	if len(others) > 0 {
		d.say("Private companies: " + strings.Join(others, ", ") + `; "help NAME" tells of one.`)
	}
}

// stations names the hexes with stations of each company.
func (v *view) stations(d *doc) {
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, c := range v.pos.Companies {
		if len(c.Stations) > 0 {
			t.add(cell{v.company(c.Sym)}, plain(strings.Join(stationHexes(c.Stations), " ")))
		}
	}
	if len(t.Rows) > 0 {
		d.head("Stations", "")
		d.add(block{Table: t})
	}
}

// changes tells what is different on the table from the position that the reader had as a whole.
func (v *view) changes(d *doc) {
	if v.Was == nil {
		return
	}
	was := v.Title.Position(v.Was)
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, f := range []Fact{
		{"Phase", changed(was.Phase, v.pos.Phase)},
		{"Tiles", v.newTiles()},
		{"Stations", v.newStations(was)},
		{"Marks", v.newMarks(was)},
		{"Prices", v.newPrices(was)},
		{"Directors", v.newDirectors(was)},
		{"Trains", newTrains(was, v.pos)},
		{"Privates", v.newOwners(was)},
	} {
		if f.Text != "" {
			t.add(strong(f.Name+" "), plain(f.Text))
		}
	}
	if len(t.Rows) == 0 {
		return
	}
	head := "Changed on the table"
	if v.Kind == Preview {
		head = "What would change"
	}
	d.head(head, fmt.Sprintf("since position %d, which you had as a whole", v.WasAt))
	d.add(block{Table: t})
}

// changed writes what something was and is, "" if it is the same.
func changed(was, is string) string {
	if was == is {
		return ""
	}
	return was + " > " + is
}

// newTiles names the hexes whose tile has changed, with the tile.
func (v *view) newTiles() string {
	var out []string
	for i := range v.board.Hexes {
		at := v.board.Hexes[i].At
		is, ok := v.State.Tile(at)
		was, had := v.Was.Tile(at)
		switch {
		case ok && is != was:
			out = append(out, tied(is.Tile+" on "+at))
		case !ok && had:
			out = append(out, tied("none on "+at))
		}
	}
	return strings.Join(out, ", ")
}

// newStations names the stations that were placed or removed.
func (v *view) newStations(was title.Position) string {
	var out []string
	for _, c := range v.pos.Companies {
		old := stationsOf(was, c.Sym)
		for _, at := range stationHexes(c.Stations) {
			if !slices.Contains(old, at) {
				out = append(out, tied(c.Sym+" in "+at))
			}
		}
		for _, at := range old {
			if !slices.Contains(stationHexes(c.Stations), at) {
				out = append(out, tied(c.Sym+" no more in "+at))
			}
		}
	}
	return strings.Join(out, ", ")
}

func stationsOf(p title.Position, sym string) []string {
	if c := p.Company(sym); c != nil {
		return stationHexes(c.Stations)
	}
	return nil
}

// newMarks names the hexes whose marks have changed.
func (v *view) newMarks(was title.Position) string {
	var out []string
	for i := range v.board.Hexes {
		at := v.board.Hexes[i].At
		old, now := strings.Join(was.MarksAt(at), " "), strings.Join(v.pos.MarksAt(at), " ")
		switch {
		case old == now:
		case now == "":
			out = append(out, "no "+old+" on "+at)
		default:
			out = append(out, now+" on "+at)
		}
	}
	return strings.Join(out, ", ")
}

// newPrices tells how prices have moved, and which companies have come and gone.
func (v *view) newPrices(was title.Position) string {
	var out []string
	for _, c := range v.pos.Companies {
		old := was.Company(c.Sym)
		switch {
		case old == nil:
			out = append(out, tied(c.Sym+" new "+v.money(c.Price)))
		case old.Price != c.Price:
			out = append(out, tied(c.Sym+" "+v.money(old.Price)+" > "+v.money(c.Price)))
		}
	}
	for _, c := range was.Companies {
		if v.pos.Company(c.Sym) == nil {
			out = append(out, tied(c.Sym+" closed"))
		}
	}
	return strings.Join(out, ", ")
}

// newDirectors tells which companies have another director.
func (v *view) newDirectors(was title.Position) string {
	name := func(id string) string {
		if id == "" {
			return "nobody"
		}
		return v.name(id)
	}
	var out []string
	for _, c := range v.pos.Companies {
		if old := was.Company(c.Sym); old != nil && old.President != c.President {
			out = append(out, tied(c.Sym+" "+name(old.President)+" > "+name(c.President)))
		}
	}
	return strings.Join(out, ", ")
}

// newTrains tells which trains have left the bank.
func newTrains(was, is title.Position) string {
	left := func(p title.Position, name string) int {
		if i := slices.IndexFunc(p.Supply, func(s title.Stock) bool { return s.Name == name }); i >= 0 {
			return p.Supply[i].Count
		}
		return 0
	}
	var out []string
	for _, st := range was.Supply {
		if n := st.Count - left(is, st.Name); st.Count > 0 && n > 0 {
			out = append(out, step.Plural(n, st.Name+"-train"))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, ", ") + " gone from the bank"
}

// newOwners tells which private companies have another owner or are gone.
func (v *view) newOwners(was title.Position) string {
	var out []string
	for i, p := range v.pos.Privates {
		if i >= len(was.Privates) || was.Privates[i].Sym != p.Sym {
			return ""
		}
		old := was.Privates[i]
		switch {
		case (p.Gone || p.Spent) && !(old.Gone || old.Spent):
			out = append(out, tied(p.Sym+" gone"))
		case old.Owner != p.Owner:
			out = append(out, tied(p.Sym+" "+v.owner(old)+" > "+v.owner(p)))
		}
	}
	return strings.Join(out, ", ")
}
