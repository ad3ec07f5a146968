package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
)

// offers makes a choice of options that the operating company's president has.
func (t *turn) offers(verb, help string, options func() []engine.Option, why func(words []string) string) engine.Choice {
	return step.Offer(t.President(t.Actor), t.Actor, verb, help, options, why)
}
