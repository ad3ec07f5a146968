package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pbem/titles"
)

// The engine, the service and the store know no title, not even by name. At the end of a
// comment they may cite the rules from which a shared step comes.
func TestNoTitleIsNamed(t *testing.T) {
	var names, quoted []string
	for _, ti := range titles.All() {
		names = append(names, ti.Facts.Slug, ti.Facts.Name)
		quoted = append(quoted, regexp.QuoteMeta(ti.Facts.Name))
	}
	source := `(` + strings.Join(quoted, "|") + `) \d[\d., ]*`
	citation := regexp.MustCompile(`(?m)// ` + source + `(; ` + source + `)*$`)
	for _, dir := range []string{"engine", "pbem", "store"} {
		err := filepath.WalkDir(filepath.Join("..", "..", dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			text = citation.ReplaceAll(text, nil)
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
