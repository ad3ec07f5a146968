package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/titles"
)

// The engine, the service and the store know no title, not even by name.
func TestNoTitleIsNamed(t *testing.T) {
	var names []string
	for _, ti := range titles.All() {
		names = append(names, ti.Facts.Slug, ti.Facts.Name)
	}
	for _, dir := range []string{"engine", "pbem", "store"} {
		err := filepath.WalkDir(filepath.Join("..", "..", dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, name := range names {
				if strings.Contains(string(text), name) {
					t.Errorf("%s mentions %s", path, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
