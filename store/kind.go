package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Kind is one kind of mark: how its marks are named, by a key K, and how what they hold, a T, is written. Both stand
// in one place, and nothing but a kind writes marks: so none is written as another's. Marks are named "kind/key".
type Kind[K, T any] struct {
	name  string
	key   Form[K]
	value Form[T]
}

// NewKind is a kind of the marks "name/key".
func NewKind[K, T any](name string, key Form[K], value Form[T]) Kind[K, T] {
	return Kind[K, T]{name, key, value}
}

// A Single is a kind of which there is one mark, called as the kind.
type Single[T any] struct {
	name  string
	value Form[T]
}

// NewSingle is the kind of the mark of that name.
func NewSingle[T any](name string, value Form[T]) Single[T] { return Single[T]{name, value} }

// A Form is how something is written. Read undoes Write, and refuses what Write does not write; what is written is
// never "".
type Form[T any] struct {
	Write func(T) (string, error)
	Read  func(string) (T, error)
}

// Text is the form of a text that is written as it is.
func Text() Form[string] {
	same := func(s string) (string, error) { return s, nil }
	return Form[string]{same, same}
}

// Number is the form of a whole number, in decimal.
func Number() Form[int] {
	return Form[int]{func(n int) (string, error) { return strconv.Itoa(n), nil }, strconv.Atoi}
}

// Moment is the form of an instant, in UTC, as precise as its layout is.
func Moment(layout string) Form[time.Time] {
	return Form[time.Time]{
		func(t time.Time) (string, error) { return t.UTC().Format(layout), nil },
		func(s string) (time.Time, error) { return time.Parse(layout, s) },
	}
}

// JSON is the form of a value that is written as JSON.
func JSON[T any]() Form[T] {
	return Form[T]{
		func(v T) (string, error) { b, err := json.Marshal(v); return string(b), err },
		func(s string) (v T, err error) { err = json.Unmarshal([]byte(s), &v); return v, err },
	}
}

// Marks are marks to be set or cleared, by name. Kinds write them.
type Marks map[string]Setting

// A Setting is what a mark is set to. Only the kind of the mark makes one, and it fits no mark of another kind.
type Setting struct {
	kind  string
	text  string // "" clears it
	fault error  // it cannot be written so
}

// Text is what is written; cleared is true where that is nothing any more.
func (s Setting) Text() (text string, cleared bool) { return s.text, s.text == "" }

// A Record is a mark as its kind reads it.
type Record[K, T any] struct {
	Name  string
	Key   K
	Value T
	Rev   Rev   // 0 where there is none
	Fault error // it is not as its kind writes it: Key or Value are not what it says
}

// Found reports whether the mark is there and can be read.
func (r Record[K, T]) Found() bool { return r.Rev != 0 && r.Fault == nil }

// Expect has a commit expect that the mark is as it was read.
func (r Record[K, T]) Expect(c *Commit) {
	if c.Expect == nil {
		c.Expect = map[string]Rev{}
	}
	c.Expect[r.Name] = r.Rev
}

// A MarkReader is what kinds read marks from.
type MarkReader interface {
	MarkAt(name string) (Mark, error)
	MarkPage(prefix, after string, limit int) ([]Mark, error)
}

// ErrUnread is a mark that is not as its kind writes it.
var ErrUnread = errors.New("it is not as its kind is written")

// Name is that of the mark with a key; "" where there can be none.
func (k Kind[K, T]) Name(key K) string {
	text, err := k.key.Write(key)
	if err != nil || text == "" {
		return ""
	}
	return k.name + "/" + text
}

// Set sets a mark. What cannot be written is refused by the commit.
func (k Kind[K, T]) Set(m Marks, key K, value T) { m[k.Name(key)] = setting(k.name, k.value, value) }

// Clear has there be no mark with a key.
func (k Kind[K, T]) Clear(m Marks, key K) { m[k.Name(key)] = Setting{kind: k.name} }

// Drop has a mark that was read be no more, also one that cannot be read.
func (k Kind[K, T]) Drop(m Marks, r Record[K, T]) { m[r.Name] = Setting{kind: k.name} }

// Get reads the mark with a key: Rev is 0 where there is none. One that cannot be read is an error, ErrUnread.
func (k Kind[K, T]) Get(from MarkReader, key K) (Record[K, T], error) {
	m, err := from.MarkAt(k.Name(key))
	if err != nil || m.Rev == 0 {
		return Record[K, T]{Name: m.Name, Key: key}, err
	}
	r := k.Read(m)
	return r, r.Fault
}

// Read reads a mark of the kind.
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

// All reads the marks of the kind whose keys, as they are written, begin with a text, in the order of their names.
func (k Kind[K, T]) All(from MarkReader, begin string) ([]Record[K, T], error) {
	return k.Page(from, begin, "", 0)
}

// Page reads at most limit (0: all) of them, of those after the name after ("": from the first).
func (k Kind[K, T]) Page(from MarkReader, begin, after string, limit int) ([]Record[K, T], error) {
	page, err := from.MarkPage(k.name+"/"+begin, after, limit)
	if err != nil {
		return nil, err
	}
	out := make([]Record[K, T], len(page))
	for i, m := range page {
		out[i] = k.Read(m)
	}
	return out, nil
}

// Name is that of the mark.
func (k Single[T]) Name() string { return k.name }

// Set sets the mark.
func (k Single[T]) Set(m Marks, value T) { m[k.name] = setting(k.name, k.value, value) }

// Clear has there be no such mark.
func (k Single[T]) Clear(m Marks) { m[k.name] = Setting{kind: k.name} }

// Get reads the mark, as that of a Kind does.
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

// An AnyKind is a kind of which the types do not matter: in a list of all of them.
type AnyKind interface {
	// Has reports whether a mark of that name is of the kind.
	Has(name string) bool
	// Check refuses a mark of the kind that is not as the kind writes it.
	Check(Mark) error
	// Reset is what sets a mark of the kind to what is written already, as Check allows it.
	Reset(Mark) (Setting, error)
}

// Has reports whether a mark of that name is of the kind.
func (k Kind[K, T]) Has(name string) bool { return strings.HasPrefix(name, k.name+"/") }

// Check refuses a mark that is not as the kind writes it.
func (k Kind[K, T]) Check(m Mark) error {
	r := k.Read(m)
	if r.Fault == nil && k.Name(r.Key) != m.Name {
		return fmt.Errorf("mark %q: %w: its name would be %q", m.Name, ErrUnread, k.Name(r.Key))
	}
	return r.Fault
}

// Reset is what sets a mark to what is written already.
func (k Kind[K, T]) Reset(m Mark) (Setting, error) {
	return Setting{kind: k.name, text: m.Value}, k.Check(m)
}

// Has reports whether a mark of that name is of the kind.
func (k Single[T]) Has(name string) bool { return name == k.name }

// Check refuses a mark that is not as the kind writes it.
func (k Single[T]) Check(m Mark) error {
	if _, err := k.value.Read(m.Value); err != nil || m.Name != k.name {
		return fmt.Errorf("mark %q: %w: %w", m.Name, ErrUnread, err)
	}
	return nil
}

// Reset is what sets the mark to what is written already.
func (k Single[T]) Reset(m Mark) (Setting, error) {
	return Setting{kind: k.name, text: m.Value}, k.Check(m)
}

// check refuses marks that no kind of theirs has written.
func (m Marks) check() error {
	for name, s := range m {
		if err := checkName("mark", name); err != nil {
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
