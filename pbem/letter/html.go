package letter

import (
	"strings"

	"golang.org/x/net/html"
)

// htmlLines converts HTML text to lines. It marks what the mail program marked as quote, attribution or
// signature, and leaves the rest to be judged by its words. It reads tokens and not a tree, so nesting costs
// only one pass.
func htmlLines(text string) []line {
	r := &htmlReader{}
	z := html.NewTokenizer(strings.NewReader(text))
	z.SetMaxBuf(1 << 20)
	for {
		switch z.Next() {
		case html.ErrorToken:
			r.flush()
			return r.lines
		case html.TextToken:
			r.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			r.open(z.Token())
		case html.EndTagToken:
			name, _ := z.TagName()
			r.close(string(name))
		}
	}
}

// htmlReader is the state of one conversion.
type htmlReader struct {
	lines []line
	buf   strings.Builder
	gap   bool   // white space came after the last word of this line
	row   bool   // this line has several cells of a table
	mark  mark   // mark of the line in buf
	at    uint16 // its depth
	stack []element
	count [effects]int // number of open elements with each effect
	under bool         // everything from here on is the mail that is answered
}

// maxOpen limits how far back an end tag looks for its start tag.
const maxOpen = 200

// open handles a start tag.
func (r *htmlReader) open(t html.Token) {
	if t.Data == "br" && r.buf.Len() == 0 {
		r.lines = append(r.lines, line{mark: r.now(), depth: r.depth()})
	}
	if blockTags[t.Data] {
		r.flush()
	}
	e := effectOf(t)
	if e == startsBelow && r.depth() > 0 {
		e = none // a quoted mail quotes another: what follows the quote may be the writer's
	}
	switch {
	case e == startsBelow:
		r.flush()
		r.under = true
	case e != none && r.now() != r.nowWith(e):
		r.flush()
	}
	switch t.Data {
	case "td", "th":
		r.gap, r.row = true, r.row || r.buf.Len() > 0
	case "blockquote":
		r.endAttribution()
	}
	if voidTags[t.Data] || t.Type == html.SelfClosingTagToken || e == startsBelow {
		return
	}
	if e != none || blockTags[t.Data] || t.Data == "span" {
		r.stack = append(r.stack, element{t.Data, e})
		r.count[e]++
	}
}

// close handles an end tag. It also closes everything opened since its start tag.
func (r *htmlReader) close(tag string) {
	if blockTags[tag] {
		r.flush()
	}
	for i := len(r.stack) - 1; i >= max(0, len(r.stack)-maxOpen); i-- {
		if r.stack[i].tag != tag {
			continue
		}
		before := r.now()
		for _, e := range r.stack[i:] {
			r.count[e.effect]--
		}
		r.stack = r.stack[:i]
		if r.now() != before {
			r.flush()
		}
		return
	}
}

// endAttribution is called when a blockquote begins. From here on the innermost reply box, if any, may also
// contain what the person typed between and after the quotes.
func (r *htmlReader) endAttribution() {
	for i := len(r.stack) - 1; i >= max(0, len(r.stack)-maxOpen); i-- {
		if e := &r.stack[i]; e.effect == replyBox {
			r.count[replyBox]--
			r.count[none]++
			e.effect = none
			return
		} else if e.effect == quotes {
			return
		}
	}
}

// text adds text to the line.
func (r *htmlReader) text(s string) {
	if r.count[hides] > 0 {
		return
	}
	if r.count[keepsLines] > 0 {
		for i, part := range strings.Split(s, "\n") {
			if i > 0 {
				r.flush()
			}
			r.word(part)
		}
		return
	}
	for s != "" {
		rest := strings.TrimLeftFunc(s, htmlSpace)
		r.gap = r.gap || len(rest) < len(s)
		end := strings.IndexFunc(rest, htmlSpace)
		if end < 0 {
			end = len(rest)
		}
		if end > 0 {
			r.word(rest[:end])
		}
		s = rest[end:]
	}
}

func htmlSpace(c rune) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func (r *htmlReader) word(s string) {
	if r.buf.Len() == 0 {
		r.mark, r.at = r.now(), r.depth()
	} else if r.gap {
		r.buf.WriteByte(' ')
	}
	r.gap = false
	r.buf.WriteString(s)
}

// flush ends the line, if there is one.
func (r *htmlReader) flush() {
	if s := r.buf.String(); s != "" {
		l := line{text: strings.TrimSpace(s), mark: r.mark, depth: r.at, row: r.row, page: true}
		if r.count[keepsLines] > 0 {
			l.pre = counted(1 + column(s))
		}
		r.lines = append(r.lines, l)
		r.buf.Reset()
	}
	r.gap, r.row = false, false
}

// depth returns how many quotes are open.
func (r *htmlReader) depth() uint16 { return counted(r.count[quotes] + r.count[replyBox]) }

// now returns the mark of text at this point.
func (r *htmlReader) now() mark {
	switch {
	case r.under:
		return below
	case r.count[quotes]+r.count[replyBox] > 0:
		return quoted
	case r.count[signs] > 0:
		return signed
	}
	return typed
}

func (r *htmlReader) nowWith(e effect) mark {
	r.count[e]++
	defer func() { r.count[e]-- }()
	return r.now()
}
