package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"pbem/engine/enginetest/ruletests"
)

// usedOf names the declarations of a folder that other folders use, and those that these use in turn. It
// finds them by name only, so there may be too many. Code that is not linked compiles to the same program, so
// it does no harm.
func usedOf(dir string, by []string, pkg string) (map[string]bool, error) {
	used := map[string]bool{}
	for _, user := range by {
		trees, err := parsed(user)
		if err != nil {
			return nil, err
		}
		if imports(trees, pkg) {
			for _, tree := range trees {
				note(tree, used)
			}
		}
	}
	bodies, err := bodiesOf(dir)
	if err != nil {
		return nil, err
	}
	done := map[string]bool{}
	for more := true; more; {
		more = false
		for name, nodes := range bodies {
			if used[name] && !done[name] {
				done[name], more = true, true
				for _, n := range nodes {
					note(n, used)
				}
			}
		}
	}
	return done, nil
}

func imports(trees []*ast.File, pkg string) bool {
	for _, tree := range trees {
		for _, p := range ruletests.Imported(tree) {
			if p == pkg {
				return true
			}
		}
	}
	return false
}

// bodiesOf returns what a folder declares, by name. Methods are without their type.
func bodiesOf(dir string) (map[string][]ast.Node, error) {
	trees, err := parsed(dir)
	out := map[string][]ast.Node{}
	for _, tree := range trees {
		for _, d := range tree.Decls {
			for name, node := range ruletests.Declared(d) {
				last := name[strings.LastIndex(name, ".")+1:]
				out[last] = append(out[last], node)
			}
		}
	}
	return out, err
}

// note adds every name that is mentioned.
func note(n ast.Node, names map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
}

// parsed reads the Go files of a folder but its tests.
func parsed(dir string) ([]*ast.File, error) {
	files, err := goFiles(dir)
	if err != nil {
		return nil, err
	}
	var out []*ast.File
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		out = append(out, tree)
	}
	return out, nil
}

func goFiles(dir string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	var out []string
	for _, file := range all {
		if !strings.HasSuffix(file, "_test.go") {
			out = append(out, file)
		}
	}
	return out, err
}
