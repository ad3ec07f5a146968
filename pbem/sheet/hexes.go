package sheet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine/board"
	"pbem/engine/step"
)

// chart describes the map: the picture, the stops whose values depend on the phase, and every hex. The hexes
// come last because they are the longest part.
func (v *view) chart(d *doc) {
	v.looks(d)
	v.outside(d)
	v.hexes(d)
}

// looks shows the map as a picture or drawn in letters.
func (v *view) looks(d *doc) {
	lines := v.drawing()
	past := v.mapHead != "" && !strings.EqualFold(v.mapHead, "map")
	if v.Picture == "" && lines == nil && !past {
		return
	}
	d.head(cmp.Or(v.mapHead, "Map"), "")
	if past {
		d.say("What follows is as it was then, not as it is now.")
	}
	if !v.operates() || v.Kind == Answer {
		v.near(d)
	}
	if v.Picture != "" {
		d.add(block{Picture: v.Picture})
	}
	if v.Had {
		d.say("It has not changed since its picture came.")
	}
	if lines != nil {
		d.draw(lines)
		d.say("30o is a city of 30 with a free space, .10 a town, " + v.costMark(20) + " what building costs.")
		for i := range d.blocks[len(d.blocks)-2:] { // the picture shows it better
			d.blocks[len(d.blocks)-2+i].TextOnly = v.Picture != ""
		}
	}
}

// hexes lists the hexes with stops, then other track, then empty hexes. Stops whose values depend on the
// phase have a list of their own.
func (v *view) hexes(d *doc) {
	d.topic("Hexes", "hex", "[XX] station, (XX) kept for a home, [ ] free space")
	v.hexesThat(d, func(string) bool { return true })
	v.borders(d)
	v.marked(d)
}

// hexesThat lists some hexes.
func (v *view) hexesThat(d *doc, are func(at string) bool) {
	t := &table{Columns: []column{{Head: "Hex"}, {Head: "Name", Most: 22}, {Head: "Tile"}, {Head: "Stops and track", Wrap: true, Asks: "stop"}}}
	var track []cell
	mark, open := "", "" // the first label of either kind, to explain what it means
	for i := range v.board.Hexes {
		hex := &v.board.Hexes[i]
		face := v.board.Face(hex.At)
		switch {
		case v.isOutside(hex) || !are(hex.At):
		case len(face.Stops) > 0:
			if label := labelOf(hex, face); strings.HasSuffix(label, "?") {
				open = cmp.Or(open, label)
			} else {
				mark = cmp.Or(mark, label)
			}
			t.add(plain(hex.At), plain(labelled(hex, face)), plain(v.tile(hex)), v.stops(hex, face))
		case len(face.Track) > 0:
			track = append(track, cell{{Text: hex.At + " " + v.tile(hex) + " " + v.through(face) + v.marksOn(hex.At)}})
		}
	}
	if len(t.Rows) > 0 {
		d.add(block{Table: t})
	}
	if mark != "" {
		d.say(fmt.Sprintf("(%s) after a name: only tiles marked %s may be laid there.", mark, mark))
	}
	if open != "" {
		d.say("(" + open + ") after a name: " + v.onlyOne(open) + ".")
	}
	v.plainTrack(d, track)
	v.blanks(d, are)
}

// near shows a picture of the map near the reader's companies.
func (v *view) near(d *doc) {
	if v.Near == "" {
		return
	}
	rest := "All of it is below."
	if v.Picture == "" {
		rest = `"map" sends all of it.`
	}
	d.add(block{Picture: v.Near, Caption: "The map near " + list(v.NearTo, "and") + ", large. " + rest})
}

// operates reports whether the reader moves for a company. Then the part of the map near it is shown beside
// the move.
func (v *view) operates() bool { return len(companiesOf(v.turn)) > 0 }

// borders lists edges that cannot be crossed yet, or only for money.
func (v *view) borders(d *doc) {
	var kinds []string
	edges := map[string][]string{}
	for _, b := range v.pos.Borders {
		kind := v.money(b.Cost)
		if b.Shut {
			kind += ", shut in this phase"
		}
		if edges[kind] == nil {
			kinds = append(kinds, kind)
		}
		to, _ := v.board.Neighbour(b.Hex, b.Edge)
		edges[kind] = append(edges[kind], b.Hex+"-"+to)
	}
	if len(kinds) == 0 {
		return
	}
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, k := range kinds {
		t.add(plain(k), plain(strings.Join(edges[k], " ")))
	}
	d.say("Joining track over the edge between two hexes costs:")
	d.add(block{Table: t})
}

// marksOn returns the marks on a hex: " +coal".
func (v *view) marksOn(hex string) string {
	var out strings.Builder
	for _, m := range v.pos.MarksAt(hex) {
		out.WriteString(" +" + m)
	}
	return out.String()
}

// marked lists the hexes that have each kind of mark.
func (v *view) marked(d *doc) {
	var words []string
	hexes := map[string][]string{}
	for _, m := range v.pos.Marks {
		if hexes[m.Word] == nil {
			words = append(words, m.Word)
		}
		if !slices.Contains(hexes[m.Word], m.Hex) {
			hexes[m.Word] = append(hexes[m.Word], m.Hex)
		}
	}
	if len(words) == 0 {
		return
	}
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, w := range words {
		t.add(plain(w), plain(strings.Join(hexes[w], " ")))
	}
	d.say("Marks are on:")
	d.add(block{Table: t})
}

func (v *view) isOutside(hex *board.Hex) bool {
	stops := v.board.Face(hex.At).Stops
	return len(stops) > 0 && !slices.ContainsFunc(stops, func(s board.Stop) bool { return s.Revenue.By == nil })
}

// labelOf returns the label of a hex for its tiles, "" if it has none.
func labelOf(hex *board.Hex, face *board.Face) string { return cmp.Or(face.Label, hex.Label) }

// labelled names a hex with the label for its tiles: "Boston (B)".
func labelled(hex *board.Hex, face *board.Face) string {
	label := labelOf(hex, face)
	if label == "" {
		return hex.Name
	}
	return strings.TrimSpace(hex.Name + " (" + label + ")")
}

// tile names the tile on a hex.
func (v *view) tile(hex *board.Hex) string {
	l, ok := v.State.Tile(hex.At)
	switch {
	case ok:
		return l.Tile
	case len(hex.Track) > 0:
		return hex.Color
	}
	return "-"
}

// stops describes each stop of a hex: value, stations, exits.
func (v *view) stops(hex *board.Hex, face *board.Face) cell {
	var out cell
	for i, st := range face.Stops {
		if i > 0 {
			out = append(out, span{Text: "; "})
		}
		out = append(out, v.stop(hex, face, i, st)...)
	}
	if through := v.through(face); through != "" {
		out = append(out, span{Text: "; past it " + through})
	}
	if marks := v.marksOn(hex.At); marks != "" {
		out = append(out, span{Text: marks})
	}
	if v.table.TerrainDue(hex.At) > 0 {
		out = append(out, span{Text: "; " + v.terrain(hex) + " to build"})
	}
	return out
}

func (v *view) stop(hex *board.Hex, face *board.Face, i int, st board.Stop) cell {
	value := v.money(st.Revenue.In(v.table.Phase().Offboard))
	if len(face.Track) == 0 {
		value = string(st.Kind)
	}
	value += forTrains(st, v.money)
	if st.Name != "" && len(face.Stops) > 1 {
		value = st.Name + " " + value
	}
	if len(face.Track) > 0 && mixed(face) {
		value = string(st.Kind) + " " + value
	}
	out := cell{{Text: value}}
	if spaces := v.spaces(hex, i, st); len(spaces) > 0 {
		out = append(append(out, span{Text: " "}), spaces...)
	}
	if exits := v.stopExits(face, i); exits != "" {
		gap := " "
		if len(out) == 1 {
			gap = tie
		}
		out = append(out, span{Text: gap}, span{Text: exits, Whole: true})
	}
	return out
}

// mixed reports whether a face has stops of more than one kind.
func mixed(face *board.Face) bool {
	return slices.ContainsFunc(face.Stops, func(s board.Stop) bool { return s.Kind != face.Stops[0].Kind })
}

// spaces draws the station spaces of a stop.
func (v *view) spaces(hex *board.Hex, i int, st board.Stop) cell {
	var out cell
	pieces := v.State.At(board.Spot{Hex: hex.At, N: i}.String())
	for _, p := range pieces {
		if strings.HasPrefix(p, "keep:") {
			out = append(out, span{Text: "("}, v.company(step.Label(p)), span{Text: ")"})
			continue
		}
		out = append(out, span{Text: "["}, v.company(step.Label(p)), span{Text: "]"})
	}
	for range st.Slots - len(pieces) {
		out = append(out, span{Text: tied("[ ]")})
	}
	return out
}

// stopExits names the edges whose track leads to a stop.
func (v *view) stopExits(face *board.Face, i int) string {
	var out []string
	for _, e := range face.Exits() {
		if leads(face, e, i) {
			out = append(out, v.board.Layout.Compass(e))
		}
	}
	return strings.Join(out, "-")
}

// leads reports whether track goes from an edge to a stop.
func leads(face *board.Face, edge, stop int) bool {
	from, to := board.End(edge), board.StopEnd(stop)
	return slices.ContainsFunc(face.Track, func(p board.Path) bool {
		return p.A == from && p.B == to || p.A == to && p.B == from
	})
}

// through names the track that meets no stop: "N-S SW-NE". If all its edges are joined, it is one piece:
// "N-S-NE".
func (v *view) through(face *board.Face) string {
	var pairs, joint []int // pairs holds 6a+b with a below b
	sides := map[int]bool{}
	for _, p := range face.Track {
		a, aEdge := p.A.Edge()
		b, bEdge := p.B.Edge()
		switch {
		case aEdge && bEdge:
			pairs = append(pairs, 6*min(a, b)+max(a, b))
			sides[a], sides[b] = true, true
		case aEdge && p.B < 0: // the junction
			joint = append(joint, a)
		case bEdge && p.A < 0:
			joint = append(joint, b)
		}
	}
	slices.Sort(pairs)
	var out []string
	if n := len(sides); n > 2 && len(pairs) == n*(n-1)/2 {
		out = append(out, v.sides(slices.Sorted(maps.Keys(sides))))
	} else {
		for _, p := range pairs {
			out = append(out, v.sides([]int{p / 6, p % 6}))
		}
	}
	if len(joint) > 0 {
		slices.Sort(joint)
		out = append(out, v.sides(joint))
	}
	return strings.Join(out, " ")
}

// sides joins the names of edges: "N-S".
func (v *view) sides(edges []int) string {
	var out []string
	for _, e := range edges {
		out = append(out, v.board.Layout.Compass(e))
	}
	return strings.Join(out, "-")
}

// plainTrack lists track without stops, several hexes on a line.
func (v *view) plainTrack(d *doc, track []cell) {
	if len(track) > 0 {
		d.say("Track without stops (hex, tile, track):")
		d.add(block{List: track})
	}
}

// blanks sums up the hexes without tile or track, by the cost of building.
func (v *view) blanks(d *doc, are func(at string) bool) {
	var order []string
	hexes := map[string][]string{}
	for i := range v.board.Hexes {
		hex := &v.board.Hexes[i]
		face := v.board.Face(hex.At)
		if !are(hex.At) || len(face.Track)+len(face.Stops) > 0 || hex.Color == "blue" || hex.Color == "gray" || hex.Color == "red" {
			continue
		}
		key := v.terrain(hex)
		if hexes[key] == nil {
			order = append(order, key)
		}
		hexes[key] = append(hexes[key], hex.At+v.closed(hex)+tied(v.marksOn(hex.At)))
	}
	if len(order) == 0 {
		return
	}
	slices.Sort(order)
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, key := range order {
		t.add(plain(key), plain(strings.Join(hexes[key], " ")))
	}
	d.say("Empty hexes:")
	d.add(block{Table: t})
}

// terrain says what the first tile on a hex costs: "$80 mountain", "$60 mountain
// + $20 river".
func (v *view) terrain(hex *board.Hex) string {
	var out []string
	for _, t := range hex.Grounds() {
		out = append(out, strings.TrimSpace(v.money(t.Cost)+" "+t.Kind))
	}
	return cmp.Or(strings.Join(out, " + "), "free")
}

// forTrains tells the values that belong to trains: " (D $80)".
func forTrains(st board.Stop, money func(int) string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(st.Revenue.Trains)) {
		out = append(out, name+" "+money(st.Revenue.Trains[name]))
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

// closed names the edges that no track may cross.
func (v *view) closed(hex *board.Hex) string {
	if len(hex.Blocked) == 0 {
		return ""
	}
	var out []string
	for _, e := range hex.Blocked {
		out = append(out, v.board.Layout.Compass(e))
	}
	return fmt.Sprintf("(not %s)", strings.Join(out, ","))
}
