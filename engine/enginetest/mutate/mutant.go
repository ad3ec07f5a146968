package main

import (
	"fmt"
	"slices"
	"strings"
)

// A mutant is one change of one place of a file.
type mutant struct {
	file       string // from the root of the module, with slashes
	line       int    // from 1
	runLine    int    // line at which the cover tool tells whether it runs
	runCol     int    // of a Go file
	start, end int    // range of bytes that is replaced
	text       string // the replacement
	in         string // the declaration, or the path in a data file
	change     string // "< to <="
	source     string // the line of code; "" in a data file
	column     string // in a data file: the path without ids
	nth        int    // counts mutants with the same name, from 1
	form       form
	from, to   int // range of bytes that is chosen as a whole: the change is within it
	id         int // number by which a program that holds many mutants knows it, from 1
}

// A form says how a program may choose between the code with a change and without it.
type form int

const (
	printed form = iota // a value of a data file
	truth               // an expression that is true or false
	integer             // a literal
	statement
)

// name returns the change without its line number, so that it stays the same when lines are added before it.
func (m mutant) name() string { return m.file + ": " + m.words() }

func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.words()) }

func (m mutant) words() string {
	out := m.in + ": " + m.change
	if m.nth > 1 {
		out += fmt.Sprintf(" (%d)", m.nth)
	}
	if m.source != "" {
		out += ": " + m.source
	}
	return out
}

// applied returns the file with the change.
func (m mutant) applied(src []byte) []byte {
	return slices.Concat(src[:m.start], []byte(m.text), src[m.end:])
}

// numbered numbers mutants with the same name.
func numbered(ms []mutant) []mutant {
	seen := map[string]int{}
	for i := range ms {
		ms[i].nth = 1
		name := ms[i].name()
		seen[name]++
		ms[i].nth = seen[name]
	}
	return ms
}

// at finds the line of a byte, and its text.
func at(src []byte, offset int) (line int, text string) {
	before := string(src[:offset])
	rest, _, _ := strings.Cut(string(src[offset:]), "\n")
	begin := strings.LastIndex(before, "\n") + 1
	return strings.Count(before, "\n") + 1, strings.Join(strings.Fields(before[begin:]+rest), " ")
}
