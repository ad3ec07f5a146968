package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pbem/engine/enginetest/covered"
)

// reached leaves out mutants in shared folders that no test runs, and counts them by folder. That code is
// tested by the tests of the folder and by the titles that use it.
func reached(p covered.Profile, ms []mutant, folders []string) (left []mutant, skipped map[string]int) {
	skipped = map[string]int{}
	for _, m := range ms {
		if folder := path.Dir(m.file); slices.Contains(folders, folder) && idle(p, m) {
			skipped[folder]++
		} else {
			left = append(left, m)
		}
	}
	return left, skipped
}

// idle reports whether a place is known not to run in any test.
func idle(p covered.Profile, m mutant) bool {
	ran, known := p.At(m.file, m.runLine, m.runCol)
	return known && !ran
}

// cover runs the tests that count and records which code they run. A mutant elsewhere survives without being
// tried.
func (b *bench) cover(ctx context.Context, module string, with []string) error {
	out, err := b.build(ctx, "cover", nil, "-cover", "-coverpkg=./"+strings.Join(append([]string{b.pkg}, with...), ",./"))
	if err != nil {
		return fmt.Errorf("%s does not compile to be covered: %w\n%s", b.pkg, err, out)
	}
	file := filepath.Join(b.tmp, "cover.out")
	if out, err := b.run(ctx, "cover", nil, "-test.coverprofile="+file); err != nil {
		return fmt.Errorf("%s fails when it is covered: %w\n%s", b.pkg, err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b.ran, err = covered.Read(string(text), module)
	return err
}
