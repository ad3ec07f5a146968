package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Adopted plays every case that has one of some switches a second time, as a game
// that was adopted before it: what holds for the record only must be as if it had
// never been on, line by line; what holds on must be as it is. Every switch needs a
// case that is another one without it. Rest reports whether a switch holds on.
func Adopted(t *testing.T, kit Kit, pattern string, switches []string, rest func(string) bool) {
	t.Helper()
	kit.laid = map[string]layout{}
	proven := map[string]bool{}
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts match %s: %v", pattern, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases(string(text)) {
			on := c.options(switches)
			if len(on) == 0 || c.adopts() {
				continue
			}
			bare, adopted := kit.Run(c.without(func(o string) bool { return slices.Contains(on, o) && !rest(o) })), kit.Run(c.adopted())
			if fmt.Sprint(bare) != fmt.Sprint(adopted) {
				t.Errorf("%s: %s: by the written rules %v, once adopted %v", file, c.name, bare, adopted)
			}
			for _, o := range on {
				if kit.Run(c.without(func(x string) bool { return x == o })) != nil {
					proven[o] = true
				}
			}
		}
	}
	for _, o := range switches {
		if !proven[o] {
			t.Errorf("no case of %s needs the switch %q", pattern, o)
		}
	}
}

// options returns those of the given options that a case has.
func (c scriptCase) options(of []string) []string {
	var out []string
	for _, l := range c.lines {
		if o, ok := strings.CutPrefix(l.text, "option "); ok && slices.Contains(of, o) {
			out = append(out, o)
		}
	}
	return out
}

// adopts reports whether a case itself has an adoption.
func (c scriptCase) adopts() bool {
	return slices.ContainsFunc(c.lines, func(l line) bool { return l.text == "adopted" || l.text == "+ adopted" })
}

// without returns the lines without some options.
func (c scriptCase) without(which func(option string) bool) []line {
	return slices.DeleteFunc(slices.Clone(c.lines), func(l line) bool {
		o, ok := strings.CutPrefix(l.text, "option ")
		return ok && which(o)
	})
}

// adopted returns the lines of a case as if the game had been adopted before it.
func (c scriptCase) adopted() []line {
	var last int
	for i, l := range c.lines {
		if strings.HasPrefix(l.text, "option ") {
			last = i
		}
	}
	return slices.Insert(slices.Clone(c.lines), last+1, line{c.lines[last].n, "+ adopted"})
}
