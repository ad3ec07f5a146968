package sheet

import (
	"html/template"
	"strings"

	"pbem/templates"
)

// page writes a document. The template escapes all it is given.
var page = template.Must(template.ParseFS(templates.Files, "mail.html"))

// html writes the blocks as a document.
func (d *doc) html() string {
	var blocks []htmlBlock
	for _, b := range d.blocks {
		if b.TextOnly {
			continue
		}
		h := htmlBlock{block: b, Picture: source(b.Picture)}
		if b.Table != nil {
			h.Table = b.Table.html()
		}
		blocks = append(blocks, h)
	}
	var out strings.Builder
	if err := page.Execute(&out, blocks); err != nil {
		panic(err) // the template and the data are both ours
	}
	return out.String()
}

// source lets the picture come from the mail itself only.
func source(src string) template.URL {
	if strings.HasPrefix(src, "cid:") || strings.HasPrefix(src, "data:image/png;") {
		return template.URL(src)
	}
	return ""
}

type htmlBlock struct {
	block
	Picture template.URL
	Table   *htmlTable
}

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
			cells = append(cells, htmlCell{Spans: c, Right: t.Columns[i].Right, Wrap: t.Columns[i].Wrap, Line: out.Heads})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}
