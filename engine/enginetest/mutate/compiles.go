package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// A checker says whether a package would still compile with a file replaced. It checks types, which takes a
// tenth of a second instead of some.
type checker struct {
	root    string
	fset    *token.FileSet
	imports types.Importer
	files   map[string]map[string]*ast.File // by folder and name
	mu      sync.Mutex                      // the file set and the importer are shared
}

// newChecker has the go command compile what the packages of these folders import.
func newChecker(ctx context.Context, root string, folders ...string) (*checker, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, folder := range folders {
		args = append(args, "./"+folder)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, said.String())
	}
	exports := map[string]string{}
	for l := range strings.Lines(string(out)) {
		pkg, file, _ := strings.Cut(strings.TrimSpace(l), " ")
		exports[pkg] = file
	}
	c := &checker{root: root, fset: token.NewFileSet(), files: map[string]map[string]*ast.File{}}
	c.imports = importer.ForCompiler(c.fset, "gc", func(pkg string) (io.ReadCloser, error) { return os.Open(exports[pkg]) })
	return c, nil
}

// compiles reports whether the package of a file, named relative to root, compiles with this text in it.
func (c *checker) compiles(name string, text []byte) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	dir := filepath.Dir(name)
	if c.files[dir] == nil {
		files, err := c.parsed(dir)
		if err != nil {
			return false, err
		}
		c.files[dir] = files
	}
	tree, err := parser.ParseFile(c.fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return false, nil
	}
	all := []*ast.File{tree}
	for other, f := range c.files[dir] {
		if other != filepath.Base(name) {
			all = append(all, f)
		}
	}
	config := types.Config{Importer: c.imports}
	_, err = config.Check(dir, c.fset, all, nil)
	return err == nil, nil
}

// parsed reads the Go files of a folder but its tests, by their names.
func (c *checker) parsed(dir string) (map[string]*ast.File, error) {
	names, err := goFiles(filepath.Join(c.root, dir))
	if err != nil {
		return nil, err
	}
	out := map[string]*ast.File{}
	for _, name := range names {
		if out[filepath.Base(name)], err = parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
	}
	return out, nil
}
