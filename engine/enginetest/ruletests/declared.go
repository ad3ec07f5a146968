package ruletests

import (
	"go/ast"
	"path"
	"strconv"
)

// Imported names the packages of a file and says what their paths are.
func Imported(tree *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range tree.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if name == "v2" {
			name = path.Base(path.Dir(p))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		out[name] = p
	}
	return out
}

// Declared yields what a declaration declares: a function, "Type.Method", the
// first name of each line of constants or variables, a type.
func Declared(d ast.Decl) func(yield func(string, ast.Node) bool) {
	return func(yield func(string, ast.Node) bool) {
		switch d := d.(type) {
		case *ast.FuncDecl:
			yield(receiver(d)+d.Name.Name, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				var name string
				switch s := spec.(type) {
				case *ast.ValueSpec:
					name = s.Names[0].Name
				case *ast.TypeSpec:
					name = s.Name.Name
				default:
					continue
				}
				if !yield(name, spec) {
					return
				}
			}
		}
	}
}

// receiver returns "Type." for a method.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if of, ok := t.(*ast.IndexExpr); ok { // a generic type
		t = of.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "."
	}
	return ""
}
