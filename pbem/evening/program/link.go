package program

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Link is a mailto link that a mail shows, to be followed with Tap.
type Link struct{ Label, Address string }

// Links returns the mailto links of a mail, in order, each once.
func Links(raw []byte) ([]Link, error) {
	m, err := read(raw)
	if err != nil || m.page == "" {
		return nil, err
	}
	var out []Link
	for n := range find(m.page).Descendants() {
		to := attribute(n, "href")
		if n.DataAtom != atom.A || !strings.HasPrefix(strings.ToLower(to), "mailto:") {
			continue
		}
		l := Link{strings.Join(strings.Fields(textIn(n)), " "), to}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out, nil
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textIn returns the text of a node and everything in it.
func textIn(n *html.Node) string {
	var b strings.Builder
	for k := range n.Descendants() {
		if k.Type == html.TextNode {
			b.WriteString(k.Data)
		}
	}
	return b.String()
}

// opened is what a link sets in a new mail.
type opened struct {
	to            person
	subject, body string
}

// readLink parses a mailto link: fields in percent encoding, in which a plus is a plus. Careful programs set
// no other fields than these. RFC 6068 2, 4
func readLink(link string) (l opened, err error) {
	if len(link) < 7 || !strings.EqualFold(link[:7], "mailto:") {
		return l, fmt.Errorf("%q is no mailto link", link)
	}
	to, fields, _ := strings.Cut(link[7:], "?")
	if l.to.address, err = url.PathUnescape(to); err != nil {
		return l, err
	}
	for f := range strings.SplitSeq(fields, "&") {
		key, value, _ := strings.Cut(f, "=")
		if value, err = url.PathUnescape(value); err != nil {
			return l, err
		}
		switch strings.ToLower(key) {
		case "to":
			l.to.address = value
		case "subject":
			l.subject = value
		case "body":
			l.body = strings.ReplaceAll(value, "\r\n", "\n")
		}
	}
	if l.to.address == "" {
		return l, fmt.Errorf("%q is to nobody", link)
	}
	return l, nil
}
