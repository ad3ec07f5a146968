package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/titles"
)

// Whatever heading is in a mail of ours, an answer that quotes it by any program is read: no heading begins like a command.
func TestQuotedHeadings(t *testing.T) {
	all := headings(t)
	if len(all) < 60 || !slices.Contains(all, "IN YOUR MAILS") {
		t.Fatalf("only %d headings: %q", len(all), all)
	}
	ti := titles.All()[0]
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"Amy", "Brian", "Cleo"}})
	if err != nil {
		t.Fatal(err)
	}
	styles := Styles()
	for i, head := range all {
		page := sheet.Write(sheet.Mail{
			Title: ti, Game: "g12", Name: "Shoreline", Reader: "p1", State: g.State(), Pending: g.Pending(), Position: len(log), Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test",
			Extra: []sheet.Section{{Head: head, Lines: []string{"  It is told here."}}},
		})
		for n := range testsize.Of(2, 2, 6) {
			s := styles[(i+n)%len(styles)]
			a := answer(golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML)))
			a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[(i+n)%len(languages)], uint64(n)
			if l := desk.LetterOf(reply(t, s, a)); l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
				t.Errorf("%q quoted by %s: %v, %s", head, s.Name, l.Commands, l.Note)
			}
		}
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
	err := filepath.WalkDir("../..", func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "evening") {
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
