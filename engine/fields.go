package engine

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// A reader reads events as MarshalEvent and PackLog write them: without blanks. A log of ten thousand events is opened with every
// game that is in no memory, and encoding/json takes most of that time. What is
// written otherwise, or is no event at all, sets odd and is left to encoding/json.
type reader struct {
	rest  []byte
	odd   bool
	texts map[string]string // every text is kept once: pieces and places come again and again
}

// read reads one event; ok is false where it has to be read otherwise.
func (r *reader) read(data []byte, place []Frame) (e Event, ok bool) {
	r.rest, r.odd = data, false
	r.object(func(kind []byte) {
		r.odd = r.odd || e != nil
		e = r.event(kind, place)
	})
	return e, !r.odd && len(r.rest) == 0 && e != nil
}

// event reads the fields of the kinds that logs mostly are; nil for others.
func (r *reader) event(kind []byte, place []Frame) Event {
	switch string(kind) {
	case "paid":
		var e Paid
		r.fields(field{"from", &e.From}, field{"to", &e.To}, field{"amount", &e.Amount})
		return e
	case "moved":
		var e Moved
		r.fields(field{"piece", &e.Piece}, field{"from", &e.From}, field{"to", &e.To})
		return e
	case "set":
		var e Set
		r.fields(field{"key", &e.Key}, field{"value", &e.Value})
		return e
	case "tile":
		var e TileLaid
		r.fields(field{"hex", &e.Hex}, field{"tile", &e.Tile}, field{"rot", &e.Rot})
		return e
	case "priced":
		var e Priced
		r.fields(field{"marker", &e.Marker}, field{"cell", &e.Cell}, field{"over", &e.Over})
		return e
	case "note":
		var e Noted
		r.fields(field{"by", &e.By}, field{"text", &e.Text})
		return e
	case "said":
		var e Said
		r.fields(field{"by", &e.By}, field{"verb", &e.Verb}, field{"args", &e.Args}, field{"question", &e.Question})
		return e
	case "flow":
		return r.flow(place)
	}
	r.odd = true
	return nil
}

// flow reads a place without tables, of which the first frames may be those of
// the place before.
func (r *reader) flow(place []Frame) Event {
	keep, stack := 0, []Frame(nil)
	r.object(func(key []byte) {
		switch string(key) {
		case "keep":
			keep = r.number()
			r.odd = r.odd || keep < 1 || keep > len(place)
		case "stack":
			r.list(func() { stack = append(stack, r.frame()) })
		default:
			r.odd = true
		}
	})
	if r.odd = r.odd || keep+len(stack) == 0; r.odd {
		return nil
	}
	return Flowed{Stack: append(append(make([]Frame, 0, keep+len(stack)), place[:keep]...), stack...)}
}

func (r *reader) frame() (f Frame) {
	r.fields(field{"step", &f.Step}, field{"actor", &f.Actor}, field{"at", &f.At}, field{"laps", &f.Laps},
		field{"total", &f.Total}, field{"done", &f.Done}, field{"entered", &f.Entered})
	return f
}

// A field is read into a *string, *int or *[]string.
type field struct {
	name string
	into any
}

// fields reads an object of known fields.
func (r *reader) fields(known ...field) {
	r.object(func(key []byte) {
		for _, f := range known {
			if f.name == string(key) {
				r.value(f.into)
				return
			}
		}
		r.odd = true
	})
}

func (r *reader) value(into any) {
	switch v := into.(type) {
	case *string:
		*v = r.text()
	case *int:
		*v = r.number()
	case *[]string:
		*v = []string{}
		r.list(func() { *v = append(*v, r.text()) })
	}
}

// object reads {"key":value,...}; the function reads the value.
func (r *reader) object(value func(key []byte)) {
	r.among('{', '}', func() {
		n := r.textEnd()
		if n < 0 {
			r.odd = true
			return
		}
		key := r.rest[1 : n-1] // one with escapes is none that is known
		r.rest = r.rest[n:]
		r.take(':')
		if !r.odd {
			value(key)
		}
	})
}

func (r *reader) list(element func()) { r.among('[', ']', element) }

// among reads what stands between brackets, with commas between.
func (r *reader) among(open, shut byte, element func()) {
	r.take(open)
	if len(r.rest) > 0 && r.rest[0] == shut {
		r.rest = r.rest[1:]
		return
	}
	for !r.odd {
		element()
		if len(r.rest) > 0 && r.rest[0] == ',' {
			r.rest = r.rest[1:]
			continue
		}
		r.take(shut)
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

// text reads a text.
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

// mostKept is how long a text is, in bytes, that may come again.
const mostKept = 64

// textEnd is behind the text that comes next; below 0 where none does.
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

// unquoted reads a text between its quotation marks.
func unquoted(raw []byte) (t string, ok bool) {
	inner := raw[1 : len(raw)-1]
	if bytes.ContainsFunc(inner, func(c rune) bool { return c == '\\' || c < ' ' || c == utf8.RuneError }) {
		err := json.Unmarshal(raw, &t)
		return t, err == nil
	}
	return string(inner), true
}

// number reads a whole number of at most nine digits.
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
