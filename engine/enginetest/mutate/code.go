package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"pbem/engine/enginetest/ruletests"
)

// codeMutants finds what can be changed in a Go file, in the wanted declarations; nil wants all.
func codeMutants(file string, src []byte, wanted map[string]bool) ([]mutant, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &finder{file: file, src: src, pos: fset.File(tree.Pos()), packages: ruletests.Imported(tree), anchors: anchors(tree), switches: switches(tree)}
	for _, d := range tree.Decls {
		for name, node := range ruletests.Declared(d) {
			if wanted == nil || wanted[name[strings.LastIndex(name, ".")+1:]] {
				f.in = name
				ast.Inspect(node, f.visit)
			}
		}
	}
	return numbered(f.out), nil
}

// A finder collects the mutants of one file.
type finder struct {
	file     string
	src      []byte
	pos      *token.File
	packages map[string]string
	anchors  []anchor
	switches map[*ast.CaseClause]ast.Stmt
	in       string
	out      []mutant
}

// An anchor is for the expressions of a case, which are in no block of the cover tool. It says that they run
// if their switch runs.
type anchor struct{ from, to, at token.Pos }

func anchors(tree *ast.File) []anchor {
	var out []anchor
	ast.Inspect(tree, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.SwitchStmt:
			body = n.Body
		case *ast.TypeSwitchStmt:
			body = n.Body
		default:
			return true
		}
		for _, s := range body.List {
			if c, ok := s.(*ast.CaseClause); ok {
				out = append(out, anchor{c.Pos(), c.Colon, n.Pos()})
			}
		}
		return true
	})
	return out
}

// switches maps each case to its switch.
func switches(tree *ast.File) map[*ast.CaseClause]ast.Stmt {
	out := map[*ast.CaseClause]ast.Stmt{}
	ast.Inspect(tree, func(n ast.Node) bool {
		var body *ast.BlockStmt
		var whole ast.Stmt
		switch n := n.(type) {
		case *ast.SwitchStmt:
			body, whole = n.Body, n
		case *ast.TypeSwitchStmt:
			body, whole = n.Body, n
		default:
			return true
		}
		for _, s := range body.List {
			if c, ok := s.(*ast.CaseClause); ok {
				out[c] = whole
			}
		}
		return true
	})
	return out
}

// run returns the position that tells whether a node runs. For a case it is the beginning of its body, and
// for its expressions it is the switch.
func (f *finder) run(n ast.Node) token.Pos {
	if c, ok := n.(*ast.CaseClause); ok {
		return c.Colon + 1
	}
	at := n.Pos()
	for i := len(f.anchors) - 1; i >= 0; i-- { // the inner ones first
		if a := f.anchors[i]; a.from <= at && at <= a.to {
			at = a.at
		}
	}
	return at
}

func (f *finder) offset(p token.Pos) int { return f.pos.Offset(p) }

func (f *finder) code(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

// replace adds a mutant. Removed lines leave empty lines, so that line numbers stay. The whole is the node, or
// what has to be there twice for a program that holds the code with the change and without it.
func (f *finder) replace(n, whole ast.Node, form form, text, change string) {
	start, end := f.offset(n.Pos()), f.offset(n.End())
	line, source := at(f.src, start)
	run := f.pos.Position(f.run(n))
	gone := strings.Count(string(f.src[start:end]), "\n") - strings.Count(text, "\n")
	f.out = append(f.out, mutant{
		file: f.file, line: line, runLine: run.Line, runCol: run.Column, start: start, end: end, text: text + strings.Repeat("\n", max(0, gone)),
		in: f.in, change: change, source: source, form: form, from: f.offset(whole.Pos()), to: f.offset(whole.End()),
	})
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return !told[called(n)]
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.IfStmt:
		f.negated(n.Cond)
	case *ast.BasicLit:
		f.counted(n)
	case *ast.ExprStmt:
		f.removed(n)
	case *ast.ReturnStmt:
		f.returned(n)
	case *ast.CaseClause:
		f.replace(n, f.switches[n], statement, "", "case dropped")
	}
	return true
}

// swapped maps operators to their replacements.
var swapped = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
}

// binary swaps an operator. Brackets keep the precedence.
func (f *finder) binary(n *ast.BinaryExpr) {
	op, ok := swapped[n.Op]
	if !ok {
		return
	}
	text := f.code(n.X) + " " + op.String() + " " + f.code(n.Y)
	if n.Op == token.LAND || n.Op == token.LOR {
		text = "((" + f.code(n.X) + ") " + op.String() + " (" + f.code(n.Y) + "))"
	}
	f.replace(n, n, truth, text, fmt.Sprintf("%s to %s", n.Op, op))
}

// negated negates the condition of an if, where binary does not.
func (f *finder) negated(cond ast.Expr) {
	if b, ok := cond.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return
	}
	f.replace(cond, cond, truth, "!("+f.code(cond)+")", "if not")
}

// counted adds one to a whole number, and subtracts one.
func (f *finder) counted(n *ast.BasicLit) {
	v, err := strconv.ParseInt(n.Value, 0, 64)
	if n.Kind != token.INT || err != nil {
		return
	}
	for _, to := range []int64{v + 1, v - 1} {
		f.replace(n, n, integer, strconv.FormatInt(to, 10), fmt.Sprintf("%d to %d", v, to))
	}
}

// told are calls that are no rule, and neither are their arguments: a broken invariant, and news for players.
var told = map[string]bool{"panic": true, "Note": true}

// called returns the name of a function or method, "" for another expression.
func called(n *ast.CallExpr) string {
	switch fun := n.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// removed removes a call. It keeps the arguments, because they may be the only use of a variable.
func (f *finder) removed(n *ast.ExprStmt) {
	call, ok := n.X.(*ast.CallExpr)
	if !ok {
		return
	}
	if told[called(call)] {
		return
	}
	var kept []string
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); !ok || f.packages[id.Name] == "" {
			kept = append(kept, f.code(sel.X))
		}
	}
	for _, a := range call.Args {
		kept = append(kept, f.code(a))
	}
	f.replace(n, n, statement, "func(...any) {}("+strings.Join(kept, ", ")+")", "call removed")
}

// returned exchanges true and false.
func (f *finder) returned(n *ast.ReturnStmt) {
	for _, r := range n.Results {
		id, ok := r.(*ast.Ident)
		switch {
		case ok && id.Name == "true":
			f.replace(r, r, truth, "false", "true to false")
		case ok && id.Name == "false":
			f.replace(r, r, truth, "true", "false to true")
		}
	}
}
