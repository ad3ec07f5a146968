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

// Join adds a choice to those of a step. If the player has one with the same verb already, "buy" for trains and for
// private companies, both become one, and its says which words belong to the other. Otherwise a player whose words are
// possible with neither would be told the reason of the last, about something else.
// // 28-OR-04; 43-OR-06
func Join(own []engine.Choice, other engine.Choice, its func(words []string) bool) []engine.Choice {
	out := slices.Clone(own)
	i := slices.IndexFunc(out, func(c engine.Choice) bool { return c.By == other.By && c.Verb == other.Verb })
	if i < 0 {
		return append(out, other)
	}
	mine, both := out[i], out[i]
	both.Options = func() []engine.Option { return slices.Concat(mine.List(), other.List()) }
	both.Any = func() bool { return Open(mine) || Open(other) }
	both.Has = nil
	both.Free = func(words []string) ([]string, error) {
		one := mine
		if its(words) {
			one = other
		}
		c, err := engine.Accept([]engine.Choice{one}, engine.Command{By: one.By, Verb: one.Verb, Args: words})
		return c.Args, err
	}
	out[i] = both
	return out
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
