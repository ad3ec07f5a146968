package cli

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
)

// everything is the rule for all folders.
const everything = "."

// layers says which folder may import which. Imports go in one direction. A folder's rule
// also holds for the folders in it that have no rule of their own.
var layers = map[string][]string{
	"engine":                 {"engine", "internal/spelling"},
	"engine/walk":            {"engine"},
	"engine/enginetest":      {"engine"},
	"titles":                 {"titles", "engine"},
	"titles/games18xx":       {},
	"titles/title/titletest": {"titles", "engine", "internal/testsize"},
	"wholefile":              {},
	"store":                  {"wholefile", "store/dump"},
	"store/dump":             {},
	"store/storetest":        {"store"},
	"store/pg":               {"store"},
	"store/pg/pgtest":        {"internal/freeport"},
	"templates":              {},
	"pbem":                   {"pbem", "titles", "engine", "store", "templates", "wholefile"},
	"pbem/letter":            {"pbem/letter"},
	"pbem/calendar":          {"internal/spelling"},
	"pbem/pace":              {"engine", "pbem/calendar"},
	"pbem/postbox":           {},
	"pbem/postoffice":        {},
	"pbem/lmtp":              {},
	"pbem/mailfiles":         {},
	"pbem/grammar":           {"engine", "internal/spelling"},
	"pbem/sheet":             {"engine", "titles/title", "templates", "pbem/calendar", "pbem/letter", "pbem/grammar"},
	"pbem/picture":           {"engine", "titles/title", "templates"},
	"pbem/album":             {"engine", "titles/title", "templates", "pbem/sheet", "pbem/picture"},
	"pbem/trust":             {"pbem/letter"},
	"pbem/watch":             {"pbem/guard"},
	"pbem/envelope":          {"pbem/letter"},
	"pbem/plan":              {"engine", "titles/title", "pbem/grammar"},
	"pbem/written":           {"engine", "titles", "pbem/grammar", "pbem/plan"},
	"pbem/caretaker":         {"engine", "titles/title"},
	"pbem/advice":            {"engine", "titles", "pbem/sheet"},
	"pbem/table":             {"engine", "titles", "store", "pbem/advice", "pbem/caretaker", "pbem/guard", "pbem/pace", "pbem/plan", "pbem/sheet"},
	"pbem/lobby":             {"engine", "titles", "store", "pbem/pace", "pbem/people", "pbem/table"},
	"pbem/waits":             {"engine", "titles", "pbem/plan", "pbem/table"},
	"pbem/intake":            {"store", "pbem/guard", "pbem/people", "pbem/postbox"},
	"pbem/guard":             {},
	"pbem/archive":           {"engine", "store", "wholefile", "pbem/album", "pbem/table", "pbem/guard"},
	"pbem/people":            {"engine", "store", "pbem/calendar", "pbem/pace"},
	"pbem/config":            {"internal/spelling", "pbem/table", "pbem/pace", "pbem/postbox", "pbem/trust", "pbem/watch", "pbem/oauth", "pbem/lmtp"},
	"cmd":                    {everything},
	"docs/pictures":          {everything},

	"pbem/evening/program": {},

	// It starts mail servers for tests.
	"pbem/mailtest": {"pbem", "titles", "engine", "store", "templates", "wholefile", "internal/freeport"},

	// Reading the files needs nothing of ours, translating them needs the table.
	"titles/games18xx/translate": {"engine", "titles/games18xx"},

	// What decides. The packages at the end do not know one another.
	"pbem/desk":    values,
	"pbem/account": with("desk"),
	"pbem/timing":  with("desk", "account"),
	"pbem/notices": with("desk", "account", "timing"),
	"pbem/senders": with("desk", "account", "timing", "notices"),
	"pbem/batch":   with("desk", "account", "timing", "notices", "senders"),
	"pbem/clock":   with("desk", "account", "timing", "notices", "senders", "batch"),
	"pbem/play":    with("desk", "account", "timing", "notices", "senders", "batch"),
	"pbem/joining": with("desk", "account", "timing", "notices", "senders", "batch"),
	"pbem/hosting": with("desk", "account", "timing", "notices", "senders", "batch"),
}

// values are packages that know nothing of the service.
var values = []string{"engine", "titles", "store", "pbem/advice", "pbem/album", "pbem/archive", "pbem/calendar", "pbem/config",
	"pbem/envelope", "pbem/grammar", "pbem/guard", "pbem/intake", "pbem/letter", "pbem/lobby", "pbem/oauth", "pbem/pace",
	"pbem/people", "pbem/picture", "pbem/plan", "pbem/postbox", "pbem/sheet", "pbem/table", "pbem/trust", "pbem/watch"}

// with returns the values and some packages of the service.
func with(below ...string) []string {
	out := slices.Clone(values)
	for _, name := range below {
		out = append(out, "pbem/"+name)
	}
	return out
}

// deciding are the packages of the service that decide, and the one that connects them.
var deciding = []string{"pbem", "pbem/desk", "pbem/account", "pbem/timing", "pbem/notices", "pbem/senders", "pbem/batch", "pbem/clock", "pbem/play", "pbem/joining", "pbem/hosting"}

// Files and types are small enough to be read at once.
func TestFilesAndTypesStaySmall(t *testing.T) {
	const mostLines, mostMethods = 400, 60
	for _, dir := range deciding {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		methods := map[string]int{}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if n := fset.Position(file.FileEnd).Line; n > mostLines {
				t.Errorf("%s has %d lines, more than %d", name, n, mostLines)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
					methods[receiverOf(f)]++
				}
			}
		}
		for name, n := range methods {
			if n > mostMethods {
				t.Errorf("%s: type %s has %d methods, more than %d", dir, name, n, mostMethods)
			}
		}
	}
}

// receiverOf returns the type name of a method's receiver.
func receiverOf(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return "?"
}

// impure is what the engine may not use: clock, chance, files, network, log. The random
// players and the test kit may.
var impure = []string{"time", "os", "net", "log", "math/rand", "crypto/rand", "syscall", "runtime", "plugin"}

// traced says where in the rules a panic happened, for the operator.
const traced = "runtime/debug"

func TestImportsPointOneWay(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(rel))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := forbidden(dir, name); why != "" {
				t.Errorf("%s imports %s: %s", rel, name, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// forbidden says why a folder may not import a package, or "".
func forbidden(dir, name string) string {
	if within(dir, "engine") && !within(dir, "engine/enginetest") && !within(dir, "engine/walk") {
		if name != traced && slices.ContainsFunc(impure, func(p string) bool { return within(name, p) }) {
			return "the engine knows no clock, chance, file, network or log"
		}
		if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") {
			return "the engine needs nothing from outside"
		}
	}
	folder, ours := strings.CutPrefix(name, module+"/")
	if !ours {
		return ""
	}
	allowed, ok := rule(dir)
	switch {
	case !ok:
		return "this folder has no rule in the table"
	case within(folder, dir), slices.ContainsFunc(allowed, func(p string) bool { return p == everything || within(folder, p) }):
		return ""
	}
	return "imports point one way: cmd, pbem, titles, engine"
}

func within(name, parent string) bool { return name == parent || strings.HasPrefix(name, parent+"/") }

// rule returns the rule of the nearest folder that has one.
func rule(dir string) (allowed []string, ok bool) {
	for d := dir; d != "."; d = filepath.ToSlash(filepath.Dir(d)) {
		if allowed, ok = layers[d]; ok {
			return allowed, true
		}
	}
	return nil, false
}

func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		dir, name string
		ok        bool
	}{
		{"engine/board", module + "/engine/route", true},
		{"engine/board", "time", false},
		{"engine", module + "/titles", false},
		{"engine", "runtime/debug", true},
		{"engine", "runtime", false},
		{"engine/step", "math/rand/v2", false},
		{"engine/enginetest/mutate", "os", true},
		{"engine/enginetest/mutate", module + "/titles", false},
		{"titles/1817", module + "/store", false},
		{"store", module + "/pbem", false},
		{"pbem/demo", module + "/store", true},
		{"somewhere", module + "/engine", false},
	} {
		if got := forbidden(c.dir, c.name) == ""; got != c.ok {
			t.Errorf("%s imports %s: allowed %v, want %v", c.dir, c.name, got, c.ok)
		}
	}
}
