package step

import (
	"slices"

	"pbem/engine"
)

// Asks asks for a step of a turn together with what may be done beside it at any
// time: by the same player (loans, private companies), or by others for whom the
// game does not wait (see Aside). Own are the choices of the step, beside the
// others; both are made afresh after each act. Act carries an act out that stands
// beside the step, or reports that it is none; then it is the answer. Where the
// step leaves no choice nobody is asked, and the answer is to pass.
// // 28-OR-04, 28-R-16; 43-OR-06, 43-R-26;
// // 20-FT-08, 20-LN-02, 17-LN-05, NE-RD-02
func Asks(t *engine.Turn, question string, own, beside func() []engine.Choice, act func(engine.Command) bool) engine.Command {
	for {
		choices := own()
		if len(choices) == 0 {
			return engine.Command{Verb: "pass"}
		}
		if a := t.Ask(question, append(slices.Clone(choices), beside()...)...); !act(a) {
			return a
		}
	}
}

// Aside makes choices that may be used but are not waited for: who has only such
// ones is neither asked nor reminded, and any other answer passes them over.
func Aside(choices ...engine.Choice) []engine.Choice {
	out := slices.Clone(choices)
	for i := range out {
		out[i].Unawaited = true
	}
	return out
}
