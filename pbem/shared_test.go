package pbem

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// A test that starts something beside it has a shared service. With another one it would be left out under the race detector without a word.
func TestSharedServicesAreShared(t *testing.T) {
	names, err := filepath.Glob("*_test.go")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	shared := 0
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			starts, alone := startsBeside(f)
			if starts {
				shared++
			}
			if starts && alone {
				t.Errorf("%s: %s starts something beside it, and has no newSharedService", name, f.Name.Name)
			}
		}
	}
	if shared < 10 {
		t.Errorf("only %d functions start something beside them", shared)
	}
}

// startsBeside reports whether a function starts a goroutine or runs the whole service, and whether it makes a service that one goroutine uses.
func startsBeside(f *ast.FuncDecl) (starts, alone bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.CallExpr:
			switch called := n.Fun.(type) {
			case *ast.Ident:
				alone = alone || called.Name == "newTestService"
			case *ast.SelectorExpr:
				starts = starts || called.Sel.Name == "Go" || called.Sel.Name == "run"
			}
		}
		return true
	})
	return starts, alone
}
