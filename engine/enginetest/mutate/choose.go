package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// played is what tests reach that play whole games or compare with them: they
// notice that something changed, and state no rule. Packages, and what is used
// of one.
var played = []string{
	"math/rand", "math/rand/v2", "pbem/engine/walk", "pbem/titles/replay", "pbem/titles/replay/replaytest",
	"pbem/engine/enginetest.Golden", "pbem/engine/enginetest.Transcript", "pbem/engine/enginetest.Citations",
}

// elsewhere are the files of such tests.
var elsewhere = regexp.MustCompile(`(^|/)\.\./shared|\.golden$|testdata/v\d`)

var errNoRules = errors.New("there is no test that states a rule")

// A choice is which tests of a folder count.
type choice struct {
	run    string   // a pattern for -test.run
	tests  []string // by name
	others []string
	hidden []string // test files that need not be compiled
}

// choose picks the tests of a folder that state rules.
func choose(dir string) (choice, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return choice{}, err
	}
	inside, outside := uses{}, uses{} // the package itself, and the one beside it
	var out choice
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return choice{}, err
		}
		if strings.HasSuffix(tree.Name.Name, "_test") {
			outside.add(tree)
			out.hidden = append(out.hidden, file)
		} else {
			inside.add(tree)
		}
	}
	out.sort(inside)
	n := len(out.tests)
	out.sort(outside)
	if len(out.tests) > n { // all of the package beside it belong together
		out.hidden = nil
	}
	if len(out.tests) == 0 {
		return out, fmt.Errorf("%s: %w", dir, errNoRules)
	}
	out.run = "^(" + strings.Join(out.tests, "|") + ")$"
	return out, nil
}

// sort puts the tests of one package to those that count or to the others.
func (c *choice) sort(u uses) {
	for name := range u {
		if !strings.HasPrefix(name, "Test") || name == "TestMain" {
			continue
		}
		if u.reaches(name, map[string]bool{}) {
			c.others = append(c.others, name)
		} else {
			c.tests = append(c.tests, name)
		}
	}
	slices.Sort(c.tests)
	slices.Sort(c.others)
}

// uses says of each declaration of a package's tests what it mentions: other
// declarations, "path of a package", "path.Name", and strings in quotes.
type uses map[string][]string

func (u uses) add(tree *ast.File) {
	packages := imported(tree)
	for _, d := range tree.Decls {
		for name, node := range declared(d) {
			name, _, _ = strings.Cut(name, ".") // methods go with their type
			u[name] = append(u[name], mentions(node, packages)...)
		}
	}
}

func mentions(node ast.Node, packages map[string]string) []string {
	var out []string
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && packages[id.Name] != "" {
				out = append(out, packages[id.Name], packages[id.Name]+"."+n.Sel.Name)
			}
		case *ast.Ident:
			out = append(out, n.Name)
		case *ast.BasicLit:
			out = append(out, n.Value)
		}
		return true
	})
	return out
}

// reaches reports whether a declaration plays whole games, itself or by what it
// uses.
func (u uses) reaches(name string, seen map[string]bool) bool {
	seen[name] = true
	for _, m := range u[name] {
		if slices.Contains(played, m) || strings.HasPrefix(m, `"`) && elsewhere.MatchString(strings.Trim(m, `"`)) {
			return true
		}
		if _, ok := u[m]; ok && !seen[m] && u.reaches(m, seen) {
			return true
		}
	}
	return false
}
