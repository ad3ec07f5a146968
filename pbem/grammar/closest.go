package grammar

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
)

// closest returns the legal commands that explain most of the line. Of lays that explain as much, those nearest
// on the map to a hex of the line come first.
func (m *matcher) closest(candidates []candidate) []string {
	levels, away := map[int][]nearby{}, m.away()
	most := 0
	m.each(candidates, func(ch engine.Choice, o engine.Option) {
		like := m.likeness(o)
		most = max(most, like)
		levels[like] = append(levels[like], nearby{ch, o, away(o)})
	})
	var out []string
	for level := most; level >= 0 && level >= most-1 && (level > 0 || most == 0); level-- {
		slices.SortStableFunc(levels[level], func(a, b nearby) int { return a.away - b.away })
		for _, one := range levels[level] {
			if len(out) == mostClosest {
				break
			}
			if text := m.write(one.choice, one.option); !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return append(out, m.automatically(candidates)...)
}

// A nearby is an option of a choice, and how far it is from what the line names.
type nearby struct {
	choice engine.Choice
	option engine.Option
	away   int
}

// away returns a function that tells how far the hex of a lay is from the hex that the line names; 0 if it names
// none or several.
func (m *matcher) away() func(o engine.Option) int {
	none := func(engine.Option) int { return 0 }
	if m.ctx.Facts == nil || m.ctx.Facts.Map == nil || len(m.words) > maxWords {
		return none
	}
	said := ""
	for _, w := range m.words {
		for _, h := range m.ctx.Facts.Map.Hexes {
			if !strings.EqualFold(w.text, h.At) || said == h.At {
				continue
			}
			if said != "" {
				return none
			}
			said = h.At
		}
	}
	if said == "" {
		return none
	}
	return func(o engine.Option) int {
		if l, ok := m.ctx.laying(o.Args); ok {
			return apart(m.ctx.Facts.Map, said, l.hex)
		}
		return 0
	}
}

// apart returns how many hexes one has to go from one hex to another, across blocked edges too.
func apart(on *board.Map, a, b string) int {
	ax, ay := on.Center(a)
	bx, by := on.Center(b)
	dx, dy := max(ax-bx, bx-ax), max(ay-by, by-ay)
	if !on.Layout.Pointy {
		dx, dy = dy, dx
	}
	return dy + max(0, (dx-dy)/2)
}

// likeness counts the words of the line that an option explains. A rotation counts only if it is said with
// compass points.
func (m *matcher) likeness(o engine.Option) int {
	mask := m.reach(o)
	if l, ok := m.ctx.laying(o.Args); ok {
		mask = m.sense(o.Args[0]).mask | m.sense(o.Args[1]).mask
		if p := m.compass(); p.edges&^l.exits() == 0 {
			mask |= p.mask
		}
	}
	return bits.OnesCount64(mask & m.need)
}

// automatically returns the candidates that the program can complete by itself.
func (m *matcher) automatically(candidates []candidate) []string {
	var out []string
	for _, ch := range m.choices {
		if freeForm(ch) && slices.ContainsFunc(candidates, func(c candidate) bool { return c.verb == ch.Verb }) {
			if _, err := ch.Free([]string{"auto"}); err == nil || ch.Options != nil {
				out = append(out, ch.Verb+" auto")
			}
		}
	}
	return out
}

// write writes an option for people, with the amount that the line says, or else with the range of its amount.
func (m *matcher) write(ch engine.Choice, o engine.Option) string {
	text := Phrase(m.ctx, engine.Command{Verb: ch.Verb, Args: o.Args})
	if o.Range == nil {
		return text
	}
	var said []string
	for _, w := range m.words {
		if n, ok := w.number(); ok && !w.train && !slices.Contains(o.Args, w.raw) && (w.money || !slices.Contains(o.Args, "train")) {
			said = append(said, strconv.Itoa(n))
		}
	}
	if len(said) == 1 && o.Match(append(slices.Clone(o.Args), said[0])) {
		return text + " " + said[0]
	}
	return text + " " + o.Range.String()
}
