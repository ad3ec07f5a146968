package step

import (
	"strconv"

	"pbem/engine"
)

// Offer makes a choice of options. Whatever else is said with the verb is
// refused with the reason that why gives for the words.
func Offer(by, sym, verb, help string, options func() []engine.Option, why func(words []string) string) engine.Choice {
	return engine.Choice{
		By: by, For: sym, Verb: verb, Help: help, Options: options,
		Free: func(words []string) ([]string, error) { return nil, engine.Refuse("%s", why(words)) },
	}
}

// Barred is a verb that the rules do not open now: nothing is offered, and
// saying it gives the reason.
func Barred(by, sym, verb, why string) engine.Choice {
	none := func() []engine.Option { return nil }
	return Offer(by, sym, verb, "", none, func([]string) string { return why })
}

// Open reports whether a choice is not only there for its reason.
func Open(c engine.Choice) bool { return len(c.List()) > 0 || c.Usage != "" }

// Fixed makes a list of options that were worked out already.
func Fixed(options []engine.Option) func() []engine.Option {
	return func() []engine.Option { return options }
}

// Word returns the i-th word, "" when there are fewer.
func Word(words []string, i int) string { return engine.Command{Args: words}.Arg(i) }

// Number reads the i-th word as a number; ok is false when it is none.
func Number(words []string, i int) (n int, ok bool) {
	n, err := strconv.Atoi(Word(words, i))
	return n, err == nil
}
