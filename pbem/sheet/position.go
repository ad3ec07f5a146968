package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/titles/title"
)

// position writes the whole position.
func (v *view) position(d *doc) {
	v.players(d)
	v.companies(d)
	v.available(d)
	v.privates(d)
	v.market(d)
	v.trains(d)
	v.runs(d)
	v.chart(d)
}

// answered ends an answer with how to get more.
func (v *view) answered(d *doc) {
	more := `Say "status" for the whole position.`
	if len(v.turn) > 0 && v.State.Result == nil {
		more = `It is your move: "choices" lists what you may say, "status" brings the whole position.`
	}
	d.add(block{Drawing: []cell{nil}, TextOnly: true})
	d.say(more)
}

// brief writes the parts that change most: players, companies and trains.
func (v *view) brief(d *doc) {
	v.players(d)
	v.companies(d)
	if v.First {
		v.privates(d)
	}
	if v.namesVerbs() {
		d.say(v.meanwhile())
	}
	d.say(`Say "status" to get the whole position with map and market.`)
}

// players writes what each player has.
func (v *view) players(d *doc) {
	aside := []string{tied(v.pos.Round), tied("phase " + v.pos.Phase)}
	if v.State.Result != nil {
		aside = nil
	}
	for _, f := range v.pos.Facts {
		aside = append(aside, fact(f))
	}
	if slices.ContainsFunc(v.pos.Players, v.first) {
		aside = append(aside, "(P) "+cmp.Or(v.Title.Priority, "priority deal"))
	}
	d.topic("Players", "player", strings.Join(aside, ", "))
	t := &table{Columns: []column{
		{Head: "Player", Most: 16}, {Head: "Cash", Right: true}, {Head: "Worth", Right: true}, {Head: "Certs", Right: true},
		{Head: "Shares (* " + v.officer() + ")", Wrap: true, Asks: "shares"},
	}}
	for _, p := range v.pos.Players {
		t.add(v.playerCell(p), plain(v.money(p.Cash-p.Bound)), plain(v.money(p.Worth)), plain(v.certificates(p)), v.holding(p))
	}
	d.add(block{Table: t})
}

func (v *view) playerCell(p title.Player) cell {
	c := cell{v.player(p.ID)}
	switch {
	case p.Out:
		return append(c, span{Text: " (out)"})
	case slices.Contains(v.Robots, p.ID):
		return append(c, span{Text: v.robot(p)})
	case slices.Contains(v.Kept, p.ID):
		return append(c, span{Text: " (kept)"})
	case slices.Contains(v.Open, p.ID):
		return append(c, span{Text: " (open)"})
	case v.first(p):
		return append(c, span{Text: " (P)"})
	}
	return c
}

func (v *view) certificates(p title.Player) string {
	if v.pos.CertLimit == 0 {
		return fmt.Sprint(p.Certs)
	}
	return fmt.Sprintf("%d/%d", p.Certs, v.pos.CertLimit)
}

// holding lists the shares of a player, those reserved for them, and what the title adds.
func (v *view) holding(p title.Player) cell {
	var out cell
	add := func(parts ...span) {
		if len(out) > 0 {
			out = append(out, span{Text: ", "})
		}
		out = append(out, parts...)
	}
	for _, c := range v.pos.Companies {
		for _, st := range c.Held {
			if st.Holder == p.ID {
				add(v.company(c.Sym), span{Text: stake(c, st)})
			}
		}
	}
	if kept := v.pos.Reservations[p.ID]; len(kept) > 0 {
		add(span{Text: "reserved " + strings.Join(kept, " ")})
	}
	for _, f := range p.Facts {
		add(span{Text: fact(f)})
	}
	if p.Bound > 0 {
		add(span{Text: v.money(p.Bound) + " bound by bids"})
	}
	if len(out) == 0 {
		return plain("-")
	}
	return out
}

// stake says how many shares of a company somebody has: " 4*", or "*" if the company is a single piece.
func stake(c title.Company, st title.Stake) string {
	text := fmt.Sprintf(" %d", st.Shares)
	if len(c.Held) == 1 && st.Shares == c.Size {
		text = ""
	}
	if c.President == st.Holder {
		text += "*"
	}
	return text
}

func fact(f title.Fact) string { return strings.TrimSpace(oneLine(f.Label) + " " + oneLine(f.Value)) }

// companies lists the companies in play in operating order.
func (v *view) companies(d *doc) {
	v.companiesThat(d, "Companies", func(title.Company) bool { return true })
}

// companiesThat lists some companies in operating order, under a heading.
func (v *view) companiesThat(d *doc, head string, are func(title.Company) bool) {
	if !slices.ContainsFunc(v.pos.Companies, are) {
		return
	}
	d.topic(head, "company", "in operating order")
	t := &table{Columns: []column{
		{Right: true}, {Head: "Company"}, {Head: "Price", Right: true}, {Head: "Par", Right: true, Below: "par"}, {Head: capital(v.officer()), Most: 12},
		{Head: "Cash", Right: true}, {Head: "Trains", Wrap: true}, {Head: "Tokens", Right: true, Below: "tokens"},
		{Head: "IPO", Right: true, Below: "IPO"}, {Head: "Treas", Right: true, Below: "treasury"}, {Head: "Pool", Right: true, Below: "pool"},
	}}
	for i, c := range v.pos.Companies {
		if !are(c) {
			continue
		}
		president := "-"
		if c.President != "" {
			president = v.name(c.President)
		}
		t.add(plain(fmt.Sprint(i+1)), cell{v.company(c.Sym)}, strong(v.money(c.Price)), plain(v.par(c)), plain(president),
			plain(v.money(c.Cash)), plain(dash(strings.Join(c.Trains, " "))), plain(v.tokens(c)),
			plain(v.held(c, "ipo")), plain(v.held(c, "treasury")), plain(v.held(c, "pool")))
		if len(c.Facts) > 0 {
			t.Rows = append(t.Rows, row{Wide: plain(facting(c.Facts))})
		}
	}
	d.add(block{Table: t.without("Par", "Tokens", "IPO", "Treas", "Pool")})
}

func facting(list []title.Fact) string {
	var out []string
	for _, f := range list {
		out = append(out, fact(f))
	}
	return strings.Join(out, ", ")
}

// without drops the named columns if they are empty.
func (t *table) without(heads ...string) *table {
	for _, head := range heads {
		i := slices.IndexFunc(t.Columns, func(c column) bool { return c.Head == head })
		if slices.ContainsFunc(t.Rows, func(r row) bool { return r.Wide == nil && r.Cells[i].text() != "-" }) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for j := range t.Rows {
			if t.Rows[j].Wide == nil {
				t.Rows[j].Cells = slices.Delete(t.Rows[j].Cells, i, i+1)
			}
		}
	}
	return t
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func (v *view) par(c title.Company) string {
	if c.Par == 0 {
		return "-"
	}
	return v.money(c.Par)
}

// tokens says how many markers are left.
func (v *view) tokens(c title.Company) string {
	if c.Tokens == 0 {
		return "-"
	}
	return fmt.Sprint(c.Tokens)
}

func (v *view) held(c title.Company, holder string) string {
	for _, st := range c.Held {
		if st.Holder == holder {
			return fmt.Sprint(st.Shares)
		}
	}
	return "-"
}

// available lists the companies that may be started.
func (v *view) available(d *doc) {
	if len(v.pos.Available) == 0 {
		return
	}
	if v.pos.Operating { // nobody can start one now
		d.say(v.unstarted())
		return
	}
	d.topic("Available", "available", "companies that may be started")
	if v.alike() && !v.First && v.Kind != Status {
		d.say(strings.Join(v.pos.Available, " ") + `; "help NAME" explains one.`)
		return
	}
	t := &table{Columns: []column{{}, {Wrap: true}, {Wrap: true}}}
	for _, sym := range v.pos.Available {
		c := v.Title.Facts.Company(sym)
		if c == nil {
			continue
		}
		t.add(cell{v.company(sym)}, plain(c.Name), plain(v.home(c)))
	}
	d.add(block{Table: t})
}

// mostNamed is up to how many similar companies are listed by name.
const mostNamed = 8

// alike reports whether there are many companies to start and none has a home, so that it does not matter
// which.
func (v *view) alike() bool {
	home := func(sym string) bool { return v.Title.Facts.Company(sym).Home != "" }
	return len(v.pos.Available) > mostNamed && !slices.ContainsFunc(v.pos.Available, home)
}

// unstarted names in one line the companies that may be started later.
func (v *view) unstarted() string {
	text := "Not started: " + strings.Join(v.pos.Available, " ") + "."
	if columns(indent+text) > Columns {
		text = fmt.Sprintf("Not started: %d companies; \"help NAME\" explains one.", len(v.pos.Available))
	}
	return text
}

// privates lists the private companies in play and what they can do.
func (v *view) privates(d *doc) {
	t := &table{Columns: []column{{}, {Right: true}, {}, {Wrap: true}}}
	var others []string
	for _, p := range v.pos.Privates {
		f := v.Title.Facts.Private(p.Sym)
		if f == nil || p.Gone || p.Spent {
			continue
		}
		if !v.concerns(p) {
			others = append(others, p.Sym+" ("+v.owner(p)+")")
			continue
		}
		t.add(plain(p.Sym), plain(v.money(f.Value)), plain(v.owner(p)), plain(f.Name+": "+v.power(p.Sym)))
	}
	rest := strings.Join(others, ", ") + `; "help NAME" explains one.`
	switch {
	case len(t.Rows)+len(others) == 0:
		return
	case len(t.Rows) == 0:
		d.say(capital(v.cards()) + " of others: " + rest)
		return
	}
	d.topic(capital(v.cards()), v.card(), cmp.Or(v.Title.Lesson.Printed, "face value")+", owner, what they do")
	if v.First && v.Title.Lesson.Privates != "" {
		d.say(v.Title.Lesson.Privates)
	}
	d.add(block{Table: t})
	if len(others) > 0 {
		d.say("Of others: " + rest)
	}
}

// concerns reports whether to tell what a private company does: in an operating round only to its owner,
// otherwise to everybody.
func (v *view) concerns(p title.Private) bool {
	c := v.pos.Company(p.Owner)
	return !v.pos.Operating || v.First || v.Kind != YourMove || p.Owner == v.Reader || c != nil && c.President == v.Reader
}

func (v *view) home(c *facts.Company) string {
	hex := v.board.Hex(c.Home)
	if hex == nil {
		return ""
	}
	return strings.TrimSpace(hex.At + " " + hex.Name)
}

// outside lists the stops whose value depends on the phase.
func (v *view) outside(d *doc) { v.outsideThat(d, func(string) bool { return true }) }

// outsideThat lists those on some hexes.
func (v *view) outsideThat(d *doc, are func(at string) bool) {
	now := v.table.Phase().Offboard
	var colours []string
	for _, p := range v.Title.Facts.Phases {
		if !slices.Contains(colours, p.Offboard) {
			colours = append(colours, p.Offboard)
		}
	}
	t := &table{Columns: []column{{Head: "Hex"}, {Head: "Name", Most: 28}, {Head: "Now", Right: true}}}
	for _, c := range colours {
		t.Columns = append(t.Columns, column{Head: c, Right: true})
	}
	stand := v.standsOutside()
	if stand {
		t.Columns = append(t.Columns, column{Head: "Track", Wrap: true, Below: "track"})
	}
	seen := map[string]bool{}
	for i := range v.board.Hexes {
		hex := &v.board.Hexes[i]
		for n, st := range v.board.Face(hex.At).Stops {
			if st.Revenue.By == nil || !are(hex.At) || hex.Group != "" && seen[hex.Group] {
				continue
			}
			seen[hex.Group] = true
			row := v.outsideRow(hex, st, colours, now)
			if stand {
				row = append(row, v.atStop(hex, n))
			}
			t.add(row...)
		}
	}
	if len(t.Rows) > 0 {
		d.topic("Values by phase", "values by phase", "now "+now)
		d.add(block{Table: t})
	}
}

func (v *view) outsideRow(hex *board.Hex, st board.Stop, colours []string, now string) []cell {
	cells := []cell{plain(hex.At), plain(stopName(hex, st) + v.marksOn(hex.At) + forTrains(st, v.money)), strong(v.money(st.Revenue.In(now)))}
	for _, c := range colours {
		cells = append(cells, plain(fmt.Sprint(st.Revenue.In(c))))
	}
	return cells
}

// standsOutside reports whether stations may be placed at a stop whose value depends on the phase.
func (v *view) standsOutside() bool {
	for i := range v.board.Hexes {
		hex := &v.board.Hexes[i]
		room := func(st board.Stop) bool { return st.Slots > 0 }
		if v.isOutside(hex) && slices.ContainsFunc(v.board.Face(hex.At).Stops, room) {
			return true
		}
	}
	return false
}

// atStop tells which stations a stop has and where its track leads. Hexes of a group are one stop.
func (v *view) atStop(hex *board.Hex, n int) cell {
	var out cell
	for i := range v.board.Hexes {
		h := &v.board.Hexes[i]
		if h.At != hex.At && (hex.Group == "" || h.Group != hex.Group) {
			continue
		}
		face := v.board.Face(h.At)
		if len(out) > 0 {
			out = append(out, span{Text: " "})
		}
		if h.At != hex.At {
			out = append(out, span{Text: h.At + " "})
		}
		if spaces := v.spaces(h, n, face.Stops[n]); len(spaces) > 0 {
			out = append(append(out, spaces...), span{Text: " "})
		}
		out = append(out, span{Text: v.stopExits(face, n)})
	}
	return out
}

func stopName(hex *board.Hex, st board.Stop) string {
	if st.Name != "" {
		return st.Name
	}
	return hex.Name
}
