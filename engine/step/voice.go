package step

import (
	"iter"

	"pbem/engine"
)

// A Voice is who decides, and for which company: "" for oneself. Its methods
// make the choices of one question.
type Voice struct{ By, For string }

// Voice returns the voice of a company's president, who decides for it.
func (t Table) Voice(sym string) Voice { return Voice{t.President(sym), sym} }

// Choice makes a choice.
func (v Voice) Choice(verb, help string, options func() []engine.Option) engine.Choice {
	return engine.Choice{By: v.By, For: v.For, Verb: verb, Help: help, Options: options}
}

// Offers makes a choice by one rule: see Ruled.
func (v Voice) Offers(verb, help string, candidates func() []engine.Option, whyNot func(words []string) string) engine.Choice {
	return Ruled(v.By, v.For, verb, help, candidates, whyNot)
}

// OffersEach is Offers for candidates that take long to list: see RuledEach.
func (v Voice) OffersEach(verb, help string, candidates iter.Seq[engine.Option], whyNot func(words []string) string) engine.Choice {
	return RuledEach(v.By, v.For, verb, help, candidates, whyNot)
}

// Tells makes a choice by one rule that tells what is against it: see Telling.
func (v Voice) Tells(verb, help string, candidates func() []engine.Option, whyNot func(words []string) string, none string) engine.Choice {
	return Telling(v.By, v.For, verb, help, candidates, whyNot, none)
}

// Pass makes the choice to do nothing.
func (v Voice) Pass(help string) engine.Choice { return v.Choice("pass", help, nil) }

// Barred makes a verb that is there only for its reason: see Barred.
func (v Voice) Barred(verb, why string) engine.Choice { return Barred(v.By, v.For, verb, why) }
