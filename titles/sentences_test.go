package titles_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Sentences for players hold no list in the form in which Go prints one, "[5 6 57]". The
// rules write things one by one, or with step.OneOf and step.AllOf.
func TestSentencesHoldNoGoLists(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*/*.go", "../engine/step/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	read := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		read++
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && strings.Contains(text.Value, "%v") {
				t.Errorf("%s: %s may print a list as Go does", set.Position(text.Pos()), text.Value)
			}
			return true
		})
	}
	if read < 50 {
		t.Errorf("only %d files were read", read)
	}
}
