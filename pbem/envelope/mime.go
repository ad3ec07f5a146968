package envelope

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"pbem/pbem/letter"
)

// Unsubscribe returns the mailto URL of an empty mail to address with a subject.
func Unsubscribe(address, subject string) string {
	return "mailto:" + address + "?subject=" + url.PathEscape(subject)
}

// A Mail is an outgoing mail before it is written in MIME.
type Mail struct {
	From, To   mail.Address
	ReplyTo    string
	ID         string
	References []string
	Answers    string // Message-ID of the mail that this one answers
	Subject    string
	List       string
	Date       time.Time
	Text, HTML string
	Picture    []byte // PNG; nil for none
	Near       []byte // a second picture; nil for none
	Plain      bool   // text only, no HTML
	Enclosed   *Enclosure

	Unsubscribe string // URL that ends such mails; "" for none
	News        bool   // the mail asks nothing of its reader, and may go out with others as a digest
	New         string // what is new, in a few words, if it is news
}

// An Enclosure is a page of HTML that goes with a mail as a file.
type Enclosure struct {
	Name string // of letters, digits, dots and dashes
	Page []byte
}

// Bytes writes the mail: text first, then HTML with the same content, then the
// enclosures.
func (e Mail) Bytes() ([]byte, error) {
	var h message.Header
	switch {
	case e.Enclosed != nil:
		h.SetContentType("multipart/mixed", map[string]string{"boundary": e.boundary("all")})
	case !e.Plain:
		h.SetContentType("multipart/alternative", map[string]string{"boundary": e.boundary("mail")})
	}
	set := func(key, value string) {
		if value != "" {
			h.SetText(key, value)
		}
	}
	h.Set("MIME-Version", "1.0")
	h.Set("Date", e.Date.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	h.Set("From", e.From.String())
	h.Set("To", e.To.String())
	h.Set("Reply-To", (&mail.Address{Name: e.From.Name, Address: e.ReplyTo}).String())
	set("Subject", e.Subject)
	set("Message-ID", e.ID)
	if e.Answers != "" {
		set("In-Reply-To", e.Answers)
		e.References = append(e.References, e.Answers)
	}
	set("References", strings.Join(e.References, " "))
	set("Auto-Submitted", "auto-generated")
	set(letter.LoopHeader, cmp.Or(e.ID, "yes")) // servers that set a Message-ID of their own keep this field
	if e.List != "" {
		h.Set("List-Id", "<"+e.List+">")
	}
	h.Set("Feedback-ID", e.feedback())
	if e.News {
		h.SetText(newsField, cmp.Or(e.New, noNews))
	}
	if e.Unsubscribe != "" {
		h.Set("List-Unsubscribe", "<"+e.Unsubscribe+">")
	}
	var b bytes.Buffer
	b.Grow(len(e.Text) + len(e.HTML) + (len(e.Picture)+len(e.Near))*3/2 + roomForHeads)
	if e.Plain && e.Enclosed == nil {
		err := whole(&b, h, e.Text)
		return b.Bytes(), err
	}
	w, err := message.CreateWriter(&b, h)
	if err != nil {
		return nil, err
	}
	if e.Enclosed == nil {
		err = e.words(w)
	} else {
		err = e.withEnclosure(w)
	}
	if err != nil {
		return nil, err
	}
	err = w.Close() // closing writes the end of the last part
	return b.Bytes(), err
}

// feedback returns what complaints are counted by at large providers: the kind of mail, the
// game, and a name of the sender, which has five to fifteen characters.
func (e Mail) feedback() string {
	kind := e.ID[:len(e.ID)-len(strings.TrimLeft(e.ID, "<abcdefghijklmnopqrstuvwxyz"))]
	game, _, _ := strings.Cut(e.List, ".")
	_, domain, _ := strings.Cut(e.From.Address, "@")
	sender := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, "pbem"+strings.ToLower(domain))
	return fmt.Sprintf("%s:%s:%s", cmp.Or(strings.TrimPrefix(kind, "<"), "mail"), cmp.Or(game, "none"), (sender + "x")[:min(len(sender)+1, 15)])
}

// roomForHeads estimates the size of the headers and line ends of a mail, in bytes.
const roomForHeads = 6 << 10

// words writes the readable parts: text, and HTML as an alternative.
func (e Mail) words(w *message.Writer) error {
	if err := part(w, "text/plain", e.Text); err != nil || e.Plain {
		return err
	}
	return e.page(w)
}

// withEnclosure writes the readable parts and the attached file.
func (e Mail) withEnclosure(w *message.Writer) error {
	var h message.Header
	h.SetContentType("multipart/alternative", map[string]string{"boundary": e.boundary("mail")})
	words, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if err := errors.Join(e.words(words), words.Close()); err != nil {
		return err
	}
	var fh message.Header
	fh.SetContentType("text/html", map[string]string{"charset": "utf-8", "name": e.Enclosed.Name})
	fh.Set("Content-Transfer-Encoding", "base64")
	fh.SetContentDisposition("attachment", map[string]string{"filename": e.Enclosed.Name})
	file, err := w.CreatePart(fh)
	if err != nil {
		return err
	}
	_, err = file.Write(e.Enclosed.Page)
	return errors.Join(err, file.Close())
}

// page writes the HTML, with the pictures that it shows, if any.
func (e Mail) page(w *message.Writer) error {
	if e.Picture == nil && e.Near == nil {
		return part(w, "text/html", e.HTML)
	}
	var h message.Header
	h.SetContentType("multipart/related", map[string]string{"boundary": e.boundary("page")})
	r, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if err := part(r, "text/html", e.HTML); err != nil {
		return err
	}
	if e.Near != nil {
		if err := inline(r, NearID, e.Near); err != nil {
			return err
		}
	}
	if e.Picture != nil {
		if err := inline(r, PictureID, e.Picture); err != nil {
			return err
		}
	}
	return r.Close()
}

// inline adds a picture that the HTML shows by its Content-ID.
func inline(w *message.Writer, id string, png []byte) error {
	var h message.Header
	h.SetContentType("image/png", map[string]string{"name": id + ".png"})
	h.Set("Content-Transfer-Encoding", "base64")
	h.Set("Content-ID", "<"+id+">")
	h.Set("Content-Disposition", `inline; filename="`+id+`.png"`)
	p, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := p.Write(png); err != nil {
		return err
	}
	return p.Close()
}

func part(w *message.Writer, kind, body string) error {
	var h message.Header
	p, err := w.CreatePart(textHeader(h, kind, body))
	if err != nil {
		return err
	}
	return fill(p, body)
}

// whole writes a mail with only text.
func whole(to io.Writer, h message.Header, body string) error {
	w, err := message.CreateWriter(to, textHeader(h, "text/plain", body))
	if err != nil {
		return err
	}
	return fill(w, body)
}

func textHeader(h message.Header, kind, body string) message.Header {
	h.SetContentType(kind, map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", encodingOf(body))
	return h
}

// longestLine is the longest line that may be sent without encoding, in bytes. RFC 5322 2.1.1
const longestLine = 998

// encodingOf returns the encoding for a text: none if no server on the way can damage it.
func encodingOf(body string) string {
	for line := range strings.SplitSeq(body, "\n") {
		if len(line) > longestLine || strings.HasSuffix(line, " ") || strings.HasPrefix(line, "From ") || strings.ContainsFunc(line, mindful) {
			return "quoted-printable"
		}
	}
	return "7bit"
}

// mindful reports whether a rune must be encoded.
func mindful(r rune) bool { return r < ' ' && r != '\t' || r > '~' }

func fill(w io.WriteCloser, body string) error {
	lines := make([]byte, 0, len(body)+strings.Count(body, "\n"))
	for line := range strings.Lines(body) {
		text, ends := strings.CutSuffix(line, "\n")
		if lines = append(lines, text...); ends {
			lines = append(lines, '\r', '\n')
		}
	}
	if _, err := w.Write(lines); err != nil {
		return err
	}
	return w.Close()
}

// boundary returns the boundary of a mail or its page. It has a fixed length, whatever the domain.
func (e Mail) boundary(of string) string {
	sum := sha256.Sum256([]byte(e.ID))
	return fmt.Sprintf("pbem-%s-%x", of, sum[:12])
}

// longestID is the longest Message-ID that an answer repeats.
const longestID = 400

// PlainID returns a Message-ID that a stranger chose, or "" if it cannot be copied into
// a header.
func PlainID(id string) string {
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(id) > longestID || strings.ContainsFunc(id, odd) || !strings.HasSuffix(id, ">") {
		return ""
	}
	return id
}

// Content-IDs of the whole map in a mail, and of the part near the reader's companies.
const (
	PictureID = "map"
	NearID    = "near"
)
