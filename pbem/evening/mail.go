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

// writes writes what a person wants to say for one of their games: one mail, or two if it is sent twice.
func (p *person) writes(s *seat, w wording, now time.Time) ([]*sent, error) {
	m, err := p.compose(s.game, w, now)
	if err != nil {
		return nil, err
	}
	s.owed = m
	if w.kind == leave {
		s.left = true
	}
	second := *m
	switch w.kind {
	case repeat: // as a mail program does that did not hear that the first was accepted
		second.again = true
	case twice: // as somebody does who was not sure that it was sent
		again, err := p.compose(s.game, w, now)
		if err != nil {
			return nil, err
		}
		second = *again
		second.sure, second.kind = false, stale
	default:
		p.wrote = append(p.wrote, m)
		return []*sent{m}, nil
	}
	p.wrote = append(p.wrote, m, &second)
	return []*sent{m, &second}, nil
}

// compose writes one mail.
func (p *person) compose(game string, w wording, now time.Time) (*sent, error) {
	raw, to, err := p.mail(w, now)
	if err != nil {
		return nil, err
	}
	m := &sent{by: p, game: game, kind: w.kind, lines: w.lines, to: w.to, sure: w.sure, at: now, address: to, raw: raw, id: messageID(raw)}
	m.key = "id:" + p.address + " <" + m.id + ">"
	return m, nil
}

// mail writes what a person wants to say in their mail program. It returns the address of the recipient.
func (p *person) mail(w wording, now time.Time) (raw []byte, to string, err error) {
	a := program.Answer{
		Name: p.name, Address: p.address, Date: now, Text: p.dressed(w.lines), Language: p.language, Seed: p.rng.Uint64(), Ending: p.ending,
		Place: pick(p.rng, p.style.Places),
	}
	if w.link != "" {
		a.Text, a.Place = "", program.Above
		raw, err = p.style.Tap(w.link, a)
	} else {
		a.To = w.to.raw
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

// messageID returns the Message-ID of a mail, "" for none.
func messageID(raw []byte) string {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	defer r.Close()
	id, _ := r.Header.MessageID()
	return id
}

// mostRead is how much of a part people read, in bytes.
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

// bodyOf returns the text that a mailto link writes.
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
