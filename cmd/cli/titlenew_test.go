package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// A new title outside of the sources is a module of its own. Its tests pass, and its program serves it.
func TestNewTitleOutside(t *testing.T) {
	dir := madeTitle(t)
	goCommand(t, dir, "", "vet", ".", "./cmd/pbem")
	if testsize.Small() {
		t.Skip("the rest plays games")
	}
	goCommand(t, dir, "ok", "test", ".")
	goCommand(t, dir, "18Moor: no mistake in its facts, its sequence of play, its names and its setup", "run", "./cmd/pbem", "title", "check", "18moor")
	goCommand(t, dir, "18Moor: 3 games, ", "run", "./cmd/pbem", "walk", "18moor", "--games", "3")
	goCommand(t, dir, "Ferry to Orne", "run", "./cmd/pbem", "new", "18moor", "--help")
}

// A new title within the sources is in their list, and its package is compiled and tested there.
func TestNewTitleInside(t *testing.T) {
	root := sourcesCopy(t)
	t.Chdir(filepath.Join(root, "docs"))
	var out bytes.Buffer
	if err := dispatch([]string{"title", "new", "moor", "--name", "Moor & Fen"}, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "go test ./titles/moor") {
		t.Errorf("it does not say how to test it:\n%s", &out)
	}
	list, err := os.ReadFile(filepath.Join(root, "titles", "titles.go"))
	if err != nil || !strings.Contains(string(list), ", tmoor.Title)") {
		t.Fatalf("it is not listed: %v\n%s", err, list)
	}
	goCommand(t, root, "", "vet", "./titles", "./titles/moor")
	if testsize.Small() {
		t.Skip("the rest plays games")
	}
	goCommand(t, root, "ok", "test", "./titles/moor")
	goCommand(t, root, "ok", "test", "./titles", "-short", "-run", "/(moor|Moor)")
}

// What cannot be made is refused, and nothing is written.
func TestNewTitleRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"18Moor":                   `"18Moor" is no short name: small letters and digits, at most 20, such as 18moor`,
		"../moor":                  `"../moor" is no short name`,
		"18moor --name 1817":       "there is a title 1817 already",
		"18newengland":             "there is a title 18NewEngland already",
		"18moor --name a\"b":       "it cannot hold",
		"18moor":                   "this folder is not in the sources of pbem: say where they are, such as --sources ../pbem",
		"18moor --sources nowhere": "there are no sources of pbem in ",
		"18moor 18fen":             `"18fen" is one argument too many`,
		"":                         "say its short name: pbem title new 18moor",
	} {
		err := dispatch(append([]string{"title", "new"}, strings.Fields(line)...), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("title new %s: %v, want %s", line, err, want)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
	if err := os.Mkdir("18moor", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := dispatch([]string{"title", "new", "18moor", "--sources", sources(t)}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "there is a folder ") {
		t.Errorf("over a folder: %v", err)
	}
}

// here is the folder of this test.
var here, _ = os.Getwd()

// sources is the folder with the sources of pbem.
func sources(t *testing.T) string {
	t.Helper()
	return filepath.Dir(filepath.Dir(here))
}

// sourcesCopy copies the sources without the games and texts that no package needs.
func sourcesCopy(t *testing.T) string {
	t.Helper()
	from, to := sources(t), t.TempDir()
	for _, dir := range []string{"engine", "titles", "wholefile", "docs", "go.mod", "go.sum"} {
		err := filepath.WalkDir(filepath.Join(from, dir), func(name string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(from, name)
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata" && !strings.Contains(rel, "sample"):
				return filepath.SkipDir
			case d.IsDir() || !slices.Contains([]string{".go", ".json", ".mod", ".sum", ".md", ".txt", ".gz"}, filepath.Ext(name)):
				return nil
			}
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return writeNew(filepath.Join(to, rel), data)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// goCommand runs the go command in a folder; what it prints holds a text.
func goCommand(t *testing.T, dir, want string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath", "GOPROXY=off", "GOWORK=off") // so packages that did not change are compiled once
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
