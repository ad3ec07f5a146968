package enginetest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pbem/engine"
)

// Transcript writes a game as it was told: every command, and below it what the
// players heard.
func Transcript(log []engine.Event) string {
	var b strings.Builder
	for _, e := range log {
		switch e := e.(type) {
		case engine.Said:
			fmt.Fprintf(&b, "%s: %s\n", e.By, e.Command)
		case engine.Noted:
			fmt.Fprintf(&b, "    %s\n", strings.TrimSpace(e.By+" "+e.Text))
		case engine.Ended:
			fmt.Fprintf(&b, "The end: %s, %v\n", e.Reason, e.Scores)
		}
	}
	return b.String()
}

// Golden compares a text with a stored file, or stores the text when the test's
// own -update flag is set.
func Golden(t *testing.T, path, got string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update makes it", err)
	}
	if diff := firstDifference(string(want), got); diff != "" {
		t.Errorf("%s: %s; -update rewrites it", path, diff)
	}
}

// firstDifference names the first line in which two texts differ, "" if they are equal.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		if lineOf(a, i) != lineOf(b, i) {
			return fmt.Sprintf("line %d is %q, want %q", i+1, lineOf(b, i), lineOf(a, i))
		}
	}
	return ""
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "the end"
}
