package program

import (
	"bytes"
	"fmt"
	"io"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // mails in other charsets than UTF-8
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A person is a name, which may be empty, and an address.
type person struct{ name, address string }

// received is a mail as the recipient's program sees it.
type received struct {
	id, subject    string
	refs           []string // its References
	parent         []string // its In-Reply-To
	from, answerTo person
	to             []person
	date           time.Time
	text           string
	page           string // HTML, "" for none
	images         []image

	frames []*html.Node // around the pieces of the page
	parted []piece
}

// An image is shown in a page by its Content-ID.
type image struct {
	id, kind, name string
	data           []byte
	renamed        string // the Content-ID it has in an answer
}

// read reads a mail.
func read(raw []byte) (*received, error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) {
		return nil, fmt.Errorf("the mail to answer: %w", err)
	}
	m := &received{
		id:     firstID(e.Header.Get("Message-Id")),
		refs:   messageID.FindAllString(e.Header.Get("References"), -1),
		parent: messageID.FindAllString(e.Header.Get("In-Reply-To"), -1),
	}
	m.subject, _ = e.Header.Text("Subject")
	m.date, _ = mail.ParseDate(e.Header.Get("Date"))
	from, to, answer := people(e.Header, "From"), people(e.Header, "To"), people(e.Header, "Reply-To")
	if len(from) == 0 {
		return nil, fmt.Errorf("the mail to answer is from nobody: %q", e.Header.Get("From"))
	}
	if m.from, m.to, m.answerTo = from[0], to, from[0]; len(answer) > 0 {
		m.answerTo = answer[0]
	}
	err = e.Walk(m.part)
	m.cutUp()
	return m, err
}

var messageID = regexp.MustCompile(`<[^<>\s]+>`)

func firstID(s string) string { return messageID.FindString(s) }

func people(h message.Header, field string) (out []person) {
	text, _ := h.Text(field)
	list, _ := mail.ParseAddressList(text)
	for _, a := range list {
		out = append(out, person{a.Name, a.Address})
	}
	return out
}

// part takes what is shown from a part of the mail.
func (m *received) part(_ []int, e *message.Entity, err error) error {
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return err
	}
	kind, params, _ := e.Header.ContentType()
	disposition, named, _ := e.Header.ContentDisposition()
	if strings.HasPrefix(kind, "multipart/") || disposition == "attachment" {
		return nil
	}
	data, err := io.ReadAll(e.Body)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	switch {
	case kind == "text/plain" && m.text == "":
		m.text = text
	case kind == "text/html" && m.page == "":
		m.page = text
	case strings.HasPrefix(kind, "image/"):
		name := named["filename"]
		if name == "" {
			name = params["name"]
		}
		m.images = append(m.images, image{id: strings.Trim(e.Header.Get("Content-Id"), "<>"), kind: kind, name: name, data: data})
	}
	return nil
}

// chain returns the Message-IDs for the References of an answer, oldest first: those of the answered mail (or
// the one in its In-Reply-To if it has none) and its own. RFC 5322 3.6.4
func (m *received) chain() []string {
	ids := m.refs
	if len(ids) == 0 && len(m.parent) == 1 {
		ids = m.parent
	}
	if m.id == "" {
		return ids
	}
	return append(append([]string{}, ids...), m.id)
}

// A trim is how a program shortens long References.
type trim struct {
	most  int // newest ids to keep; 0 for all
	bytes int // greatest length of the field: beyond it the oldest ids but the first are dropped; 0 for no limit
}

func (t trim) of(ids []string) []string {
	if t.most > 0 && len(ids) > t.most {
		ids = ids[len(ids)-t.most:]
	}
	for t.bytes > 0 && len(ids) > 2 && len(strings.Join(ids, " ")) > t.bytes {
		ids = append(append([]string{}, ids[0]), ids[2:]...)
	}
	return ids
}

// A piece is a part of a quote. People write before and after pieces.
type piece struct {
	nodes []*html.Node
	lines []string // plain text, if there are no nodes
}

// cutUp splits the page or text into the pieces of a quote: paragraphs, headings, tables.
func (m *received) cutUp() {
	if m.page == "" {
		m.parted = m.paragraphs()
		return
	}
	for at := find(m.page); ; {
		m.frames = append(m.frames, &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div, Attr: at.Attr})
		kids := children(at)
		if len(kids) == 1 && kids[0].DataAtom == atom.Div {
			at = kids[0]
			continue
		}
		for _, k := range kids {
			m.parted = append(m.parted, piece{nodes: []*html.Node{k}})
		}
		return
	}
}

// find returns the body of a page.
func find(page string) *html.Node {
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		panic(err) // a string can always be read
	}
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Body {
			return n
		}
	}
	panic("html.Parse makes a body")
}

// children returns the visible children of a node.
func children(n *html.Node) (out []*html.Node) {
	for k := range n.ChildNodes() {
		if k.Type == html.ElementNode || k.Type == html.TextNode && strings.TrimSpace(k.Data) != "" {
			out = append(out, k)
		}
	}
	return out
}

// paragraphs splits the plain text at its blank lines, which stay with the text above them.
func (m *received) paragraphs() (out []piece) {
	for p := range strings.SplitSeq(strings.TrimRight(m.text, "\n"), "\n\n") {
		if len(out) > 0 {
			last := &out[len(out)-1]
			last.lines = append(last.lines, "")
		}
		out = append(out, piece{lines: strings.Split(p, "\n")})
	}
	return out
}
