package main

import (
	"context"
	"strings"
	"testing"

	"pbem/engine/enginetest/covered"
)

// A woven file holds its mutants side by side, the inner ones in the code without the outer change.
func TestWoven(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"return n < m", "return (whichMutant.On(1) && (n <= m) || !whichMutant.On(1) && (n < m))"},
		{"return 7", "return whichMutant.Int(1, 8, whichMutant.Int(2, 6, 7))"},
		{"return a && b", "return (whichMutant.On(1) && (((a) || (b))) || !whichMutant.On(1) && (a && b))"},
		{"return n < 7", "return (whichMutant.On(1) && (n <= 7) || !whichMutant.On(1) && (n < whichMutant.Int(2, 8, whichMutant.Int(3, 6, 7))))"},
		{"t.Pay(1,\n\tb)", "if whichMutant.On(1) { func(...any) {}(t, 1, b)\n} else { t.Pay(whichMutant.Int(2, 2, whichMutant.Int(3, 0, 1)),\n\tb)\n}"},
		{"switch {\ncase a:\n\treturn true\n}", "if whichMutant.On(1) { switch {\n\n}\n} else { switch {\ncase a:\n\treturn (whichMutant.On(2) && (false) || !whichMutant.On(2) && (true))\n}\n}"},
	} {
		src, ms := in(t, c.body)
		for i := range ms {
			ms[i].id = i + 1
		}
		text := string(woven([]byte(src), ms))
		body := strings.TrimSuffix(text[strings.Index(text, "{\n")+2:], "\n}\n")
		if body != c.want {
			t.Errorf("%q becomes\n%s\nwant\n%s", c.body, body, c.want)
		}
	}
}

func TestReplaceable(t *testing.T) {
	src := "package p // a title\n\n//go:embed data.json\nvar data []byte\n\nvar x = 1\n"
	text, ok := replaceable([]byte(src))
	if got, want := string(importing(text, "m/switched")), "package p; import whichMutant \"m/switched\" // a title\n\n"+
		"//go:embed data.json\nvar dataAsEmbedded []byte\nvar data = whichMutant.Data(dataAsEmbedded)\n\nvar x = 1\n"; !ok || got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, ok := replaceable([]byte("package p\n\n//go:embed data.json\nvar files embed.FS\n")); ok {
		t.Error("a file system is replaced like a file")
	}
}

// All of the toy's mutants are in one program but those that do not compile.
func TestOneProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles what the toy imports")
	}
	m, err := covered.Here(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ms, err := order{pkg: toy, with: shared, rows: 5}.mutants(m.Dir, m.Path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := planned(context.Background(), m.Dir, m.Path, toy, ms)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range ms {
		if p.inside[m.id] == p.unbuilt[m.id] {
			t.Errorf("%s: in the program %v, does not compile %v", m, p.inside[m.id], p.unbuilt[m.id])
		}
	}
	if len(p.unbuilt) != 1 {
		t.Errorf("%d do not compile, want 1", len(p.unbuilt))
	}
}

// What cannot be chosen while a program runs is left to a program of its own, and so is only that.
func TestConstantsStayOutside(t *testing.T) {
	src := "package toy\n\nconst most = 4\n\nfunc twice(n int64) int64 { return 2 * n }\n\nfunc many(n int) bool { return n > most }\n"
	ms, err := codeMutants(toy+"/more.go", []byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		t.Skip("compiles what the toy imports")
	}
	m, err := covered.Here(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, err := newChecker(t.Context(), m.Dir, toy, switched)
	if err != nil {
		t.Fatal(err)
	}
	p := &plan{files: map[string][]byte{}, inside: map[int]bool{}, unbuilt: map[int]bool{}, checker: c}
	for i := range ms {
		ms[i].id = i + 1
	}
	if err := p.weave(toy+"/more.go", m.Path, []byte(src), ms); err != nil {
		t.Fatal(err)
	}
	for _, m := range ms {
		if got, want := p.inside[m.id], m.in == "many"; got != want || p.unbuilt[m.id] {
			t.Errorf("%s: in the program %v, want %v", m, got, want)
		}
	}
}
