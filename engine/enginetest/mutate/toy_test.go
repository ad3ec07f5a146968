package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// survivors of the toy: rules that its table does not state.
const survivors = `
toy/toy.go: maySell: < to <=: func maySell(n int) bool { return n < 4 }
toy/toy.go: maySell: 4 to 5: func maySell(n int) bool { return n < 4 }
toy/toy.go: maySell: 4 to 3: func maySell(n int) bool { return n < 4 }
toy/toy.go: price: 1 to 0: return -1
toy/toy.go: forever: 0 to 1: i := 0
toy/toy.go: forever: 0 to -1: i := 0
toy/toy.go: never: || to &&: return !flag || flag
toy/data.json: trains[3].price: 180 to 181
`

// TestToy breaks the toy in every way: changed limits are noticed at their
// bounds, a loop without an end by the time it takes, a changed price and a
// changed function of the folder beside it by the price asked for, or by a test
// there. Code of that folder where the toy's tests never go is not tried.
func TestToy(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it compiles some twenty programs; TESTSIZE=whole asks for it")
	}
	before := tree(t)
	var out, notes bytes.Buffer
	args := []string{"-with", shared, "-patience", "2s", toy}
	code, err := command(context.Background(), args, &out, &notes)
	if code != 1 || err != nil {
		t.Fatalf("status %d, %v\n%s", code, err, notes.String())
	}
	printed, table, _ := strings.Cut(out.String(), "\n\n")
	got := lineNumber.ReplaceAllString(printed, "$1: ")
	for i, l := range strings.Split(printed, "\n") {
		if l != "" && !lineNumber.MatchString(l) {
			t.Errorf("survivor %d has no line number: %s", i, l)
		}
	}
	var short []string
	for _, l := range strings.Split(got, "\n") {
		short = append(short, strings.TrimPrefix(lineNumber.ReplaceAllString(l, "$1: "), "engine/enginetest/mutate/testdata/"))
	}
	if got := strings.Join(short, "\n"); got != strings.TrimSpace(survivors) {
		t.Errorf("survivors are\n%s\nwant\n%s", got, survivors)
	}
	for _, want := range []string{"data/shared/shared.go        4        0   100.0", "data/toy/data.json", "50.0", "1 more do not compile, 1 are the same program", "\n2 of those noticed did not end in time", "5 of " + shared + " were skipped"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is missing in\n%s", want, table)
		}
	}
	if after := tree(t); after != before {
		t.Error("the checkout was changed")
	}
}

// tree is everything in testdata.
func tree(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(os.DirFS("testdata"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile("testdata/" + name)
		all.WriteString(name + "\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// What is listed as equivalent, the importer and all but some rows are left out.
func TestList(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"-n"}, 0},       // all lists of the project fit
		{[]string{"-n", toy}, 19}, // none of engine/step
		{[]string{toy, "-n"}, 19},
		{[]string{"-n", "-with", shared, toy}, 28},
		{[]string{"-n", "-with", shared, shared}, 11},
		{[]string{"-n", "-files", "data.json", toy}, 2},
		{[]string{"-n", "-files", "data.json", "-rows", "1", toy}, 1},
		{[]string{"-n", "-sample", "7", toy}, 7},
		{[]string{"-n", "-skip", "t*.go", toy}, 2},
	} {
		var out, notes bytes.Buffer
		if code, err := command(context.Background(), c.args, &out, &notes); code != 0 || err != nil {
			t.Errorf("%v: status %d, %v", c.args, code, err)
		}
		if got := strings.Count(out.String(), "\n"); got != c.want {
			t.Errorf("%v lists %d, want %d:\n%s", c.args, got, c.want, out.String())
		}
	}
}

// Only the limits are looked at: enough of them are noticed, or not.
func TestStatus(t *testing.T) {
	type status struct {
		args []string
		want int
		says string
	}
	compiled := []status{
		{[]string{"-with", shared, "-files", "shared.go", toy}, 0, ""},
		{[]string{"-with", shared, "-files", "data.json", "-least", "50", toy}, 0, ""},
		{[]string{"-with", shared, "-files", "data.json", "-least", "51", toy}, 1, ""},
		{[]string{"-with", shared, "-files", "data.json", "-sample", "1", "-run", "Walk", toy}, 1, ""},
	}
	all := append(testsize.Of(nil, nil, compiled), []status{
		{[]string{"-with", shared, "-files", "no.go", toy}, 2, "nothing to change"},
		{[]string{"-with", shared, "-run", "Rules|", "no-such-title"}, 2, "no Go files in titles/no-such-title"},
		{nil, 2, "name one title"},
		{[]string{toy, toy}, 2, "name one title"},
		{[]string{"-nonsense", toy}, 2, ""},
		{[]string{toy, "-nonsense"}, 2, ""},
	}...)
	for _, c := range all {
		var out, notes bytes.Buffer
		code, err := command(context.Background(), c.args, &out, &notes)
		if code != c.want || (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: status %d, %v, want %d\n%s%s", c.args, code, err, c.want, out.String(), notes.String())
		}
	}
}

// A title uses a folder that uses another one. Both are changed, and what nobody uses in them is not.
func TestTwoFolders(t *testing.T) {
	both := []string{"-with", shared + "," + beside}
	var list, out, notes bytes.Buffer
	if code, err := command(context.Background(), append(both, "-n", paired), &list, &notes); code != 0 || err != nil {
		t.Fatalf("status %d, %v", code, err)
	}
	for name, want := range map[string]bool{"beside.go:7: Fourfold: ": true, "shared.go:6: Twice: ": true, "shared.go:8: times: ": true, "Alone": false, "Unused": false, "Over": false} {
		if strings.Contains(list.String(), name) != want {
			t.Errorf("%s is listed: %v, want %v\n%s", name, !want, want, list.String())
		}
	}
	if !testsize.Whole() {
		t.Skip("the rest compiles programs; TESTSIZE=whole asks for it")
	}
	code, err := command(context.Background(), append(both, "-patience", "2s", paired), &out, &notes)
	if code != 0 || err != nil {
		t.Errorf("status %d, %v\n%s%s", code, err, out.String(), notes.String())
	}
	for _, want := range []string{"data/beside/beside.go        2        0   100.0", "data/shared/shared.go        4        0   100.0"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}
