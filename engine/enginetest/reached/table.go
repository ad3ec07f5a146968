package main

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"pbem/engine/enginetest/covered"
)

// A row is a rule and what reached it.
type row struct {
	rule    string
	ran     bool     // a game ran at least one of its lines
	guarded bool     // or a case did
	idle    []string // lines that no game ran; "!" follows those that no case ran either
	cases   []string // files that name it
}

// A table has a row for each rule that code cites, and the ids that no code cites.
type table struct {
	rows    []row
	uncited []string
}

func tableOf(ids []string, cites []cite, cases map[string][]string, games, guarded covered.Profile) table {
	rows := map[string]*row{}
	for _, c := range cites {
		did, known := games.At(c.file, c.line, c.col)
		if !known {
			continue // a table or a type, which does not run
		}
		r := rows[c.rule]
		if r == nil {
			r = &row{rule: c.rule, cases: cases[c.rule]}
			rows[c.rule] = r
		}
		r.ran = r.ran || did
		inCase, _ := guarded.At(c.file, c.line, c.col)
		r.guarded = r.guarded || inCase
		r.leave(c, did, games, guarded)
	}
	var out table
	for _, r := range rows {
		out.rows = append(out.rows, *r)
	}
	slices.SortFunc(out.rows, func(a, b row) int { return cmp.Compare(a.rule, b.rule) })
	for _, id := range ids {
		if rows[id] == nil {
			out.uncited = append(out.uncited, id)
		}
	}
	return out
}

// leave records the lines of a cite that no game ran. In a function that was entered these are all lines that
// did not run.
func (r *row) leave(c cite, did bool, games, guarded covered.Profile) {
	idle := games.Idle(c.file, c.line, c.end)
	if !did {
		idle = []covered.Place{{Line: c.line, Col: c.col}}
	}
	for _, p := range idle {
		at := place(c.file, p.Line)
		if ran, _ := guarded.At(c.file, p.Line, p.Col); !ran {
			at += "!"
		}
		if !slices.Contains(r.idle, at) {
			r.idle = append(r.idle, at)
		}
	}
}

// place returns a line as the table shows it, without the folder of the title.
func place(file string, line int) string {
	dir, base := path.Split(file)
	if dir := path.Clean(dir); !strings.HasPrefix(dir, "titles/") {
		base = path.Join(path.Base(dir), base)
	}
	return fmt.Sprintf("%s:%d", base, line)
}

// unguarded reports whether a rule is reached by neither a game nor a case.
func (t table) unguarded() bool {
	return slices.ContainsFunc(t.rows, func(r row) bool { return !r.ran && !r.guarded })
}

func (t table) print(w io.Writer) {
	never, partly := t.sorted()
	fmt.Fprintf(w, "%d rules are cited in code, %d of them no game came to:\n", len(t.rows), len(never))
	for _, r := range never {
		r.print(w, "NO CASE")
	}
	fmt.Fprintf(w, "\n%d more have lines that no game came to:\n", len(partly))
	for _, r := range partly {
		r.print(w, "no case names it")
	}
	fmt.Fprintf(w, "\n%d ids are cited by no code that runs: %s\n", len(t.uncited), strings.Join(t.uncited, " "))
}

// sorted returns the rules that were never reached, and those of which some lines were not.
func (t table) sorted() (never, partly []row) {
	for _, r := range t.rows {
		switch {
		case !r.ran:
			never = append(never, r)
		case len(r.idle) > 0:
			partly = append(partly, r)
		}
	}
	return never, partly
}

// print prints a rule. No case names a section.
func (r row) print(w io.Writer, without string) {
	if strings.HasPrefix(r.rule, sectionMark) {
		without = ""
	}
	line := fmt.Sprintf("%-12s %-40s %s", r.rule, strings.Join(r.idle, " "), cmp.Or(strings.Join(r.cases, " "), without))
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}
