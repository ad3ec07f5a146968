package letter

import (
	"bytes"
	"regexp"
	"strings"
)

const (
	partHeader     = 32 << 10 // limit of the header of a part, in bytes
	maxStatus      = 64 << 10 // bytes of delivery reports that are kept
	maxAttachments = 50
)

// content is what a mail has in its MIME parts.
type content struct {
	lines       []line
	status      string   // the bodies of message/delivery-status and the like
	returned    *part    // the mail, or its header, that was returned or forwarded as a whole
	reports     []string // kinds of multipart/report found: "delivery-status", "feedback-report" ...
	attachments []string
	trouble     string // a sentence that says why the mail cannot be read
	remark      string // a sentence that says what could not be read; becomes trouble if nothing else can be read
	cut         bool   // a limit cut off some text
}

// walker collects the content of a mail, within limits.
type walker struct {
	content
	limits Limits
	parts  int // parts seen so far
	left   int // bytes of text that are still allowed
}

// readContent walks the parts of a mail. It looks at the first Limits.Parts parts and Limits.Depth levels.
// Each level costs one pass over its bytes.
func readContent(root *part, limits Limits) *content {
	w := &walker{limits: limits, left: limits.Text}
	w.lines = w.read(root, 0)
	if len(w.lines) > limits.Lines {
		w.lines, w.cut = w.lines[:limits.Lines], true
	}
	if blank(w.lines) {
		w.lines = plainLines(w.status, w.limits.Verbs)
		if w.trouble == "" {
			w.trouble = w.remark
		}
	}
	if root.cut {
		w.trouble = "The header of your mail is too long."
	}
	return &w.content
}

// read returns the readable lines of a part and records the rest.
func (w *walker) read(p *part, depth int) []line {
	if w.parts++; w.parts > w.limits.Parts || depth > w.limits.Depth {
		w.trouble = "Your mail has too many parts; please send plain text."
		return nil
	}
	typ, params := p.media()
	disp, _ := p.disposition()
	switch {
	case strings.HasPrefix(typ, "multipart/"):
		return w.readMultipart(p, typ, params, depth)
	case w.readReport(p, typ):
		return nil
	case secret(typ, params):
		w.trouble = "Your mail is encrypted or sealed and cannot be read; please send it as plain text."
		return nil
	case typ == "application/ms-tnef" || typ == "application/vnd.ms-tnef":
		w.remark = "Your mail came as winmail.dat, which only Outlook can read; please send it as plain text."
		return nil
	case disp == "attachment" || !readable(typ):
		w.attach(p, typ, disp)
		return nil
	}
	return w.readText(p, typ, params)
}

func readable(typ string) bool {
	switch typ {
	case "text/plain", "text/html", "text/enriched", "text/richtext", "text/x-amp-html":
		return true
	}
	return false
}

// secret reports whether a part is encrypted.
func secret(typ string, params map[string]string) bool {
	return typ == "application/pkcs7-mime" || typ == "application/x-pkcs7-mime" ||
		typ == "application/pgp-encrypted" || params["protocol"] == "application/pgp-encrypted"
}

// attach records a part that is left out. Inline pictures are not mentioned, nor is what programs add to every mail: signatures,
// business cards and public keys.
func (w *walker) attach(p *part, typ, disp string) {
	shown := disp != "attachment" && (strings.HasPrefix(typ, "image/") || p.header.Has("Content-Id"))
	if shown || strings.Contains(typ, "signature") || enclosed[typ] || len(w.attachments) >= maxAttachments {
		return
	}
	w.attachments = append(w.attachments, p.name())
}

// enclosed are business cards and public keys.
var enclosed = map[string]bool{"text/vcard": true, "text/x-vcard": true, "text/directory": true, "application/pgp-keys": true}

// readReport reads a part of a report, or a returned mail. It reports whether the part was one.
func (w *walker) readReport(p *part, typ string) bool {
	switch typ {
	case "message/delivery-status", "message/global-delivery-status", "message/feedback-report",
		"message/disposition-notification":
		w.reports = append(w.reports, strings.TrimPrefix(strings.TrimPrefix(typ, "message/"), "global-"))
		b := decodeTransfer(p.header.Get("Content-Transfer-Encoding"), p.body[:min(len(p.body), maxStatus)])
		w.status += decodeText("", b[:min(len(b), max(0, maxStatus-len(w.status)))]) + "\n"
	case "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers", "message/rfc822-headers":
		if w.returned == nil {
			w.returned = newPart(p.body, partHeader)
		}
		w.attach(p, typ, "attachment")
	default:
		return false
	}
	return true
}

// readMultipart reads the parts of a multipart body. Among alternatives it takes the plain text, or if that
// is empty, the first other part with text.
func (w *walker) readMultipart(p *part, typ string, params map[string]string, depth int) []line {
	if typ == "multipart/report" && params["report-type"] != "" {
		w.reports = append(w.reports, strings.ToLower(params["report-type"]))
	}
	if secret(typ, params) || typ == "multipart/encrypted" {
		w.trouble = "Your mail is encrypted and cannot be read; please send it as plain text."
		return nil
	}
	bodies := splitParts(p.body, params["boundary"], w.limits.Parts-w.parts+1)
	if bodies == nil {
		return w.readText(p, "text/plain", params)
	}
	var kids []*part
	for _, b := range bodies {
		kids = append(kids, newPart(b, partHeader))
	}
	if typ == "multipart/alternative" {
		return w.readAlternative(kids, depth)
	}
	var out []line
	for _, k := range kids {
		out = append(out, w.read(k, depth+1)...)
	}
	return out
}

func (w *walker) readAlternative(kids []*part, depth int) []line {
	for _, plain := range []bool{true, false} {
		for _, k := range kids {
			typ, _ := k.media()
			if (typ == "text/plain") != plain {
				continue
			}
			if lines := w.read(k, depth+1); !blank(lines) {
				return lines
			}
		}
	}
	return nil
}

// splitParts returns at most most bodies between the boundary lines, nil if there are no such lines. If the
// boundary parameter is missing, it takes the first line that looks like a boundary.
func splitParts(body []byte, boundary string, most int) [][]byte {
	if boundary == "" || !bytes.Contains(body, []byte("--"+boundary)) {
		if boundary = guessBoundary(body); boundary == "" {
			return nil
		}
	}
	delim := []byte("--" + boundary)
	var out [][]byte
	start := -1
	for pos := 0; pos < len(body); {
		at, next, last := nextBoundary(body, pos, delim)
		if at < 0 {
			break
		}
		if start >= 0 {
			out = append(out, body[start:max(start, at)])
		}
		if start, pos = next, next; last || len(out) >= most {
			return out
		}
	}
	if start >= 0 {
		out = append(out, body[start:])
	}
	return out
}

// nextBoundary finds the next boundary line from pos on. at is where it begins (negative if there is none),
// next where the line after it begins, and last whether it is the closing one.
func nextBoundary(body []byte, pos int, delim []byte) (at, next int, last bool) {
	for {
		i := bytes.Index(body[pos:], delim)
		if i < 0 {
			return -1, 0, false
		}
		at = pos + i
		pos = at + len(delim)
		if at > 0 && body[at-1] != '\n' {
			continue
		}
		if next = len(body); bytes.IndexByte(body[at:], '\n') >= 0 {
			next = at + bytes.IndexByte(body[at:], '\n') + 1
		}
		if tail := string(bytes.TrimSpace(body[pos:max(pos, next)])); tail == "" || tail == "--" {
			return at, next, tail == "--"
		}
	}
}

// guessBoundary finds a line that begins with two dashes and is followed by a header.
func guessBoundary(body []byte) string {
	rest := body[:min(len(body), 8<<10)]
	for len(rest) > 0 {
		line, next := cutLine(rest)
		if len(line) > 4 && len(line) < 200 && bytes.HasPrefix(line, []byte("--")) {
			after, _ := cutLine(next)
			if key, _, ok := splitField(after); ok && strings.HasPrefix(strings.ToLower(key), "content-") {
				return strings.TrimRight(string(line[2:]), " \t")
			}
		}
		rest = next
	}
	return ""
}

// readText decodes a text part into lines.
func (w *walker) readText(p *part, typ string, params map[string]string) []line {
	raw := p.body
	if most := 3*w.left + 1024; len(raw) > most {
		raw, w.cut = raw[:most], true
	}
	b := decodeTransfer(p.header.Get("Content-Transfer-Encoding"), raw)
	if len(b) > w.left {
		b, w.cut = b[:w.left], true
	}
	w.left -= len(b)
	charset := params["charset"]
	if isHTML(typ, b) {
		if charset == "" {
			charset = metaCharset(b)
		}
		return htmlLines(decodeText(charset, b))
	}
	text := decodeText(charset, b)
	if typ == "text/enriched" || typ == "text/richtext" {
		text = enrichedTag.ReplaceAllString(text, "")
	}
	if strings.EqualFold(params["format"], "flowed") {
		return unflow(text, strings.EqualFold(params["delsp"], "yes"), w.limits.Verbs)
	}
	text, w.trouble = openArmor(text, w.trouble)
	return plainLines(text, w.limits.Verbs)
}

var (
	enrichedTag = regexp.MustCompile(`(?s)<param>.*?</param>|</?[A-Za-z][A-Za-z-]*>`)
	htmlStart   = regexp.MustCompile(`(?i)^\s*(?:<!doctype html|<html[\s>])`)
	metaTag     = regexp.MustCompile(`(?i)<meta[^>]+charset\s*=\s*["']?([A-Za-z0-9_:-]+)`)
)

func isHTML(typ string, b []byte) bool {
	return typ == "text/html" || typ == "text/x-amp-html" || htmlStart.Match(b[:min(len(b), 200)])
}

func metaCharset(b []byte) string {
	if m := metaTag.FindSubmatch(b[:min(len(b), 4096)]); m != nil {
		return string(m[1])
	}
	return ""
}

const (
	armorSigned    = "-----BEGIN PGP SIGNED MESSAGE-----"
	armorSignature = "-----BEGIN PGP SIGNATURE-----"
	armorSecret    = "-----BEGIN PGP MESSAGE-----"
)

// openArmor removes the PGP armor from signed text. For encrypted text it returns an explanation.
func openArmor(text, trouble string) (string, string) {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, armorSecret) {
		return "", "Your mail is encrypted and cannot be read; please send it as plain text."
	}
	if !strings.HasPrefix(trimmed, armorSigned) {
		return text, trouble
	}
	_, body, _ := strings.Cut(trimmed, "\n\n")
	body, tail, _ := strings.Cut(body, armorSignature)
	_, tail, _ = strings.Cut(tail, "-----END PGP SIGNATURE-----")
	body = strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n- ", "\n"), "\n")
	return body + tail, trouble
}
