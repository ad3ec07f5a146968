package t18newengland

import (
	"strconv"

	"pbem/engine"
)

// offer makes a choice of options. Whatever else is said with the verb is
// refused with the reason that why gives for the words.
func offer(by, sym, verb, help string, options func() []engine.Option, why func(words []string) string) engine.Choice {
	return engine.Choice{
		By: by, For: sym, Verb: verb, Help: help, Options: options,
		Free: func(words []string) ([]string, error) { return nil, engine.Refuse("%s", why(words)) },
	}
}

// barred is a verb that the rules do not open now: nothing is offered, and
// saying it gives the reason.
func barred(by, sym, verb, why string) engine.Choice {
	none := func() []engine.Option { return nil }
	return offer(by, sym, verb, "", none, func([]string) string { return why })
}

// open reports whether a choice is not only there for its reason.
func open(c engine.Choice) bool { return len(c.List()) > 0 || c.Usage != "" }

// offers makes a choice of options that the operating company's president has.
func (t *turn) offers(verb, help string, options func() []engine.Option, why func(words []string) string) engine.Choice {
	return offer(t.President(t.Actor), t.Actor, verb, help, options, why)
}

// fixed makes a list of options that were worked out already.
func fixed(options []engine.Option) func() []engine.Option {
	return func() []engine.Option { return options }
}

// word returns the i-th word, "" when there are fewer.
func word(words []string, i int) string { return engine.Command{Args: words}.Arg(i) }

// number reads the i-th word as a number; ok is false when it is none.
func number(words []string, i int) (n int, ok bool) {
	n, err := strconv.Atoi(word(words, i))
	return n, err == nil
}
