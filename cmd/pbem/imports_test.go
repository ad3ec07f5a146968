package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Who may import whom: imports point one way. A folder's rule holds for the
// folders in it that have none of their own.
var layers = map[string][]string{
	"engine":            {"pbem/engine"},
	"engine/walk":       {"pbem/engine"},
	"engine/enginetest": {"pbem/engine"},
	"titles":            {"pbem/titles", "pbem/engine"},
	"titles/games18xx":  {},
	"wholefile":         {},
	"store":             {"pbem/wholefile"},
	"store/storetest":   {"pbem/store"},
	"templates":         {},
	"pbem":              {"pbem/pbem", "pbem/titles", "pbem/engine", "pbem/store", "pbem/templates", "pbem/wholefile"},
	"pbem/letter":       {"pbem/pbem/letter"},
	"pbem/calendar":     {},
	"pbem/pace":         {"pbem/engine", "pbem/pbem/calendar"},
	"pbem/postbox":      {},
	"pbem/postoffice":   {},
	"pbem/grammar":      {"pbem/engine"},
	"pbem/sheet":        {"pbem/engine", "pbem/titles/title", "pbem/templates", "pbem/pbem/calendar", "pbem/pbem/letter", "pbem/pbem/grammar"},
	"pbem/picture":      {"pbem/engine", "pbem/titles/title", "pbem/templates"},
	"pbem/album":        {"pbem/engine", "pbem/titles/title", "pbem/templates", "pbem/pbem/sheet", "pbem/pbem/picture"},
	"pbem/trust":        {"pbem/pbem/letter"},
	"pbem/watch":        {},
	"pbem/envelope":     {"pbem/pbem/letter"},
	"pbem/plan":         {"pbem/engine", "pbem/titles/title", "pbem/pbem/grammar"},
	"pbem/caretaker":    {"pbem/engine", "pbem/titles/title"},
	"pbem/table":        {"pbem/engine", "pbem/titles", "pbem/store", "pbem/pbem/caretaker", "pbem/pbem/pace", "pbem/pbem/plan", "pbem/pbem/sheet"},
	"pbem/lobby":        {"pbem/engine", "pbem/titles", "pbem/store", "pbem/pbem/pace", "pbem/pbem/people", "pbem/pbem/table"},
	"pbem/waits":        {"pbem/engine", "pbem/titles", "pbem/pbem/plan", "pbem/pbem/table"},
	"pbem/intake":       {"pbem/store", "pbem/pbem/guard", "pbem/pbem/people", "pbem/pbem/postbox"},
	"pbem/guard":        {},
	"pbem/archive":      {"pbem/engine", "pbem/store", "pbem/wholefile", "pbem/pbem/album", "pbem/pbem/table", "pbem/pbem/guard"},
	"pbem/people":       {"pbem/engine", "pbem/store", "pbem/pbem/calendar", "pbem/pbem/pace"},
	"pbem/config":       {"pbem/pbem/pace", "pbem/pbem/postbox", "pbem/pbem/trust", "pbem/pbem/watch", "pbem/pbem/oauth"},
	"cmd":               {"pbem"},
	"docs/pictures":     {"pbem"},

	"pbem/evening/program": {},
}

// impure is what the engine may not reach: clock, chance, files, network, log.
// The random players and the test kit may.
var impure = []string{"time", "os", "net", "log", "math/rand", "crypto/rand", "syscall", "runtime", "plugin"}

// traced tells where a fault of the rules happened, for the operator.
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

// forbidden says why a folder may not import a package, "" when it may.
func forbidden(dir, name string) string {
	if within(dir, "engine") && !within(dir, "engine/enginetest") && !within(dir, "engine/walk") {
		if name != traced && slices.ContainsFunc(impure, func(p string) bool { return within(name, p) }) {
			return "the engine knows no clock, chance, file, network or log"
		}
		if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") {
			return "the engine needs nothing from outside"
		}
	}
	if !within(name, "pbem") {
		return ""
	}
	allowed, ok := rule(dir)
	switch {
	case !ok:
		return "this folder has no rule in the table"
	case within(name, "pbem/"+dir), slices.ContainsFunc(allowed, func(p string) bool { return within(name, p) }):
		return ""
	}
	return "imports point one way: cmd, pbem, titles, engine"
}

func within(name, parent string) bool { return name == parent || strings.HasPrefix(name, parent+"/") }

// rule finds the rule of the nearest folder that has one.
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
		{"engine/board", "pbem/engine/route", true},
		{"engine/board", "time", false},
		{"engine", "pbem/titles", false},
		{"engine", "runtime/debug", true},
		{"engine", "runtime", false},
		{"engine/step", "math/rand/v2", false},
		{"engine/enginetest/mutate", "os", true},
		{"engine/enginetest/mutate", "pbem/titles", false},
		{"titles/1817", "pbem/store", false},
		{"store", "pbem/pbem", false},
		{"pbem/demo", "pbem/store", true},
		{"somewhere", "pbem/engine", false},
	} {
		if got := forbidden(c.dir, c.name) == ""; got != c.ok {
			t.Errorf("%s imports %s: allowed %v, want %v", c.dir, c.name, got, c.ok)
		}
	}
}
