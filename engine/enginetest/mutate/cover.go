package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A block is a piece of code that is run as a whole, as the cover tool writes
// it: "from line.column,to line.column".
type block struct {
	fromLine, fromCol, toLine, toCol int
	ran                              bool
}

func (b block) holds(line, col int) bool {
	return (line > b.fromLine || line == b.fromLine && col >= b.fromCol) && (line < b.toLine || line == b.toLine && col < b.toCol)
}

// profile holds the blocks of files, named from the root of the module.
type profile map[string][]block

// reached leaves out what is changed in a folder where no test goes: that code
// is guarded by the tests of the folder, and by the titles that use it.
func (p profile) reached(ms []mutant, folder string) (left []mutant, skipped int) {
	for _, m := range ms {
		if path.Dir(m.file) == folder && p.idle(m.file, m.runLine, m.runCol) {
			skipped++
		} else {
			left = append(left, m)
		}
	}
	return left, skipped
}

// idle reports whether a place is known to be run by no test. Where no block is
// (outside of functions) nothing is known.
func (p profile) idle(file string, line, col int) bool {
	found := false
	for _, b := range p[file] {
		if b.holds(line, col) {
			if b.ran {
				return false
			}
			found = true
		}
	}
	return found
}

// profiled reads what the cover tool writes.
func profiled(text, module string) (profile, error) {
	out := profile{}
	for l := range strings.Lines(text) {
		file, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(l), module+"/"), ":")
		if !ok || file == "mode" {
			continue
		}
		var b block
		var statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.fromLine, &b.fromCol, &b.toLine, &b.toCol, &statements, &count); err != nil {
			return nil, fmt.Errorf("coverage: %q: %w", l, err)
		}
		b.ran = count > 0
		out[file] = append(out[file], b)
	}
	return out, nil
}

// cover runs the tests that count and notes which code they run: a mutant
// elsewhere survives without being tried.
func (b *bench) cover(ctx context.Context, module, with string) error {
	out, err := b.build(ctx, "cover", nil, "-cover", "-coverpkg=./"+b.pkg+",./"+with)
	if err != nil {
		return fmt.Errorf("%s does not compile to be covered: %w\n%s", b.pkg, err, out)
	}
	file := filepath.Join(b.tmp, "cover.out")
	if out, err := b.run(ctx, "cover", "-test.coverprofile="+file); err != nil {
		return fmt.Errorf("%s fails when it is covered: %w\n%s", b.pkg, err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b.ran, err = profiled(string(text), module)
	return err
}
