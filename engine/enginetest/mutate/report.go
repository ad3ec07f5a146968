package main

import (
	"fmt"
	"io"
	"slices"
)

// A result counts the outcomes of the mutants of a file. late are among those noticed.
type result struct{ noticed, late, survived, same, unbuilt, untried int }

func (r result) share() float64 {
	return 100 * float64(r.noticed) / float64(max(1, r.noticed+r.survived))
}

func (r *result) add(became int) {
	switch became {
	case noticed:
		r.noticed++
	case late:
		r.noticed++
		r.late++
	case survived:
		r.survived++
	case same:
		r.same++
	case unbuilt:
		r.unbuilt++
	case untried:
		r.untried++
	}
}

// report prints the counts of every file and the survivors. It returns the sum.
func report(w io.Writer, ms []mutant, became []int) result {
	var files []string
	byFile := map[string]*result{}
	var all result
	for i, m := range ms {
		if byFile[m.file] == nil {
			byFile[m.file] = &result{}
			files = append(files, m.file)
		}
		byFile[m.file].add(became[i])
		all.add(became[i])
	}
	for i, m := range ms {
		if became[i] == survived {
			fmt.Fprintln(w, m)
		}
	}
	fmt.Fprintf(w, "\n%-40s %8s %8s %7s\n", "", "noticed", "survive", "%")
	slices.Sort(files)
	for _, file := range files {
		row(w, file, *byFile[file])
	}
	row(w, "all", all)
	fmt.Fprintf(w, "%d more do not compile, %d are the same program\n", all.unbuilt, all.same)
	if all.late > 0 {
		fmt.Fprintf(w, "%d of those noticed did not end in time\n", all.late)
	}
	if all.untried > 0 {
		fmt.Fprintf(w, "%d were not tried\n", all.untried)
	}
	return all
}

func row(w io.Writer, name string, r result) {
	if r.noticed+r.survived > 0 {
		fmt.Fprintf(w, "%-40s %8d %8d %7.1f\n", name, r.noticed, r.survived, r.share())
	}
}
