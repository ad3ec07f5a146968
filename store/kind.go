package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Kind is one kind of mark. It says how a key K becomes the name of a mark, "kind/key", and how a value T is
// written. Only kinds write marks, so no mark is ever written in the form of another kind.
type Kind[K, T any] struct {
	name  string
	key   Form[K]
	value Form[T]
}

// NewKind returns the kind of the marks "name/key".
func NewKind[K, T any](name string, key Form[K], value Form[T]) Kind[K, T] {
	return Kind[K, T]{name, key, value}
}

// A Single is a kind with only one mark, which has the name of the kind.
type Single[T any] struct {
	name  string
	value Form[T]
}

// NewSingle returns the kind of the one mark called name.
func NewSingle[T any](name string, value Form[T]) Single[T] { return Single[T]{name, value} }

// A Form says how values are written as text. Read undoes Write and refuses any text that Write does not produce.
// Write never returns "".
type Form[T any] struct {
	Write func(T) (string, error)
	Read  func(string) (T, error)
}

// Text is the form of a text, written as it is.
func Text() Form[string] {
	same := func(s string) (string, error) { return s, nil }
	return Form[string]{same, same}
}

// Number is the form of a whole number, written in decimal.
func Number() Form[int] {
	return Form[int]{func(n int) (string, error) { return strconv.Itoa(n), nil }, strconv.Atoi}
}

// Moment is the form of a time, written in UTC with the precision of layout.
func Moment(layout string) Form[time.Time] {
	return Form[time.Time]{
		func(t time.Time) (string, error) { return t.UTC().Format(layout), nil },
		func(s string) (time.Time, error) { return time.Parse(layout, s) },
	}
}

// JSON is the form of a value written as JSON.
func JSON[T any]() Form[T] {
	return Form[T]{
		func(v T) (string, error) { b, err := json.Marshal(v); return string(b), err },
		func(s string) (v T, err error) { err = json.Unmarshal([]byte(s), &v); return v, err },
	}
}

// Marks are changes to marks, by name. Kinds make them.
type Marks map[string]Setting

// A Setting is the new value of a mark. Only the kind of the mark can make it, and a commit refuses it for a mark of
// another kind.
type Setting struct {
	kind  string
	text  string // "" clears it
	fault error  // why the value cannot be written
}

// Text returns the text that will be written; cleared means that the mark will be removed.
func (s Setting) Text() (text string, cleared bool) { return s.text, s.text == "" }

// A Record is a mark as its kind has read it.
type Record[K, T any] struct {
	Name  string
	Key   K
	Value T
	Rev   Rev   // 0 if there is no such mark
	Fault error // the mark cannot be read: Key or Value are not valid
}

// Found reports whether the mark is there and can be read.
func (r Record[K, T]) Found() bool { return r.Rev != 0 && r.Fault == nil }

// Expect makes the commit fail with ErrConflict if the mark has changed since it was read.
func (r Record[K, T]) Expect(c *Commit) {
	if c.Expect == nil {
		c.Expect = map[string]Rev{}
	}
	c.Expect[r.Name] = r.Rev
}

// A MarkReader is the store as kinds read it.
type MarkReader interface {
	MarkAt(name string) (Mark, error)
	MarkPage(prefix, after string, limit int) ([]Mark, error)
}

// ErrUnread means that a mark is not in the form its kind writes.
var ErrUnread = errors.New("it is not as its kind is written")

// Name returns the name of the mark with a key; "" if no mark can have it.
func (k Kind[K, T]) Name(key K) string {
	text, err := k.key.Write(key)
	if err != nil || text == "" {
		return ""
	}
	return k.name + "/" + text
}

// Prefix returns how the names of the marks begin whose written keys begin with begin.
func (k Kind[K, T]) Prefix(begin string) string { return k.name + "/" + begin }

// Set sets a mark. If the value cannot be written, the commit is refused.
func (k Kind[K, T]) Set(m Marks, key K, value T) { m[k.Name(key)] = setting(k.name, k.value, value) }

// Clear removes the mark with a key.
func (k Kind[K, T]) Clear(m Marks, key K) { m[k.Name(key)] = Setting{kind: k.name} }

// Drop removes a mark that was read, even one that could not be decoded.
func (k Kind[K, T]) Drop(m Marks, r Record[K, T]) { m[r.Name] = Setting{kind: k.name} }

// Get reads the mark with a key. Rev is 0 if there is none. A mark that cannot be decoded is an error, ErrUnread.
func (k Kind[K, T]) Get(from MarkReader, key K) (Record[K, T], error) {
	m, err := from.MarkAt(k.Name(key))
	if err != nil || m.Rev == 0 {
		return Record[K, T]{Name: m.Name, Key: key}, err
	}
	r := k.Read(m)
	return r, r.Fault
}

// Read decodes a mark of the kind.
func (k Kind[K, T]) Read(m Mark) (r Record[K, T]) {
	r.Name, r.Rev = m.Name, m.Rev
	text, ok := strings.CutPrefix(m.Name, k.name+"/")
	if !ok {
		r.Fault = fmt.Errorf("mark %q: %w: it is no %s", m.Name, ErrUnread, k.name)
		return r
	}
	var noKey, noValue error
	r.Key, noKey = k.key.Read(text)
	r.Value, noValue = k.value.Read(m.Value)
	if err := errors.Join(noKey, noValue); err != nil {
		r.Fault = fmt.Errorf("mark %q: %w: %w", m.Name, ErrUnread, err)
	}
	return r
}

// All reads the marks of the kind whose written keys begin with begin, in order of name.
func (k Kind[K, T]) All(from MarkReader, begin string) ([]Record[K, T], error) {
	return k.Page(from, begin, "", 0)
}

// Page is All for at most limit marks (0: all), and only for those after the name after ("": from the first).
func (k Kind[K, T]) Page(from MarkReader, begin, after string, limit int) ([]Record[K, T], error) {
	page, err := from.MarkPage(k.Prefix(begin), after, limit)
	if err != nil {
		return nil, err
	}
	out := make([]Record[K, T], len(page))
	for i, m := range page {
		out[i] = k.Read(m)
	}
	return out, nil
}

// Name returns the name of the mark.
func (k Single[T]) Name() string { return k.name }

// Set sets the mark.
func (k Single[T]) Set(m Marks, value T) { m[k.name] = setting(k.name, k.value, value) }

// Clear removes the mark.
func (k Single[T]) Clear(m Marks) { m[k.name] = Setting{kind: k.name} }

// Get reads the mark, as Kind.Get does.
func (k Single[T]) Get(from MarkReader) (r Record[struct{}, T], err error) {
	m, err := from.MarkAt(k.name)
	r.Name, r.Rev = m.Name, m.Rev
	if err != nil || m.Rev == 0 {
		return r, err
	}
	if r.Value, err = k.value.Read(m.Value); err != nil {
		r.Fault = fmt.Errorf("mark %q: %w: %w", m.Name, ErrUnread, err)
	}
	return r, r.Fault
}

func setting[T any](kind string, form Form[T], value T) Setting {
	text, err := form.Write(value)
	if err == nil && text == "" {
		err = errors.New("it says nothing")
	}
	return Setting{kind, text, err}
}

// An AnyKind is a kind without its types, for a list of all kinds.
type AnyKind interface {
	// Has reports whether a mark with that name is of the kind.
	Has(name string) bool
	// Check returns an error if a mark of the kind is not in the kind's form.
	Check(Mark) error
	// Reset returns a Setting that writes the mark again as it is; it fails where Check fails.
	Reset(Mark) (Setting, error)
}

// Has reports whether a mark with that name is of the kind.
func (k Kind[K, T]) Has(name string) bool { return strings.HasPrefix(name, k.name+"/") }

// Check returns an error if the mark is not in the kind's form.
func (k Kind[K, T]) Check(m Mark) error {
	r := k.Read(m)
	if r.Fault == nil && k.Name(r.Key) != m.Name {
		return fmt.Errorf("mark %q: %w: its name would be %q", m.Name, ErrUnread, k.Name(r.Key))
	}
	return r.Fault
}

// Reset returns a Setting that writes the mark again as it is.
func (k Kind[K, T]) Reset(m Mark) (Setting, error) {
	return Setting{kind: k.name, text: m.Value}, k.Check(m)
}

// Has reports whether a mark with that name is of the kind.
func (k Single[T]) Has(name string) bool { return name == k.name }

// Check returns an error if the mark is not in the kind's form.
func (k Single[T]) Check(m Mark) error {
	if _, err := k.value.Read(m.Value); err != nil || m.Name != k.name {
		return fmt.Errorf("mark %q: %w: %w", m.Name, ErrUnread, err)
	}
	return nil
}

// Reset returns a Setting that writes the mark again as it is.
func (k Single[T]) Reset(m Mark) (Setting, error) {
	return Setting{kind: k.name, text: m.Value}, k.Check(m)
}

// Check refuses marks that were not made by their kind.
func (m Marks) Check() error {
	for name, s := range m {
		if err := CheckName("mark", name); err != nil {
			return err
		}
		switch {
		case s.kind == "":
			return fmt.Errorf("%w: mark %q was written by no kind", ErrInvalid, name)
		case name != s.kind && !strings.HasPrefix(name, s.kind+"/"):
			return fmt.Errorf("%w: mark %q was written as a %s", ErrInvalid, name, s.kind)
		case s.fault != nil:
			return fmt.Errorf("%w: mark %q cannot be written: %w", ErrInvalid, name, s.fault)
		}
	}
	return nil
}
