package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/engine/enginetest/ruletests"
	"pbem/internal/testsize"
)

// elsewhere is a checkout of one package beside the folder for temporary files,
// so that the compiler names the copies there by short relative paths.
const (
	ruleFile = "package p\n\nconst last = 1\n\nfunc rule() int {\n\tswitch {\n\tdefault:\n\t\treturn 7\n\t}\n}\n"
	rowFile  = "package p\n\nfunc row() int { return [2]int{3, 4}[last] }\n"
	testFile = "package p\n\nimport \"testing\"\n\nfunc TestRule(t *testing.T) {\n\tif rule()+row() != 11 {\n\t\tt.Error(\"not 11\")\n\t}\n}\n"
)

// A mutant that does not compile is told from a checkout that does not, wherever
// it lies and whichever file the compiler names.
func TestMutantsThatDoNotCompile(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it compiles programs; TESTSIZE=whole asks for it")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("tmp/keep", "")
	write("checkout/go.mod", "module checkout\n")
	write("checkout/p/rule.go", ruleFile)
	write("checkout/p/row.go", rowFile)
	write("checkout/p/p_test.go", testFile)
	ctx := context.Background()
	b, err := newBench(ctx, filepath.Join(dir, "checkout"), "p", ruletests.Choice{Run: "Rule"}, time.Minute, 4096)
	if err != nil {
		t.Fatal(err)
	}
	ms, err := codeMutants("p/rule.go", []byte(ruleFile), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range ms {
		is, err := b.try(ctx, "0", m)
		if err != nil {
			t.Errorf("%s: %v", m, err)
		}
		got = append(got, m.change+" "+map[int]string{noticed: "noticed", unbuilt: "unbuilt"}[is])
	}
	if want := "1 to 2 unbuilt, 1 to 0 noticed, case dropped unbuilt, 7 to 8 noticed, 7 to 6 noticed"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	write("checkout/p/row.go", rowFile+"func broken() int {}\n")
	if is, err := b.try(ctx, "0", ms[0]); err == nil {
		t.Errorf("of a checkout that does not compile is said %d", is)
	}
}
