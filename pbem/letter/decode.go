package letter

import (
	"bytes"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
)

// decodeTransfer decodes a Content-Transfer-Encoding. If the body is not in the declared encoding, it is
// returned unchanged.
func decodeTransfer(name string, b []byte) []byte {
	name = strings.ToLower(strings.Join(strings.Fields(name), ""))
	switch name = strings.Trim(strings.ReplaceAll(name, "-", ""), `;"'`); name {
	case "base64", "b64", "xbase64":
		return decodeBase64(b)
	case "quotedprintable", "qp":
		return decodeQuoted(b)
	case "uuencode", "xuuencode", "uue", "xuue":
		return decodeUU(b)
	}
	return b
}

// decodeBase64 decodes the base64 lines. It keeps text that mailing lists append.
func decodeBase64(b []byte) []byte {
	var code []byte
	for len(b) > 0 {
		line, rest := cutLine(b)
		if !isBase64(bytes.TrimSpace(line)) {
			break
		}
		code = append(code, bytes.TrimSpace(line)...)
		b = rest
	}
	out := make([]byte, 0, len(code))
	for _, chunk := range bytes.Split(code, []byte("=")) {
		n := len(chunk) - len(chunk)%4
		if len(chunk)%4 > 1 {
			n = len(chunk)
		}
		buf := make([]byte, base64.RawStdEncoding.DecodedLen(n))
		m, _ := base64.RawStdEncoding.Decode(buf, chunk[:n])
		out = append(out, buf[:m]...)
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return out
	}
	if len(out) > 0 {
		out = append(out, '\n')
	}
	return append(out, b...)
}

func isBase64(line []byte) bool {
	for _, c := range line {
		letter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !letter && c != '+' && c != '/' && c != '=' {
			return false
		}
	}
	return true
}

// decodeQuoted decodes quoted-printable. It keeps invalid escapes unchanged.
func decodeQuoted(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		line := b
		if i >= 0 {
			line = b[:i]
		}
		b = b[min(len(line)+1, len(b)):]
		line = bytes.TrimRight(line, " \t\r")
		soft := bytes.HasSuffix(line, []byte("="))
		out = appendUnescaped(out, bytes.TrimSuffix(line, []byte("=")))
		if i >= 0 && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

func appendUnescaped(out, s []byte) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] == '=' && i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// decodeUU decodes a uuencoded body. It returns a body without "begin" unchanged.
func decodeUU(b []byte) []byte {
	var out []byte
	inside := false
	for rest := b; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		switch {
		case !inside:
			inside = bytes.HasPrefix(line, []byte("begin "))
		case len(line) == 0 || string(line) == "end" || line[0] == '`':
			return out
		default:
			out = appendUU(out, line)
		}
	}
	if !inside {
		return b
	}
	return out
}

func appendUU(out, line []byte) []byte {
	n := int(line[0]-' ') & 63
	at := func(i int) byte {
		if i < len(line) {
			return (line[i] - ' ') & 63
		}
		return 0
	}
	for i := 1; n > 0; i += 4 {
		three := []byte{at(i)<<2 | at(i+1)>>4, at(i+1)<<4 | at(i+2)>>2, at(i+2)<<6 | at(i+3)}
		out = append(out, three[:min(n, 3)]...)
		n -= 3
	}
	return out
}

// decodeText converts text in the declared charset to UTF-8. If the charset is missing, unknown or wrong, it
// tries UTF-8 and then Windows-1252. The result has "\n" line ends and no control characters but tabs.
func decodeText(charset string, b []byte) string {
	return cleanText(toUTF8(charset, b))
}

func toUTF8(charset string, b []byte) string {
	if s, ok := byBOM(b); ok {
		return s
	}
	name := strings.ToLower(strings.Trim(strings.TrimSpace(charset), `"'`))
	enc := lookup(name)
	switch {
	case bytes.Contains(b, []byte("\x1b$")) && (enc == nil || name == "utf-8" || utf8.Valid(b)):
		enc = japanese.ISO2022JP
	case enc == nil || name == "utf-8" || name == "us-ascii":
		return guess(b)
	}
	s, err := enc.NewDecoder().Bytes(b)
	if err == nil && !bytes.ContainsRune(s, utf8.RuneError) {
		return string(s)
	}
	for _, other := range mistaken(name) {
		if t, err := other.NewDecoder().Bytes(b); err == nil && !bytes.ContainsRune(t, utf8.RuneError) {
			return string(t)
		}
	}
	if err != nil || utf8.Valid(b) {
		return guess(b)
	}
	return string(s)
}

// mistaken returns encodings that are used under a wrong Japanese name.
func mistaken(name string) []encoding.Encoding {
	switch name {
	case "iso-2022-jp", "shift_jis", "euc-jp":
		return []encoding.Encoding{japanese.EUCJP, japanese.ShiftJIS}
	}
	return nil
}

// guess reads mostly valid UTF-8 as UTF-8, and anything else as Windows-1252.
func guess(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	// A truncated text, or one bad byte in a long text, is still UTF-8.
	good, bad := 0, 0
	for rest := b; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 {
			bad++
		} else if n > 1 {
			good++
		}
		rest = rest[n:]
	}
	if good > 10*bad {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	s, _ := charmap.Windows1252.NewDecoder().Bytes(b)
	return string(s)
}

func byBOM(b []byte) (string, bool) {
	switch {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return guess(b[3:]), true
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("\xfe\xff")):
		enc, err := htmlindex.Get("utf-16le")
		if b[0] == 0xfe {
			enc, err = htmlindex.Get("utf-16be")
		}
		if err != nil {
			return "", false
		}
		s, err := enc.NewDecoder().Bytes(b[2:])
		return string(s), err == nil
	}
	return "", false
}

var charsetAlias = map[string]string{
	"cp932": "shift_jis", "ms932": "shift_jis", "x-sjis": "shift_jis", "cp936": "gbk", "cp949": "euc-kr",
	"cp950": "big5", "ks_c_5601-1987": "euc-kr", "iso-8859-8-i": "iso-8859-8", "iso-2022-jp-ms": "iso-2022-jp",
	"iso-2022-jp-2": "iso-2022-jp", "cp50220": "iso-2022-jp", "latin1": "windows-1252", "latin-1": "windows-1252",
	"utf8": "utf-8", "ascii": "us-ascii", "7bit": "us-ascii",
}

// lookup returns the encoding of that name, or nil.
func lookup(name string) encoding.Encoding {
	if a, ok := charsetAlias[name]; ok {
		name = a
	}
	if enc, err := htmlindex.Get(name); err == nil {
		if name == "replacement" || enc == encoding.Replacement {
			return nil
		}
		return enc
	}
	if len(name) > 40 {
		return nil
	}
	if enc, err := ianaindex.MIME.Encoding(name); err == nil {
		return enc
	}
	return nil
}

// charsetReader decodes charsets for the address parser.
func charsetReader(charset string, r io.Reader) (io.Reader, error) {
	b, err := io.ReadAll(io.LimitReader(r, 64<<10))
	return strings.NewReader(toUTF8(charset, b)), err
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n")

func cleanText(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || r == '\uFEFF' {
			return -1
		}
		return r
	}, lineEnds.Replace(s))
}

// oneLine makes s safe for a header or a log: valid UTF-8 without control characters.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// shorten cuts s to at most n bytes, between characters.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

var encodedWord = regexp.MustCompile(`=\?([^?\s*]{1,40})(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=`)

// decodeWords decodes the RFC 2047 words of a header. It joins adjacent words of the same charset before
// decoding, because many programs split characters between them. Everything else stays unchanged.
func decodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return strings.TrimSpace(oneLine(guess([]byte(s))))
	}
	var out strings.Builder
	var charset string
	var run []byte // bytes of the words collected so far
	flush := func() {
		out.WriteString(toUTF8(charset, run))
		run = nil
	}
	last := 0
	for _, m := range encodedWord.FindAllStringSubmatchIndex(s, 1000) {
		between := s[last:m[0]]
		name := strings.ToLower(s[m[2]:m[3]])
		if run != nil && (name != charset || strings.TrimSpace(between) != "") {
			flush()
		}
		if last == 0 || strings.TrimSpace(between) != "" {
			out.WriteString(guess([]byte(between)))
		}
		charset = name
		run = append(run, decodeWord(s[m[4]:m[5]], s[m[6]:m[7]])...)
		if run == nil {
			run = []byte{}
		}
		last = m[1]
	}
	flush()
	out.WriteString(guess([]byte(s[last:])))
	return strings.TrimSpace(oneLine(out.String()))
}

func decodeWord(how, s string) []byte {
	if strings.EqualFold(how, "b") {
		return decodeBase64([]byte(strings.Join(strings.Fields(s), "")))
	}
	return appendUnescaped(nil, []byte(strings.ReplaceAll(s, "_", " ")))
}
