package grammar

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// said holds the compass points of a line.
type said struct {
	edges uint8  // bit e: edge e was said
	mask  uint64 // the words that name them
	start int
	twice bool
}

// compassWords maps compass points in words to letters.
var compassWords = map[string]string{
	"north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw",
}

func point(text string) string {
	if p, ok := compassWords[text]; ok {
		return p
	}
	return text
}

// initial reports whether word i is a letter of a symbol and not a compass point: the E of "E&K". In "SW&E"
// each word is a compass point.
func (m *matcher) initial(i int) bool {
	layout := m.ctx.Facts.Map.Layout
	other := func(j int) bool {
		_, is := layout.Edge(point(m.words[j].text))
		return !is
	}
	return m.words[i].joins && other(i-1) || i+1 < len(m.words) && m.words[i+1].joins && other(i+1)
}

// compass reads the compass points of the line. "south-west" is one of them.
func (m *matcher) compass() said {
	if m.points != nil {
		return *m.points
	}
	m.points = &said{start: len(m.words)}
	if m.ctx.Facts == nil || m.ctx.Facts.Map == nil {
		return *m.points
	}
	layout := m.ctx.Facts.Map.Layout
	for i := 0; i < len(m.words); i++ {
		name, n := point(m.words[i].text), 1
		if _, whole := compassWords[m.words[i].text]; whole && i+1 < len(m.words) {
			if e, ok := layout.Edge(name + point(m.words[i+1].text)); ok {
				name, n = layout.Compass(e), 2
			}
		}
		if e, ok := layout.Edge(name); ok && !m.initial(i) {
			m.points.twice = m.points.twice || m.points.edges&(1<<e) != 0
			m.points.edges |= 1 << e
			m.points.mask |= (1<<(i+n) - 1) &^ (1<<i - 1)
			m.points.start = min(m.points.start, i)
			i += n - 1
		}
	}
	return *m.points
}

// exits adds the compass points of the line as a span if all of them are edges of the set.
func (c *collector) exits(set uint8) {
	p := c.m.compass()
	if p.edges == 0 || p.twice || p.edges&^set != 0 {
		return
	}
	how := exact
	if p.edges != set {
		how = short
	}
	c.put(span{p.mask, p.start, p.start + 1, how})
}

// edges finds a word like "W-SE", in any order.
func (c *collector) edges(arg string) {
	f := c.m.ctx.Facts
	if f == nil || f.Map == nil {
		return
	}
	set := uint8(0)
	for _, p := range strings.Split(arg, "-") {
		e, ok := f.Map.Layout.Edge(p)
		if !ok {
			return
		}
		set |= 1 << e
	}
	c.exits(set)
}

// A laying is an option that puts a tile on a hex.
type laying struct {
	hex  string
	tile *board.Tile
	rot  int
}

// laying parses HEX TILE ROTATION. More words may follow.
func (c Context) laying(args []string) (laying, bool) {
	if len(args) < 3 || c.Facts == nil || c.Facts.Map == nil || len(args[2]) != 1 || args[2] > "5" || args[2] < "0" {
		return laying{}, false
	}
	hex, tile := c.Facts.Map.Hex(args[0]), c.Facts.Map.Tile(args[1])
	if hex == nil || tile == nil {
		return laying{}, false
	}
	return laying{hex.At, tile, int(args[2][0] - '0')}, true
}

func (l laying) exits() uint8 {
	set := uint8(0)
	for _, e := range l.tile.Turned(l.rot).Exits() {
		set |= 1 << e
	}
	return set
}

// A turn is a tile in one rotation.
type turn struct {
	tile *board.Tile
	rot  int
}

// turns returns what the line may say about the rotation of a tile.
func (m *matcher) turns(l laying) sense {
	key := turn{l.tile, l.rot}
	if s, ok := m.turned[key]; ok {
		return s
	}
	c := collector{m: m, out: slices.Clone(m.spans(strconv.Itoa(l.rot)))}
	c.exits(l.exits())
	s := senseOf(c.out)
	m.turned[key] = s
	return s
}

// look describes what can be seen of a tile once it is laid: its track, and where the stops of the hex end
// up. Rotations with the same look count as one.
func (c Context) look(l laying) string {
	face := l.tile.Turned(l.rot)
	stops := make([]string, len(face.Stops))
	for i, s := range face.Stops {
		stops[i] = fmt.Sprintf("%s %v %d", s.Kind, s.Revenue, s.Slots)
	}
	var track []string
	name := func(e board.End) string {
		if i, ok := e.Stop(); ok {
			return "s" + strconv.Itoa(i)
		}
		return strconv.Itoa(int(e))
	}
	for _, p := range face.Track {
		ends := []string{name(p.A), name(p.B)}
		slices.Sort(ends)
		for i := range stops {
			if at := slices.Index(ends, "s"+strconv.Itoa(i)); at >= 0 {
				stops[i] += " " + ends[1-at]
			}
		}
		if _, a := p.A.Stop(); !a {
			if _, b := p.B.Stop(); !b {
				track = append(track, strings.Join(ends, "-"))
			}
		}
	}
	return c.settle(l, stops, track)
}

// settle writes a look so that it does not depend on how the stops of the tile are numbered.
func (c Context) settle(l laying, stops, track []string) string {
	for i, s := range stops {
		words := strings.Fields(s)
		slices.Sort(words)
		stops[i] = strings.Join(words, " ")
	}
	var old []string
	if c.Board != nil && len(stops) > 1 {
		carry, _ := c.Board.Fit(l.hex, l.tile.ID, l.rot)
		for from, to := range carry {
			if key, _ := c.stop(l.hex, from); to >= 0 && key != "" {
				old = append(old, key+" "+stops[to])
			}
		}
	}
	slices.Sort(old)
	slices.Sort(stops)
	slices.Sort(track)
	return strings.Join(stops, ",") + "|" + strings.Join(track, ",") + "|" + strings.Join(old, ",")
}

// stop returns what tells a stop of a hex from the others there: key is "" if nothing does. Towns are alike, and so are cities
// in which nothing stands. said is that in words: " of New York with B&M".
func (c Context) stop(hex string, n int) (key, said string) {
	s := c.Board.Face(hex).Stops[n]
	if s.Name != "" {
		said = " of " + s.Name
	}
	switch {
	case s.Slots > 0 && c.Stands == nil:
		return said + strconv.Itoa(n), said
	case s.Slots > 0:
		if in := c.Stands(board.Spot{Hex: hex, N: n}); in != "" {
			said += " with " + in
		}
	}
	return said, said
}

// Standing is Context.Stands in a position.
func Standing(s *engine.State) func(board.Spot) string {
	return func(at board.Spot) string { return strings.Join(step.Labels(s.At(at.String())), " and ") }
}

// Same reports whether two commands do the same: they are one, or lay one tile in rotations
// that look alike.
func Same(ctx Context, a, b engine.Command) bool {
	if a.String() == b.String() {
		return true
	}
	la, ok := ctx.laying(a.Args)
	lb, too := ctx.laying(b.Args)
	return ok && too && a.Verb == b.Verb && la.hex == lb.hex && la.tile == lb.tile && slices.Equal(a.Args[3:], b.Args[3:]) && ctx.look(la) == ctx.look(lb)
}

// Phrase writes a command as players like to read it. A lay names the edges its track
// leads to, if they show how the tile lies: "lay H6 8 W-SE". Players are named. Match reads it as a command
// with the same effect.
func Phrase(ctx Context, c engine.Command) string {
	c.Args = ctx.called(c.Args)
	l, ok := ctx.laying(c.Args)
	if !ok {
		return c.String()
	}
	if !ctx.shown(l) {
		return c.String()
	}
	if bits.OnesCount8(l.exits()) == 6 {
		return strings.Join(append([]string{c.Verb, l.hex, l.tile.ID}, c.Args[3:]...), " ")
	}
	return strings.Join(append([]string{c.Verb, l.hex, l.tile.ID, l.tile.Leads(l.rot)}, c.Args[3:]...), " ")
}

// shown reports whether the edges to which a tile leads show how it lies.
func (c Context) shown(l laying) bool {
	set, look := l.exits(), c.look(l)
	for rot := range 6 {
		if o := (laying{l.hex, l.tile, rot}); o.exits() == set && c.look(o) != look {
			return false
		}
	}
	return true
}

// Lies says how a tile lies that Phrase writes with a rotation, because its edges do not show it: which of them each piece
// of its track joins, "town N-SE, town S-NW". It is "" for all other commands.
func Lies(ctx Context, c engine.Command) string {
	l, ok := ctx.laying(c.Args)
	if !ok || ctx.shown(l) {
		return ""
	}
	face := l.tile.Turned(l.rot)
	edges := make([]uint8, len(face.Stops)) // that lead to each stop
	var out []string
	for _, p := range face.Track {
		a, b := p.A, p.B
		if _, stop := a.Stop(); stop {
			a, b = b, a
		}
		e, edge := a.Edge()
		i, stop := b.Stop()
		other, across := b.Edge()
		switch {
		case edge && stop:
			edges[i] |= 1 << e
		case edge && across:
			out = append(out, "track "+ctx.joined(1<<e|1<<other))
		}
	}
	for i, s := range face.Stops {
		out = append(out, string(s.Kind)+ctx.inside(l, i)+" "+ctx.joined(edges[i]))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// joined names a set of edges: "N-SE".
func (c Context) joined(set uint8) string {
	var out []string
	for e := range 6 {
		if set&(1<<e) != 0 {
			out = append(out, c.Facts.Map.Layout.Compass(e))
		}
	}
	return strings.Join(out, "-")
}

// inside names the stop of the hex that becomes a stop of the tile by what tells it from the others: " of New York".
func (c Context) inside(l laying, stop int) string {
	if c.Board == nil {
		return ""
	}
	carry, _ := c.Board.Fit(l.hex, l.tile.ID, l.rot)
	if from := slices.Index(carry, stop); from >= 0 {
		_, said := c.stop(l.hex, from)
		return said
	}
	return ""
}

// called replaces ids of players with their names, except for a name that two of them share or that is the id
// of another.
func (c Context) called(args []string) []string {
	out := slices.Clone(args)
	for i, id := range out {
		name := c.Players[id]
		if name == "" || c.Players[name] != "" {
			continue
		}
		shared := false
		for other, n := range c.Players {
			shared = shared || other != id && strings.EqualFold(n, name)
		}
		if !shared {
			out[i] = name
		}
	}
	return out
}
