package docs

import (
	"go/ast"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// authorsPackages are the packages that an author of a title uses.
var authorsPackages = []string{
	"engine", "engine/board", "engine/enginetest", "engine/facts", "engine/market", "engine/moves", "engine/route", "engine/step",
	"engine/step/classic", "titles/games18xx", "titles/games18xx/translate", "titles/title", "titles/title/titletest",
}

// authorsName finds what is quoted and may be a name of Go: "Emergency.Run", "Asks(t, question, own)", "step.Barred".
var authorsName = regexp.MustCompile("`((?:[a-z]\\w*\\.)?[A-Z]\\w*(?:\\.[A-Z]\\w*)*)(?:\\([^)`]*\\))?`")

// What docs/adding-a-title.md names is there, with its type or its package if that is said.
func TestNamesForAuthors(t *testing.T) {
	known := map[string]bool{}
	for _, dir := range authorsPackages {
		for _, name := range slices.Concat(declared(t, dir), fields(t, dir)) {
			learn(known, filepath.Base(dir), name)
		}
	}
	met := 0
	for _, m := range authorsName.FindAllStringSubmatch(strings.Join(strings.Fields(pages(t)["docs/adding-a-title.md"]), " "), -1) {
		name := m[1]
		if name == strings.ToUpper(name) || strings.HasSuffix(name, ".md") { // a word for something that a player says; a page
			continue
		}
		if met++; !known[name] {
			t.Errorf("%s: nothing in %s is called so", m[0], strings.Join(authorsPackages, ", "))
		}
	}
	if met < 200 {
		t.Errorf("only %d names were found", met)
	}
}

// learn notes a name such as "Emergency.Run" of a package as people write it: with the package, the type or neither.
func learn(known map[string]bool, pkg, name string) {
	_, last, inType := strings.Cut(name, ".")
	known[name], known[pkg+"."+name] = true, true
	if inType {
		known[last] = true
	}
}

// fields lists the fields of the types of a package, and the methods of its interfaces, as "Type.Field".
func fields(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, f := range parsed(t, filepath.Join(root, dir)) {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			var list []*ast.Field
			switch s := spec.Type.(type) {
			case *ast.StructType:
				list = s.Fields.List
			case *ast.InterfaceType:
				list = s.Methods.List
			}
			for _, field := range list {
				for _, name := range field.Names {
					names = append(names, spec.Name.Name+"."+name.Name)
				}
			}
			return true
		})
	}
	return names
}
