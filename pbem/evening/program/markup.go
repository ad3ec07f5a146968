package program

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup is how a program writes a page.
type markup struct {
	page string // around everything; {body}, {charset}

	// The typed text: around all of it ({lines}), the first line, the other lines, an empty line. %s is the
	// line.
	typed, first, line, blank string

	sign   string // the ending, {dashes}, {lines}
	dashes string // what {dashes} is if the ending begins with "-- "
	head   string // opens the frame of the quote and announces the quote
	cite   string // around the quoted text, %s
	tail   string // ends the frame

	class  string // class that the program gives to quoted paragraphs
	prefix string // prefix that it adds to the classes and ids of others
	cid    string // form of the Content-IDs of the images that it sends along; "" if it sends none
	width  int    // lines of the source are broken before this column
}

// pageText writes the page of the mail.
func (d *draft) pageText() string {
	var b strings.Builder
	for _, kind := range d.order() {
		b.WriteString(d.marked(kind))
	}
	page := d.fill(d.style.markup.page, d.a.Date, map[string]string{"body": b.String(), "charset": metaCharset})
	return wrapSource(page, d.style.markup.width)
}

// metaCharset stands for the charset in a page, which is known only when the mail is written.
const metaCharset = "{charset}"

// marked writes one section of the page.
func (d *draft) marked(kind rune) string {
	m := d.style.markup
	switch kind {
	case 'T':
		return d.fill(m.typed, d.a.Date, map[string]string{"lines": m.lines(d.typed)})
	case 'U':
		if d.top == nil {
			return ""
		}
		return d.fill(m.typed, d.a.Date, map[string]string{"lines": m.lines(d.top)})
	case 'S':
		return d.markedSign()
	case 'H':
		return d.markedHead()
	case 't':
		return m.tail
	}
	above, below, _ := strings.Cut(d.markedForm(m.cite), "%s")
	return above + d.markedQuote(kind) + below
}

func (d *draft) markedSign() string {
	m := d.style.markup
	if len(d.below) == 0 {
		return ""
	}
	dashes := ""
	if d.dashes {
		dashes = m.dashes
	}
	return d.fill(m.sign, d.a.Date, map[string]string{"dashes": dashes, "lines": m.lines(d.below)})
}

// lines marks up typed lines as the program does.
func (m markup) lines(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		form := m.line
		switch {
		case l == "":
			form = m.blank
		case i == 0:
			form = m.first
		}
		b.WriteString(strings.ReplaceAll(form, "%s", linked(spaced(html.EscapeString(l)))))
	}
	return b.String()
}

// spaced keeps blanks that HTML would collapse.
func spaced(s string) string {
	s = strings.ReplaceAll(s, "  ", "&nbsp; ")
	if rest, ok := strings.CutPrefix(s, " "); ok {
		s = "&nbsp;" + rest
	}
	return strings.ReplaceAll(s, "\u00a0", "&nbsp;")
}

// linked turns "words<address>", which is how plain text shows a link, into a link.
func linked(s string) string { return shownLink.ReplaceAllString(s, `<a href="$2">$1</a>`) }

var shownLink = regexp.MustCompile(`(Outlook \S+ iOS)&lt;(https://[^&]+)&gt;`)

// markedHead writes the announcement of the quote.
func (d *draft) markedHead() string {
	v := d.headValues()
	for key, s := range v {
		s = strings.ReplaceAll(html.EscapeString(s), "\n", " ")
		if key == "said" {
			s = strings.ReplaceAll(s, "&lt;"+v["addr"]+"&gt;", `&lt;<a href="mailto:`+v["addr"]+`">`+v["addr"]+`</a>&gt;`)
		}
		v[key] = s
	}
	return d.fill(d.style.markup.head, d.a.Date, v)
}

// markedForm fills in the frame of the quote.
func (d *draft) markedForm(form string) string {
	return d.fill(form, d.a.Date, map[string]string{"mid": strings.Trim(d.mail.id, "<>")})
}

// markedQuote writes the quoted pieces, within the frames of the mail.
func (d *draft) markedQuote(kind rune) string {
	pieces := d.pieces(kind, false)
	if d.mail.page == "" {
		return quotedText(pieces)
	}
	var b strings.Builder
	for _, f := range d.mail.frames {
		frame := &html.Node{Type: f.Type, Data: f.Data, DataAtom: f.DataAtom, Attr: slices.Clone(f.Attr)}
		b.WriteString(strings.TrimSuffix(d.rendered(frame), "</div>"))
	}
	for _, p := range pieces {
		for _, n := range p.nodes {
			b.WriteString(d.rendered(n))
			b.WriteByte('\n')
		}
	}
	b.WriteString(strings.Repeat("</div>", len(d.mail.frames)))
	return b.String()
}

// quotedText makes HTML of plain text.
func quotedText(pieces []piece) string {
	var all []string
	for _, p := range pieces {
		for _, l := range p.lines {
			all = append(all, spaced(html.EscapeString(l)))
		}
	}
	return strings.Join(all, "<br>\n")
}

// rendered writes a node as the program quotes it.
func (d *draft) rendered(n *html.Node) string {
	for k := range n.Descendants() {
		d.touch(k)
	}
	d.touch(n)
	var b strings.Builder
	if err := html.Render(&b, n); err != nil {
		panic(err) // anything that was parsed can be written
	}
	return b.String()
}

// touch changes the attributes of an element as the program does.
func (d *draft) touch(n *html.Node) {
	m := d.style.markup
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "class", "id":
			a.Val = m.prefix + strings.Join(strings.Fields(a.Val), " "+m.prefix)
		case "src":
			if id, ok := strings.CutPrefix(a.Val, "cid:"); ok {
				a.Val = "cid:" + d.newID(id)
			}
		}
	}
	if n.DataAtom == atom.P && m.class != "" && attribute(n, "class") == "" {
		n.Attr = slices.Insert(n.Attr, 0, html.Attribute{Key: "class", Val: m.class})
	}
}

// newID returns the Content-ID of an image in the new mail.
func (d *draft) newID(id string) string {
	for i := range d.mail.images {
		if im := &d.mail.images[i]; im.id == id && d.style.markup.cid != "" {
			if im.renamed == "" {
				im.renamed = d.fill(d.style.markup.cid, d.a.Date, nil)
			}
			return im.renamed
		}
	}
	return id
}

// wrapSource breaks the lines of a page at blanks, but none of preformatted text, where a break would be seen.
func wrapSource(page string, width int) string {
	if width == 0 {
		return page
	}
	p := plain{width: width}
	var out []string
	kept := false
	for l := range strings.SplitSeq(page, "\n") {
		if kept = kept || strings.Contains(l, "<pre"); kept {
			kept = strings.LastIndex(l, "</pre>") <= strings.LastIndex(l, "<pre")
			out = append(out, l)
			continue
		}
		out = append(out, p.broken(l, "")...)
	}
	return strings.Join(out, "\n")
}
