package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	toy    = "engine/enginetest/mutate/testdata/toy"
	shared = "engine/enginetest/mutate/testdata/shared"
	beside = "engine/enginetest/mutate/testdata/beside"
	paired = "engine/enginetest/mutate/testdata/pair"
)

func TestWhatIsUsedOfAnotherFolder(t *testing.T) {
	used, err := usedOf("testdata/shared", []string{"testdata/toy"}, "pbem/"+shared)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(used)); !slices.Equal(got, []string{"Over", "Twice", "times"}) {
		t.Errorf("used are %v", got)
	}
	if used, err = usedOf("testdata/shared", []string{"testdata/toy"}, "pbem/engine/step"); err != nil || len(used) > 0 {
		t.Errorf("used of a package that is not imported: %v, %v", used, err)
	}
}

func TestFilesAreMatched(t *testing.T) {
	for _, c := range []struct {
		patterns, file string
		want           bool
	}{
		{"run.go,trains.go", "titles/1817/trains.go", true},
		{"run.go,trains.go", "titles/1817/dividend.go", false},
		{"import*.go", "titles/1817/import_shares.go", true},
		{"step/*.go", "engine/step/trains.go", true},
		{"step/*.go", "titles/1817/trains.go", false},
		{"", "titles/1817/trains.go", false},
	} {
		if got := matches(c.patterns, c.file); got != c.want {
			t.Errorf("%q means %s: %v", c.patterns, c.file, got)
		}
	}
}

func TestEquivalentsHaveReasons(t *testing.T) {
	ms := []mutant{{file: "a.go", line: 7, in: "rule", change: "< to <=", source: "n < 4", nth: 1}, {file: "a.go", line: 8, in: "rule", change: "4 to 5", source: "n < 4", nth: 1}}
	for _, c := range []struct{ text, left, err string }{
		{"", "a.go:7 a.go:8", ""},
		{"# never 4\na.go:3: rule: < to <=: n < 4\n", "a.go:8", ""},
		{"# never 4\na.go: rule: < to <=: n < 4\na.go:8: rule: 4 to 5: n < 4\n", "", ""},
		{"a.go:7: rule: < to <=: n < 4\n", "", ":1: a comment before it must say why"},
		{"# never 4\n\na.go:7: rule: < to <=: n < 4\n", "", ":3: a comment"},
		{"# all alike\na.go: rule: *\n", "", ""},
		{"# other functions\na.go: rul: *\n", "", "equivalent.txt:2: no mutant is called this any more: a.go: rul: *\n\tnothing there"},
		{"# gone\na.go:7: rule: > to >=: n > 4\n", "", "equivalent.txt:2: no mutant is called this any more: a.go: rule: > to >=: n > 4\n\tnothing there is changed in this way now: remove the line"},
		{"# rewritten\na.go: rule: < to <= (2): m < 4\n", "", "in its place; else remove it:\n\t\ta.go: rule: < to <=: n < 4"},
		{"# renamed\na.go: law: 4 to 5: n < 4\n", "", "in its place; else remove it:\n\t\ta.go: rule: 4 to 5: n < 4"},
		{"# one is listed already\na.go: rule: < to <=: n < 4\na.go: law: < to <=: n < 4\n", "", "equivalent.txt:3: no mutant is called this any more: a.go: law: < to <=: n < 4\n\tnothing there"},
	} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "equivalent.txt"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		listed, err := equivalents(root, "equivalent.txt")
		left := without(ms, listed)
		if err == nil {
			err = stale(ms, listed)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v", c.text, err)
		}
		var got []string
		for _, m := range left {
			at, _, _ := strings.Cut(m.String(), ": ")
			got = append(got, at)
		}
		if err == nil && strings.Join(got, " ") != c.left {
			t.Errorf("%q leaves %v", c.text, got)
		}
	}
}
