package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// woven returns a Go file that holds all these mutants of it, and chooses one of them, or none, while it runs. A
// place that is within another one is nested there; the changed code of the outer one is as it was written.
func woven(src []byte, ms []mutant) []byte {
	ms = slices.Clone(ms)
	slices.SortStableFunc(ms, func(a, b mutant) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	w := weaver{src: string(src)}
	return []byte(w.render(0, len(src), ms))
}

// A weaver writes the code of one file.
type weaver struct{ src string }

// render writes a range of bytes with the mutants in it, which are in order, the outer ones first.
func (w weaver) render(from, to int, ms []mutant) string {
	var out strings.Builder
	for len(ms) > 0 {
		m := ms[0]
		n := 1
		for n < len(ms) && ms[n].from < m.to {
			n++
		}
		out.WriteString(w.src[from:m.from])
		out.WriteString(w.either(m, w.render(m.from, m.to, ms[1:n])))
		from, ms = m.to, ms[n:]
	}
	out.WriteString(w.src[from:to])
	return out.String()
}

// either writes the code with a change and without it.
func (w weaver) either(m mutant, is string) string {
	changed := w.src[m.from:m.start] + strings.TrimRight(m.text, "\n") + w.src[m.end:m.to]
	switch m.form {
	case truth:
		return fmt.Sprintf("(whichMutant.On(%d) && (%s) || !whichMutant.On(%d) && (%s))", m.id, changed, m.id, is)
	case integer:
		return fmt.Sprintf("whichMutant.Int(%d, %s, %s)", m.id, changed, is)
	case statement:
		return fmt.Sprintf("if whichMutant.On(%d) { %s\n} else { %s\n}", m.id, changed, is)
	}
	panic("no code: " + m.String())
}

// embedded matches the variable that holds the embedded data file.
var embedded = regexp.MustCompile(`(?m)^//go:embed data\.json\nvar (\w+) (?:\[\]byte|string)$`)

// replaceable returns a Go file that embeds data.json, but can be told to read another file. ok is false where
// no data file is embedded in this form.
func replaceable(src []byte) (text []byte, ok bool) {
	at := embedded.FindSubmatchIndex(src)
	if at == nil {
		return nil, false
	}
	name := string(src[at[2]:at[3]])
	return fmt.Appendf(nil, "%s%sAsEmbedded%s\nvar %s = whichMutant.Data(%sAsEmbedded)%s", src[:at[2]], name, src[at[3]:at[1]], name, name, src[at[1]:]), true
}

var packageClause = regexp.MustCompile(`(?m)^package \w+`)

// importing adds the import that the choices need.
func importing(text []byte, switched string) []byte {
	at := packageClause.FindIndex(text)[1]
	return fmt.Appendf(nil, "%s; import whichMutant %q%s", text[:at], switched, text[at:])
}
