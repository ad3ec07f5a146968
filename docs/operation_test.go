package docs

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// docs/operation.md explains every mail that hosts get unasked: those that alarm
// writes, and those of functions that go through the hosts themselves.
func TestAlarmsAreExplained(t *testing.T) {
	var rows []string
	for _, line := range strings.Split(pages(t)["docs/operation.md"], "\n") {
		if subject, ok := strings.CutPrefix(line, "| **"); ok {
			rows = append(rows, subject[:strings.Index(subject, "**")])
		}
	}
	met := 0
	var all []*ast.File
	for _, dir := range folders(t, "pbem") {
		all = append(all, parsed(t, dir)...)
	}
	funcs := map[string]*ast.FuncDecl{}
	each(all, func(f *ast.FuncDecl) { funcs[f.Name.Name] = f })
	for _, dir := range folders(t, "pbem") {
		for _, head := range alarms(parsed(t, dir), funcs) {
			met++
			if !explained(rows, head) {
				t.Errorf("%s: no row of docs/operation.md is for the mail %q", dir, strings.Join(head, "..."))
			}
		}
	}
	if met < 12 || met < len(rows) {
		t.Errorf("%d mails to the hosts were found, %d are explained", met, len(rows))
	}
}

// explained reports whether one of the subjects has the pieces of a headline, in order.
func explained(subjects []string, head []string) bool {
	for _, s := range subjects {
		all := len(head) > 0
		for _, piece := range head {
			at := strings.Index(s, piece)
			if all = all && at >= 0; all {
				s = s[at+len(piece):]
			}
		}
		if all {
			return true
		}
	}
	return false
}

// alarms are the headlines of the mails to hosts in a package, each as the pieces of
// it that are the same in all such mails. Funcs are all functions, by name.
func alarms(files []*ast.File, funcs map[string]*ast.FuncDecl) (heads [][]string) {
	each(files, func(f *ast.FuncDecl) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if called(n) == "Alarm" {
					heads = append(heads, headline(f, n.Args[2], funcs))
				}
			case *ast.RangeStmt:
				over, ok := n.X.(*ast.SelectorExpr)
				if note := noteIn(n.Body); ok && over.Sel.Name == "Hosts" && note != nil {
					heads = append(heads, pieces(note.Args[0]))
				}
			}
			return true
		})
	})
	return heads
}

func each(files []*ast.File, do func(*ast.FuncDecl)) {
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				do(f)
			}
		}
	}
}

// called is the name of the function or method that is called.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// headline finds the headline of a page: that of a Note, made where it is used, by a
// function of the package, or before it is used.
func headline(in *ast.FuncDecl, page ast.Expr, funcs map[string]*ast.FuncDecl) []string {
	switch p := page.(type) {
	case *ast.Ident:
		var made ast.Expr
		ast.Inspect(in, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == 1 {
				if to, ok := a.Lhs[0].(*ast.Ident); ok && to.Name == p.Name {
					made = a.Rhs[0]
				}
			}
			return true
		})
		return headline(in, made, funcs)
	case *ast.CallExpr:
		if called(p) == "Note" {
			return pieces(p.Args[0])
		}
		maker := funcs[called(p)]
		if maker == nil {
			return nil
		}
		head := noteIn(maker).Args[0]
		if name, ok := head.(*ast.Ident); ok { // the caller says it
			return pieces(p.Args[place(maker, name.Name)])
		}
		return pieces(head)
	}
	return nil
}

// noteIn is the call of Note in a piece of code.
func noteIn(code ast.Node) (note *ast.CallExpr) {
	ast.Inspect(code, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && note == nil && called(c) == "Note" {
			note = c
		}
		return true
	})
	return note
}

// place is which parameter of a function has a name.
func place(f *ast.FuncDecl, name string) (i int) {
	for _, field := range f.Type.Params.List {
		for _, n := range field.Names {
			if n.Name == name {
				return i
			}
			i++
		}
	}
	panic(f.Name.Name + " has no parameter " + name)
}

// pieces are the texts in an expression.
func pieces(e ast.Expr) (out []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				out = append(out, strings.TrimSpace(text))
			}
		}
		return true
	})
	return out
}

// docs/operation.md names every metric and every part of /health.
func TestMonitoringIsExplained(t *testing.T) {
	page, met := pages(t)["docs/operation.md"], 0
	for _, c := range []struct{ file, pattern, before, after string }{
		{"metrics.go", `= desc\("(\w+)"`, "`pbem_", ""},
		{"health.go", `Check\{Name: "(\w+)"`, "| `", "` |"},
	} {
		text, err := os.ReadFile(filepath.Join(root, "pbem", "watch", c.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(c.pattern).FindAllStringSubmatch(string(text), -1) {
			if met++; !strings.Contains(page, c.before+m[1]+c.after) {
				t.Errorf("docs/operation.md does not explain %s", m[1])
			}
		}
	}
	if met < 25 {
		t.Errorf("only %d names were found", met)
	}
}
