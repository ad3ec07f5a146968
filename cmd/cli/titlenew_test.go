package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// A new title outside of the sources is a module of its own. Its tests pass, and its program serves it.
func TestNewTitleOutside(t *testing.T) {
	testsize.SkipRace(t)
	dir := madeTitle(t)
	goCommand(t, dir, "pbem/cmd/pbem\n", "list", "pbem/cmd/pbem")
	goCommand(t, dir, "", "work", "init", ".", sources(t)) // so packages are compiled once for all tests
	if !testsize.Whole() {
		goCommand(t, dir, "", "list", "-export", "-test", ".", "./cmd/pbem") // it compiles them and links nothing
		t.Skip("the rest vets everything, links programs and plays games; TESTSIZE=whole asks for it")
	}
	goCommand(t, dir, "", "vet", ".", "./cmd/pbem")
	goCommand(t, dir, "ok", "test", ".")
	goCommand(t, dir, "18Moor: no mistake in its facts, its sequence of play, its names and its setup", "run", "./cmd/pbem", "title", "check", "18moor")
	goCommand(t, dir, "18Moor: 3 games, ", "run", "./cmd/pbem", "walk", "18moor", "--games", "3")
	goCommand(t, dir, "18Moor is for 2-4 players", "run", "./cmd/pbem", "new", "18moor", "--help")
}

// A new title within the sources is in their list.
func TestNewTitleInside(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"go.mod", "titles/titles.go"} {
		text, err := os.ReadFile(filepath.Join(sources(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if err := writeNew(name, text); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("titles") // any folder of the sources will do
	var out bytes.Buffer
	if err := dispatch([]string{"title", "new", "moor", "--name", "Moor & Fen"}, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "go test ./titles/moor") {
		t.Errorf("it does not say how to test it:\n%s", &out)
	}
	list, err := os.ReadFile("titles.go")
	if err != nil || !strings.Contains(string(list), ", tmoor.Title)") || !strings.Contains(string(list), "\ttmoor \"pbem/titles/moor\"\n") {
		t.Fatalf("it is not listed: %v\n%s", err, list)
	}
	if code, err := os.ReadFile("moor/title.go"); err != nil || !strings.Contains(string(code), "package tmoor\n") {
		t.Errorf("its package: %v\n%s", err, code)
	}
}

// The commands with which docs/adding-a-title.md begins make, check, draw, test and play a title, in a copy of the sources.
func TestGuideBegins(t *testing.T) {
	t.Parallel()
	commands := guideBegins(t)
	if !testsize.Whole() {
		t.Skip("it compiles everything once more and plays games; TESTSIZE=whole asks for it")
	}
	root := sourcesCopy(t)
	for _, args := range commands {
		goCommand(t, root, "", args...)
	}
	if info, err := os.Stat(filepath.Join(root, "map.png")); err != nil || info.Size() < 1000 {
		t.Errorf("no map was drawn: %v", err)
	}
	goCommand(t, root, "ok", "test", "./titles", "-short", "-run", "/(18moor|18Moor)")
}

// guideBegins returns the commands of the beginning of the guide, without their "go".
func guideBegins(t *testing.T) [][]string {
	t.Helper()
	_, part, ok := strings.Cut(guide(t), "## A title to begin with\n")
	part, _, more := strings.Cut(part, "\n## ")
	var out [][]string
	for line := range strings.Lines(part) {
		if command, set := strings.CutPrefix(line, "    go "); set {
			out = append(out, strings.Fields(command))
		}
	}
	if !ok || !more || len(out) < 6 {
		t.Fatalf("the guide begins with %d commands", len(out))
	}
	return out
}

func guide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(sources(t), "docs", "adding-a-title.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// guideTests finds the tests that the guide names.
var guideTests = regexp.MustCompile("`go test (\\./[\\w./]+)((?: -\\w+(?: '[^']+'| [^-`\\s]+)?)*)`")

// The tests that the guide names are there, with their flags.
func TestGuideNamesTests(t *testing.T) {
	found := guideTests.FindAllStringSubmatch(guide(t), -1)
	if len(found) < 8 {
		t.Errorf("the guide names only %d tests", len(found))
	}
	for _, m := range found {
		if m[1] == "./titles/18moor" || m[1] == "./titles/SLUG" {
			continue // that of a title, which TestGuideBegins runs
		}
		tests := testsIn(t, m[1])
		flags := regexp.MustCompile(` -(\w+)(?: '([^']+)'| ([^-\s]+))?`).FindAllStringSubmatch(m[2], -1)
		for _, f := range flags {
			if f[1] == "run" && !regexp.MustCompile(`(?m)^func Test\w*(`+f[2]+f[3]+`)`).MatchString(tests) {
				t.Errorf("%s: no test there has such a name", m[0])
			}
			if f[1] != "run" && !strings.Contains(tests, `("`+f[1]+`",`) {
				t.Errorf("%s: there is no flag -%s", m[0], f[1])
			}
		}
	}
}

// testsIn returns the test files of a folder.
func testsIn(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(sources(t), filepath.FromSlash(dir), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no tests (%v)", dir, err)
	}
	var out strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
	}
	return out.String()
}

// What cannot be made is refused, and nothing is written.
func TestNewTitleRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"18Moor":                   `"18Moor" is no short name: small letters and digits, at most 20, such as 18moor`,
		"errors":                   `"errors" is a name of Go itself: a module of that name could not be built`,
		"main":                     `"main" is a name of Go itself`,
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

// sourcesCopy copies the sources, without what only tests of the service need.
func sourcesCopy(t *testing.T) string {
	t.Helper()
	from, to := sources(t), t.TempDir()
	for _, dir := range []string{"cmd", "docs", "engine", "internal", "pbem", "store", "templates", "titles", "wholefile", "go.mod", "go.sum"} {
		err := filepath.WalkDir(filepath.Join(from, dir), func(name string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(from, name)
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata" && dir != "titles":
				return filepath.SkipDir
			case d.IsDir():
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

// static is the environment of go commands that build programs which need no other file. Packages are compiled once, wherever
// their copy is; where all other packages are built in this way, they are compiled already.
var static = []string{"CGO_ENABLED=0", "GOFLAGS=" + os.Getenv("GOFLAGS") + " -trimpath"}

// goCommand runs the go command in a folder; what it prints holds a text.
func goCommand(t *testing.T, dir, want string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), static...), "GOPROXY=off", "GOWORK=") // the workspace is that of the folder, if it has one
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
