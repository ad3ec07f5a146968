package sheet

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Most lines of a golden HTML mail are the same in all of them. One mail, the frame, is stored whole. The
// others have "<!-- frame 158 to 235 -->" in place of the lines that they share with it.
const (
	frame      = "run"
	frameLines = "<!-- frame %d to %d -->"
	leastFrame = 6 // fewest lines that are replaced so
)

// compareHTML compares HTML mails with the golden ones, by name; with -update it writes
// these.
func compareHTML(t *testing.T, mails map[string]string) {
	t.Helper()
	if whole, ok := mails[frame]; ok {
		compare(t, frame+".html", whole)
	}
	raw, err := os.ReadFile(filepath.Join("testdata", frame+".html"))
	if err != nil {
		t.Fatal(err)
	}
	for name, have := range mails {
		if name != frame {
			compare(t, name+".html", folded(string(raw), have))
		}
	}
}

// folded is a text in which runs of lines that stand in a whole one are named instead.
func folded(whole, text string) string {
	frame, lines := strings.Split(whole, "\n"), strings.Split(text, "\n")
	var out []string
	for len(lines) > 0 {
		if at, n := longest(frame, lines); n >= leastFrame {
			out, lines = append(out, fmt.Sprintf(frameLines, at+1, at+n)), lines[n:]
		} else {
			out, lines = append(out, lines[0]), lines[1:]
		}
	}
	return strings.Join(out, "\n")
}

// longest finds the most lines of a frame, from at on, with which a text begins.
func longest(frame, lines []string) (at, n int) {
	for i := range frame {
		k := 0
		for k < len(lines) && i+k < len(frame) && frame[i+k] == lines[k] {
			k++
		}
		if k > n {
			at, n = i, k
		}
	}
	return at, n
}

// unfolded is the text of a folded one.
func unfolded(whole, text string) string {
	frame := strings.Split(whole, "\n")
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		var first, last int
		if n, _ := fmt.Sscanf(line, frameLines, &first, &last); n == 2 && 0 < first && first <= last && last <= len(frame) {
			out = append(out, frame[first-1:last]...)
		} else {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// goldenHTML writes the golden HTML mails, whole, and returns their files.
func goldenHTML(t *testing.T) (files []string) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.html")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	whole, dir := read(filepath.Join("testdata", frame+".html")), t.TempDir()
	for _, name := range names {
		file := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(file, []byte(unfolded(whole, read(name))), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

func TestFolded(t *testing.T) {
	whole := "a\nb\nc\nd\ne\nf\ng"
	for text, want := range map[string]string{
		whole:                         "<!-- frame 1 to 7 -->",
		"x\nb\nc\nd\ne\nf\ng\ny":      "x\n<!-- frame 2 to 7 -->\ny",
		"a\nb\nc\nd\ne\nx":            "a\nb\nc\nd\ne\nx",
		"a\nb\nc\nd\ne\nf\na\nb\nc\n": "<!-- frame 1 to 6 -->\na\nb\nc\n",
	} {
		if got := folded(whole, text); got != want || unfolded(whole, got) != text {
			t.Errorf("%q is folded into %q, want %q", text, got, want)
		}
	}
}
