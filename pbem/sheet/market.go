package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/titles/title"
)

// market draws the market: the prices of each row, and under each price the companies on it, the first to
// arrive on top. A market that is too wide is split into bands.
func (v *view) market(d *doc) {
	marks := v.zoneMarks()
	var legend []string
	for _, m := range marks {
		meaning := cmp.Or(v.Title.Lesson.Zones[m.zone], strings.ReplaceAll(m.zone, "_", " "))
		legend = append(legend, m.letter+" = "+meaning)
	}
	wide, high := v.marketCell(marks), 0
	for _, cells := range v.Title.Facts.Market.Cells {
		high = max(high, len(cells))
	}
	if high == 0 {
		return
	}
	band := max(1, (Columns-len(indent))/wide)
	switch {
	case high*wide-1 <= Columns-len(indent): // no blank after the last column
		band = high
	case high <= (Columns-len(indent))/leastMarketCell && len(v.Title.Facts.Market.Cells) > 1 && v.flat():
		wide, band = (Columns-len(indent))/high, high
	}
	var lines []cell
	for from := 0; from < high; from += band {
		for r := range v.Title.Facts.Market.Cells {
			lines = append(lines, v.marketRow(r, from, min(from+band, high), wide, marks)...)
		}
	}
	if slices.ContainsFunc(v.State.Markers(), func(sym string) bool { return v.pos.Company(sym) == nil }) {
		legend = append(legend, "small: closed")
	}
	d.topic("Market", "market", strings.Join(legend, ", "))
	b := block{Drawing: lines}
	if !v.flat() {
		b.Spaces = v.spaceRows(marks)
	}
	d.add(b)
}

// spaceRows returns the spaces of a market in which only the order of prices counts.
func (v *view) spaceRows(marks []zoneMark) [][]space {
	var out [][]space
	for r, cells := range v.Title.Facts.Market.Cells {
		var spaces []space
		for col, s := range cells {
			if s == nil {
				continue
			}
			sp := space{Price: priceText(s, marks)}
			for _, sym := range v.State.Cells(market.Cell{Row: r, Col: col}.String()) {
				sp.Stands = append(sp.Stands, cell{v.standing(sym)})
			}
			spaces = append(spaces, sp)
		}
		out = append(out, spaces)
	}
	return out
}

// leastMarketCell is the smallest width of a cell that holds a price and a mark.
const leastMarketCell = 5

// flat reports whether the market is two-dimensional: markers move up and down as well.
func (v *view) flat() bool { return len(v.Title.Facts.Market.Cells) > 3 }

// A zoneMark is the letter behind a price that stands for a zone.
type zoneMark struct{ zone, letter string }

// zoneMarks gives each zone a letter, that of its last word if it is free.
func (v *view) zoneMarks() []zoneMark {
	var out []zoneMark
	taken := map[string]bool{}
	for _, cells := range v.Title.Facts.Market.Cells {
		for _, s := range cells {
			if s == nil {
				continue
			}
			for _, z := range s.Zones {
				if !slices.ContainsFunc(out, func(m zoneMark) bool { return m.zone == z }) {
					out = append(out, zoneMark{z, freeLetter(z, taken)})
				}
			}
		}
	}
	return out
}

func freeLetter(zone string, taken map[string]bool) string {
	words := strings.Split(zone, "_")
	for _, r := range words[len(words)-1] + zone + "abcdefghijklmnopqrstuvwxyz" {
		if l := string(r); l != "_" && !taken[l] {
			taken[l] = true
			return l
		}
	}
	return "?"
}

// marketCell returns the width of a cell, with a blank.
func (v *view) marketCell(marks []zoneMark) int {
	wide := 0
	for _, cells := range v.Title.Facts.Market.Cells {
		for _, s := range cells {
			if s != nil {
				wide = max(wide, columns(priceText(s, marks)))
			}
		}
	}
	for _, m := range v.State.Markers() {
		wide = max(wide, columns(m))
	}
	return wide + 1
}

// marker returns the symbol of a company, in lower case if it is no longer in play.
func (v *view) marker(sym string) string {
	if v.pos.Company(sym) == nil {
		return strings.ToLower(sym)
	}
	return sym
}

func priceText(s *market.Space, marks []zoneMark) string {
	text := fmt.Sprint(s.Price)
	for _, m := range marks {
		if s.Has(m.zone) {
			text += m.letter
		}
	}
	return text
}

// marketRow draws some columns of a row with the markers below.
func (v *view) marketRow(r, from, to, wide int, marks []zoneMark) []cell {
	cells := v.Title.Facts.Market.Cells[r]
	if from >= len(cells) {
		return nil
	}
	cells = cells[from:min(to, len(cells))]
	if !slices.ContainsFunc(cells, func(s *market.Space) bool { return s != nil }) {
		return nil
	}
	prices, depth := indent, 0
	for i, s := range cells {
		text := ""
		if s != nil {
			text = priceText(s, marks)
		}
		prices += pad(text, wide, false)
		depth = max(depth, len(v.State.Cells(market.Cell{Row: r, Col: from + i}.String())))
	}
	lines := []cell{plain(prices)}
	for n := range depth {
		line := plain(indent)
		for i := range cells {
			line = append(line, v.markerIn(market.Cell{Row: r, Col: from + i}, n, wide)...)
		}
		lines = append(lines, line)
	}
	return lines
}

// standing returns the marker of a company, in its colours while it is in play.
func (v *view) standing(sym string) span {
	s := span{Text: v.marker(sym)}
	if v.pos.Company(sym) != nil {
		s.Company = v.Title.Facts.Company(sym)
	}
	return s
}

// markerIn returns the n-th marker of a cell, padded to the width.
func (v *view) markerIn(at market.Cell, n, wide int) cell {
	stack := v.State.Cells(at.String())
	if n >= len(stack) {
		return plain(pad("", wide, false))
	}
	s := v.standing(stack[n])
	s.Text = cut(s.Text, wide-1)
	return cell{s, {Text: strings.Repeat(" ", wide-columns(s.Text))}}
}

// trains lists the trains on sale, and what the first sale of each changes.
func (v *view) trains(d *doc) {
	t := &table{Columns: []column{{Head: "Train"}, {Head: "Price", Right: true}, {Head: "Left", Right: true}, {Head: "The first of them brings", Wrap: true, Asks: "brings"}}}
	for _, st := range v.pos.Supply {
		left := fmt.Sprint(st.Count)
		if st.Count < 0 {
			left = "any"
		}
		t.add(strong(st.Name), plain(v.money(st.Price)), plain(left), plain(v.brings(st)))
	}
	now := v.table.Phase()
	text := fmt.Sprintf("phase %s: tiles %s; limit %s", now.Name, strings.Join(now.Tiles, ", "), limits(now))
	if now.Rounds > 0 {
		text += "; " + step.Plural(now.Rounds, "operating round") + " a set"
	}
	d.topic("Trains", "train", text)
	d.add(block{Table: t})
	d.say("In the pool: " + cmp.Or(strings.Join(v.pos.Pool, " "), "none") + ".")
}

func limits(p facts.Phase) string {
	var out []string
	for kind, n := range p.Limits {
		out = append(out, fmt.Sprintf("%s %d", kind, n))
	}
	slices.Sort(out)
	if len(out) == 1 {
		return fmt.Sprint(p.Limits[strings.Fields(out[0])[0]])
	}
	return strings.Join(out, ", ")
}

// brings says of which certificate a train is the other side, and what its first sale changes: the phase, the
// tiles, the limits, the number of operating rounds, and which trains rust.
func (v *view) brings(st title.Stock) string {
	var parts []string
	if tr := v.Title.Facts.Train(st.Name); tr != nil && tr.SideOf != "" {
		parts = append(parts, "the other side of "+step.ATrain(tr.SideOf)+": buy one side")
	}
	if at := phaseOf(v.Title.Facts, st.Name); at > v.State.Get("phase") {
		parts = append(parts, v.begins(at))
	}
	return strings.Join(parts, "; ")
}

// phaseOf returns the index of the phase that the first train of a type begins, -1 if none.
func phaseOf(f *facts.Title, train string) int {
	return slices.IndexFunc(f.Phases, func(p facts.Phase) bool { return p.Train == train })
}

// begins says what changes when a phase begins. It is not for the first phase.
func (v *view) begins(at int) string {
	f := v.Title.Facts
	p, before := f.Phases[at], f.Phases[at-1]
	parts := []string{"phase " + p.Name}
	for _, colour := range p.Tiles {
		if !slices.Contains(before.Tiles, colour) {
			parts = append(parts, colour+" tiles")
		}
	}
	if limits(p) != limits(before) {
		parts = append(parts, "limit "+limits(p))
	}
	if p.Rounds != before.Rounds {
		parts = append(parts, step.Plural(p.Rounds, "operating round"))
	}
	text := strings.Join(parts, ", ")
	for _, tr := range f.Trains {
		if tr.RustsOn == p.Train {
			text += "; " + tr.Name + "-trains rust" + v.owners(tr.Name)
		}
	}
	return text
}

// owners lists the owners of trains of a type.
func (v *view) owners(name string) string {
	var out []string
	for _, c := range v.pos.Companies {
		if slices.Contains(c.Trains, name) {
			out = append(out, c.Sym)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, " ") + ")"
}
