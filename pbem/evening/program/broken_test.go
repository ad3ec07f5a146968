package program

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pbem/pbem/letter"
)

// A breaking program breaks the lines of a finished mail at a column, quoted ones too, and marks only the first part of each, or
// all of them.
type breaking struct {
	width int
	mark  string
	whole bool // it marks all
}

// lines breaks one line.
func (b breaking) lines(s string) (out []string) {
	for rest := []rune(strings.TrimRight(b.mark+s, " ")); ; {
		at := min(b.width, len(rest)-1)
		for at > 0 && (rest[at] != ' ' || strings.Trim(string(rest[:at]), "> ") == "") {
			at--
		}
		if len(rest) <= b.width || at <= 0 {
			return append(out, string(rest))
		}
		out = append(out, strings.TrimRight(string(rest[:at]), " "))
		s = strings.TrimLeft(string(rest[at:]), " ")
		if b.whole {
			s = b.mark + s
		}
		rest = []rune(s)
	}
}

// answers puts a command above our mail, which is quoted with something typed below its line of that number, if any.
func (b breaking) answers(text string, at int, typed string) []byte {
	var out strings.Builder
	out.WriteString("From: Amy <amy@example.org>\nSubject: Re: your move\nContent-Type: text/plain; charset=utf-8\n\nrun auto\n\nOn Mon, Mar 2, 2026 at 8:05 PM Brian wrote:\n\n")
	if len(b.mark) > len("> ") {
		out.WriteString("> hello\n>\n> On Mon, Mar 2, 2026 at 7:04 PM Shoreline wrote:\n>\n")
	}
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		for _, s := range b.lines(line) {
			fmt.Fprintln(&out, s)
		}
		if i == at && b.whole {
			fmt.Fprintln(&out, b.mark+typed)
		} else if i == at {
			fmt.Fprintln(&out, typed)
		}
	}
	return []byte(out.String())
}

// breakings are the programs: people have them break at 65 columns and more.
func breakings() (all []breaking) {
	for _, width := range []int{65, 68, 70, 72, 74, 76, 78} {
		for _, mark := range []string{"> ", "> > ", ">> "} {
			all = append(all, breaking{width, mark, false})
		}
		all = append(all, breaking{width, "> ", true})
	}
	return all
}

// Nearly all such answers are read as they were typed. In the others nothing is carried out.
func TestBrokenQuotes(t *testing.T) {
	limits := letter.Limits{Verbs: letter.WordsOf(phrases()...)}
	mails := goldens(t)
	all, wrong := 0, 0
	for _, name := range slices.Sorted(maps.Keys(mails)) {
		m, err := read(mails[name])
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range breakings() {
			l := letter.Read(b.answers(m.text, -1, ""), limits)
			if all++; l.Note == "" && len(l.Commands) == 1 && l.Commands[0].Text == "run auto" {
				continue
			}
			wrong++
			t.Logf("%s broken at %d with %q: %v, %s", name, b.width, b.mark, l.Commands, l.Note)
		}
	}
	t.Logf("%d of %d answers are not read as they were typed", wrong, all)
	if 20*wrong > all {
		t.Errorf("%d of %d answers are not read as they were typed", wrong, all)
	}
}

// What somebody types right below a line of such a quote, with no blank line around it, is read or asked for again.
func TestTypedIntoBrokenQuotes(t *testing.T) {
	limits := letter.Limits{Verbs: letter.WordsOf(phrases()...)}
	mails := goldens(t)
	all := 0
	for n, name := range slices.Sorted(maps.Keys(mails)) {
		m, err := read(mails[name])
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(m.text, "\n")
		for at := range lines[:len(lines)-2] {
			if runes := utf8.RuneCountInString(lines[at]); runes < 50 || testing.Short() && (at+n)%5 > 0 {
				continue // a program breaks no such line
			}
			for k, typed := range []string{"pass", "Undo", "No"} {
				b := breakings()[(4*k+at+n)%len(breakings())]
				if all++; !said(letter.Read(b.answers(m.text, at, typed), limits), typed) {
					t.Errorf("%q in %s below %q (%d), broken at %d with %q", typed, name, lines[at], utf8.RuneCountInString(lines[at]), b.width, b.mark)
				}
			}
		}
	}
	t.Logf("%d lines were typed", all)
}

// said reports whether a line is read, or nothing is and the writer is told of it.
func said(l letter.Letter, typed string) bool {
	for _, c := range l.Commands {
		if strings.HasPrefix(c.Text, typed) {
			return true
		}
	}
	return len(l.Commands) == 0 && l.Note != ""
}
