package program

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// form is which texts a mail contains.
type form int

const (
	both form = iota // text with an HTML alternative
	pageAlone
	textAlone
	alike // both, but only text in answer to a mail without HTML
)

// code is how a program encodes a mail.
type code struct {
	charsets []string // the first that has all characters is used
	ascii    string   // transfer encoding of ASCII text
	other    string   // transfer encoding of other text
	longest  int      // longest line that is not encoded
	kind     string   // Content-Type; %s is the charset
	words    mime.WordEncoder
	around   bool // images are attached beside all text, not beside the page
}

// A part is one part of a mail: its header, with line ends, and its body.
type part struct {
	head string
	body []byte
}

// write writes the mail.
func (d *draft) write() ([]byte, error) {
	d.cut = d.dice.IntN(1 << 16)
	body := d.body()
	values := map[string]string{
		"from": d.address(person{d.a.Name, d.a.Address}), "to": d.address(d.to), "date": d.a.Date.Format("Mon, 2 Jan 2006 15:04:05 -0700"),
		"id": d.fill(d.style.id, d.a.Date, nil), "subject": d.word(d.subject), "topic": d.word(d.bare()),
		"parent": d.parent, "references": strings.Join(d.references, " "), "zone": d.a.Date.Format("MST"),
	}
	var b bytes.Buffer
	for l := range strings.Lines(strings.TrimSpace(d.style.header) + "\n") {
		key, form, _ := strings.Cut(strings.TrimSuffix(l, "\n"), ": ")
		if key == "{content}" {
			b.WriteString(body.head)
			continue
		}
		if v := d.fill(form, d.a.Date, values); strings.TrimSpace(v) != "" {
			b.WriteString(d.folded(key + ": " + v))
		}
	}
	b.WriteString("\r\n")
	b.Write(body.body)
	return b.Bytes(), nil
}

// bare returns the subject without the prefixes of programs.
func (d *draft) bare() string {
	if d.mail != nil {
		return d.mail.subject
	}
	return d.subject
}

// folded folds a header field at its blanks. RFC 5322 2.2.3
func (d *draft) folded(field string) string {
	key, value, _ := strings.Cut(field, " ")
	p := plain{width: 78 - len(key)}
	return key + " " + strings.Join(p.broken(value, ""), "\r\n"+d.style.fold) + "\r\n"
}

// address writes a person in a field, with the name quoted if necessary.
func (d *draft) address(p person) string {
	switch name := d.word(p.name); {
	case p.name == "":
		return p.address
	case name == p.name && strings.ContainsAny(name, `()<>[]:;@\,."`):
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `" <` + p.address + ">"
	default:
		return name + " <" + p.address + ">"
	}
}

// word encodes non-ASCII text in the header.
func (d *draft) word(s string) string {
	if d.style.code.words == mime.BEncoding {
		return mime.BEncoding.Encode("utf-8", s)
	}
	return mime.QEncoding.Encode("utf-8", s)
}

// body writes what the mail says.
func (d *draft) body() part {
	c := d.style.code
	f := d.style.form
	switch {
	case d.a.Parts == TextOnly, f == textAlone, f == alike && d.mail != nil && d.mail.page == "":
		return d.textPart()
	case d.a.Parts == PageOnly, f == pageAlone:
		return d.pagePart()
	}
	text, page := d.textPart(), d.pagePart()
	images := d.images()
	switch {
	case len(images) == 0:
		return d.several("alternative", text, page)
	case c.around:
		return d.several("related", append([]part{d.several("alternative", text, page)}, images...)...)
	}
	return d.several("alternative", text, d.several("related", append([]part{page}, images...)...))
}

// images returns the images that the page shows and the program sends along.
func (d *draft) images() (out []part) {
	if d.mail == nil {
		return nil
	}
	for _, im := range d.mail.images {
		if im.renamed == "" {
			continue
		}
		head := fmt.Sprintf("Content-Type: %s; name=\"%s\"\r\nContent-Disposition: inline; filename=\"%s\"\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <%s>\r\n",
			im.kind, im.name, im.name, im.renamed)
		out = append(out, part{head, encode("base64", im.data)})
	}
	return out
}

func (d *draft) textPart() part {
	text := d.text()
	charset, raw := d.style.code.charset(text)
	kind := "text/plain" + fmt.Sprintf(d.style.code.kind, charset)
	if d.style.plain.flowed {
		kind += "; format=flowed"
	}
	if d.style.plain.delsp {
		kind += "; delsp=yes"
	}
	return d.leaf(kind, raw)
}

func (d *draft) pagePart() part {
	page := d.pageText()
	charset, raw := d.style.code.charset(page)
	if strings.Contains(d.style.markup.page, metaCharset) {
		raw = bytes.Replace(raw, []byte(metaCharset), []byte(charset), 1)
	}
	return d.leaf("text/html"+fmt.Sprintf(d.style.code.kind, charset), raw)
}

// charset encodes a text in the first charset of the program that has all its characters.
func (c code) charset(text string) (name string, raw []byte) {
	for _, name := range c.charsets {
		if m := charsets[strings.ToLower(name)]; m != nil {
			if raw, err := m.NewEncoder().Bytes([]byte(text)); err == nil {
				return name, raw
			}
		} else if strings.EqualFold(name, "utf-8") || isASCII(text) {
			return name, []byte(text)
		}
	}
	return "utf-8", []byte(text)
}

var charsets = map[string]*charmap.Charmap{"iso-8859-1": charmap.ISO8859_1, "iso-8859-15": charmap.ISO8859_15, "windows-1252": charmap.Windows1252}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// leaf returns a text part, with lines that end with \n.
func (d *draft) leaf(kind string, raw []byte) part {
	transfer := d.style.code.transfer(raw)
	return part{
		"Content-Type: " + kind + "\r\nContent-Transfer-Encoding: " + transfer + "\r\n",
		encode(transfer, bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))),
	}
}

// transfer chooses a transfer encoding.
func (c code) transfer(raw []byte) string {
	name := c.ascii
	if !isASCII(string(raw)) {
		name = c.other
	}
	if name != "7bit" && name != "8bit" {
		return name
	}
	for l := range bytes.Lines(raw) {
		if len(l) > c.longest {
			return "quoted-printable"
		}
	}
	return name
}

// encode applies the transfer encoding.
func encode(transfer string, raw []byte) []byte {
	var b bytes.Buffer
	switch transfer {
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		w.Write(raw) // writing to memory cannot fail
		w.Close()
	case "base64":
		code := base64.StdEncoding.EncodeToString(raw)
		for ; len(code) > 76; code = code[76:] {
			b.WriteString(code[:76] + "\r\n")
		}
		b.WriteString(code + "\r\n")
	default:
		return raw
	}
	return b.Bytes()
}

// several joins parts to a multipart body.
func (d *draft) several(kind string, parts ...part) part {
	boundary := d.fill(d.style.boundary, d.a.Date, nil)
	var b bytes.Buffer
	for _, p := range parts {
		b.WriteString("--" + boundary + "\r\n" + p.head + "\r\n")
		b.Write(p.body)
		b.WriteString("\r\n")
	}
	b.WriteString("--" + boundary + "--\r\n")
	return part{fmt.Sprintf("Content-Type: multipart/%s;\r\n%sboundary=\"%s\"\r\n", kind, d.style.fold, boundary), b.Bytes()}
}
