package main

import (
	"strings"
	"testing"
)

// A run that is interrupted reports on what was tried.
func TestReport(t *testing.T) {
	var out strings.Builder
	ms := []mutant{{file: "b.go", line: 2, in: "rule", change: "1 to 2"}, {file: "b.go"}, {file: "b.go"}, {file: "a.go"}, {file: "a.go"}, {file: "c.go"}}
	all := report(&out, ms, []int{survived, noticed, late, noticed, unbuilt, untried})
	want := `b.go:2: rule: 1 to 2

                                          noticed  survive       %
a.go                                            1        0   100.0
b.go                                            2        1    66.7
all                                             3        1    75.0
1 more do not compile, 0 are the same program
1 of those noticed did not end in time
1 were not tried
`
	if out.String() != want || all.share() != 75 {
		t.Errorf("the report is\n%s\nwant\n%s", out.String(), want)
	}
}
