// Package moves describes the moves of a title in words. A title has a Table of
// verbs. Verbs that several titles share are written once, here. A title picks
// from them, changes their wording where its rules differ, and adds its own. Help,
// docs/commands.md and the parser of player lines use these tables. A program that
// needs the kind of move behind a verb asks for its role.
//
// The names of verbs and the words after them are stored in logs and never
// change. Synonyms, forms and meanings are for people.
package moves

import (
	"slices"
	"strings"
)

// A Verb is one kind of move: what is said, what follows it, and what it means.
type Verb struct {
	Name     string
	Form     string   // what follows, for people: "HEX TILE EXITS", "COMPANY [top | bottom], or train TRAIN"
	Example  string   // a whole command that the title takes
	Synonyms []string // other words for it, one to four each
	Meaning  string
	Role     Role
	// Shapes are the canonical forms of what follows the verb. Words in capitals stand for things, others
	// for themselves; "a|b|THING" is one of several. The rules use these forms when they are asked why
	// something is not possible. The things: COMPANY, ACTOR the company acted for, OWNER, PRIVATE (a private
	// company), PLAYER, HOLDER (a player or a private company that has shares), TRAIN, HEX, TILE, TURN 0 to 5,
	// EXITS "N-NE" or "city", COUNT and PRICE.
	Shapes []string
}

// A Role tells a program that does not know the rules what kind of move it is.
type Role int

// The roles. Most verbs have none.
const (
	NoRole   Role = iota
	Passes        // does nothing in a step that can be passed
	Bids          // names a price in an auction
	Declines      // refuses an offer of another player
	Raises        // raises money and does nothing else
)

// Own is a verb that a title adds, with other words for it. Nothing follows it unless As says more.
func Own(name string, synonyms ...string) Verb {
	return Verb{Name: name, Example: name, Synonyms: synonyms}
}

// As is the verb with another form and example.
func (v Verb) As(form, example string) Verb {
	v.Form, v.Example = form, example
	return v
}

// Also is the verb with more words for it.
func (v Verb) Also(synonyms ...string) Verb {
	v.Synonyms = append(slices.Clone(v.Synonyms), synonyms...)
	return v
}

// Raising is the verb as one that raises money.
func (v Verb) Raising() Verb {
	v.Role = Raises
	return v
}

// Shaped is the verb with other canonical forms.
func (v Verb) Shaped(shapes ...string) Verb {
	v.Shapes = shapes
	return v
}

// Meant is the verb with another meaning.
func (v Verb) Meant(meaning string) Verb {
	v.Meaning = meaning
	return v
}

// Says reports whether a phrase in small letters stands for the verb.
func (v Verb) Says(phrase string) bool {
	return v.Name == phrase || slices.Contains(v.Synonyms, phrase)
}

// Takes reports whether a thing such as "TILE" may follow the verb.
func (v Verb) Takes(thing string) bool {
	for _, shape := range v.Shapes {
		for word := range strings.FieldsSeq(shape) {
			if slices.Contains(strings.Split(word, "|"), thing) {
				return true
			}
		}
	}
	return false
}

// A Table is the verbs of a title, each once, in the order of its help.
type Table []Verb

// Find returns a verb by its name.
func (t Table) Find(name string) (v Verb, ok bool) {
	i := slices.IndexFunc(t, func(v Verb) bool { return v.Name == name })
	if i < 0 {
		return Verb{}, false
	}
	return t[i], true
}

// Does reports whether a verb has a role.
func (t Table) Does(name string, role Role) bool {
	v, ok := t.Find(name)
	return ok && v.Role == role
}

// Named returns the verbs that a phrase in small letters stands for.
func (t Table) Named(phrase string) []string {
	var out []string
	for _, v := range t {
		if v.Says(phrase) {
			out = append(out, v.Name)
		}
	}
	return out
}

// Of returns the verbs that a thing such as "TILE" may follow.
func (t Table) Of(thing string) []string {
	var out []string
	for _, v := range t {
		if v.Takes(thing) {
			out = append(out, v.Name)
		}
	}
	return out
}
