package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Flow is the sequence of play as a table of named steps, like the contents
// page of a rulebook.
type Flow map[string]Step

// A Step is one line of a Flow: a leaf that asks, or a way to run other steps.
// Make it with Do, Seq, Loop, Times, Each or Turns. The names of the steps it
// runs must be different: they are where a stored game stands.
type Step struct {
	kind  string
	leaf  func(*Turn)
	steps []string
	laps  func(s *State, f Frame) (actor string, more bool)
	times func(*State) int
}

// Steps returns the names of the steps that a step runs; none for a leaf.
func (st Step) Steps() []string { return slices.Clone(st.steps) }

// Running returns the same kind of step with other steps to run.
func (st Step) Running(steps ...string) Step {
	st.steps = steps
	return st
}

// After returns a leaf that does something more first.
func (st Step) After(first func(*Turn)) Step {
	leaf := st.leaf
	return Do(func(t *Turn) { first(t); leaf(t) })
}

// The kinds of step that run other steps. The values are stored: see Table.
const (
	seqKind   = "seq"
	loopKind  = "loop"
	timesKind = "times"
	eachKind  = "each"
	turnsKind = "turns"
)

// A Frame is one level of the place where a game stands. It is stored.
type Frame struct {
	Step    string   `json:"step"`
	Actor   string   `json:"actor,omitempty"`   // the company or player that the step is for
	At      string   `json:"at,omitempty"`      // the step of the lap that runs now; "" before the first lap and in a leaf
	Laps    int      `json:"laps,omitempty"`    // laps that have begun
	Total   int      `json:"total,omitempty"`   // of a Times: the number of laps
	Done    []string `json:"done,omitempty"`    // of an Each: the actors who have had their lap, and the present one
	Entered int      `json:"entered,omitempty"` // of a leaf: number of events in force when it began
}

// equal reports whether two frames are equal. A nil slice equals an empty one.
func (f Frame) equal(g Frame) bool {
	done := slices.Equal(f.Done, g.Done)
	f.Done, g.Done = nil, nil
	return done && reflect.DeepEqual(f, g)
}

// Do is a leaf: a plain function that asks. It runs again from its start at
// every answer, and must do the same again for the same answers.
func Do(leaf func(*Turn)) Step { return Step{leaf: leaf} }

// Seq runs its steps once, in order.
func Seq(steps ...string) Step {
	return Step{kind: seqKind, steps: steps, laps: func(_ *State, f Frame) (string, bool) { return f.Actor, f.Laps == 0 }}
}

// Loop runs its steps again and again until the game ends.
func Loop(steps ...string) Step {
	return Step{kind: loopKind, steps: steps, laps: func(_ *State, f Frame) (string, bool) { return f.Actor, true }}
}

// Times runs its steps n times. n is called once, when the step begins.
func Times(n func(*State) int, steps ...string) Step {
	return Step{kind: timesKind, steps: steps, times: n, laps: func(_ *State, f Frame) (string, bool) { return f.Actor, f.Laps < f.Total }}
}

// Each runs its steps once for every actor. next returns the actor whose lap
// comes now, given those that are done, or "" at the end.
func Each(next func(s *State, done []string) string, steps ...string) Step {
	return Step{kind: eachKind, steps: steps, laps: func(s *State, f Frame) (string, bool) {
		who := next(s, f.Done)
		return who, who != ""
	}}
}

// Turns runs its steps for one actor after the other. next returns the actor
// whose turn comes now, given the last one ("" at first), or "" at the end.
func Turns(next func(s *State, last string) string, steps ...string) Step {
	return Step{kind: turnsKind, steps: steps, laps: func(s *State, f Frame) (string, bool) {
		last := f.Actor
		if f.Laps == 0 {
			last = ""
		}
		who := next(s, last)
		return who, who != ""
	}}
}

// enter returns the frame of a step that begins now.
func (fl Flow) enter(s *State, step, actor string) Frame {
	st, ok := fl[step]
	if !ok {
		panic("flow: no step " + step)
	}
	f := Frame{Step: step, Actor: actor}
	if st.times != nil {
		f.Total = st.times(s)
	}
	return f
}

// next moves the flow to the next leaf. It returns false at the end of the game. It changes only s.Stack, and
// no slice in place. It panics if steps run each other in a circle, or come to no leaf.
func (fl Flow) next(s *State) bool {
	s.Stack = slices.Clone(s.Stack)
	for begun := 0; len(s.Stack) > 0; begun++ {
		top := &s.Stack[len(s.Stack)-1]
		st := fl[top.Step]
		if st.leaf != nil {
			return true
		}
		if !fl.advance(s, top, st) {
			s.Stack = s.Stack[:len(s.Stack)-1]
			continue
		}
		if begun > mostSilent || len(s.Stack) > len(fl) {
			panic(fmt.Sprintf("flow: %s go in a circle and come to no step that asks", strings.Join(stepsOf(s.Stack), ", ")))
		}
		s.Stack = append(s.Stack, fl.enter(s, top.At, top.Actor))
	}
	return false
}

// stepsOf names the steps of a place, each once, the outermost first.
func stepsOf(stack []Frame) []string {
	var out []string
	for _, f := range stack {
		if step := strconv.Quote(f.Step); !slices.Contains(out, step) {
			out = append(out, step)
		}
	}
	return out
}

// advance moves to the next step of the lap, or to the first step of another lap.
func (fl Flow) advance(s *State, top *Frame, st Step) bool {
	i := slices.Index(st.steps, top.At) // -1 before the first lap
	if i < 0 && top.At != "" {
		panic(fmt.Sprintf("flow: %q is no step of %q", top.At, top.Step))
	}
	if (i < 0 || i == len(st.steps)-1) && !fl.lap(s, top, st) {
		return false
	}
	top.At = st.steps[(i+1)%len(st.steps)]
	return true
}

// mostActors is how many actors an Each may have. Any game has far fewer players and companies.
const mostActors = 1000

// lap begins another lap if there is one.
func (fl Flow) lap(s *State, top *Frame, st Step) bool {
	who, more := st.laps(s, *top)
	if !more {
		return false
	}
	top.Actor = who
	top.Laps++
	if st.kind == eachKind {
		switch {
		case slices.Contains(top.Done, who):
			panic(fmt.Sprintf("flow: the step %q runs for %s again: each actor has one lap", top.Step, who))
		case len(top.Done) == mostActors:
			panic(fmt.Sprintf("flow: the step %q runs for more than %d actors", top.Step, mostActors))
		}
		top.Done = appended(top.Done, who)
	}
	return true
}

// leave ends the leaf on top. If a step is named, it also ends everything down to the innermost frame of that
// step.
func (fl Flow) leave(s *State, step string) {
	s.Stack = slices.Clone(s.Stack[:len(s.Stack)-1])
	for step != "" && len(s.Stack) > 0 {
		top := s.Stack[len(s.Stack)-1]
		s.Stack = s.Stack[:len(s.Stack)-1]
		if top.Step == step {
			return
		}
	}
}
