package sheet

import (
	"strings"
)

const indent = "  "

// text writes the blocks as plain text.
func (d *doc) text() string {
	var w textWriter
	for _, b := range d.blocks {
		w.block(b)
	}
	return strings.TrimLeft(w.b.String(), "\n")
}

type textWriter struct{ b strings.Builder }

// line writes a line without trailing blanks.
func (w *textWriter) line(s string) {
	w.b.WriteString(strings.TrimRight(strings.ReplaceAll(s, tie, " "), " "))
	w.b.WriteByte('\n')
}

func (w *textWriter) block(b block) {
	switch {
	case b.HTMLOnly:
		return
	case b.Cut != "":
		w.line(b.Cut)
	case b.Head != "":
		w.heading(b)
	case b.Text != nil:
		w.paragraph(b)
	case b.Table != nil:
		w.table(b.Table)
	case b.List != nil:
		w.table(across(b.List))
	case b.Examples != nil:
		w.examples(b.Examples)
	}
	for _, l := range b.Drawing {
		w.line(l.text())
	}
}

func (w *textWriter) heading(b block) {
	head := strings.ToUpper(b.Head)
	w.line("")
	if b.Aside == "" {
		w.line(head)
		return
	}
	for i, l := range wrap(b.Aside, Columns-columns(head)-2) {
		if i == 0 {
			w.line(head + "  " + l)
			continue
		}
		w.line(strings.Repeat(" ", columns(head)+2) + l)
	}
}

func (w *textWriter) paragraph(b block) {
	in := indent
	if b.Big {
		w.line("")
		in = ""
	}
	for _, l := range wrap(cell(b.Text).text(), Columns-len(in)) {
		w.line(in + l)
	}
}

// examples writes lines to copy. Each line, even a wrapped one, begins with the mark that keeps it from being
// read as a command.
func (w *textWriter) examples(list []example) {
	wide := 0
	for _, e := range list {
		if n := columns(e.Command); n <= 36 {
			wide = max(wide, n)
		}
	}
	for _, e := range list {
		if columns(e.Command) > wide {
			w.longExample(e)
			continue
		}
		for i, l := range wrap(e.Gloss, Columns-len(indent)-4-wide) {
			left := ". " + e.Command
			if i > 0 {
				left = "."
			}
			w.line(indent + pad(left, wide+4, false) + l)
		}
	}
}

func (w *textWriter) longExample(e example) {
	for i, l := range wrap(e.Command, Columns-len(indent)-4) {
		if i > 0 {
			l = "  " + l
		}
		w.line(indent + ". " + l)
	}
	if e.Gloss != "" {
		for _, l := range wrap(e.Gloss, Columns-len(indent)-6) {
			w.line(indent + ".     " + l)
		}
	}
}

// table writes a table with columns as wide as they need to be.
func (w *textWriter) table(t *table) {
	widths := t.widths()
	if t.heads() {
		heads := make([]cell, len(t.Columns))
		for i, c := range t.Columns {
			heads[i] = plain(c.Head)
		}
		w.row(t, widths, heads)
	}
	for _, r := range t.Rows {
		if r.Wide == nil {
			w.row(t, widths, r.Cells)
			continue
		}
		in := indent
		if !r.Title {
			in = strings.Repeat(" ", len(indent)+widths[0]+1)
		}
		for _, l := range wrap(r.Wide.text(), Columns-len(in)) {
			w.line(in + l)
		}
	}
}

// across puts short entries in columns, filled from top to bottom.
func across(list []cell) *table {
	for n := min(4, len(list)); ; n-- {
		if t := spread(list, n); n <= 1 || t.natural() <= Columns {
			return t
		}
	}
}

func spread(list []cell, across int) *table {
	t := &table{Columns: make([]column, across)}
	down := (len(list) + across - 1) / across
	for i := range down {
		cells := make([]cell, across)
		for j := range across {
			if n := j*down + i; n < len(list) {
				cells[j] = list[n]
			}
		}
		t.add(cells...)
	}
	return t
}

// row writes one row on as many lines as it needs.
func (w *textWriter) row(t *table, widths []int, cells []cell) {
	parts, lines := make([][]string, len(cells)), 1
	for i, c := range cells {
		if t.Columns[i].Wrap {
			parts[i] = wrap(c.text(), widths[i])
		} else {
			parts[i] = []string{cut(c.text(), widths[i])}
		}
		lines = max(lines, len(parts[i]))
	}
	for n := range lines {
		var out []string
		for i := range cells {
			part := ""
			if n < len(parts[i]) {
				part = parts[i][n]
			}
			out = append(out, pad(part, widths[i], t.Columns[i].Right))
		}
		w.line(indent + strings.Join(out, " "))
	}
}

// widths fits the columns into a line. Columns that wrap become narrower first, then the widest of the
// others.
func (t *table) widths() []int {
	out := t.wanted()
	for t.sum(out) > Columns {
		out[t.gives(out)]--
	}
	return out
}

// natural returns the width of the table if nothing wraps.
func (t *table) natural() int { return t.sum(t.wanted()) }

func (t *table) wanted() []int {
	out := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		out[i] = columns(c.Head)
		for _, r := range t.Rows {
			if r.Wide == nil {
				out[i] = max(out[i], columns(r.Cells[i].text()))
			}
		}
		if c.Most > 0 {
			out[i] = min(out[i], max(c.Most, columns(c.Head)))
		}
	}
	return out
}

func (t *table) sum(widths []int) int {
	n := len(indent) + len(widths) - 1
	for _, w := range widths {
		n += w
	}
	return n
}

// leastWrap is the smallest width of a column that wraps.
const leastWrap = 14

// gives returns the column that becomes narrower: the widest of those that wrap, otherwise the widest of all.
func (t *table) gives(widths []int) int {
	best, wraps := 0, false
	for i, w := range widths {
		can := t.Columns[i].Wrap && w > leastWrap
		if can && !wraps || can == wraps && w > widths[best] {
			best, wraps = i, can
		}
	}
	return best
}
