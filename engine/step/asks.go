package step

import (
	"slices"

	"pbem/engine"
)

// Asks asks a question of a step together with what may be done beside it at any
// time: by the same player (loans, private companies), or by others for whom the
// game does not wait (see Aside). own returns the choices of the step, beside the
// others; both are listed again after each act. act carries out an act beside the
// step. If it reports that the command is none, the command is the answer. If the
// step has no choices, nobody is asked and the answer is a pass.
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

// Aside makes choices that may be used but are not waited for. A player with
// only such choices is neither asked nor reminded, and any other answer skips
// them.
func Aside(choices ...engine.Choice) []engine.Choice {
	out := slices.Clone(choices)
	for i := range out {
		out[i].Unawaited = true
	}
	return out
}
