package letter

import (
	"bytes"
	"mime"
	"strings"

	"github.com/emersion/go-message"
)

// maxFields limits the fields kept of one header.
const maxFields = 1000

// part is a message or a part of one: its parsed header, and its body, still encoded.
type part struct {
	header message.Header
	body   []byte
	cut    bool // the header was longer than the limit
}

// newPart parses a header, even a malformed one. It drops lines that are no header. If no blank line follows
// the header, it ends where the text begins.
func newPart(raw []byte, limit int) *part {
	head, body, cut := cleanHeader(raw, limit)
	p := &part{body: body, cut: cut}
	// The body is decoded in this package: go-message would stop at its first bad byte and uses a global
	// table of charsets.
	e, err := message.Read(bytes.NewReader(head))
	if e != nil && (err == nil || message.IsUnknownCharset(err) || message.IsUnknownEncoding(err)) {
		p.header = e.Header
	}
	return p
}

// cleanHeader returns the header fields in a form that go-message accepts, and what follows the header.
func cleanHeader(raw []byte, limit int) (head, body []byte, cut bool) {
	var out bytes.Buffer
	fields := 0
	open := false // a field has begun, so a continuation line belongs to it
	rest := raw
	for len(rest) > 0 {
		line, next := cutLine(rest)
		if fields > 0 && (len(line) == 0 || len(bytes.TrimSpace(line)) == 0 && !goesOn(next)) {
			rest = next
			break
		}
		if fields >= maxFields || len(raw)-len(next) > limit {
			return finish(&out), nil, true
		}
		key, value, ok := splitField(line)
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case ok:
			out.WriteString(key + ": ")
			out.Write(bytes.TrimSpace(value))
			out.WriteString("\r\n")
			open = true
			fields++
		case line[0] == ' ' || line[0] == '\t':
			if open {
				out.WriteByte('\t')
				out.Write(bytes.TrimSpace(line))
				out.WriteString("\r\n")
			}
		case !headerFollows(next):
			return finish(&out), rest, false
		default:
			open = false
		}
		rest = next
	}
	return finish(&out), rest, false
}

func finish(out *bytes.Buffer) []byte {
	out.WriteString("\r\n")
	return out.Bytes()
}

// goesOn reports whether the header continues after a line of blanks, with a folded line or another field.
func goesOn(next []byte) bool {
	line, _ := cutLine(next)
	if len(bytes.TrimSpace(line)) == 0 {
		return false
	}
	_, _, ok := splitField(line)
	return ok || line[0] == ' ' || line[0] == '\t'
}

// headerFollows reports whether one of the next lines still looks like a header. Then the line before is
// garbage and not the beginning of the text.
func headerFollows(next []byte) bool {
	for range 3 {
		line, after := cutLine(next)
		if len(line) == 0 {
			return false
		}
		if _, _, ok := splitField(line); ok {
			return true
		}
		next = after
	}
	return false
}

// splitField splits "Key: value". There may be blanks before the colon.
func splitField(line []byte) (key string, value []byte, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 || i > 100 {
		return "", nil, false
	}
	k := bytes.TrimRight(line[:i], " \t")
	for _, c := range k {
		if c <= ' ' || c > '~' {
			return "", nil, false
		}
	}
	return string(k), bytes.ReplaceAll(line[i+1:], []byte{0}, nil), len(k) > 0
}

// cutLine returns the first line without its end, and what follows.
func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// get returns the first field of that name, decoded; "" when there is none.
func (p *part) get(name string) string { return decodeWords(p.header.Get(name)) }

// all returns every field of that name, topmost first, not decoded.
func (p *part) all(name string) []string {
	var out []string
	for fields := p.header.FieldsByKey(name); fields.Next(); {
		out = append(out, fields.Value())
	}
	return out
}

// media returns the content type, in lower case, and its parameters.
func (p *part) media() (string, map[string]string) {
	if !p.header.Has("Content-Type") {
		return "text/plain", nil
	}
	typ, params := looseParams(p.header.Get("Content-Type"))
	if !strings.Contains(typ, "/") {
		typ = "text/plain"
	}
	return typ, params
}

// disposition returns the content disposition, in lower case, and its parameters.
func (p *part) disposition() (string, map[string]string) {
	return looseParams(p.header.Get("Content-Disposition"))
}

// looseParams parses "value; key=value" even if it is malformed.
func looseParams(s string) (string, map[string]string) {
	if v, params, err := mime.ParseMediaType(s); err == nil {
		return strings.ToLower(v), params
	}
	fields := strings.Split(s, ";")
	params := map[string]string{}
	for _, f := range fields[1:] {
		k, v, ok := strings.Cut(f, "=")
		k = strings.ToLower(strings.TrimSpace(k))
		if _, twice := params[k]; ok && !twice {
			params[k] = strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return strings.ToLower(strings.TrimSpace(fields[0])), params
}

// name returns the name that the sender gave the part, otherwise its type.
func (p *part) name() string {
	typ, params := p.media()
	_, disp := p.disposition()
	for _, s := range []string{disp["filename"], params["name"]} {
		if s = decodeWords(s); s != "" {
			return shorten(s, 100)
		}
	}
	return shorten(oneLine(typ), 100)
}
