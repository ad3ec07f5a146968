// Package ruletests picks the tests of a folder that state rules: scripts and tables,
// not those that play whole games or compare with them.
package ruletests

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// played is what tests use that play whole games or compare with them. Such tests notice that something
// changed, but state no rule. The list has packages, and names of packages.
var played = []string{
	"math/rand", "math/rand/v2", module + "/engine/walk", module + "/titles/replay", module + "/titles/replay/replaytest",
	module + "/engine/enginetest.Golden", module + "/engine/enginetest.Transcript", module + "/engine/enginetest.Citations",
}

// module is the path of this module.
var module = strings.TrimSuffix(reflect.TypeFor[Choice]().PkgPath(), "/engine/enginetest/ruletests")

// elsewhere are the files of such tests.
var elsewhere = regexp.MustCompile(`(^|/)\.\./shared|\.golden$|testdata/v\d`)

// ErrNone says that a folder has no such tests.
var ErrNone = errors.New("there is no test that states a rule")

// A Choice is which tests of a folder count.
type Choice struct {
	Run    string   // a pattern for -test.run
	Tests  []string // by name
	Others []string
	Hidden []string // test files that need not be compiled
}

// Choose picks the tests of a folder that state rules.
func Choose(dir string) (Choice, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return Choice{}, err
	}
	inside, outside := uses{}, uses{} // the package itself, and the one beside it
	var out Choice
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return Choice{}, err
		}
		if strings.HasSuffix(tree.Name.Name, "_test") {
			outside.add(tree)
			out.Hidden = append(out.Hidden, file)
		} else {
			inside.add(tree)
		}
	}
	out.sort(inside)
	n := len(out.Tests)
	out.sort(outside)
	if len(out.Tests) > n { // tests of the external test package belong together
		out.Hidden = nil
	}
	if len(out.Tests) == 0 {
		return out, fmt.Errorf("%s: %w", dir, ErrNone)
	}
	out.Run = "^(" + strings.Join(out.Tests, "|") + ")$"
	return out, nil
}

// sort adds the tests of one package to those that count or to the others.
func (c *Choice) sort(u uses) {
	for name := range u {
		if !strings.HasPrefix(name, "Test") || name == "TestMain" {
			continue
		}
		if u.reaches(name, map[string]bool{}) {
			c.Others = append(c.Others, name)
		} else {
			c.Tests = append(c.Tests, name)
		}
	}
	slices.Sort(c.Tests)
	slices.Sort(c.Others)
}

// uses maps each declaration of a package's tests to what it mentions: other declarations, "path of a
// package", "path.Name", and strings in quotes.
type uses map[string][]string

func (u uses) add(tree *ast.File) {
	packages := Imported(tree)
	for _, d := range tree.Decls {
		for name, node := range Declared(d) {
			name, _, _ = strings.Cut(name, ".") // methods count as their type
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

// reaches reports whether a declaration plays whole games, directly or through what it uses.
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
