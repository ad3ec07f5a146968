package table

import (
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pbem/engine"
)

// words are names and addresses that are replaced in texts.
type words struct {
	names     []string // all at the table, the longest first
	as        map[string]string
	addresses []string
}

// wording returns the words that are replaced when people are forgotten. Names of others that begin with one of theirs stay.
func wording(r Record, log []engine.Event, gone []Former) words {
	w := words{as: map[string]string{}, names: allNames(r, log)}
	for _, f := range gone {
		for _, name := range f.Names {
			w.as[name] = f.As
			w.names = append(w.names, name)
		}
		w.addresses = append(w.addresses, f.Addresses...)
	}
	w.sort()
	return w
}

func (w *words) sort() {
	longest := func(a, b string) int { return len(b) - len(a) }
	w.names = slices.DeleteFunc(w.names, func(n string) bool { return n == "" })
	slices.SortStableFunc(w.names, longest)
	slices.SortStableFunc(w.addresses, longest)
}

// in replaces the words in a text.
func (w words) in(text string) string {
	for _, a := range w.addresses {
		text = replaceFold(text, a, "(an address)")
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		name, n := "", 0
		if before, _ := utf8.DecodeLastRuneInString(text[:i]); i == 0 || !inWord(before) || strings.HasSuffix(text[:i], "%20") {
			name, n = w.at(text[i:])
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text[i:])
		}
		if as, theirs := w.as[name]; theirs && name != "" {
			b.WriteString(inPlace(as, text[:i]))
		} else {
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// inPlace returns a word as it is written behind a text: in a link, which a blank would end, as links write it.
func inPlace(word, before string) string {
	if !strings.Contains(word, " ") {
		return word
	}
	before = before[max(0, len(before)-longestLink):]
	link := before[strings.LastIndexAny(before, " \t\r\n\"<>")+1:]
	if strings.Contains(link, "mailto:") || strings.Contains(link, "://") {
		return url.PathEscape(word)
	}
	return word
}

// longestLink is how far back the beginning of a link is looked for.
const longestLink = 4 << 10

// at returns the name with which a text begins and how long it is there, "" for none.
func (w words) at(text string) (name string, n int) {
	for _, name := range w.names {
		n, ok := begins(text, name)
		if !ok {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(text[n:]); n == len(text) || !inWord(after) {
			return name, n
		}
	}
	return "", 0
}

// begins reports whether a text begins with a name, and how long it is there. Where the name has a blank a line may end, also one
// that is quoted.
func begins(text, name string) (n int, ok bool) {
	for i, part := range strings.Split(name, " ") {
		if i > 0 {
			blank := len(text[n:]) - len(strings.TrimLeft(text[n:], " \t\r\n>"))
			if n += blank; blank == 0 {
				return 0, false
			}
		}
		if !strings.HasPrefix(text[n:], part) {
			return 0, false
		}
		n += len(part)
	}
	return n, true
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// replaceFold replaces a word in whatever case it is written.
func replaceFold(text, word, by string) string {
	var b strings.Builder
	done := 0
	for i := foldIndex(text, word); i >= 0; i = foldIndex(text[done:], word) {
		b.WriteString(text[done : done+i])
		b.WriteString(inPlace(by, text[:done+i]))
		done += i + len(word)
	}
	return b.String() + text[done:]
}

// foldIndex returns where a word is in a text, in whatever case it is written, -1 for nowhere.
func foldIndex(text, word string) int {
	for i := 0; word != "" && i+len(word) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// Without returns what takes somebody out of a text, also as HTML and URLs write it: their names, which become another, and their
// addresses. The names of others that begin with one of theirs stay.
func Without(names, addresses, others []string, as string) func(text string) string {
	w := words{as: map[string]string{}, names: slices.Clone(others)}
	for _, name := range names {
		w.as[url.PathEscape(name)], w.as[url.QueryEscape(name)] = url.PathEscape(as), url.QueryEscape(as)
		w.as[html.EscapeString(name)], w.as[name] = as, as // as most names are, in all three ways
		w.names = append(w.names, name, html.EscapeString(name), url.PathEscape(name), url.QueryEscape(name))
	}
	for _, a := range addresses {
		w.addresses = append(w.addresses, a, html.EscapeString(a), url.QueryEscape(a))
	}
	w.sort()
	return w.in
}

// Mentions reports whether a text has one of the addresses, or one of the names as a word.
func Mentions(text string, addresses, names []string) bool {
	w := words{as: map[string]string{}, names: names}
	for _, n := range names {
		w.as[n] = ""
	}
	for _, a := range addresses {
		if foldIndex(text, a) >= 0 {
			return true
		}
	}
	return len(names) > 0 && w.in(text) != text
}
