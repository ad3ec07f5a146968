package step

import (
	"iter"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"pbem/engine"
)

// Offer makes a choice of options. Other words with the verb are refused with the
// reason that why returns for them.
func Offer(by, sym, verb, help string, options func() []engine.Option, why func(words []string) string) engine.Choice {
	return engine.Choice{
		By: by, For: sym, Verb: verb, Help: help, Options: options,
		Free: func(words []string) ([]string, error) { return nil, engine.Refuse("%s", why(words)) },
	}
}

// Barred is a verb that the rules do not permit now. Nothing is offered, and saying it
// gives the reason.
func Barred(by, sym, verb, why string) engine.Choice {
	none := func() []engine.Option { return nil }
	return Offer(by, sym, verb, "", none, func([]string) string { return why })
}

// Open reports whether a choice is there for more than its reason.
func Open(c engine.Choice) bool { return c.Usage != "" || c.Listed() }

// OpenNow reports whether at least one choice of a step is open. When the step runs again after an answer, it is not
// worked out again: see engine.Turn.Known, also for what.
func OpenNow(t *engine.Turn, what string, choices ...engine.Choice) bool {
	return t.Known(what, func() bool { return slices.ContainsFunc(choices, Open) })
}

// Adding returns options with more words at their ends: "lay C17 9 1 with D&H".
func Adding(options []engine.Option, words ...string) []engine.Option {
	out := slices.Clone(options)
	for i := range out {
		out[i].Args = slices.Concat(out[i].Args, words)
	}
	return out
}

// Fixed returns a list of options that was computed already.
func Fixed(options []engine.Option) func() []engine.Option {
	return func() []engine.Option { return options }
}

// Word returns the i-th word, "" when there is none.
func Word(words []string, i int) string {
	if i < 0 {
		return ""
	}
	return engine.Command{Args: words}.Arg(i)
}

// Number reads the i-th word as a number. ok is false if it is none, or not written as
// offers write it: "05".
func Number(words []string, i int) (n int, ok bool) {
	n, err := strconv.Atoi(Word(words, i))
	return n, err == nil && strconv.Itoa(n) == Word(words, i)
}

// Ruled makes a choice from one rule. candidates is what a player may think of. whyNot
// says why words after the verb are not possible, "" if they are. The candidates
// without a reason against them are offered; of a range, the numbers between the
// lowest and the highest without one. All other words are refused with their reason. A
// question for which nothing is offered stays only for its reasons: see Open. The list
// is computed once.
func Ruled(by, sym, verb, help string, candidates func() []engine.Option, whyNot func(words []string) string) engine.Choice {
	all := sync.OnceValue(candidates)
	return RuledEach(by, sym, verb, help, func(yield func(engine.Option) bool) {
		for _, o := range all() {
			if !yield(o) {
				return
			}
		}
	}, whyNot)
}

// RuledEach is Ruled for candidates that take long to list. Whether any is possible is
// known as soon as one is found, and of a command only its own candidate is tried. Once they are listed,
// the list says it.
func RuledEach(by, sym, verb, help string, candidates iter.Seq[engine.Option], whyNot func(words []string) string) engine.Choice {
	var listed atomic.Pointer[[]engine.Option] // once somebody has asked for all
	c := Offer(by, sym, verb, help, sync.OnceValue(func() []engine.Option {
		all := Possible(slices.Collect(candidates), whyNot)
		listed.Store(&all)
		return all
	}), whyNot)
	c.Any = sync.OnceValue(func() bool {
		for o := range candidates {
			if possible(o, whyNot) {
				return true
			}
		}
		return false
	})
	c.Has = func(words []string) bool {
		if all := listed.Load(); all != nil {
			return slices.ContainsFunc(*all, func(o engine.Option) bool { return o.Match(words) })
		}
		for o := range candidates {
			if o.Match(words) && (whyNot(words) == "" || between(o, words, whyNot)) {
				return true
			}
		}
		return false
	}
	return c
}

// between reports whether words, against which there is a reason, are among the numbers that are listed
// all the same: those between the lowest and the highest without one.
func between(o engine.Option, words []string, whyNot func(words []string) string) bool {
	return o.Range != nil && slices.ContainsFunc(within(o, whyNot), func(o engine.Option) bool { return o.Match(words) })
}

// possible reports whether at least one command of an option is allowed.
func possible(o engine.Option, whyNot func(words []string) string) bool {
	if o.Range == nil {
		return whyNot(o.Args) == ""
	}
	for n := o.Range.Min; n <= o.Range.Max; n += max(o.Range.Step, 1) {
		if whyNot(append(slices.Clone(o.Args), strconv.Itoa(n))) == "" {
			return true
		}
	}
	return false
}

// Possible keeps the options for which whyNot is "".
func Possible(candidates []engine.Option, whyNot func(words []string) string) []engine.Option {
	var out []engine.Option
	for _, o := range candidates {
		if o.Range == nil && whyNot(o.Args) == "" {
			out = append(out, o)
		}
		if o.Range != nil {
			out = append(out, within(o, whyNot)...)
		}
	}
	return out
}

// within narrows the range of an option to the allowed numbers. It returns nothing if there is none.
func within(o engine.Option, whyNot func(words []string) string) []engine.Option {
	by := max(o.Range.Step, 1)
	fits := func(n int) bool { return whyNot(append(slices.Clone(o.Args), strconv.Itoa(n))) == "" }
	low := o.Range.Min
	high := o.Range.Max - max(o.Range.Max-low, 0)%by
	for low <= high && !fits(low) {
		low += by
	}
	for low < high && !fits(high) {
		high -= by
	}
	if low > high {
		return nil
	}
	o.Range = &engine.Range{Min: low, Max: high, Step: o.Range.Step}
	return []engine.Option{o}
}
