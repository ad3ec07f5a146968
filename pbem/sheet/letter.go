package sheet

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"pbem/engine/facts"
)

// HTML of mails. Styles are inline, because mail programs drop all others. All text and attributes are
// escaped.

const (
	bodyStyle    = "margin:0;padding:8px;-webkit-text-size-adjust:100%;font:16px/1.4 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
	cutStyle     = "margin:0 0 12px;padding:0 0 8px;border-bottom:1px dashed #888888;font-size:13px"
	sayingStyle  = "display:inline-block;vertical-align:top;min-width:210px;margin-right:12px;font-family:Menlo,Consolas,monospace;font-size:14px"
	spaceStyle   = "display:inline-block;vertical-align:top;min-width:36px;min-height:19px;margin:0 1px 2px 0;border:1px solid #88888888;text-align:center"
	drawingStyle = "margin:4px 0;max-width:100%;overflow-x:auto;font:12px/1.3 Menlo,Consolas,monospace"
	unbroken     = "white-space:nowrap"
)

// Nodes that occur hundreds of times in a mail are made once.
var (
	newline   = g.Raw("\n")
	spaceLook = h.Style(spaceStyle)
	wholeLook = h.Style(unbroken)
	standLook = h.Style("display:block;margin:1px")
	topCells  = g.Attr("valign", "top")
	ruledRow  = h.Style("border-top:1px solid #88888844")
	rightCell = g.Attr("align", "right")
	wholeCell = g.Attr("nowrap")
	titleCell = h.Style("padding-top:10px")
	headLook  = h.Style("color:inherit")
	underCell = h.Style("padding-left:16px;font-size:14px")
	english   = h.Lang("en") // so that a screen reader of another language reads English words

	byKeyboard = h.TabIndex("0") // what is wider than the screen is also scrolled without a mouse
)

// letter returns the document of a mail.
func (d *doc) letter() g.Node {
	return g.Group{g.Raw("<!DOCTYPE html>\n"), h.HTML(english,
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.Meta(h.Name("supported-color-schemes"), h.Content("light dark")),
		),
		h.Body(h.Style(bodyStyle),
			h.Div(english, h.Style("max-width:760px;margin:0 auto"), g.Group(g.Map(d.blocks, d.letterBlock))),
		),
	)}
}

// letterBlock returns one block, on lines of its own: lines of a mail have a maximum length.
func (d *doc) letterBlock(b block) g.Node {
	switch {
	case b.TextOnly:
		return nil
	case b.Cut != "":
		return line(h.P(h.Style(cutStyle), g.Text(b.Cut)))
	case b.Head != "":
		return line(h.H3(h.Style("margin:20px 0 4px;font-size:16px;border-bottom:2px solid #888888"), d.asking(b.Asks, b.Head),
			g.If(b.Aside != "", g.Group{g.Text(" "), h.Span(h.Style("font-weight:normal;font-size:13px"), g.Text(b.Aside))})))
	case b.Table != nil:
		return line(d.letterTable(b.Table.html()))
	case b.Examples != nil:
		return g.Group(g.Map(b.Examples, d.letterExample))
	case b.Taps != nil:
		return line(d.letterTaps(b.Taps))
	case b.List != nil:
		return line(h.P(h.Style("margin:4px 0;font-size:15px"), listed(b.List, letterSpans)))
	case b.Spaces != nil:
		return g.Group(g.Map(b.Spaces, letterSpaces))
	case b.Drawing != nil:
		return line(h.Pre(byKeyboard, h.Style(drawingStyle), g.Group(g.Map(b.Drawing, drawn))))
	case b.Quote != nil:
		return line(h.BlockQuote(h.Style("margin:4px 0 12px 4px;padding:0 0 0 10px;border-left:3px solid #888888"), g.Map(b.Quote, func(text string) g.Node {
			return line(h.P(h.Style("margin:0 0 4px;min-height:8px"), g.Text(text)))
		})))
	case source(b.Picture) != "":
		return line(letterPicture(b))
	case b.Text != nil && b.Big:
		return line(h.P(h.Style("margin:4px 0;font-size:19px"), letterSpans(b.Text)))
	case b.Text != nil:
		return line(h.P(h.Style("margin:4px 0"), letterSpans(b.Text)))
	}
	return nil
}

// letterPicture returns the map as wide as the mail, or a part of it as wide as a phone, with its caption.
func letterPicture(b block) g.Node {
	alt, most := "the map", "760px"
	if b.Caption != "" {
		alt, most = b.Caption, "390px"
	}
	return h.P(h.Style("margin:6px 0"),
		g.If(b.Caption != "", h.Span(h.Style("font-size:13px"), g.Text(b.Caption), h.Br())),
		h.Img(h.Src(source(b.Picture)), h.Alt(alt), h.Style("width:100%;max-width:"+most+";height:auto;border:0")))
}

// line begins a new line of the source.
func line(n g.Node) g.Node { return g.Group{newline, n} }

// listed puts short entries beside each other and breaks none of them.
func listed(cells []cell, spans func(cell) g.Node) g.Node {
	var out g.Group
	for i, c := range cells {
		out = append(out, comma(i), h.Span(wholeLook, spans(c)))
	}
	return out
}

// comma goes before all entries but the first.
func comma(i int) g.Node { return g.If(i > 0, g.Raw(",\n")) }

// letterTable returns a table. Styles that all cells share are set on the table or the row: set on each cell
// they would be half of the mail.
func (d *doc) letterTable(t *htmlTable) g.Node {
	rows := make(g.Group, 0, len(t.Rows)+1)
	if t.Heads {
		rows = append(rows, line(h.Tr(g.Attr("valign", "bottom"), h.Style("font-size:13px"), g.Map(t.Columns, d.letterHead))))
	}
	for _, r := range t.Rows {
		rows = append(rows, line(h.Tr(topCells, ruled(r), g.Map(r, letterCell))))
	}
	return h.Table(g.Attr("cellspacing", "0"), g.Attr("cellpadding", "2"), h.Style("border-collapse:collapse;font-size:15px;margin:4px 0"), rows)
}

// letterHead returns a heading. A tap on it asks what it means.
func (d *doc) letterHead(c column) g.Node {
	if c.Head == "" {
		return line(h.Td())
	}
	return line(h.Th(g.Attr("align", side(c.Right)), d.asking(c.word(c.Head), c.Head)))
}

// asking returns a heading that is a link to what a word means, or only the heading if there is no word or no link.
func (d *doc) asking(word, head string) g.Node {
	if link := d.helpLink(word); link != "" {
		return h.A(h.Href(link), headLook, g.Text(head))
	}
	return g.Text(head)
}

// ruled draws a rule above a row.
func ruled(row []htmlCell) g.Node {
	return g.If(len(row) > 0 && row[0].Line, ruledRow)
}

func letterCell(c htmlCell) g.Node {
	return line(h.Td(c.spanned(), g.If(c.Right, rightCell), g.If(c.Whole, wholeCell), c.inset(), letterSpans(c.Spans)))
}

// spanned says how many columns a cell spans, nothing for one.
func (c htmlCell) spanned() g.Node {
	if c.Span == 0 {
		return nil
	}
	return h.ColSpan(strconv.Itoa(c.Span))
}

// inset sets headings apart from the rows above, and indents remarks on a row.
func (c htmlCell) inset() g.Node {
	switch {
	case c.Title:
		return titleCell
	case c.Under:
		return underCell
	}
	return nil
}

func side(right bool) string {
	if right {
		return "right"
	}
	return "left"
}

// letterExample returns a line to copy or to tap.
func (d *doc) letterExample(e example) g.Node {
	link := d.link(e.says())
	if e.Command == "" {
		return line(h.P(h.Style("margin:0 0 7px;font-size:14px"), g.Text(". "), linked(link, e.Gloss)))
	}
	return line(h.P(h.Style("margin:0 0 7px"),
		h.Span(h.Style(sayingStyle), g.Text(". "), linked(link, e.Command)), g.Text(" "),
		h.Span(h.Style("display:inline-block;vertical-align:top;font-size:14px"), g.Text(e.Gloss))))
}

// linked returns a text that opens an answer, or only the text if there is no link.
func linked(link, text string) g.Node {
	if link == "" {
		return g.Text(text)
	}
	return h.A(h.Href(link), g.Text(text))
}

func (d *doc) letterTaps(taps []tap) g.Node {
	out := g.Group{g.Text("A tap on a command opens your mail program with the answer written; send it. Also: ")}
	for i, t := range taps {
		out = append(out, comma(i), h.A(h.Href(d.link(t.Says)), h.Style(unbroken), g.Text(t.Label)))
	}
	return h.P(h.Style("margin:10px 0 4px;font-size:14px"), out, g.Text("."))
}

// letterSpaces returns a row of the market.
func letterSpaces(row []space) g.Node {
	out := make(g.Group, 0, 2*len(row))
	for _, s := range row {
		stands := g.Map(s.Stands, func(c cell) g.Node {
			return g.Group{g.Text(" "), h.Span(standLook, letterSpans(c))}
		})
		out = append(out, line(h.Span(spaceLook, g.Text(s.Price), stands)))
	}
	return line(h.P(h.Style("margin:0 0 8px;line-height:1.3;font-size:13px"), out))
}

// drawn returns a line in a monospaced font.
func drawn(c cell) g.Node {
	out := make(g.Group, 0, len(c)+1)
	for _, s := range c {
		if s.Company != nil {
			out = append(out, h.Span(h.Style(colours(s.Company)), g.Text(s.Text)))
			continue
		}
		out = append(out, g.Text(s.Text))
	}
	return append(out, newline)
}

// letterSpans returns a text with company symbols in their colours.
func letterSpans(c cell) g.Node { return spansIn(c, letterSymbol) }

func letterSymbol(c *facts.Company, text string) g.Node {
	return h.Span(h.Style(colours(c)+";padding:0 4px;border-radius:3px;font-weight:bold;"+unbroken), g.Text(text))
}

// spansIn returns a text. symbol writes the company symbols.
func spansIn(c cell, symbol func(*facts.Company, string) g.Node) g.Node {
	if len(c) == 1 {
		return spanIn(c[0], symbol)
	}
	out := make(g.Group, 0, len(c))
	for _, s := range c {
		out = append(out, spanIn(s, symbol))
	}
	return out
}

func spanIn(s span, symbol func(*facts.Company, string) g.Node) g.Node {
	switch {
	case s.Company != nil:
		return symbol(s.Company, s.Text)
	case s.Strong:
		return h.B(g.If(s.Whole, wholeLook), g.Text(s.Text))
	case s.Whole:
		return h.Span(wholeLook, g.Text(s.Text))
	}
	return g.Text(s.Text)
}

// colours returns the style for the symbol of a company.
func colours(c *facts.Company) string { return "background-color:" + c.Color + ";color:" + c.Ink() }
