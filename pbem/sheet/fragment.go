package sheet

import (
	"html/template"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"pbem/engine/facts"
)

// Fragment writes the whole position as a part of an HTML page, which must have
// the styles. Its sections have headings of the third level. The page has its
// own picture of the map.
func Fragment(m Mail) template.HTML {
	m.Picture = "of the page"
	v, d := look(m), &doc{}
	v.position(d)
	return template.HTML(written(g.Group(g.Map(d.blocks, partBlock)), 2000*len(d.blocks)))
}

func partBlock(b block) g.Node {
	switch {
	case b.TextOnly:
		return nil
	case b.Head != "":
		return line(h.H3(g.Text(b.Head), g.If(b.Aside != "", g.Group{g.Text(" "), h.Small(g.Text(b.Aside))})))
	case b.Table != nil:
		return line(partTable(b.Table.html()))
	case b.List != nil:
		return line(h.P(listed(b.List, partSpans)))
	case b.Drawing != nil:
		return line(h.Pre(byKeyboard, g.Map(b.Drawing, func(c cell) g.Node { return g.Group{partSpans(c), g.Raw("\n")} })))
	case b.Text != nil:
		return line(h.P(partSpans(b.Text)))
	}
	return nil
}

func partTable(t *htmlTable) g.Node {
	var head g.Node
	if t.Heads {
		head = line(h.THead(h.Tr(g.Map(t.Columns, partHead))))
	}
	rows := g.Map(t.Rows, func(r []htmlCell) g.Node { return line(h.Tr(g.Map(r, partCell))) })
	return h.Div(h.Class("wide"), byKeyboard, h.Table(head, line(h.TBody(rows))))
}

func partHead(c column) g.Node {
	if c.Head == "" {
		return h.Td()
	}
	return h.Th(g.Attr("scope", "col"), g.If(c.Right, h.Class("n")), g.Text(c.Head))
}

func partCell(c htmlCell) g.Node {
	return h.Td(c.spanned(), g.If(c.class() != "", h.Class(c.class())), partSpans(c.Spans))
}

func partSpans(c cell) g.Node {
	return spansIn(c, func(c *facts.Company, text string) g.Node {
		return h.B(h.Class("chip"), h.Style(colours(c)), g.Text(text))
	})
}

// OneLine makes a player's text fit for one line, without characters that would
// disturb what is beside it.
func OneLine(s string) string { return oneLine(s) }
