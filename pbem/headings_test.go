package pbem

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/pbem/desk"
)

// An answer that quotes a mail of ours without marks is read whatever heading is in it: no heading begins like a command.
func TestHeadingsAreNoCommands(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits.Sender, d.cfg.Limits.Game = -1, -1
	d.restart(d.db)
	d.three()
	all := headings(t)
	if len(all) < 60 || !slices.Contains(all, "In your mails") && !slices.Contains(all, "IN YOUR MAILS") {
		t.Fatalf("only %d headings: %q", len(all), all)
	}
	for i, head := range all {
		lines := []string{"status", "", "________________________________", "From: pbem <" + testAddress + ">", "Sent: Monday, March 2, 2026 6:00 PM", "To: Amy <amy@example.org>", "Subject: [Shoreline] Draft", "",
			strings.ToUpper(head), "It is told here."}
		raw := d.mail("amy@example.org", "g1.p1", fmt.Sprintf("%d@heads", i), lines...)
		if outcome, err := d.service.Receive(t.Context(), raw); err != nil || outcome != desk.OutcomeAnswered {
			t.Errorf("an answer that quotes the heading %q ends %q, %v", head, outcome, err)
		}
		d.flush()
	}
}

// headings returns the headings that the service writes: of sections, and of what a line adds to the answer.
func headings(t *testing.T) (out []string) {
	t.Helper()
	add := func(e ast.Expr) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			t.Fatal(err)
		}
		if text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	err := filepath.WalkDir(".", func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "evening") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Head" {
					add(n.Value)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 1 && (f.Sel.Name == "Add" || f.Sel.Name == "head") {
					add(n.Args[0])
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
