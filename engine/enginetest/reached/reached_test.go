package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine/enginetest/covered"
)

const source = `package toy

// limit is two. // 3.1; EX-01
const limit = 2

// buy buys a train. // 4.2; EX-02..04, R-1
// It may be the last.
func buy(n int) int {
	if n > limit { // EX-05
		return 0 // 4.3, 9
	}
	// EX-06 to EX-07
	n++
	switch n {
	case 1: // EX-08, EX-99
		n = 2
	}
	return n
}
`

// What a cite stands for is the body of the function below it, the code before it
// on its line with what a condition leads to, or the next line.
func TestCites(t *testing.T) {
	ids := []string{"EX-01", "EX-02", "EX-03", "EX-04", "EX-05", "EX-06", "EX-07", "EX-08", "R-1"}
	got, err := citesIn("titles/toy/toy.go", []byte(source), ids, false)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, c := range got {
		words = append(words, fmt.Sprintf("%s@%d.%d", c.rule, c.line, c.col))
	}
	want := "EX-01@4.1 §3.1@4.1 EX-02@8.21 EX-03@8.21 EX-04@8.21 R-1@8.21 §4.2@8.21 EX-05@9.15 §4.3@10.10 §9@10.10 EX-06@13.2 EX-07@13.2 EX-08@15.9"
	if is := strings.Join(words, " "); is != want {
		t.Errorf("cites are\n%s\nwant\n%s", is, want)
	}
	if got, err := citesIn("engine/step/toy.go", []byte(source), ids, true); err != nil || len(got) != 0 {
		t.Errorf("%v, another rulebook counts: %v", err, got)
	}
}

// The blocks are those that the cover tool writes for a run of buy(1).
func TestTable(t *testing.T) {
	ids := []string{"EX-01", "EX-02", "EX-05", "EX-08", "EX-09"}
	cites, err := citesIn("titles/toy/toy.go", []byte(source), ids, false)
	if err != nil {
		t.Fatal(err)
	}
	cites = append(cites, cite{"EX-02", "engine/step/buy.go", 7, 1, 0})
	guarded, err := covered.Read("pbem/titles/toy/toy.go:9.15,11.3 1 1\n", "pbem")
	if err != nil {
		t.Fatal(err)
	}
	games, err := covered.Read(`mode: set
pbem/titles/toy/toy.go:8.21,9.15 1 1
pbem/titles/toy/toy.go:9.15,11.3 1 0
pbem/titles/toy/toy.go:13.2,14.11 2 1
pbem/titles/toy/toy.go:15.9,17.1 1 0
pbem/titles/toy/toy.go:18.2,18.10 1 1
pbem/engine/step/buy.go:6.2,9.10 1 0
`, "pbem")
	if err != nil {
		t.Fatal(err)
	}
	is := tableOf(ids, cites, map[string][]string{"EX-05": {"a.txt", "b_test.go"}}, games, guarded)
	var out bytes.Buffer
	is.print(&out)
	const want = `6 rules are cited in code, 4 of them no game came to:
EX-05        toy.go:9                                 a.txt b_test.go
EX-08        toy.go:15!                               NO CASE
§4.3         toy.go:10
§9           toy.go:10

2 more have lines that no game came to:
EX-02        toy.go:9 toy.go:15! step/buy.go:7!       no case names it
§4.2         toy.go:9 toy.go:15!

2 ids are cited by no code that runs: EX-01 EX-09
`
	if out.String() != want {
		t.Errorf("the table is\n%s\nwant\n%s", out.String(), want)
	}
	if !is.unguarded() {
		t.Error("EX-08 is guarded by something")
	}
}

// The rules of every title are found in its code, nearly as many as its checklist has; of a profile in
// which all of that is run none is left.
func TestTitles(t *testing.T) {
	folders, err := filepath.Glob("../../../titles/*/RULES.md")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	for _, rules := range folders {
		dir := filepath.Dir(rules)
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, file := range files {
			text += fmt.Sprintf("pbem/titles/%s/%s:1.1,9999.1 1 1\n", filepath.Base(dir), filepath.Base(file))
		}
		file := filepath.Join(t.TempDir(), "cover.out")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, notes bytes.Buffer
		code, err := command(context.Background(), []string{"-games", file, "-cases", file, filepath.Base(dir)}, &out, &notes)
		if code != 0 || err != nil || !strings.Contains(out.String(), ", 0 of them no game came to:") {
			t.Errorf("%s: status %d, %v\n%s%s", dir, code, err, out.String(), notes.String())
		}
		var n int
		ids, err := checklist(rules)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(out.String(), &n); err != nil || 10*n < 9*len(ids) {
			t.Errorf("%s: %d rules of a checklist of %d, %v", dir, n, len(ids), err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, args := range [][]string{nil, {"1843", "1820"}, {"-nonsense", "1843"}, {"no-such-title"}, {"-games", "no-such-file", "1843"}, {"-games", "testdata", "no-such-title"}} {
		var out, notes bytes.Buffer
		if code, err := command(context.Background(), args, &out, &notes); code != 2 || err == nil && args[0] != "-nonsense" {
			t.Errorf("%v: status %d, %v", args, code, err)
		}
	}
}
