package enginetest

import (
	"bufio"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Citations checks what a title's folder says about its rules. Every id of its
// checklist, RULES.md, must stand in a Go file or a script of the folder or of
// the engine, and no other id with such a beginning may stand in the folder; and
// every section cited there must be a section of the rules text.
// A citation is a comment, or the end of one after "//", that begins with
// sections:
//
//	// 11.3, 19; NE-TR-21
//
// or sections in brackets at the end of a sentence for players: "(11.3)". Without
// the rules text, in the shared folder, sections are not checked.
func Citations(t *testing.T, rulesPath, dir string) {
	t.Helper()
	folder, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	checklist, err := os.ReadFile(filepath.Join(folder, "RULES.md"))
	if err != nil {
		t.Fatalf("no checklist: %v", err)
	}
	folders := []string{folder}
	if engine := filepath.Join(folder, "..", "..", "engine"); isFolder(engine) { // a title kept elsewhere has none beside it
		folders = append(folders, engine)
	}
	ids := IDs(string(checklist))
	for _, id := range missing(ids, words(t, folders...)) {
		t.Errorf("%s is mentioned nowhere", id)
	}
	for _, id := range strays(ids, words(t, folder)) {
		t.Errorf("RULES.md has no line %s, which is cited", id)
	}
	text, err := os.ReadFile(rulesPath)
	if err != nil {
		t.Skipf("the sections cited are not checked: %v", err)
	}
	known := sections(string(text))
	for _, c := range cited(t, folder) {
		if !known[c.section] {
			t.Errorf("%s: the rules have no section %s", c.at, c.section)
		}
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

var idLine = regexp.MustCompile(`(?m)^(?:- |\| )([A-Z0-9]+(?:-[A-Z][A-Z0-9]*)*-\d+|[A-Z]\d{1,2}) `)

// IDs returns the numbers of a checklist's lines and of the rows of its tables.
func IDs(checklist string) []string {
	var out []string
	for _, m := range idLine.FindAllStringSubmatch(checklist, -1) {
		out = append(out, m[1])
	}
	return out
}

var idWord = regexp.MustCompile(`\b[A-Z0-9]+(?:-[A-Z][A-Z0-9]*)*-\d+|\b[A-Z]\d{1,2}\b`)

// Unbundled checks that ids stand where they are kept: no comment of a title's
// code bears more than six.
func Unbundled(t *testing.T, dir string) {
	t.Helper()
	for _, at := range bundles(t, dir) {
		t.Errorf("%s: more than %d ids over one declaration: put them where they are kept", at, mostIDs)
	}
}

const mostIDs = 6

// bundles returns the declarations of a folder whose comment has several ids.
func bundles(t *testing.T, folder string) []string {
	t.Helper()
	var out []string
	files(t, folder, func(name, text string) {
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return
		}
		first, n := 0, 0
		for i, l := range strings.Split(text, "\n") {
			switch {
			case !strings.HasPrefix(l, "//"):
				if n > mostIDs {
					out = append(out, fmt.Sprintf("%s:%d", filepath.Base(name), first))
				}
				first, n = 0, 0
			default:
				if n == 0 {
					first = i + 1
				}
				n += len(idWord.FindAllString(l, -1))
			}
		}
	})
	return out
}

// words returns everything that looks like an id in the Go files and scripts of some folders.
func words(t *testing.T, folders ...string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, folder := range folders {
		files(t, folder, func(name, text string) {
			if filepath.Ext(name) == ".go" {
				text = strings.Join(comments(text), "\n")
			}
			for _, w := range idWord.FindAllString(text, -1) {
				out[w] = true
			}
		})
	}
	return out
}

// files calls do with every Go file and script under a folder.
func files(t *testing.T, folder string, do func(name, text string)) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".go", ".txt"}, filepath.Ext(name)) {
			return err
		}
		text, err := os.ReadFile(name)
		if err == nil {
			do(name, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func missing(ids []string, have map[string]bool) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return have[id] })
}

// strays returns words that begin as ids of a checklist do, "SA-" of "SA-07", and are none of them.
func strays(ids []string, have map[string]bool) []string {
	begins := map[string]bool{}
	for _, id := range ids {
		if i := strings.LastIndexByte(id, '-'); i > 0 {
			begins[id[:i]] = true
		}
	}
	var out []string
	for _, word := range slices.Sorted(maps.Keys(have)) {
		if i := strings.LastIndexByte(word, '-'); i > 0 && begins[word[:i]] && !slices.Contains(ids, word) {
			out = append(out, word)
		}
	}
	return out
}

var heading = regexp.MustCompile(`^(\d+(?:\.\d+)*)\.?[ \t]+(?:\d[-+]?)?["“]?[A-Z]`)

// sections returns the numbers of the headings of a rules text. "#" and "*" may mark headings.
func sections(text string) map[string]bool {
	out := map[string]bool{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		if m := heading.FindStringSubmatch(strings.TrimLeft(strings.ReplaceAll(lines.Text(), "*", ""), "# \t")); m != nil {
			out[m[1]] = true
		}
	}
	return out
}

// A citation is a section and the place that cites it.
type citation struct{ at, section string }

const numbers = `\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*`

var (
	inComment = regexp.MustCompile(`// (` + numbers + `)(?:;|$)`)
	inString  = regexp.MustCompile(`\((` + numbers + `)\)["` + "`]$")
)

// cited returns the citations in the Go files of a folder.
func cited(t *testing.T, folder string) []citation {
	t.Helper()
	var out []citation
	files(t, folder, func(name, text string) {
		if filepath.Ext(name) != ".go" {
			return
		}
		tokens(text, func(at int, tok token.Token, lit string) {
			pattern := inString
			if tok == token.COMMENT {
				pattern = inComment
			} else if tok != token.STRING {
				return
			}
			for _, m := range pattern.FindAllStringSubmatch(lit, -1) {
				for _, section := range strings.Split(m[1], ", ") {
					out = append(out, citation{fmt.Sprintf("%s:%d", filepath.Base(name), at), section})
				}
			}
		})
	})
	return out
}

// comments returns the comments of a Go file.
func comments(text string) []string {
	var out []string
	tokens(text, func(_ int, tok token.Token, lit string) {
		if tok == token.COMMENT {
			out = append(out, lit)
		}
	})
	return out
}

// tokens calls do with the line, kind and text of every token of a Go file.
func tokens(text string, do func(at int, tok token.Token, lit string)) {
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return
		}
		do(file.Line(pos), tok, lit)
	}
}
