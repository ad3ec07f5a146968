package pbem

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
)

// An outgoing is a mail of the service, read back with Go's own readers.
type outgoing struct {
	header     mail.Header
	text, html string
	picture    []byte
	near       []byte // the second picture
	file, page string // the attachment
}

// readBack reads a mail of the service and checks what must be true of each of them.
func readBack(t testing.TB, s sent) outgoing {
	t.Helper()
	checkLines(t, s.raw)
	m, err := mail.ReadMessage(bytes.NewReader(s.raw))
	if err != nil {
		t.Fatal(err)
	}
	out := outgoing{header: m.Header}
	out.checkHeader(t, s.to)
	plain := strings.HasPrefix(m.Header.Get("Content-Type"), "text/plain")
	if plain {
		out.body(t, textproto.MIMEHeader(m.Header), m.Body)
	} else {
		out.read(t, m.Header.Get("Content-Type"), m.Body)
	}
	if out.text == "" || (out.html == "") != plain && out.file == "" {
		t.Error("a mail needs text and HTML")
	}
	if class := letter.Read(s.raw, letter.Limits{}).Class; class != letter.Loop {
		t.Errorf("our own mail come back is taken for %s", class)
	}
	return out
}

// checkLines checks that lines end in CR LF, are not too long for mail, and are ASCII.
func checkLines(t testing.TB, raw []byte) {
	t.Helper()
	for _, line := range bytes.Split(raw, []byte("\r\n")) {
		if len(line) > 998 || bytes.ContainsAny(line, "\r\n\x00") {
			t.Errorf("this cannot stand in a mail: %.80q (%d bytes)", line, len(line))
		}
	}
	if i := bytes.IndexFunc(raw, func(r rune) bool { return r > '~' }); i >= 0 {
		t.Errorf("not ASCII: %q", raw[i:min(i+20, len(raw))])
	}
}

// once are the fields that a mail has exactly once, atMostOnce those that it may have
// once.
var (
	once       = []string{"Date", "From", "To", "Reply-To", "Subject", "Message-Id", "Auto-Submitted", "List-Id", "Feedback-Id", "Mime-Version", "Content-Type", letter.LoopHeader}
	atMostOnce = []string{"References", "In-Reply-To", "List-Unsubscribe", "Content-Transfer-Encoding", "X-Pbem-News"}
)

func (o outgoing) checkHeader(t testing.TB, to string) {
	t.Helper()
	for _, key := range once {
		if n := len(o.header[textproto.CanonicalMIMEHeaderKey(key)]); n != 1 {
			t.Errorf("%d fields %s", n, key)
		}
	}
	others := len(o.header) - len(once)
	for _, key := range atMostOnce {
		others -= len(o.header[key])
	}
	if others != 0 {
		t.Errorf("the mail has other fields too: %v", o.header)
	}
	if _, err := o.header.Date(); err != nil {
		t.Error(err)
	}
	if got := o.address(t, "From"); got.Address != testAddress {
		t.Errorf("From is %s", got)
	}
	if got := o.address(t, "To"); got.Address != to {
		t.Errorf("To is %s, sent to %s", got, to)
	}
	local, _, _ := strings.Cut(o.address(t, "Reply-To").Address, "@")
	if len(local) > 64 || local != "pbem" && !strings.HasPrefix(local, "pbem+g") && !strings.HasPrefix(local, "pbem+s") && !strings.HasPrefix(local, "pbem+me.") {
		t.Errorf("Reply-To is %s", local)
	}
	for _, key := range []string{"Message-Id", "In-Reply-To"} {
		if id := o.header.Get(key); id != "" && (!strings.HasPrefix(id, "<") || !strings.HasSuffix(id, ">") || strings.ContainsAny(id, " \t")) {
			t.Errorf("%s is %q", key, id)
		}
	}
}

func (o outgoing) address(t testing.TB, key string) *mail.Address {
	t.Helper()
	list, err := o.header.AddressList(key)
	if err != nil || len(list) != 1 {
		t.Fatalf("%s %q: %d addresses, %v", key, o.header.Get(key), len(list), err)
	}
	return list[0]
}

func (o outgoing) subject(t testing.TB) string {
	t.Helper()
	s, err := new(mime.WordDecoder).DecodeHeader(o.header.Get("Subject"))
	if err != nil {
		t.Error(err)
	}
	return s
}

// read reads a part and those within it.
func (o *outgoing) read(t testing.TB, kind string, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(kind)
	if err != nil {
		t.Fatal(err)
	}
	if b := params["boundary"]; !strings.HasPrefix(kind, "multipart/") || b == "" || len(b) > 70 {
		t.Fatalf("%s with the boundary %q", kind, b)
	}
	r := multipart.NewReader(body, params["boundary"])
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		o.part(t, p)
	}
}

func (o *outgoing) part(t testing.TB, p *multipart.Part) {
	t.Helper()
	kind, _, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		o.read(t, p.Header.Get("Content-Type"), p)
		return
	}
	o.body(t, p.Header, p)
}

// body reads a part that is not a multipart.
func (o *outgoing) body(t testing.TB, header textproto.MIMEHeader, raw io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	how, file, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	encoding := header.Get("Content-Transfer-Encoding")
	if binary := kind == "image/png" || how == "attachment"; binary != (encoding == "base64") {
		t.Errorf("%s comes as %s", kind, encoding)
	}
	body := raw
	switch encoding {
	case "quoted-printable":
		body = quotedprintable.NewReader(raw)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, raw)
	}
	all, err := io.ReadAll(body)
	if err != nil {
		t.Error(err)
	}
	if encoding == "7bit" {
		for line := range strings.Lines(string(all)) {
			if len(line) > 1000 || strings.ContainsFunc(line, func(r rune) bool { return r > unicode.MaxASCII }) {
				t.Errorf("%s has a line that cannot go as it is: %q", kind, line)
			}
		}
	}
	if kind != "image/png" && (params["charset"] != "utf-8" || !utf8.Valid(all)) {
		t.Errorf("%s is not UTF-8", kind)
	}
	if how == "attachment" {
		o.file, o.page = file["filename"], string(all)
		return
	}
	switch kind {
	case "text/plain":
		o.text = strings.ReplaceAll(string(all), "\r\n", "\n")
	case "text/html":
		o.html = string(all)
	case "image/png":
		if header.Get("Content-ID") == "<"+envelope.NearID+">" {
			o.near = all
			return
		}
		o.picture = all
	default:
		t.Errorf("a part of kind %s", kind)
	}
}
