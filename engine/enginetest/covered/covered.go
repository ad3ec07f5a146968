// Package covered reads what the cover tool of the go command writes, and finds the
// module that it was run in.
package covered

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// A block is a piece of code that runs as a whole, as the cover tool writes it: "from line.column,to
// line.column".
type block struct {
	fromLine, fromCol, toLine, toCol int
	empty, ran                       bool
}

func (b block) holds(line, col int) bool {
	return (line > b.fromLine || line == b.fromLine && col >= b.fromCol) && (line < b.toLine || line == b.toLine && col < b.toCol)
}

// A Profile holds the blocks of files, named from the root of the module.
type Profile map[string][]block

// At reports whether a place is run. Where no block is (outside of functions)
// nothing is known.
func (p Profile) At(file string, line, col int) (ran, known bool) {
	for _, b := range p[file] {
		if b.holds(line, col) {
			if b.ran {
				return true, true
			}
			known = true
		}
	}
	return false, known
}

// A Place is where a block begins.
type Place struct{ Line, Col int }

// Idle are the blocks within some lines that do something and are never run.
func (p Profile) Idle(file string, from, to int) []Place {
	var out []Place
	for _, b := range p[file] {
		at := Place{b.fromLine, b.fromCol}
		if ran, _ := p.At(file, at.Line, at.Col); !ran && !b.empty && from <= b.fromLine && b.toLine <= to && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) })
	return out
}

// Read reads what the cover tool writes; several such texts may follow each other.
func Read(text, module string) (Profile, error) {
	out := Profile{}
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
		b.empty, b.ran = statements == 0, count > 0
		out[file] = append(out[file], b)
	}
	return out, nil
}

// A Module is where the go command runs.
type Module struct{ Path, Dir string }

// Here asks the go command for the module of the current folder.
func Here(ctx context.Context) (Module, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}}\n{{.Dir}}").Output()
	if err != nil {
		return Module{}, fmt.Errorf("go list: %w", err)
	}
	name, dir, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return Module{name, dir}, nil
}
