package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	g "maragu.dev/gomponents"
)

// html writes the blocks as an HTML document, narrow enough for a phone. It is pure ASCII, so it needs no
// further encoding in a mail.
func (d *doc) html() string {
	d = d.stacked()
	return ascii(written(d.letter(), 2000*len(d.blocks)))
}

// ascii writes all other characters as numeric entities.
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

// stacked returns the document with some columns of its tables moved below their rows.
func (d *doc) stacked() *doc {
	out := &doc{blocks: slices.Clone(d.blocks), answer: d.answer}
	for i, b := range out.blocks {
		if b.Table != nil {
			out.blocks[i].Table = b.Table.stacked()
		}
	}
	return out
}

// stacked moves columns below their rows: "par $100, tokens 2, IPO 6".
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

// under adds a wide row. Several remarks on one row share a line.
func (t *table) under(r row) {
	n := len(t.Rows)
	if r.Title || n == 0 || t.Rows[n-1].Wide == nil || t.Rows[n-1].Title {
		t.Rows = append(t.Rows, r)
		return
	}
	t.Rows[n-1].Wide = slices.Concat(t.Rows[n-1].Wide, plain(", "), r.Wide)
}

// split splits the cells of a row into those that stay and the text that goes below.
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

// written renders a document as text. room is a guess of its length.
func written(n g.Node, room int) string {
	var out strings.Builder
	out.Grow(room)
	if err := n.Render(&out); err != nil {
		panic(err) // writing to a strings.Builder cannot fail
	}
	return out.String()
}

// source accepts only pictures within the mail itself.
func source(src string) string {
	if strings.HasPrefix(src, "cid:") || strings.HasPrefix(src, "data:image/png;") {
		return src
	}
	return ""
}

// short reports whether a name is so short that it may stay unbroken on a small screen.
func short(s string) bool { return columns(s) <= 12 }

type htmlTable struct {
	Heads   bool
	Columns []column
	Rows    [][]htmlCell
}

type htmlCell struct {
	Spans cell
	Span  int // columns it spans
	Right bool
	Wrap  bool
	Whole bool // it is never broken
	Title bool // heading of the rows below
	Under bool // belongs to the row above
	Line  bool // has a rule above it
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

// class returns the CSS class of a cell in a page: numbers, text that wraps, remarks on the row above.
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
