package album

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode"
)

// A chart shows the net worth of every player by round. The page colours it: series n has the class s0 to s5.
// With more players, lines are dashed and marks hollow, so that no two look alike even without colour.
type chart struct {
	b             *book
	out           strings.Builder
	width, height float64
	left, right   float64 // margins
	lo, hi, step  int     // of the scale
	marks         bool
	named         bool // names stand at the ends of lines
}

const (
	chartTop    = 14.0
	chartBottom = 34.0
	labelGap    = 15.0 // least distance between labels at the ends of lines
	hues        = 6
)

// charts draws the chart twice: for a wide page and for a small one.
func (b *book) charts() (wide, small template.HTML) {
	w := chart{b: b, width: 860, height: 400, left: 58, right: 16, marks: true}
	s := chart{b: b, width: 360, height: 300, left: 46, right: 28}
	if room := b.longestLabel() + 34; room <= mostRoom {
		w.right, w.named = room, true
	}
	return w.draw("wide-chart"), s.draw("small-chart")
}

func (c *chart) draw(class string) template.HTML {
	c.scale()
	c.printf(`<svg class="chart %s" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`+"\n", class, c.width, c.height, template.HTMLEscapeString(c.told()))
	c.grid()
	c.rounds()
	for i := range c.b.worth {
		c.line(i)
	}
	if c.named {
		c.labels()
	}
	c.printf("</svg>")
	return template.HTML(c.out.String())
}

func (c *chart) printf(format string, args ...any) { fmt.Fprintf(&c.out, format, args...) }

// told returns the chart in words.
func (c *chart) told() string {
	var out []string
	for i, id := range c.b.state.Players() {
		w := c.b.worth[i]
		out = append(out, fmt.Sprintf("%s from %s to %s", c.b.name(id), c.money(w[0]), c.money(w[len(w)-1])))
	}
	return "Net worth by round: " + strings.Join(out, ", ")
}

func (c *chart) money(n int) string { return c.b.Title.Facts.Money(n) }

// mostSteps is how many lines the scale has at most.
const mostSteps = 6

// scale finds a round scale that includes all values.
func (c *chart) scale() {
	least, most := 0, 1
	for _, w := range c.b.worth {
		least, most = min(least, slices.Min(w)), max(most, slices.Max(w))
	}
	c.step = roundStep(float64(most-least) / mostSteps)
	c.lo = int(math.Floor(float64(least)/float64(c.step))) * c.step
	c.hi = int(math.Ceil(float64(most)/float64(c.step))) * c.step
}

// roundStep returns the smallest of 1, 2, 5, 10, 20 ... that is at least n.
func roundStep(n float64) int {
	for power := 1; ; power *= 10 {
		for _, f := range []int{1, 2, 5} {
			if float64(f*power) >= n {
				return f * power
			}
		}
	}
}

func (c *chart) x(round int) float64 {
	return c.left + (c.width-c.left-c.right)*float64(round)/float64(max(len(c.b.rounds), 1))
}

func (c *chart) y(worth int) float64 {
	return chartTop + (c.height-chartTop-chartBottom)*float64(c.hi-worth)/float64(c.hi-c.lo)
}

func (c *chart) grid() {
	for n := c.lo; n <= c.hi; n += c.step {
		class := "grid"
		if n == 0 {
			class = "base"
		}
		c.printf(`<line class="%s" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, class, c.left, c.width-c.right, c.y(n), c.y(n))
		c.printf(`<text class="end" x="%.1f" y="%.1f">%s</text>`+"\n", c.left-8, c.y(n)+4, template.HTMLEscapeString(c.money(n)))
	}
}

// roundWidth is the width that the name of a round needs.
const roundWidth = 52.0

// rounds writes the names of rounds along the bottom, as many as fit.
func (c *chart) rounds() {
	every := int(math.Ceil(roundWidth * float64(len(c.b.rounds)) / (c.width - c.left - c.right)))
	for i, r := range c.b.rounds {
		x := c.x(i + 1)
		c.printf(`<line class="tick" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, x, x, c.y(c.lo), c.y(c.lo)+5)
		if (len(c.b.rounds)-1-i)%every == 0 {
			c.printf(`<text class="mid" x="%.1f" y="%.1f">%s</text>`+"\n", x, c.y(c.lo)+20, template.HTMLEscapeString(r.Name))
		}
	}
}

// dashed returns the class of a series beyond the first hues.
func dashed(i int) string {
	if i < hues {
		return ""
	}
	return " more"
}

func (c *chart) line(i int) {
	var points []string
	for n, w := range c.b.worth[i] {
		points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(n), c.y(w)))
	}
	c.printf(`<g class="s%d%s"><polyline points="%s"/>`, i%hues, dashed(i), strings.Join(points, " "))
	for n, w := range c.b.worth[i] {
		if last := n == len(c.b.rounds); c.marks || last {
			c.printf(`<path d="%s"><title>%s</title></path>`, mark(i, c.x(n), c.y(w)), template.HTMLEscapeString(c.point(i, n)))
		}
	}
	c.printf("</g>\n")
}

// point describes a mark.
func (c *chart) point(player, n int) string {
	when := "start"
	if n > 0 {
		when = c.b.rounds[n-1].Name
	}
	return fmt.Sprintf("%s, %s: %s", c.b.name(c.b.state.Players()[player]), when, c.money(c.b.worth[player][n]))
}

// mark returns the outline of a mark: disc, square, triangle, diamond, upside-down triangle, bar.
func mark(i int, x, y float64) string {
	switch i % hues {
	case 0:
		return fmt.Sprintf("M%.1f %.1fa3 3 0 1 0 6 0a3 3 0 1 0-6 0z", x-3, y)
	case 1:
		return fmt.Sprintf("M%.1f %.1fh5.4v5.4h-5.4z", x-2.7, y-2.7)
	case 2:
		return fmt.Sprintf("M%.1f %.1fl3.6 6h-7.2z", x, y-3.8)
	case 3:
		return fmt.Sprintf("M%.1f %.1fl3.8 3.8-3.8 3.8-3.8-3.8z", x, y-3.8)
	case 4:
		return fmt.Sprintf("M%.1f %.1fl3.6-6h-7.2z", x, y+3.8)
	}
	return fmt.Sprintf("M%.1f %.1fh2.4v8h-2.4z", x-1.2, y-4)
}

// labels writes the names at the ends of the lines, without overlap.
func (c *chart) labels() {
	type label struct {
		player int
		y      float64
	}
	var all []label
	for i, w := range c.b.worth {
		all = append(all, label{i, c.y(w[len(w)-1])})
	}
	slices.SortStableFunc(all, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	lowest := c.y(c.lo)
	for i := range all {
		if i > 0 {
			all[i].y = max(all[i].y, all[i-1].y+labelGap)
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		all[i].y, lowest = min(all[i].y, lowest), min(all[i].y, lowest)-labelGap
	}
	for _, l := range all {
		w := c.b.worth[l.player]
		at := w[len(w)-1]
		x := c.x(len(c.b.rounds))
		c.printf(`<g class="s%d%s"><path class="lead" d="M%.1f %.1fL%.1f %.1f"/>`, l.player%hues, dashed(l.player), x+5, c.y(at), x+14, l.y)
		c.printf(`<text x="%.1f" y="%.1f">%s</text></g>`+"\n", x+17, l.y+4, c.label(l.player, at))
	}
}

// label returns the name of a player with their worth.
func (c *chart) label(player, worth int) string {
	name := c.b.name(c.b.state.Players()[player])
	return template.HTMLEscapeString(name) + ` <tspan class="value">` + template.HTMLEscapeString(c.money(worth)) + `</tspan>`
}

// mostRoom is how much width names may take in a wide chart. If they need more, they stand only in the
// legend, so that no name is cut.
const mostRoom = 320.0

// longestLabel estimates the width of the widest label.
func (b *book) longestLabel() float64 {
	most := 0.0
	for i, id := range b.state.Players() {
		w := b.worth[i]
		most = max(most, textWidth(b.name(id)+" "+b.money(w[len(w)-1])))
	}
	return most
}

// textWidth estimates the width of a text in bold letters of height 13, rather too large.
func textWidth(text string) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case r > 0x2e80:
			w += 14
		case strings.ContainsRune("mwMW@%", r):
			w += 13
		case unicode.IsUpper(r):
			w += 10
		case strings.ContainsRune("iljft.,'-! ", r):
			w += 5
		default:
			w += 8.2
		}
	}
	return w
}

// A legend describes one line of the chart.
type legend struct {
	Class       string
	Mark        template.HTML
	Name, Worth string
}

// legend describes the lines of the chart, best player first.
func (b *book) legend() []legend {
	var out []legend
	order := make([]int, len(b.worth))
	for i := range order {
		order[i] = i
	}
	last := func(i int) int { return b.worth[i][len(b.worth[i])-1] }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(last(j), last(i)) })
	for _, i := range order {
		out = append(out, legend{
			Class: fmt.Sprintf("s%d%s", i%hues, dashed(i)), Name: b.name(b.state.Players()[i]), Worth: b.money(last(i)),
			Mark: template.HTML(fmt.Sprintf(`<path d="M1 8h26"/><path class="dot" d="%s"/>`, mark(i, 14, 8))),
		})
	}
	return out
}
