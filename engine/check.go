package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/internal/spelling"
)

// Check returns what is wrong with a flow, a line for each fault, or nil: a step that is
// missing, that runs itself or nothing, or another twice in one table. In a flow without
// these it finds steps that come twice in one lap, and steps that nothing runs.
func (r Rules) Check() error {
	if _, ok := r.Flow[r.Start]; !ok {
		return fmt.Errorf("flow: no step %q%s", r.Start, nearestOf(r.Start, r.Flow))
	}
	names := slices.Sorted(maps.Keys(r.Flow))
	var faults []error
	for _, name := range names {
		faults = append(faults, r.Flow.tableFaults(name)...)
	}
	faults = append(faults, r.Flow.circles(names)...)
	faults = append(faults, r.renamedFaults()...)
	if len(faults) == 0 { // one misspelt step leaves many that nothing runs
		faults = append(r.Flow.comesTwice(names), r.neverRun(names)...)
	}
	return errors.Join(faults...)
}

// tableFaults finds what is wrong with one step as it is written.
func (fl Flow) tableFaults(name string) (faults []error) {
	st := fl[name]
	if st.leaf == nil && len(st.steps) == 0 {
		return []error{fmt.Errorf("flow: the step %q runs nothing: it is neither a leaf nor has it steps", name)}
	}
	seen := map[string]bool{}
	for _, step := range st.steps {
		switch _, ok := fl[step]; {
		case !ok:
			faults = append(faults, fmt.Errorf("flow: %q runs the step %q, which is not declared%s", name, step, nearestOf(step, fl)))
		case seen[step]:
			faults = append(faults, fmt.Errorf("flow: %q runs the step %q twice: give the second a name of its own", name, step))
		}
		seen[step] = true
	}
	return faults
}

// circles finds steps that run themselves, by way of others or at once.
func (fl Flow) circles(names []string) (faults []error) {
	through := map[string]bool{}
	var path []string
	var visit func(step string)
	visit = func(step string) {
		if i := slices.Index(path, step); i >= 0 {
			ring := strings.Join(append(quoted(path[i+1:]), fmt.Sprintf("%q", step)), ", which runs ")
			faults = append(faults, fmt.Errorf("flow: the steps go in a circle: %q runs %s", step, ring))
			return
		}
		if through[step] {
			return
		}
		through[step] = true
		path = append(path, step)
		for _, sub := range fl[step].steps {
			visit(sub)
		}
		path = path[:len(path)-1]
	}
	for _, name := range names {
		visit(name)
	}
	return faults
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = fmt.Sprintf("%q", name)
	}
	return out
}

// comesTwice finds steps that come twice in one lap, for the same actor: where a
// stored game stands would not tell the one from the other. In a Loop, a Times, an
// Each or Turns a step has laps of its own.
func (fl Flow) comesTwice(names []string) (faults []error) {
	for _, name := range names {
		by := map[string]string{} // the step of the lap within which another comes
		var visit func(step, within string)
		visit = func(step, within string) {
			if first, ok := by[step]; ok {
				if first != within {
					faults = append(faults, fmt.Errorf("flow: %q runs the step %q twice in a lap, %s and %s: give the second a name of its own",
						name, step, inside(step, first), inside(step, within)))
				}
				return
			}
			by[step] = within
			if fl[step].kind == seqKind {
				for _, sub := range fl[step].steps {
					visit(sub, within)
				}
			}
		}
		for _, step := range fl[name].steps {
			visit(step, step)
		}
	}
	return faults
}

func inside(step, within string) string {
	if step == within {
		return "by itself"
	}
	return fmt.Sprintf("within %q", within)
}

// neverRun finds steps that are not part of the game.
func (r Rules) neverRun(names []string) (faults []error) {
	runs := map[string]bool{}
	collect(r.Flow.tables(), r.Start, runs)
	for _, name := range names {
		if !runs[name] {
			faults = append(faults, fmt.Errorf("flow: the step %q is declared, but nothing that begins with %q runs it", name, r.Start))
		}
	}
	return faults
}

// renamedFaults finds steps that were renamed to none, and old names that are in use.
func (r Rules) renamedFaults() (faults []error) {
	for _, old := range slices.Sorted(maps.Keys(r.Renamed)) {
		now := r.Renamed[old]
		if _, ok := r.Flow[now]; !ok {
			faults = append(faults, fmt.Errorf("flow: the step %q was renamed %q, which is not declared%s", old, now, nearestOf(now, r.Flow)))
		}
		if _, ok := r.Flow[old]; ok {
			faults = append(faults, fmt.Errorf("flow: %q is a step, and the old name of %q", old, now))
		}
	}
	return faults
}

// nearestOf ends a sentence about a step that is not there with the one meant.
func nearestOf(step string, fl Flow) string {
	near, least := "", len(step)
	for _, name := range slices.Sorted(maps.Keys(fl)) {
		if n := spelling.Slips(step, name); n < least {
			near, least = name, n
		}
	}
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; the nearest is %q", near)
}
