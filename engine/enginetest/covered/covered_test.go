package covered_test

import (
	"slices"
	"testing"

	"pbem/engine/enginetest/covered"
)

func TestCodeThatNoTestRuns(t *testing.T) {
	p, err := covered.Read("mode: set\npbem/a/b.go:3.10,5.2 2 1\npbem/a/b.go:7.10,9.2 1 0\npbem/a/b.go:8.3,8.20 1 1\n", "pbem")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line, col int
		want      bool
	}{{3, 9, false}, {4, 1, false}, {7, 9, false}, {7, 10, true}, {8, 1, true}, {8, 3, false}, {9, 1, true}, {9, 2, false}} {
		if ran, known := p.At("a/b.go", c.line, c.col); (known && !ran) != c.want {
			t.Errorf("%d.%d: run %v, known %v", c.line, c.col, ran, known)
		}
	}
	if _, err := covered.Read("pbem/a/b.go:3.10 2 1\n", "pbem"); err == nil {
		t.Error("a broken line is read")
	}
}

// A block that does nothing is idle nowhere, and one within the lines asked for only if no
// other run of it is told.
func TestIdle(t *testing.T) {
	p, err := covered.Read(`mode: set
pbem/a/b.go:3.10,5.2 2 1
pbem/a/b.go:6.10,6.12 0 0
pbem/a/b.go:9.1,9.9 1 0
pbem/a/b.go:7.10,8.2 1 0
mode: set
pbem/a/b.go:7.10,8.2 1 0
pbem/a/b.go:9.1,9.9 1 1
pbem/a/b.go:10.4,12.2 1 0
`, "pbem")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Idle("a/b.go", 3, 11), []covered.Place{{Line: 7, Col: 10}}; !slices.Equal(got, want) {
		t.Errorf("idle are %v", got)
	}
}
