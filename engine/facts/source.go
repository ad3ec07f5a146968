package facts

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A node is one value of a data file and the line on which it begins.
type node struct {
	kind  kind
	line  int
	text  string   // as it is written: of a number, "true" or "null"; of a text, what it says
	keys  []string // of an object, in order
	items []*node  // of an object and of a list
}

// A kind is a kind of JSON value, in the words of messages.
type kind string

const (
	object  kind = "an object {...}"
	list    kind = "a list [...]"
	text    kind = "a text"
	number  kind = "a number"
	boolean kind = "true or false"
	null    kind = "null"
)

// field returns the value of a key, nil for none.
func (n *node) field(key string) *node {
	if n == nil || n.kind != object {
		return nil
	}
	for i, k := range n.keys {
		if k == key {
			return n.items[i]
		}
	}
	return nil
}

// at follows keys (texts) and places in lists (ints). Where the file goes no
// further it returns the last value there is.
func (n *node) at(path ...any) *node {
	for _, p := range path {
		next := (*node)(nil)
		switch p := p.(type) {
		case string:
			next = n.field(p)
		case int:
			if p < len(n.items) {
				next = n.items[p]
			}
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// Bounds of a file: values of a title are nested seven deep, and the largest file
// has 45 KB.
const (
	mostNested  = 20
	mostLetters = 1000
	mostBytes   = 1 << 20
)

// A scanner reads JSON and remembers lines, which encoding/json does not.
type scanner struct {
	src    string
	pos    int
	line   int
	open   []*node // objects and lists that are not closed yet
	faults *Faults
}

// byteOrderMark is what some editors write before the text of a file.
const byteOrderMark = "\ufeff"

// stopped ends reading at text that is no JSON.
type stopped struct{}

// parse reads a file. It returns nil, and tells why, for what is no JSON.
func parse(src string, faults *Faults) (root *node) {
	s := &scanner{src: strings.TrimPrefix(src, byteOrderMark), line: 1, faults: faults}
	defer func() {
		if r := recover(); r != nil {
			if _, ours := r.(stopped); !ours {
				panic(r)
			}
			root = nil
		}
	}()
	if len(src) > mostBytes {
		s.fail("the file is larger than %d bytes", mostBytes)
	}
	if !utf8.ValidString(src) {
		s.line += strings.Count(src[:invalid(src)], "\n")
		s.fail("a letter is not written in UTF-8")
	}
	root = s.value()
	if s.space(); s.pos < len(s.src) {
		s.fail("there is more after the end of the file's object: %s", s.here())
	}
	return root
}

// invalid returns where a text is not UTF-8.
func invalid(src string) int {
	for i, r := range src {
		if _, size := utf8.DecodeRuneInString(src[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return len(src)
}

func (s *scanner) fail(format string, args ...any) {
	s.faults.add(s.line, "", format, args...)
	panic(stopped{})
}

// here quotes what comes next.
func (s *scanner) here() string {
	rest, _, _ := strings.Cut(s.src[s.pos:], "\n")
	if r := []rune(rest); len(r) > 12 {
		rest = string(r[:12]) + "..."
	}
	return "`" + strings.TrimSpace(rest) + "`"
}

// space skips to the next sign.
func (s *scanner) space() {
	for ; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '\n':
			s.line++
		case ' ', '\t', '\r':
		default:
			return
		}
	}
}

// next returns the next sign, and tells where the file is cut.
func (s *scanner) next() byte {
	s.space()
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	if len(s.open) == 0 {
		s.fail("the file is empty")
	}
	last := s.open[len(s.open)-1]
	s.fail("the file ends in the middle: %s that begins on line %d is not closed", last.kind, last.line)
	return 0
}

func (s *scanner) value() *node {
	c := s.next()
	n := &node{line: s.line}
	switch {
	case c == '{':
		s.group(n, object, '}')
	case c == '[':
		s.group(n, list, ']')
	case c == '"':
		n.kind, n.text = text, s.quoted()
	default:
		s.word(n)
	}
	return n
}

// group reads what stands between brackets.
func (s *scanner) group(n *node, k kind, end byte) {
	n.kind = k
	if s.open = append(s.open, n); len(s.open) > mostNested {
		s.fail("lists and objects are nested more than %d deep", mostNested)
	}
	s.pos++
	for first := true; s.next() != end; first = false {
		if !first {
			s.comma(n, end)
		}
		if k == object {
			s.key(n)
		}
		n.items = append(n.items, s.value())
	}
	s.pos++
	s.open = s.open[:len(s.open)-1]
}

func (s *scanner) comma(n *node, end byte) {
	if s.src[s.pos] != ',' {
		s.fail("want a comma or %c before %s, in %s that begins on line %d", end, s.here(), n.kind, n.line)
	}
	s.pos++
	if s.next() == end {
		s.fail("there is a comma before %c, and nothing after it", end)
	}
}

// key reads a word and the colon after it.
func (s *scanner) key(n *node) {
	if s.next() != '"' {
		s.fail(`want a word in "quotes" and not %s, in %s that begins on line %d`, s.here(), n.kind, n.line)
	}
	key := s.quoted()
	if before := n.field(key); before != nil {
		s.faults.add(s.line, "", "%q is there twice; the first is on line %d", key, before.line)
	}
	if s.next() != ':' {
		s.fail("want a colon after %q and not %s", key, s.here())
	}
	s.pos++
	n.keys = append(n.keys, key)
}

// quoted reads a text in quotes.
func (s *scanner) quoted() string {
	start := s.pos
	for s.pos++; s.pos < len(s.src) && s.src[s.pos] != '"' && s.src[s.pos] != '\n'; s.pos++ {
		if s.src[s.pos] == '\\' {
			s.pos++
		}
	}
	var out string
	if s.pos >= len(s.src) || s.src[s.pos] != '"' {
		s.pos = start
		s.fail("the text %s has no quotes at its end", s.here())
	}
	s.pos++
	if out = s.src[start+1 : s.pos-1]; !plain(out) {
		out = s.escaped(start)
	}
	if len(out) > mostLetters {
		s.pos = start
		s.fail("the text %s is longer than %d letters", s.here(), mostLetters)
	}
	return out
}

// plain reports whether a text says what is written, which is most of them.
func plain(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r == '\\' || r < ' ' }) < 0
}

// escaped reads a text in quotes that begins at a place.
func (s *scanner) escaped(start int) (out string) {
	if err := json.Unmarshal([]byte(s.src[start:s.pos]), &out); err != nil {
		s.pos = start
		s.fail("the text %s is not written as JSON has it", s.here())
	}
	return out
}

// word reads a number, true, false or null.
func (s *scanner) word(n *node) {
	rest := s.src[s.pos:]
	if end := strings.IndexAny(rest, " \t\r\n,:[]{}\""); end >= 0 {
		rest = rest[:end]
	}
	switch {
	case rest == "true" || rest == "false":
		n.kind = boolean
	case rest == "null":
		n.kind = null
	case rest != "" && json.Valid([]byte(rest)):
		n.kind = number
	default:
		s.fail("want a number, a text in quotes, [ or { and not %s", s.here())
	}
	n.text = rest
	s.pos += len(rest)
}

// String says what a value is, for messages.
func (n *node) String() string {
	switch n.kind {
	case text:
		return fmt.Sprintf("%q, a text", n.text)
	case number, boolean:
		return n.text
	}
	return string(n.kind)
}
