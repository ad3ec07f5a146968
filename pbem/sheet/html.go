package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	g "maragu.dev/gomponents"
)

// html writes the blocks as a document, narrow enough for a telephone, in ASCII:
// so it goes through the mail as it is.
func (d *doc) html() string {
	d = d.stacked()
	return ascii(written(d.letter(), 2000*len(d.blocks)))
}

// ascii writes all else in a document as numbers.
func ascii(s string) string {
	foreign := func(r rune) bool { return r >= utf8.RuneSelf }
	if !strings.ContainsFunc(s, foreign) {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + len(s)/8)
	for i := strings.IndexFunc(s, foreign); i >= 0; i = strings.IndexFunc(s, foreign) {
		r, n := utf8.DecodeRuneInString(s[i:])
		fmt.Fprintf(&out, "%s&#%d;", s[:i], r)
		s = s[i+n:]
	}
	out.WriteString(s)
	return out.String()
}

// stacked sets what has to go below rows there.
func (d *doc) stacked() *doc {
	out := &doc{blocks: slices.Clone(d.blocks), answer: d.answer}
	for i, b := range out.blocks {
		if b.Table != nil {
			out.blocks[i].Table = b.Table.stacked()
		}
	}
	return out
}

// stacked sets columns below their rows: "par $100, tokens 2, IPO 6".
func (t *table) stacked() *table {
	out := &table{Columns: slices.DeleteFunc(slices.Clone(t.Columns), func(c column) bool { return c.Below != "" })}
	for _, r := range t.Rows {
		if r.Wide != nil {
			out.under(r)
			continue
		}
		beside, below := t.split(r.Cells)
		out.add(beside...)
		if below != "" {
			out.under(row{Wide: plain(below)})
		}
	}
	return out
}

// under adds a wide row; what is added to one row stands in one line.
func (t *table) under(r row) {
	n := len(t.Rows)
	if r.Title || n == 0 || t.Rows[n-1].Wide == nil || t.Rows[n-1].Title {
		t.Rows = append(t.Rows, r)
		return
	}
	t.Rows[n-1].Wide = slices.Concat(t.Rows[n-1].Wide, plain(", "), r.Wide)
}

// split parts the cells of a row into those that stay and what goes below.
func (t *table) split(cells []cell) (beside []cell, below string) {
	var parts []string
	for i, c := range cells {
		switch name := t.Columns[i].Below; {
		case name == "":
			beside = append(beside, c)
		case c.text() != "-" && c.text() != "":
			parts = append(parts, tied(name+" "+c.text()))
		}
	}
	return beside, strings.Join(parts, ", ")
}

// written is a document as a text; the builder takes all it is given.
func written(n g.Node, room int) string {
	var out strings.Builder
	out.Grow(room)
	if err := n.Render(&out); err != nil {
		panic(err) // a builder refuses nothing
	}
	return out.String()
}

// source lets the picture come from the mail itself only.
func source(src string) string {
	if strings.HasPrefix(src, "cid:") || strings.HasPrefix(src, "data:image/png;") {
		return src
	}
	return ""
}

// short reports whether a name or the like leaves a small screen room enough
// when it is not broken.
func short(s string) bool { return columns(s) <= 12 }

type htmlTable struct {
	Heads   bool
	Columns []column
	Rows    [][]htmlCell
}

type htmlCell struct {
	Spans cell
	Span  int // columns it runs over
	Right bool
	Wrap  bool
	Whole bool // is never broken
	Title bool // heads the rows below
	Under bool // belongs to the row above
	Line  bool // has a rule above
}

func (t *table) html() *htmlTable {
	out := &htmlTable{Heads: t.heads(), Columns: t.Columns}
	for _, r := range t.Rows {
		if r.Wide != nil {
			out.Rows = append(out.Rows, []htmlCell{{Spans: r.Wide, Span: len(t.Columns), Wrap: true, Title: r.Title, Under: !r.Title}})
			continue
		}
		var cells []htmlCell
		for i, c := range r.Cells {
			cells = append(cells, htmlCell{Spans: c, Right: t.Columns[i].Right, Wrap: t.Columns[i].Wrap, Line: out.Heads,
				Whole: t.Columns[i].Right || !t.Columns[i].Wrap && short(c.text())})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// class says in a page how a cell looks: numbers, what wraps, what belongs to
// the row above.
func (c htmlCell) class() string {
	switch {
	case c.Under:
		return "under"
	case c.Right:
		return "n"
	case c.Wrap:
		return "w"
	}
	return ""
}
