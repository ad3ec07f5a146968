package sheet

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/titles/title"
)

// Explanations of places on the map and on the market, and of colours.

// place tells what is on a hex, what building there costs, and what lies around it.
func (e *explainer) place(hex *board.Hex) {
	e.called(hex.At, cmp.Or(hex.Name, "a hex of the map"))
	face := e.board.Face(hex.At)
	e.fact("Tile", e.laid(hex, face))
	for i, st := range face.Stops {
		e.fact(stopKind(st), e.placeStop(hex, face, i, st))
	}
	if through := e.through(face); through != "" {
		e.fact("Track", through)
	}
	e.fact("On it", strings.TrimSpace(strings.ReplaceAll(e.marksOf(hex), " +", " ")))
	e.fact("Building", e.building(hex))
	switch label := labelOf(hex, face); {
	case strings.HasSuffix(label, "?"):
		e.fact("Marked", label+": "+e.onlyOne(label))
	case label != "":
		e.fact("Marked", label+": only tiles with the same mark can be laid here")
	}
	e.fact("Home of", strings.Join(e.homeOf(hex.At), ", "))
	e.fact("Around it", e.around(hex.At))
	e.fact("Note", hex.Note)
}

// laid tells which tile lies on a hex, or what is printed there.
func (e *explainer) laid(hex *board.Hex, face *board.Face) string {
	if e.State != nil {
		if l, ok := e.State.Tile(hex.At); ok {
			return l.Tile + ", " + face.Color
		}
	}
	switch {
	case len(hex.Track) > 0:
		return "printed, " + hex.Color
	case hex.Color == "blue" || hex.Color == "gray" || hex.Color == "red":
		return hex.Color + ": none can be laid"
	}
	return "none yet"
}

func stopKind(st board.Stop) string {
	return strings.ToUpper(string(st.Kind)[:1]) + string(st.Kind)[1:]
}

// placeStop tells of a stop: what it is worth, who stands there, and where its track leads.
func (e *explainer) placeStop(hex *board.Hex, face *board.Face, i int, st board.Stop) string {
	if e.State == nil || st.Revenue.By != nil {
		parts := []string{strings.TrimSpace(st.Name + " " + e.values(st))}
		if st.Slots > 0 && e.State != nil {
			parts = append(parts, cell(e.spaces(hex, i, st)).text())
		}
		if exits := e.stopExits(face, i); exits != "" {
			parts = append(parts, "track "+exits)
		}
		return strings.Join(parts, ", ")
	}
	text := e.stop(hex, face, i, st).text()
	if len(face.Track) == 0 { // its kind stands before it
		text = strings.Replace(text, string(st.Kind), "no track yet", 1)
	}
	return text
}

// values tells what a stop is worth, for each colour where that depends on the phase.
func (e *explainer) values(st board.Stop) string {
	if st.Revenue.By == nil {
		return e.money(st.Revenue.Fixed) + forTrains(st, e.money)
	}
	var parts, seen []string
	for _, p := range e.Title.Facts.Phases {
		if !slices.Contains(seen, p.Offboard) {
			seen = append(seen, p.Offboard)
			parts = append(parts, p.Offboard+" "+e.money(st.Revenue.In(p.Offboard)))
		}
	}
	text := strings.Join(parts, ", ") + forTrains(st, e.money)
	if e.State != nil {
		text = e.money(st.Revenue.In(e.table.Phase().Offboard)) + " now (" + strings.Join(parts, ", ") + ")" + forTrains(st, e.money)
	}
	return text
}

func (e *explainer) marksOf(hex *board.Hex) string {
	if e.State == nil {
		return ""
	}
	return e.marksOn(hex.At)
}

// building tells what the next tile costs, "" if nothing is to be said: only of an empty hex that it is free.
func (e *explainer) building(hex *board.Hex) string {
	cost := e.terrain(hex)
	switch face := e.board.Face(hex.At); {
	case hex.Cost == 0 && len(face.Stops) == 0 && len(face.Track) == 0:
		cost = "free"
	case hex.Cost == 0 || e.State != nil && e.table.TerrainDue(hex.At) == 0:
		return ""
	}
	return cost + strings.ReplaceAll(e.closed(hex), "(not ", " (no track to ")
}

// onlyOne explains a label with a question mark, such as "B?".
func (v *view) onlyOne(label string) string {
	var out []string
	for _, h := range v.board.Hexes {
		if h.Label == label {
			out = append(out, h.At)
		}
	}
	return fmt.Sprintf("a tile marked %s may be laid in only one of %s; tiles without a mark may be laid there too", strings.TrimSuffix(label, "?"), strings.Join(out, " and "))
}

// homeOf lists the companies that begin on a hex.
func (e *explainer) homeOf(at string) (syms []string) {
	for _, c := range e.Title.Facts.Companies {
		if c.Home == at {
			syms = append(syms, c.Sym)
		}
	}
	return syms
}

// around lists the hexes beside a hex by their sides.
func (e *explainer) around(at string) string {
	var out []string
	for edge := range 6 {
		if next, ok := e.board.Neighbour(at, edge); ok {
			out = append(out, tied(e.board.Layout.Compass(edge)+" "+next))
		}
	}
	return strings.Join(out, ", ")
}

// colourWords explains a colour of tiles or phases, or a zone of the market: "green", "par green", "the red zone". It is empty
// if the text names none.
func colourWords(t *title.Title, text string) []Fact {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" _-/.,()", r) })
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(besides, w) })
	for i, w := range words {
		words[i] = cmp.Or(map[string]string{"grey": "gray", "russet": "brown"}[w], w)
	}
	if len(words) == 0 || len(words) > 2 {
		return nil
	}
	var out []Fact
	v := unplayed(t)
	for _, f := range []Fact{{"phase", v.phaseWords(words, phaseNamed.MatchString(text))}, {"tiles", v.tileWords(words)}, {"market", v.zoneWords(words)}} {
		if f.Text != "" {
			out = append(out, f)
		}
	}
	return out
}

// besides are words that stand beside the name of a colour or zone.
var besides = []string{"the", "a", "zone", "zones", "colour", "color", "space", "spaces", "price", "prices", "market", "tile", "tiles", "track", "phase", "area", "in"}

// phaseNamed matches a text that says that it names a phase. A number alone is a train or a tile.
var phaseNamed = regexp.MustCompile(`(?i)\bphase\b`)

// phaseWords tells what a phase brings and what holds in it, if the words name one. A phase that has a number is named if the text says so.
func (v *view) phaseWords(words []string, named bool) string {
	phases := v.Title.Facts.Phases
	at := slices.IndexFunc(phases, func(p facts.Phase) bool {
		return len(words) == 1 && strings.ToLower(p.Name) == words[0] && (named || !isNumber(p.Name))
	})
	if at < 0 {
		return ""
	}
	text := "the game begins in it"
	if at > 0 {
		text = "begins with the first " + phases[at].Train + "-train and brings " + v.begins(at)
	}
	if named {
		text += ". Tiles in it: " + strings.Join(phases[at].Tiles, ", ") + "; limit of trains: " + limits(phases[at])
	}
	return text
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// tileWords tells from when on tiles of a colour may be laid, and which there are.
func (v *view) tileWords(words []string) string {
	f := v.Title.Facts
	var ids []string
	for i := range f.Map.Tiles {
		if t := &f.Map.Tiles[i]; len(words) == 1 && t.Color == words[0] {
			ids = append(ids, t.ID)
		}
	}
	at := slices.IndexFunc(f.Phases, func(p facts.Phase) bool { return slices.Contains(p.Tiles, words[0]) })
	if len(ids) == 0 || at < 0 {
		return ""
	}
	when := "from the beginning"
	if at > 0 {
		when = "once the first " + f.Phases[at].Train + "-train has been bought"
	}
	return fmt.Sprintf("may be laid %s: %s", when, strings.Join(ids, " "))
}

// zoneWords tells what a zone of the market means and which prices are in it.
func (v *view) zoneWords(words []string) string {
	f := v.Title.Facts
	var out []string
	for _, zone := range f.Zones {
		said := strings.Split(zone, "_")
		if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, w) }) {
			continue
		}
		text := "zone " + strings.Join(said, " ") + ": " + v.pricesIn(zone)
		if means := v.Title.Lesson.Zones[zone]; means != "" {
			text += ", " + means
		}
		if at := slices.IndexFunc(f.Phases, func(p facts.Phase) bool { return slices.Contains(p.Pars, zone) }); at >= 0 {
			text += ": companies may start at these prices from phase " + f.Phases[at].Name + " on"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// pricesIn lists the prices in a zone, the lowest first.
func (v *view) pricesIn(zone string) string {
	var prices []int
	for _, row := range v.Title.Facts.Market.Cells {
		for _, s := range row {
			if s != (*market.Space)(nil) && s.Has(zone) && !slices.Contains(prices, s.Price) {
				prices = append(prices, s.Price)
			}
		}
	}
	slices.Sort(prices)
	if n := len(prices); n > mostPrices {
		return v.money(prices[0]) + " to " + v.money(prices[n-1])
	}
	var out []string
	for _, p := range prices {
		out = append(out, v.money(p))
	}
	return strings.Join(out, ", ")
}

// mostPrices is how many prices of a zone are listed one by one.
const mostPrices = 12
