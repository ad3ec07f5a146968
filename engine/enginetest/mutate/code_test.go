package main

import (
	"go/format"
	"slices"
	"strings"
	"testing"
)

// in makes a Go file of one function and its mutants.
func in(t *testing.T, body string) (string, []mutant) {
	t.Helper()
	src := "package p\n\nimport \"slices\"\n\nfunc (t *turn) rule(n int) bool {\n" + body + "\n}\n"
	ms, err := codeMutants("p.go", []byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	return src, ms
}

func TestEveryOperator(t *testing.T) {
	for _, c := range []struct {
		body string
		want []string // change, and the body after it
	}{
		{"return n < m", []string{"< to <=", "return n <= m"}},
		{"return n <= m", []string{"<= to <", "return n < m"}},
		{"return n > m", []string{"> to >=", "return n >= m"}},
		{"return n >= m", []string{">= to >", "return n > m"}},
		{"return n == m", []string{"== to !=", "return n != m"}},
		{"return n != m", []string{"!= to ==", "return n == m"}},
		{"return a && b", []string{"&& to ||", "return ((a) || (b))"}},
		{"return a || b", []string{"|| to &&", "return ((a) && (b))"}},
		{"return a || b && c", []string{"|| to &&", "return ((a) && (b && c))", "&& to ||", "return a || ((b) || (c))"}},
		{"if a(t) {\n}", []string{"if not", "if !(a(t)) {\n}"}},
		{"if n == m {\n}", []string{"== to !=", "if n != m {\n}"}}, // not twice
		{"return 0x10", []string{"16 to 17", "return 17", "16 to 15", "return 15"}},
		{"return true", []string{"true to false", "return false"}},
		{"return n, false", []string{"false to true", "return n, true"}},
		{"t.Pay(a, b)", []string{"call removed", "func(...any) {}(t, a, b)"}},
		{"t.Pay(a,\n\tb,\n)", []string{"call removed", "func(...any) {}(t, a, b)\n\n"}},
		{"slices.Sort(a)", []string{"call removed", "func(...any) {}(a)"}},
		{"pay(a...)", []string{"call removed", "func(...any) {}(a)"}},
		{"switch n {\ncase m:\n\treturn\ndefault:\n}", []string{
			"case dropped", "switch n {\n\n\ndefault:\n}", "case dropped", "switch n {\ncase m:\n\treturn\n\n}"}},
		{"t.Note(a, n+1)\npanic(a < b)\nx := \"1\"\ny := 1.5", nil}, // words, and what breaks anyway
	} {
		src, ms := in(t, c.body)
		var got []string
		for _, m := range ms {
			text := string(m.applied([]byte(src)))
			if _, err := format.Source([]byte(text)); err != nil {
				t.Errorf("%q, %s: %v", c.body, m.change, err)
			}
			body := strings.TrimSuffix(text[strings.Index(text, "{\n")+2:], "\n}\n")
			got = append(got, m.change, body)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q becomes %q, want %q", c.body, got, c.want)
		}
	}
}

func TestLinesStayWhereTheyAre(t *testing.T) {
	src, ms := in(t, "switch {\ncase n == 1:\n\tt.Pay(n,\n\t\t2)\n}\nreturn n < 7")
	for _, m := range ms {
		after := string(m.applied([]byte(src)))
		if got, want := strings.Index(after, "\nreturn n <"), strings.Index(src, "\nreturn n <"); got >= 0 &&
			strings.Count(after[:got], "\n") != strings.Count(src[:want], "\n") {
			t.Errorf("%s moves the last line", m)
		}
	}
}

func TestMutantsAreNamedByTheirDeclaration(t *testing.T) {
	src := "package p\n\nconst limit = 5\n\nvar rates = []int{1, 1}\n\nfunc (v view) late() bool { return v.n >= limit }\n"
	var got []string
	ms, err := codeMutants("titles/p/p.go", []byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range ms {
		got = append(got, m.String())
	}
	want := []string{
		"titles/p/p.go:3: limit: 5 to 6: const limit = 5",
		"titles/p/p.go:3: limit: 5 to 4: const limit = 5",
		"titles/p/p.go:5: rates: 1 to 2: var rates = []int{1, 1}",
		"titles/p/p.go:5: rates: 1 to 0: var rates = []int{1, 1}",
		"titles/p/p.go:5: rates: 1 to 2 (2): var rates = []int{1, 1}",
		"titles/p/p.go:5: rates: 1 to 0 (2): var rates = []int{1, 1}",
		"titles/p/p.go:7: view.late: >= to >: func (v view) late() bool { return v.n >= limit }",
	}
	if !slices.Equal(got, want) {
		t.Errorf("mutants are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A name must not change when lines come before it.
func TestNamesSurviveMoves(t *testing.T) {
	src := "package p\n\nfunc rule(n int) bool { return n < 4 }\n"
	before, err := codeMutants("p.go", []byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	after, err := codeMutants("p.go", []byte(strings.Replace(src, "func", "// 1817 6.6\nvar x = 1\n\nfunc", 1)), map[string]bool{"rule": true})
	if err != nil {
		t.Fatal(err)
	}
	if len(before) != 3 || len(after) != 3 {
		t.Fatalf("%d and %d mutants, want 3", len(before), len(after))
	}
	for i := range before {
		if before[i].name() != after[i].name() || before[i].line == after[i].line {
			t.Errorf("%s became %s", before[i], after[i])
		}
	}
}
