package pbem

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The documentation lists the stages of a mail in the order in which handle calls them.
func TestStagesAreDocumented(t *testing.T) {
	fset := token.NewFileSet()
	doc, err := parser.ParseFile(fset, "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(doc.Doc.Text(), "(stages.go):\n\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var told []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) `).FindAllStringSubmatch(list, -1) {
		told = append(told, m[1])
	}
	code, err := parser.ParseFile(fset, "stages.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var called []string
	ast.Inspect(code, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncDecl)
		if !ok {
			return true
		}
		if f.Name.Name == "handle" {
			ast.Inspect(f, func(n ast.Node) bool {
				if list, ok := n.(*ast.CompositeLit); ok {
					for _, stage := range list.Elts {
						called = append(called, stage.(*ast.Ident).Name)
					}
				}
				return true
			})
		}
		return false
	})
	if len(told) == 0 || !slices.Equal(told, called) {
		t.Errorf("doc.go lists %q, handle calls %q", told, called)
	}
}
