package program

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plain is how a program writes plain text.
type plain struct {
	head   string // announces a quote, with {said} or the fields of Outlook's header
	mark   string // begins each quoted line
	full   bool   // keeps its blank on empty lines
	marked bool   // the announcement is marked too
	close  bool   // no blank line between announcement and quote
	own    bool   // it quotes the text part of the mail, not the HTML part
	width  int    // lines are broken before this column; 0 for never
	flowed bool   // lines are broken so that they can be joined: RFC 3676
	delsp  bool   // and the blank that marks this is removed when joining: RFC 3676 4.3
	open   bool   // a blank line between paragraphs
	page   reading
}

// reading is how a program converts HTML to plain text.
type reading struct {
	bold, cell string // around what is bold, before a cell of a table that is not the first
	link, img  string // behind what is linked, for an image; %s is where it leads, or its name
}

// text writes the plain text of the mail.
func (d *draft) text() string {
	var out []string
	last := 't'
	for _, kind := range d.order() {
		lines := d.section(kind)
		if lines == nil {
			continue
		}
		if len(out) > 0 && !(last == 'H' && d.style.plain.close) {
			out = append(out, d.gap(last, kind))
		}
		out, last = append(out, lines...), kind
	}
	return strings.Join(out, "\n") + "\n"
}

// gap returns the line between two sections.
func (d *draft) gap(before, after rune) string {
	if before == 'H' && d.style.plain.marked {
		return d.style.plain.broken("", d.style.plain.mark)[0]
	}
	return ""
}

// section returns one section, nil if there is none.
func (d *draft) section(kind rune) []string {
	switch kind {
	case 'T':
		return d.paragraphs(d.typed)
	case 'U':
		return d.paragraphs(d.top)
	case 'S':
		if d.dashes {
			return append([]string{"-- "}, d.paragraphs(d.below)...)
		}
		return d.paragraphs(d.below)
	case 'H':
		return d.head()
	case 'Q', 'q', 'r':
		return d.quote(kind)
	}
	return nil
}

// paragraphs returns the typed text.
func (d *draft) paragraphs(lines []string) (out []string) {
	p := d.style.plain
	for i, l := range lines {
		if p.open && i > 0 {
			out = append(out, "")
		}
		if p.flowed && (strings.HasPrefix(l, " ") || strings.HasPrefix(l, ">") || strings.HasPrefix(l, "From ")) {
			l = " " + l // RFC 3676 4.4
		}
		if p.open && l == "" {
			l = " "
		}
		out = append(out, p.broken(l, "")...)
	}
	return out
}

// head returns the announcement of the quote.
func (d *draft) head() (out []string) {
	p := d.style.plain
	mark := ""
	if p.marked {
		mark = p.mark
	}
	for l := range strings.SplitSeq(d.fill(p.head, d.a.Date, d.headValues()), "\n") {
		out = append(out, p.broken(l, mark)...)
	}
	return out
}

// quote returns the whole quote, or the part above or below the inserted text.
func (d *draft) quote(kind rune) (out []string) {
	p := d.style.plain
	for _, l := range d.quoted(kind) {
		if strings.HasPrefix(l, ">") && p.mark == "> " {
			out = append(out, p.broken(l, ">")...)
		} else {
			out = append(out, p.broken(l, p.mark)...)
		}
	}
	return out
}

// quoted returns the quoted lines without marks.
func (d *draft) quoted(kind rune) (out []string) {
	pieces := d.pieces(kind, d.style.plain.own)
	for _, p := range pieces {
		if p.nodes == nil {
			out = append(out, p.lines...)
			continue
		}
		r := reader{form: d.style.plain.page}
		for _, n := range p.nodes {
			r.node(n)
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, r.done()...)
	}
	return out
}

// pieces returns the pieces of the quote that a section shows.
func (d *draft) pieces(kind rune, ownText bool) []piece {
	all := d.mail.parted
	if ownText {
		all = d.mail.paragraphs()
	}
	switch {
	case kind == 'Q' || kind == 'q' && len(all) < 2:
		return all
	case len(all) < 2:
		return nil
	}
	cut := 1 + d.cut%(len(all)-1)
	if kind == 'q' {
		return all[:cut]
	}
	return all[cut:]
}

// broken breaks a line at its blanks, and marks each part.
func (p plain) broken(line, mark string) (out []string) {
	limit := p.width - utf8.RuneCountInString(mark)
	for p.width > 0 && utf8.RuneCountInString(line) > limit {
		at := strings.LastIndexByte(string([]rune(line)[:limit]), ' ')
		if at <= 0 {
			if at = strings.IndexByte(line, ' '); at <= 0 {
				break
			}
		}
		piece := line[:at]
		if p.flowed {
			piece += " "
		}
		if p.delsp {
			piece += " "
		}
		out = append(out, mark+piece)
		line = line[at+1:]
	}
	if line == "" && !p.full {
		mark = strings.TrimRight(mark, " ")
	}
	if mark != "" && line != "" || p.flowed && line != "-- " {
		line = strings.TrimRight(line, " ")
	}
	return append(out, mark+line)
}

// A reader converts HTML to lines.
type reader struct {
	form  reading
	lines []string
	b     strings.Builder
	gap   bool // a blank has to come before the next word
	cells int  // cells in this row so far
}

// node reads a node and everything in it.
func (r *reader) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		r.words(n.Data)
		return
	case n.DataAtom == atom.Br:
		r.lines = append(r.lines, r.b.String())
		r.b.Reset()
		return
	case n.DataAtom == atom.Img:
		r.add(strings.ReplaceAll(r.form.img, "%s", attribute(n, "alt")))
		return
	}
	r.begin(n)
	for k := range n.ChildNodes() {
		r.node(k)
	}
	r.finish(n)
}

// words adds text, and collapses white space to one blank.
func (r *reader) words(s string) {
	for i, w := range strings.FieldsFunc(s, htmlSpace) {
		if i > 0 || htmlSpace(rune(s[0])) {
			r.gap = true
		}
		r.add(w)
	}
	if s != "" && htmlSpace(rune(s[len(s)-1])) {
		r.gap = true
	}
}

func htmlSpace(c rune) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func (r *reader) add(s string) {
	if s == "" {
		return
	}
	if r.gap && r.b.Len() > 0 {
		r.b.WriteByte(' ')
	}
	r.gap = false
	r.b.WriteString(s)
}

func (r *reader) begin(n *html.Node) {
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.Table, atom.Pre, atom.Ul, atom.Ol:
		r.paragraph()
	case atom.Div, atom.Li:
		r.line()
	case atom.Tr:
		r.line()
		r.cells = 0
	case atom.Td, atom.Th:
		if r.cells++; r.cells > 1 {
			r.cell()
		}
	case atom.B, atom.Strong:
		r.add(r.form.bold)
	}
}

func (r *reader) finish(n *html.Node) {
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.Table, atom.Pre, atom.Ul, atom.Ol:
		r.paragraph()
	case atom.Div, atom.Li, atom.Tr:
		r.line()
	case atom.B, atom.Strong:
		r.b.WriteString(r.form.bold)
	case atom.A:
		if to := attribute(n, "href"); r.form.link != "" && to != "" {
			r.b.WriteString(strings.ReplaceAll(r.form.link, "%s", to))
		}
	}
}

// cell separates a cell from the one before it.
func (r *reader) cell() {
	if r.form.cell == "\n" {
		r.line()
	}
	r.gap = false
	r.b.WriteString(strings.Trim(r.form.cell, "\n"))
}

// line ends the current line, if there is one.
func (r *reader) line() {
	if r.b.Len() > 0 {
		r.lines = append(r.lines, r.b.String())
		r.b.Reset()
	}
	r.gap = false
}

// paragraph ends the current line and adds a blank line.
func (r *reader) paragraph() {
	r.line()
	if n := len(r.lines); n > 0 && r.lines[n-1] != "" {
		r.lines = append(r.lines, "")
	}
}

// done returns the lines.
func (r *reader) done() []string {
	r.line()
	for len(r.lines) > 0 && r.lines[len(r.lines)-1] == "" {
		r.lines = r.lines[:len(r.lines)-1]
	}
	return r.lines
}
