package classic

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// Ask asks with choices that are listed when they are needed: step.Asks for a title in which
// nothing is done beside a question. Without choices nobody is asked and the answer is a pass.
func Ask(t *engine.Turn) func(question string, choices func() []engine.Choice) engine.Command {
	return func(question string, choices func() []engine.Choice) engine.Command {
		list := choices()
		if len(list) == 0 {
			return engine.Command{Verb: "pass"}
		}
		return t.Ask(question, list...)
	}
}

// AnyOpen reports whether at least one of the choices can be taken.
func AnyOpen(choices ...engine.Choice) bool { return slices.ContainsFunc(choices, step.Open) }

// IfOpen returns choices and after them the pass, nothing if there is only the pass.
func IfOpen(pass engine.Choice, choices ...engine.Choice) []engine.Choice {
	if !AnyOpen(choices...) {
		return nil
	}
	return append(slices.Clone(choices), pass)
}
