package evening

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"

	"pbem/pbem/evening/program"
)

// mail writes what a person wants to say in their mail program; it returns the
// address that it goes to.
func (p *person) mail(w wording, now time.Time) (raw []byte, to string, err error) {
	a := program.Answer{
		To: w.to.raw, Name: p.name, Address: p.address, Date: now, Text: p.dressed(w.lines), Language: p.language, Seed: p.rng.Uint64(), Ending: p.ending,
		Place: pick(p.rng, p.style.Places),
	}
	if w.link != "" {
		a.Text, a.Place = "", program.Above
		raw, err = p.style.Tap(w.link, a)
	} else {
		raw, err = p.style.Reply(a)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s writes with %s: %w", p.name, p.style.Name, err)
	}
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	list, err := r.Header.AddressList("To")
	if err != nil || len(list) == 0 {
		return nil, "", fmt.Errorf("the mail of %s is to nobody: %v", p.name, err)
	}
	return raw, list[0].Address, nil
}

// messageID is that of a mail, "" for none.
func messageID(raw []byte) string {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	defer r.Close()
	id, _ := r.Header.MessageID()
	return id
}

// mostRead is how much of a part people read.
const mostRead = 4 << 20

// parts reads the parts of a mail.
func (n *notice) parts(r *mail.Reader) error {
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		kind := ""
		switch h := p.Header.(type) {
		case *mail.InlineHeader:
			kind, _, _ = h.ContentType()
		case *mail.AttachmentHeader:
			kind, _, _ = h.ContentType()
		}
		body, err := io.ReadAll(io.LimitReader(p.Body, mostRead))
		if err != nil {
			return err
		}
		switch {
		case kind == "text/plain" && n.text == "":
			n.text = strings.ReplaceAll(string(body), "\r\n", "\n")
		case kind == "text/html":
			for _, m := range mailto.FindAllStringSubmatch(string(body), -1) {
				n.taps = append(n.taps, html.UnescapeString(m[1]))
			}
		case strings.HasPrefix(kind, "image/"):
			n.pictures++
		}
	}
}

// bodyOf is the text that a mailto link writes.
func bodyOf(link string) string {
	_, query, _ := strings.Cut(link, "?")
	for field := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(field, "=")
		if strings.EqualFold(name, "body") {
			text, err := url.PathUnescape(value)
			if err != nil {
				return ""
			}
			return text
		}
	}
	return ""
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return line
}
