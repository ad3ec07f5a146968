package walk

import (
	"fmt"
	"strconv"
	"strings"

	"pbem/engine"
)

func verbs(choices []engine.Choice) string {
	var out []string
	for _, c := range choices {
		out = append(out, c.By+" "+c.For+" "+c.Verb)
	}
	return strings.Join(out, ", ")
}

// inStep names the step that runs: ` in the step "track" of NYC`.
func (w *Walk) inStep() string {
	stack := w.Game.State().Stack
	if len(stack) == 0 {
		return ""
	}
	return fmt.Sprintf(" in the step %s", named(stack[len(stack)-1]))
}

// named names a step and for whom it runs.
func named(f engine.Frame) string {
	if f.Actor == "" {
		return strconv.Quote(f.Step)
	}
	return fmt.Sprintf("%q of %s", f.Step, f.Actor)
}

// Position writes a table for people who look for a fault.
func Position(g *engine.Game) string {
	var steps []string
	for _, f := range g.State().Stack {
		steps = append(steps, named(f))
	}
	return "steps: " + strings.Join(steps, ", ") + "\n" + string(table(g.State())) + "asked: " + verbs(g.Pending())
}

// at says where something is, "" for nowhere.
func at(place string) string {
	if place == "" {
		return ""
	}
	return ", at " + place
}
