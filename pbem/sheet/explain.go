package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// Explain tells what a thing of a title is and does, and how it stands in a
// game. s is nil if no game is meant.
func Explain(t *title.Title, s *engine.State, thing grammar.Thing) Section {
	e := explainer{view: unplayed(t)}
	if s != nil {
		e.view = look(Mail{Title: t, State: s})
	}
	switch thing.Kind {
	case grammar.CompanyThing:
		e.company(t.Facts.Company(thing.ID))
	case grammar.PrivateThing:
		e.private(t.Facts.Private(thing.ID))
	case grammar.TrainThing:
		e.train(t.Facts.Train(thing.ID))
	case grammar.HexThing:
		e.place(t.Facts.Map.Hex(thing.ID))
	default:
		e.tile(t.Facts.Map.Tile(thing.ID))
	}
	return e.out
}

// unplayed returns a view of a title without a game.
func unplayed(t *title.Title) *view {
	none := func(string) (string, int, bool) { return "", 0, false }
	return &view{Mail: Mail{Title: t}, board: t.Facts.Map.On(none)}
}

// An explainer collects what there is to say about a thing.
type explainer struct {
	*view
	out Section
}

func (e *explainer) fact(name, text string) {
	if text != "" {
		e.out.Facts = append(e.out.Facts, Fact{Name: name, Text: text})
	}
}

// mostHead is the greatest length of a heading, with the title before it.
const mostHead = 56

// called makes a heading of the symbol and the name.
func (e *explainer) called(sym, name string) {
	e.out.Head = sym + ": " + name
	if columns(e.out.Head) > mostHead {
		e.out.Head = sym
		e.fact("Name", name)
	}
}

func (e *explainer) company(c *facts.Company) {
	e.called(c.Sym, c.Name)
	l := e.Title.Lesson
	e.fact("Is", kindName(c.Kind)+". "+l.Kinds[c.Kind])
	e.fact("Besides", l.Of[c.Sym])
	e.fact("Home", e.home(c))
	e.fact("Stations", e.markerCosts(c.Stations))
	if e.State != nil {
		e.fact("Now", e.companyNow(c.Sym))
	}
}

// kindName names a kind of company for readers.
func kindName(kind string) string {
	switch kind {
	case "public":
		return "A public company"
	case "major", "minor":
		return "A " + kind + " company"
	}
	return step.Capital(kind)
}

// markerCosts tells the prices of station markers, "" if none are printed.
func (v *view) markerCosts(costs []int) string {
	if len(costs) == 1 {
		return "one, in its home"
	}
	if len(costs) == 0 || slices.Max(costs) == 0 {
		return ""
	}
	var out []string
	for _, n := range costs[1:] {
		out = append(out, v.money(n))
	}
	text := strings.Join(out, ", ")
	if len(slices.Compact(slices.Clone(out))) == 1 && len(out) > 1 {
		text = out[0] + " each"
	}
	return "the first without pay, then " + text
}

// reservedBy says for whom a company is reserved, "" for nobody.
func (e *explainer) reservedBy(sym string) string {
	for _, p := range e.pos.Players {
		if slices.Contains(e.pos.Reservations[p.ID], sym) {
			return ", reserved by " + e.name(p.ID)
		}
	}
	return ""
}

func (e *explainer) companyNow(sym string) string {
	c := e.pos.Company(sym)
	switch {
	case c == nil && slices.Contains(e.pos.Available, sym):
		return "not started"
	case c == nil:
		return "not in play" + e.reservedBy(sym)
	}
	parts := []string{"price " + e.money(c.Price)}
	if c.Par > 0 {
		parts = append(parts, "par "+e.money(c.Par))
	}
	if c.President != "" {
		parts = append(parts, "directed by "+e.name(c.President))
	}
	parts = append(parts, e.money(c.Cash), "trains: "+cmp.Or(strings.Join(c.Trains, " "), "none"))
	if len(c.Stations) > 0 {
		parts = append(parts, "stations in "+strings.Join(stationHexes(c.Stations), " "))
	}
	if f := e.Title.Facts.Company(sym); len(f.Shares) == 1 && len(c.Held) == 1 {
		parts = append(parts, "its one certificate: "+e.holder(c.Held[0].Holder))
	} else if len(c.Held) > 0 {
		var held []string
		for _, st := range c.Held {
			held = append(held, fmt.Sprintf("%s %d", e.holder(st.Holder), st.Shares))
		}
		parts = append(parts, "shares: "+strings.Join(held, ", "))
	}
	if len(c.Facts) > 0 {
		parts = append(parts, facting(c.Facts))
	}
	return strings.Join(parts, "; ")
}

// stationHexes returns the hexes of some stops, each once.
func stationHexes(stops []string) []string {
	var out []string
	for _, s := range stops {
		if hex, _, _ := strings.Cut(s, "."); !slices.Contains(out, hex) {
			out = append(out, hex)
		}
	}
	return out
}

// holder names the holder of shares: a player or a place.
func (v *view) holder(id string) string {
	if v.State.Seat(id) >= 0 {
		return v.name(id)
	}
	if id == "ipo" {
		return "IPO"
	}
	return id
}

func (e *explainer) private(p *facts.Private) {
	e.called(p.Sym, p.Name)
	e.fact("Price", e.money(p.Value)+", its face value")
	e.fact("Does", e.power(p.Sym))
	e.fact("Got, used", e.Title.Lesson.Privates)
	if e.State == nil {
		return
	}
	i := slices.IndexFunc(e.pos.Privates, func(o title.Private) bool { return o.Sym == p.Sym })
	switch {
	case i < 0 || e.pos.Privates[i].Gone:
		e.fact("Now", "out of the game")
	case e.pos.Privates[i].Spent:
		e.fact("Now", e.owner(e.pos.Privates[i])+" has it; it can do nothing more")
	case e.pos.Privates[i].Owner == "":
		e.fact("Now", "on sale")
	default:
		e.fact("Now", e.owner(e.pos.Privates[i])+" has it")
	}
}

// power tells what a private company does.
func (v *view) power(private string) string {
	if v.Title.Lesson.Power == nil {
		return ""
	}
	return v.Title.Lesson.Power(private)
}

// owner names the owner of a private company.
func (v *view) owner(p title.Private) string {
	switch {
	case p.Owner == "":
		return "on sale"
	case v.Title.Facts.Company(p.Owner) != nil:
		return p.Owner
	}
	return v.name(p.Owner)
}

func (e *explainer) train(tr *facts.Train) {
	f := e.Title.Facts
	e.out.Head = tr.Name + "-train"
	many := ", as many as are needed"
	if tr.Count > 0 {
		many = fmt.Sprintf(", %d in all", tr.Count)
	}
	e.fact("Price", e.money(tr.Price)+many)
	e.fact("Runs", cmp.Or(e.Title.Lesson.Runs[tr.Name], runsWords(tr)))
	e.fact("Besides", e.Title.Lesson.Of[tr.Name])
	if back := f.Back(tr.Name); back != nil {
		e.fact("Other side", back.Name)
	}
	e.fact("Other side", tr.SideOf)
	if at := phaseOf(f, tr.Name); at > 0 {
		e.fact("Brings", e.begins(at))
	}
	e.fact("Goes", goes(tr))
	if e.State != nil {
		e.fact("Now", e.trainNow(tr.Name))
	}
}

// goes tells when a train is lost.
func goes(tr *facts.Train) string {
	switch {
	case tr.RustsOn != "":
		return "with the first " + tr.RustsOn + "-train"
	case tr.ObsoleteOn != "":
		return "runs once more after the first " + tr.ObsoleteOn + "-train, then it is gone"
	}
	return "never"
}

// runsWords tells how far a train runs. The limits are those of route.Train.
func runsWords(tr *facts.Train) string {
	r := tr.Run()
	var parts []string
	switch {
	case tr.Express:
		return fmt.Sprintf("a route of any length; %d stops of it count: cities and red areas all, then the best towns", tr.Stops)
	case r.Majors > 0 && r.Stops > 0:
		parts = append(parts, fmt.Sprintf("up to %s, %d of them cities or red areas", step.Plural(r.Stops, "stop"), r.Majors))
	case r.Majors > 0:
		parts = append(parts, fmt.Sprintf("up to %d cities and red areas, and the towns between", r.Majors))
	case r.Stops > 0:
		parts = append(parts, "up to "+step.Plural(r.Stops, "stop"))
	default:
		parts = append(parts, "a route of any length")
	}
	switch tr.Pays {
	case "majors":
		parts = append(parts, "only cities and red areas count")
	case "best":
		parts = append(parts, fmt.Sprintf("the best %d stops count", tr.Best))
	case "best majors":
		parts = append(parts, fmt.Sprintf("the best %d cities or red areas count, and all towns", tr.Best))
	}
	if tr.Ports > 0 {
		parts = append(parts, step.Plural(tr.Ports, "port")+" at most")
	}
	switch {
	case tr.Times == 2:
		parts = append(parts, "for double the money")
	case tr.Times > 2:
		parts = append(parts, fmt.Sprintf("for %d times the money", tr.Times))
	}
	return strings.Join(parts, "; ")
}

// trainNow tells where the trains of a type are, and how many.
func (e *explainer) trainNow(name string) string {
	var parts []string
	for i, st := range e.pos.Supply {
		if st.Name != name {
			continue
		}
		left := fmt.Sprintf("%d left in the bank", st.Count)
		if st.Count < 0 {
			left = "the bank has as many as are needed"
		}
		if i == 0 {
			left += ", next on sale"
		}
		parts = append(parts, left)
	}
	for _, c := range e.pos.Companies {
		n := 0
		for _, tr := range c.Trains {
			if strings.TrimSuffix(tr, "*") == name {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s has %d", c.Sym, n))
		}
	}
	if slices.Contains(e.pos.Pool, name) {
		parts = append(parts, "one or more in the pool")
	}
	return cmp.Or(strings.Join(parts, ", "), "none in play")
}

func (e *explainer) tile(t *board.Tile) {
	f := e.Title.Facts
	e.out.Head = "Tile " + t.ID
	color := t.Color
	if t.Label != "" {
		color += ", marked " + t.Label
	}
	e.fact("Colour", color)
	face := t.Turned(0)
	for i, st := range face.Stops {
		e.fact(strings.ToUpper(string(st.Kind)[:1])+string(st.Kind)[1:], e.tileStop(face, i, st))
	}
	if through := e.through(face); through != "" {
		e.fact("Track", through+" as printed")
	}
	e.fact("Lies only on", strings.Join(e.hexNames(t.Only), ", "))
	e.fact("Upgrades", strings.Join(e.upgradesOf(t.ID), ", "))
	e.fact("Becomes", cmp.Or(strings.Join(f.Upgrades[t.ID], ", "), "nothing more"))
	e.fact("Number", e.tileCount(t))
}

// tileStop tells of a stop of a tile as printed, before the tile is rotated.
func (e *explainer) tileStop(face *board.Face, i int, st board.Stop) string {
	value := "by the phase"
	if st.Revenue.By == nil {
		value = e.money(st.Revenue.Fixed)
	}
	value += forTrains(st, e.money)
	parts := []string{strings.TrimSpace(st.Name + " " + value)}
	if st.Slots > 0 {
		parts = append(parts, step.Plural(st.Slots, "station"))
	}
	if exits := e.stopExits(face, i); exits != "" {
		parts = append(parts, "track "+exits+" as printed")
	}
	return strings.Join(parts, ", ")
}

func (e *explainer) hexNames(list []string) []string {
	var out []string
	for _, at := range list {
		out = append(out, strings.TrimSpace(at+" "+e.Title.Facts.Map.Hex(at).Name))
	}
	return out
}

// upgradesOf lists the tiles and printed hexes that a tile may replace.
func (e *explainer) upgradesOf(id string) []string {
	f := e.Title.Facts
	var out, printed []string
	for i := range f.Map.Tiles {
		if from := f.Map.Tiles[i].ID; slices.Contains(f.Upgrades[from], id) {
			out = append(out, from)
		}
	}
	for i := range f.Map.Hexes {
		if at := f.Map.Hexes[i].At; slices.Contains(f.PrintedUpgrades[at], id) {
			printed = append(printed, at)
		}
	}
	if len(printed) > 0 {
		out = append(out, "what is printed on "+list(printed, "and"))
	}
	return out
}

func (e *explainer) tileCount(t *board.Tile) string {
	switch {
	case t.Count == 0:
		return "as many as are needed"
	case e.State == nil:
		return fmt.Sprint(t.Count)
	}
	left, _ := e.table.TilesLeft(t.ID)
	return fmt.Sprintf("%d, %d left", t.Count, left)
}
