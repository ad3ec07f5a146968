package letter

import "strings"

// unlikeVerbs reports whether a word is neither a word of a command nor one misspelt or shortened.
func (m matcher) unlikeVerbs(p string) bool {
	for verb := range m.verbs {
		if strings.HasPrefix(verb, p) && len(p) > 1 || nearly(p, verb) {
			return false
		}
	}
	return true
}

// nearly reports whether two words differ by at most one letter, or by two swapped ones.
func nearly(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < 3 {
		return a == b
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case i == len(a):
		return true
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// near reports whether a word is like a verb; of three letters the middle one may be missing.
func near(p, verb string) bool {
	return len(verb) > 2 && (nearly(p, verb) || len(p) == 2 && len(verb) == 3 && p[0] == verb[0] && p[1] == verb[2])
}

// inflected reports whether a word is another form of a verb: "offers", "declined".
func inflected(p, verb string) bool {
	return p == verb+"s" || p == verb+"d" || p+"s" == verb || p+"d" == verb
}
