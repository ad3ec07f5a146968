package engine

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// A reader decodes events as MarshalEvent and PackLog write them: without blanks. Opening a game that is not
// cached decodes its log of up to ten thousand events, and encoding/json took most of that time. Anything
// written differently sets odd, and encoding/json decodes it.
type reader struct {
	rest  []byte
	odd   bool
	first bool              // the next field is the first of its object
	texts map[string]string // interned texts: the same pieces and places come again and again

	frames []Frame // frames of the place that is being decoded
}

// read decodes one event. ok is false if encoding/json has to decode it.
func (r *reader) read(data []byte, place []Frame) (e Event, ok bool) {
	r.rest, r.odd = data, false
	r.take('{')
	n := r.textEnd()
	if n < 0 {
		return nil, false
	}
	kind := r.rest[1 : n-1] // a kind with escapes matches no known kind
	r.rest = r.rest[n:]
	r.take(':')
	e = r.event(kind, place)
	r.take('}')
	return e, !r.odd && len(r.rest) == 0 && e != nil
}

// event decodes the fields of the most frequent kinds. It returns nil for others.
func (r *reader) event(kind []byte, place []Frame) (e Event) {
	r.open()
	switch string(kind) {
	case "paid":
		e = Paid{From: r.textOf("from"), To: r.textOf("to"), Amount: r.numberOf("amount")}
	case "moved":
		e = Moved{Piece: r.textOf("piece"), From: r.textOf("from"), To: r.textOf("to")}
	case "set":
		e = Set{Key: r.textOf("key"), Value: r.numberOf("value")}
	case "tile":
		e = TileLaid{Hex: r.textOf("hex"), Tile: r.textOf("tile"), Rot: r.numberOf("rot")}
	case "priced":
		e = Priced{Marker: r.textOf("marker"), Cell: r.textOf("cell"), Over: r.textOf("over")}
	case "note":
		e = Noted{By: r.textOf("by"), Text: r.textOf("text")}
	case "said":
		e = Said{Command: Command{By: r.textOf("by"), Verb: r.textOf("verb"), Args: r.textsOf("args")}, Question: r.textOf("question")}
	case "flow":
		e = r.flow(place)
	default:
		r.odd = true
	}
	r.take('}')
	return e
}

// flow decodes a place without tables. It may share its first frames with the place before.
func (r *reader) flow(place []Frame) Event {
	keep := 0
	if r.has("keep") {
		keep = r.number()
		r.odd = r.odd || keep < 1 || keep > len(place)
	}
	if r.odd {
		return nil
	}
	r.frames = append(r.frames[:0], place[:keep]...)
	if r.has("stack") {
		r.list(func() { r.frames = append(r.frames, r.frame()) })
	}
	if r.odd = r.odd || len(r.frames) == 0; r.odd {
		return nil
	}
	return Flowed{Stack: append(make([]Frame, 0, len(r.frames)), r.frames...)}
}

func (r *reader) frame() Frame {
	r.open()
	f := Frame{Step: r.textOf("step"), Actor: r.textOf("actor"), At: r.textOf("at"), Laps: r.numberOf("laps"),
		Total: r.numberOf("total"), Done: r.textsOf("done"), Entered: r.numberOf("entered")}
	r.take('}')
	r.first = false
	return f
}

// open begins an object. Fields are asked for in the order in which they are written. A field in another
// order is left over at the end of the object, which sets odd.
func (r *reader) open() {
	r.take('{')
	r.first = true
}

// has reports whether the named field comes next, and moves to its value.
func (r *reader) has(name string) bool {
	rest := r.rest
	if !r.first && len(rest) > 0 && rest[0] == ',' {
		rest = rest[1:]
	} else if !r.first {
		return false
	}
	n := len(name)
	if r.odd || len(rest) < n+3 || rest[0] != '"' || string(rest[1:n+1]) != name || rest[n+1] != '"' || rest[n+2] != ':' {
		return false
	}
	r.rest, r.first = rest[n+3:], false
	return true
}

// textOf decodes a field, "" if it is missing.
func (r *reader) textOf(name string) string {
	if !r.has(name) {
		return ""
	}
	return r.text()
}

// numberOf decodes a field, 0 if it is missing.
func (r *reader) numberOf(name string) int {
	if !r.has(name) {
		return 0
	}
	return r.number()
}

// textsOf decodes a field, nil if it is missing.
func (r *reader) textsOf(name string) []string {
	if !r.has(name) {
		return nil
	}
	out := []string{}
	r.list(func() { out = append(out, r.text()) })
	return out
}

// list decodes an array.
func (r *reader) list(element func()) {
	r.take('[')
	if len(r.rest) > 0 && r.rest[0] == ']' {
		r.rest = r.rest[1:]
		return
	}
	for !r.odd {
		element()
		if len(r.rest) > 0 && r.rest[0] == ',' {
			r.rest = r.rest[1:]
			continue
		}
		r.take(']')
		return
	}
}

func (r *reader) take(c byte) {
	if len(r.rest) == 0 || r.rest[0] != c {
		r.odd = true
		return
	}
	r.rest = r.rest[1:]
}

// text decodes a string.
func (r *reader) text() string {
	n := r.textEnd()
	if n < 0 {
		r.odd = true
		return ""
	}
	raw := r.rest[:n]
	r.rest = r.rest[n:]
	if known, ok := r.texts[string(raw)]; ok {
		return known
	}
	t, ok := unquoted(raw)
	if !ok {
		r.odd = true
		return ""
	}
	if len(raw) <= mostKept {
		r.texts[string(raw)] = t
	}
	return t
}

// mostKept is the greatest length of a text that is interned, in bytes.
const mostKept = 64

// textEnd returns the index after the string that comes next, -1 if there is none.
func (r *reader) textEnd() int {
	if r.odd || len(r.rest) == 0 || r.rest[0] != '"' {
		return -1
	}
	for n := 1; n < len(r.rest); n++ {
		switch r.rest[n] {
		case '"':
			return n + 1
		case '\\':
			n++
		}
	}
	return -1
}

// unquoted decodes a string with its quotation marks.
func unquoted(raw []byte) (t string, ok bool) {
	inner := raw[1 : len(raw)-1]
	if bytes.ContainsFunc(inner, func(c rune) bool { return c == '\\' || c < ' ' || c == utf8.RuneError }) {
		err := json.Unmarshal(raw, &t)
		return t, err == nil
	}
	return string(inner), true
}

// number decodes a whole number of at most nine digits.
func (r *reader) number() int {
	n := 0
	for n < len(r.rest) && (r.rest[n] >= '0' && r.rest[n] <= '9' || r.rest[n] == '-') {
		n++
	}
	raw := r.rest[:n]
	r.rest = r.rest[n:]
	digits := bytes.TrimPrefix(raw, []byte("-"))
	value, err := strconv.Atoi(string(raw))
	if err != nil || len(digits) > 9 || digits[0] == '0' && len(raw) > 1 {
		r.odd = true
	}
	return value
}
