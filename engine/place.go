package engine

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// A Table is a step of a flow as it was when a game was played: how it runs its
// steps, and their names. It is stored, so that it can be compared with a later
// flow.
type Table struct {
	Kind  string   `json:"kind"`
	Steps []string `json:"steps"`
}

// tables returns the steps of the flow that run other steps.
func (fl Flow) tables() map[string]Table {
	out := map[string]Table{}
	for name, st := range fl {
		if st.leaf == nil {
			out[name] = Table{st.kind, st.steps}
		}
	}
	return out
}

// named completes a stack from old logs, in which frames have no At: the step that runs in a frame is the
// step of the frame above it.
func named(stack []Frame) []Frame {
	old := func(f Frame) bool { return f.At == "" }
	if len(stack) == 0 || !slices.ContainsFunc(stack[:len(stack)-1], old) {
		return stack
	}
	stack = slices.Clone(stack)
	for i := range stack[:len(stack)-1] {
		stack[i].At = cmp.Or(stack[i].At, stack[i+1].Step)
	}
	return stack
}

// renamed calls the steps of a stored place by the names they have now.
func (r Rules) renamed(s *State) *State {
	if len(r.Renamed) == 0 {
		return s
	}
	now := func(step string) string {
		if name, ok := r.Renamed[step]; ok {
			return name
		}
		return step
	}
	s = s.clone()
	for i := range s.Stack {
		s.Stack[i].Step, s.Stack[i].At = now(s.Stack[i].Step), now(s.Stack[i].At)
	}
	tables := map[string]Table{}
	for name, t := range s.tables {
		steps := make([]string, len(t.Steps))
		for i, step := range t.Steps {
			steps[i] = now(step)
		}
		tables[now(name)] = Table{t.Kind, steps}
	}
	if s.tables != nil {
		s.tables = tables
	}
	s.seal()
	return s
}

// place says why the flow cannot go on from a stored place. It is "" if it can. Every step of the place must
// exist and run in the same way. Nothing that was done in the running laps may come again, and nothing that
// was still to come may be left out. A step that was inserted before the place is not run this time, and one
// that was removed is not missed.
func (r Rules) place(s *State) string {
	if first := s.Stack[0].Step; first != r.Start {
		return fmt.Sprintf("the whole game was the step %q and is %q now", first, r.Start)
	}
	for i, f := range s.Stack {
		st, ok := r.Flow[f.Step]
		was, told := s.tables[f.Step]
		leaf := i == len(s.Stack)-1
		switch {
		case !ok:
			return fmt.Sprintf("the rules have no step %q any more", f.Step)
		case leaf != (st.leaf != nil), !leaf && told && was.Kind != st.kind:
			return fmt.Sprintf("the step %q is run in another way now", f.Step)
		case !leaf && (f.At != s.Stack[i+1].Step || !slices.Contains(st.steps, f.At)):
			return fmt.Sprintf("%q is no step of %q any more", s.Stack[i+1].Step, f.Step)
		}
	}
	if s.tables == nil {
		return ""
	}
	return shifted(divide(s.tables, s.Stack), divide(r.Flow.tables(), s.Stack))
}

// A division divides the steps of the running laps into those before and those after a place.
type division struct{ done, todo map[string]bool }

// divide returns which steps of the running laps, with all steps that they run, come before the place and
// which after it.
func divide(tables map[string]Table, stack []Frame) division {
	d := division{map[string]bool{}, map[string]bool{}}
	for _, f := range stack {
		steps := tables[f.Step].Steps
		at := slices.Index(steps, f.At)
		for i, step := range steps {
			switch {
			case i < at:
				collect(tables, step, d.done)
			case i > at:
				collect(tables, step, d.todo)
			}
		}
	}
	return d
}

// collect adds a step and all that it runs.
func collect(tables map[string]Table, step string, into map[string]bool) {
	if into[step] {
		return
	}
	into[step] = true
	for _, sub := range tables[step].Steps {
		collect(tables, sub, into)
	}
}

// shifted names a step that has moved to the other side of the place, "" if none has.
func shifted(was, is division) string {
	for _, step := range slices.Sorted(maps.Keys(was.done)) {
		if is.todo[step] && !was.todo[step] {
			return fmt.Sprintf("the step %q has been done and would be done again", step)
		}
	}
	for _, step := range slices.Sorted(maps.Keys(was.todo)) {
		if is.done[step] && !was.done[step] {
			return fmt.Sprintf("the step %q has not been done and would be left out", step)
		}
	}
	return ""
}

// flowed returns the event for the present place. It has the tables of the flow if the log does not have them
// yet.
func (r Rules) flowed(s *State) Flowed {
	e := Flowed{Stack: slices.Clone(s.Stack)}
	if tables := r.Flow.tables(); !reflect.DeepEqual(tables, s.tables) {
		e.Tables = tables
	}
	return e
}
