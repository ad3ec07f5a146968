package pbem

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/pbem/desk"
)

// Every message of the log is a name that docs/log.md explains, and docs/log.md explains
// no other.
func TestLogMessagesAreNames(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	rooms, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	commands, err := filepath.Glob("../cmd/cli/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.Concat(files, rooms, commands)
	var said []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if message, ok := logged(n); ok {
				said = append(said, message)
			}
			return true
		})
	}
	text, err := os.ReadFile("../docs/log.md")
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z.-]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		known = append(known, m[1])
	}
	form := regexp.MustCompile(`^[a-z]+\.[a-z-]+$`)
	for _, m := range said {
		if !form.MatchString(m) || !slices.Contains(known, m) {
			t.Errorf("%q is logged and not in docs/log.md", m)
		}
	}
	for _, m := range known {
		if !slices.Contains(said, m) {
			t.Errorf("%q is in docs/log.md and never logged", m)
		}
	}
}

// logged returns the message of a call of a logger.
func logged(n ast.Node) (message string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	do, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Info", "Warn", "Error", "Debug"}, do.Sel.Name) || !isLog(do.X) {
		return "", false
	}
	text, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	message, err := strconv.Unquote(text.Value)
	return message, err == nil
}

// isLog reports whether an expression is a logger: s.log, o.Log, log.
func isLog(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.SelectorExpr:
		return strings.EqualFold(x.Sel.Name, "log")
	case *ast.Ident:
		return x.Name == "log"
	}
	return false
}

// One line of the log says that a mail was settled, with what outcome, and how long it
// took.
func TestOneLineAMail(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied) // it comes twice
	var lines []string
	for line := range strings.Lines(d.log.String()) {
		if strings.Contains(line, "msg=mail.settled") {
			lines = append(lines, line)
		}
	}
	if len(lines) != 1 {
		t.Fatalf("%d lines:\n%s", len(lines), d.log.String())
	}
	for _, want := range []string{"mail=mail:", "outcome=applied", "games=[g1]", "events=", "mails=", "took="} {
		if !strings.Contains(lines[0], want) || strings.Contains(lines[0], "events=0") {
			t.Errorf("%q is not in %s", want, lines[0])
		}
	}
}
