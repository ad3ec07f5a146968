package titles_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/titles"
)

// A title that is wrong, or whose name is taken, is not added.
func TestAddRefuses(t *testing.T) {
	before := len(titles.All())
	known := *titles.All()[0]
	if err := titles.Add(&known); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("the same slug: %v", err)
	}
	facts := *known.Facts
	facts.Slug = "18elsewhere"
	known.Facts = &facts
	if err := titles.Add(&known); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("the same name: %v", err)
	}
	facts.Name, known.Rules.Names = "18Elsewhere", nil
	if err := titles.Add(&known); err == nil || !strings.Contains(err.Error(), "names: none are declared") {
		t.Errorf("no names: %v", err)
	}
	if err := titles.Add(nil); err == nil {
		t.Error("no title is added")
	}
	if n := len(titles.All()); n != before {
		t.Errorf("%d titles, before %d", n, before)
	}
}

// Only keeps some titles until restore is called.
func TestOnly(t *testing.T) {
	before := titles.All()
	restore := titles.Only(before[1].Facts.Slug)
	left := titles.All()
	_, ok := titles.Find(before[0].Facts.Slug)
	restore()
	if len(left) != 1 || left[0] != before[1] || ok || len(titles.All()) != len(before) {
		t.Errorf("%d were left, found: %v; then %d", len(left), ok, len(titles.All()))
	}
}

// outsideMain is a program in another module: this project's command line with one more
// title.
const outsideMain = `package main

import (
	"pbem/cmd/cli"

	elsewhere "outside.example/elsewhere"
)

func main() { cli.Main(elsewhere.Title) }
`

// A title in another module is built into a program with one import and one line, and can
// be played there.
func TestTitleOutside(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it builds a program; TESTSIZE=whole asks for it")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	all := titles.All()
	moveOut(t, all[len(all)-1].Facts.Slug, filepath.Join(dir, "elsewhere"))
	write(t, filepath.Join(dir, "main.go"), outsideMain)
	write(t, filepath.Join(dir, "go.mod"), "module outside.example\n\ngo 1.26.0\n\nrequire pbem v0.0.0\n\nreplace pbem => "+root+"\n")
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), string(sums))
	said(t, dir, "outside.example/elsewhere\n", "go", "list", "-mod=mod", "-deps", ".")
	said(t, dir, "", "go", "work", "init", ".", root) // so packages are compiled once for all tests
	said(t, dir, "", "go", "build", "-o", "pbem", ".")
	said(t, dir, "18Elsewhere: no mistake", "./pbem", "title", "check", "18elsewhere")
	said(t, dir, "18Elsewhere", "./pbem", "walk", "18elsewhere", "--games", "1")
}

// said runs a program in a folder and checks that its output holds a text.
func said(t *testing.T, dir, want string, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath", "GOPROXY=off", "GOWORK=") // the workspace is that of the folder, if it has one
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// moveOut copies the package of a title under another slug and name.
func moveOut(t *testing.T, slug, to string) {
	t.Helper()
	ti, _ := titles.Find(slug)
	files, err := filepath.Glob(filepath.Join(slug, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(to, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		ext := filepath.Ext(name)
		if ext != ".go" && ext != ".json" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out := string(text)
		if ext == ".json" {
			out = strings.Replace(out, `"title": "`+slug+`"`, `"title": "18elsewhere"`, 1)
			out = strings.Replace(out, `"name": "`+ti.Facts.Name+`"`, `"name": "18Elsewhere"`, 1)
		}
		write(t, filepath.Join(to, filepath.Base(name)), out)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
