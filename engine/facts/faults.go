package facts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/internal/spelling"
)

// A Fault is one thing that is wrong in a data file.
type Fault struct {
	Line int    // of the file, from 1
	At   string // "tile 57", "hex A1", "company PRR"; "" for the file
	Text string // a sentence for the author
}

// String writes "line 12: tile 57: ...".
func (f Fault) String() string {
	out := fmt.Sprintf("line %d: ", f.Line)
	if f.At != "" {
		out += f.At + ": "
	}
	return out + f.Text
}

// Faults are all that is wrong in a data file, by lines.
type Faults struct {
	Slug string // of the title, as far as it could be read
	List []Fault
}

// mostTold is how many faults an error tells.
const mostTold = 20

// Error tells the first faults, one a line.
func (f *Faults) Error() string {
	out := "facts"
	if f.Slug != "" {
		out += " of " + f.Slug
	}
	if len(f.List) > 1 {
		out += fmt.Sprintf(": %d faults", len(f.List))
	}
	for i, fault := range f.List {
		switch {
		case i == mostTold:
			return out + fmt.Sprintf("\n\tand %d more", len(f.List)-i)
		case len(f.List) == 1:
			return out + ": " + fault.String()
		}
		out += "\n\t" + fault.String()
	}
	return out
}

func (f *Faults) add(line int, at, format string, args ...any) {
	f.List = append(f.List, Fault{line, at, fmt.Sprintf(format, args...)})
}

// sort puts the faults in the order of the file. What is said twice of a line
// is said once.
func (f *Faults) sort() {
	slices.SortFunc(f.List, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.At, b.At), strings.Compare(a.Text, b.Text))
	})
	f.List = slices.Compact(f.List)
}

// meant names the nearest of some names to one that is not among them: `; did
// you mean "OO"?`. Where none is near it lists them, if they are few.
func meant(said string, names []string) string {
	hint, _ := nearest(said, names)
	return hint
}

// nearest is meant with the name that is near, "" for none.
func nearest(said string, names []string) (hint, near string) {
	best, least := "", 2*(1+max(1, len(said)/2))
	if len(said) == 1 {
		least = 3 // any other letter would be near
	}
	names = once(names)
	for _, name := range names {
		n := 2 * spelling.Slips(strings.ToLower(said), strings.ToLower(name))
		if name == "" || said == "" || name[0] != said[0] {
			n++ // of two the one that begins alike
		}
		if n < least || n == least && best != "" && name < best {
			best, least = name, n
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf("; did you mean %q?", best), best
	case len(names) > 0 && len(names) <= 12:
		return "; want " + oneOf(names), ""
	}
	return "", ""
}

// once returns names without those that come again.
func once(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// oneOf lists names: `"rows" or "columns"`.
func oneOf(names []string) string {
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, fmt.Sprintf("%q", n))
	}
	last := len(quoted) - 1
	if last <= 0 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}
