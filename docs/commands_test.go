package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// testCommand finds "go test ./titles -run 'A|B' -keep" in a page.
var testCommand = regexp.MustCompile("`go test (\\./[a-z0-9/]+)([^`]*)`")

// toolCommand finds the packages of "go run" and "go doc".
var toolCommand = regexp.MustCompile("`go (?:run|doc) (\\./[a-z0-9/]+)")

// The commands in docs/adding-a-title.md can be said as they are written: the package is there, it has a test of that
// name, and it has the flags.
func TestCommandsForAuthors(t *testing.T) {
	page := pages(t)["docs/adding-a-title.md"]
	met := 0
	for _, m := range testCommand.FindAllStringSubmatch(page, -1) {
		met++
		checkTestCommand(t, m[0], testsIn(t, m[1]), strings.Fields(m[2]))
	}
	if met < 5 {
		t.Errorf("only %d commands were found", met)
	}
	for _, m := range toolCommand.FindAllStringSubmatch(page, -1) {
		if files, err := filepath.Glob(filepath.Join(root, m[1], "*.go")); err != nil || len(files) == 0 {
			t.Errorf("%s: no such package (%v)", m[0], err)
		}
	}
}

// checkTestCommand checks the arguments of one command against the text of the tests.
func checkTestCommand(t *testing.T, command, text string, args []string) {
	t.Helper()
	for i, arg := range args {
		switch {
		case arg == "-short" || !strings.HasPrefix(arg, "-"):
		case arg == "-run":
			for _, name := range strings.Split(strings.Trim(args[i+1], "'"), "|") {
				if !regexp.MustCompile(`func Test\w*` + name).MatchString(text) {
					t.Errorf("%s: no test is called %s", command, name)
				}
			}
		case !regexp.MustCompile(`flag\.\w+\("` + arg[1:] + `"`).MatchString(text):
			t.Errorf("%s: no flag %s", command, arg)
		}
	}
}

// testsIn is the text of the tests of a package.
func testsIn(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
