package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pbem/engine/enginetest"
)

// A cite is a rule that is cited at a line of code.
type cite struct {
	rule      string
	file      string // from the root of the module
	line, col int    // the code that implements it
	end       int    // last line, if that is a whole function
}

// checklist returns the ids of a RULES.md.
func checklist(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	return enginetest.IDs(string(text)), err
}

// cites finds where the code of a title, and the shared code, cites rules.
func (o order) cites(root, folder string, ids []string) ([]cite, error) {
	var out []cite
	for _, dir := range []string{folder, o.with} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name := path.Join(dir, filepath.Base(file))
			if strings.HasSuffix(name, "_test.go") || skipped(o.skip, name) {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			more, err := citesIn(name, src, ids, dir != folder)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
	}
	return out, nil
}

func skipped(patterns, name string) bool {
	return slices.ContainsFunc(strings.Split(patterns, ","), func(p string) bool {
		ok, err := path.Match(p, path.Base(name))
		return ok && err == nil
	})
}

// citesIn finds the cites of a file.
func citesIn(name string, src []byte, ids []string, common bool) ([]cite, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	bodies := bodiesOf(set, tree)
	lines := strings.Split(string(src), "\n")
	var out []cite
	for _, group := range tree.Comments {
		for _, c := range group.List {
			at := set.Position(c.Pos())
			keeps := cite{file: name}
			keeps.line, keeps.col = kept(lines, at.Line, at.Column)
			if body, ok := bodies[keeps.line]; ok && at.Line < keeps.line {
				keeps.line, keeps.col, keeps.end = body[0].Line, body[0].Column, body[1].Line
			}
			for _, keeps.rule = range rulesIn(c.Text, ids, common) {
				out = append(out, keeps)
			}
		}
	}
	return out, nil
}

// bodiesOf returns the begin and the end of function bodies, by the line on which the function is declared.
func bodiesOf(set *token.FileSet, tree *ast.File) map[int][2]token.Position {
	out := map[int][2]token.Position{}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			out[set.Position(f.Pos()).Line] = [2]token.Position{set.Position(f.Body.Pos()), set.Position(f.Body.End())}
		}
	}
	return out
}

// kept returns the code that a comment is about: what stands before it on its line (for a case, its body),
// otherwise the next line of code.
func kept(lines []string, line, col int) (int, int) {
	if before := strings.TrimRight(lines[line-1][:col-1], " \t"); before != "" {
		if strings.HasSuffix(before, ":") {
			return line, len(before) + 1
		}
		return line, len(before)
	}
	for n := line; n < len(lines); n++ {
		if l := strings.TrimLeft(lines[n], " \t"); l != "" && !strings.HasPrefix(l, "//") {
			return n + 1, len(lines[n]) - len(l) + 1
		}
	}
	return line, col
}

var (
	idWord = regexp.MustCompile(`\b([A-Z0-9]+(?:-[A-Z][A-Z0-9]*)*-|[A-Z])(\d+)\b(?:(?:\.\.| to )(?:[A-Z0-9]+(?:-[A-Z][A-Z0-9]*)*-)?(\d+)\b)?`)
	inText = regexp.MustCompile(`// (\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)(?:;|$)`)
)

// sectionMark begins a rule that is a section of the rulebook.
const sectionMark = "§"

// rulesIn returns the rules that a comment cites: ids of the checklist, ranges of ids, and sections of the
// rulebook. Shared code cites several rulebooks. So there sections do not count, and only ids that name their
// rulebook do ("NE-TR-02", not "R-12").
func rulesIn(text string, ids []string, common bool) []string {
	var out []string
	for _, m := range idWord.FindAllStringSubmatch(text, -1) {
		for _, id := range span(m[1], m[2], m[3]) {
			if slices.Contains(ids, id) && (!common || strings.Count(id, "-") > 1) {
				out = append(out, id)
			}
		}
	}
	if common {
		return out
	}
	for _, m := range inText.FindAllStringSubmatch(text, -1) {
		for _, s := range strings.Split(m[1], ", ") {
			out = append(out, sectionMark+s)
		}
	}
	return out
}

// span lists the ids of a range. to may be "".
func span(prefix, from, to string) []string {
	out := []string{prefix + from}
	var first, last int
	if n, _ := fmt.Sscan(strings.TrimLeft(from, "0")+" "+strings.TrimLeft(to, "0"), &first, &last); n < 2 {
		return out
	}
	for i := first + 1; i <= last; i++ {
		out = append(out, fmt.Sprintf("%s%0*d", prefix, len(from), i))
	}
	return out
}

// namedIn says which scripts and tests of a folder name an id.
func namedIn(dir string) (map[string][]string, error) {
	out := map[string][]string{}
	for _, pattern := range []string{"testdata/*.txt", "*_test.go"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, m := range idWord.FindAllStringSubmatch(string(text), -1) {
				for _, id := range span(m[1], m[2], m[3]) {
					if base := filepath.Base(file); !slices.Contains(out[id], base) {
						out[id] = append(out[id], base)
					}
				}
			}
		}
	}
	return out, nil
}
