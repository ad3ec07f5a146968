package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Command is what a player says in canonical words: a verb and its arguments.
type Command struct {
	By   string   `json:"by"` // player id
	Verb string   `json:"verb"`
	Args []string `json:"args,omitempty"`
}

// String returns the command as a player would type it.
func (c Command) String() string { return strings.Join(append([]string{c.Verb}, c.Args...), " ") }

// Arg returns the i-th argument, "" when there are fewer.
func (c Command) Arg(i int) string {
	if i >= 0 && i < len(c.Args) {
		return c.Args[i]
	}
	return ""
}

// Int returns the i-th argument as a number. The engine has checked it.
func (c Command) Int(i int) int {
	n, err := strconv.Atoi(c.Arg(i))
	if err != nil {
		panic(fmt.Sprintf("command %q: argument %d is no number", c, i))
	}
	return n
}

// A Choice is one verb a player may use now, with all ways to complete it.
// Options and Free are called only at the frontier, never on replay. Callers
// must not change what Options returns.
type Choice struct {
	By       string          // player id
	Question string          // name of the question it answers, set by Turn.Ask
	For      string          // the company it is for, "" for the player
	Verb     string          //
	Help     string          // a few words on what it does
	Options  func() []Option // nil: the bare verb
	// Any reports whether Options has any, if that is known faster than by
	// listing them; nil if not.
	Any func() bool
	// Has reports whether words are among Options, if that is known faster than by
	// listing them; nil if not.
	Has func(words []string) bool
	// Free checks words that no list holds, such as the stops of a route. It
	// returns them in canonical form, or a *Refusal that says why not.
	Free func(words []string) ([]string, error)
	// Usage shows the form of Free in words, such as "TRAIN: STOP STOP ...".
	Usage string
	// Unawaited marks a choice for which the game does not wait. A player with
	// only such choices is neither asked nor reminded.
	Unawaited bool
}

// An Option is one way to complete a verb: fixed words, then a whole number if
// Range is set.
type Option struct {
	Args  []string
	Range *Range
	Label string // explanation for people, "to W and SE, $20"
}

// A Range is the whole numbers Min, Min+Step, ... up to Max.
type Range struct{ Min, Max, Step int }

// Holds reports whether n is one of the numbers.
func (r Range) Holds(n int) bool {
	return n >= r.Min && n <= r.Max && (n-r.Min)%max(r.Step, 1) == 0
}

func (r Range) String() string {
	if r.Min == r.Max {
		return strconv.Itoa(r.Min)
	}
	if r.Step > 1 {
		return fmt.Sprintf("%d to %d in steps of %d", r.Min, r.Max, r.Step)
	}
	return fmt.Sprintf("%d to %d", r.Min, r.Max)
}

// once returns the choices of a question. Their options are computed when first needed, and cached.
func once(question string, choices []Choice) []Choice {
	out := slices.Clone(choices)
	for i := range out {
		out[i].Question = question
		if out[i].Options != nil {
			out[i].Options = sync.OnceValue(out[i].Options)
		}
	}
	return out
}

// Bare is a choice without arguments.
func Bare(by, verb, help string) Choice { return Choice{By: by, Verb: verb, Help: help} }

// A Refusal is the player's error: one clear sentence, and what is allowed
// instead. It is no fault of the program.
type Refusal struct {
	Sentence string
	Allowed  []Choice
}

func (r *Refusal) Error() string { return r.Sentence }

// Refuse makes a Refusal of a sentence.
func Refuse(format string, args ...any) *Refusal {
	return &Refusal{Sentence: fmt.Sprintf(format, args...)}
}

// List returns the options of a choice; a bare verb has the one empty option.
func (c Choice) List() []Option {
	if c.Options == nil {
		if c.Free != nil {
			return nil
		}
		return []Option{{}}
	}
	return c.Options()
}

// Listed reports whether List has an option.
func (c Choice) Listed() bool {
	if c.Any != nil {
		return c.Any()
	}
	return len(c.List()) > 0
}

// Match reports whether the arguments complete the option.
func (o Option) Match(args []string) bool {
	if o.Range == nil {
		return slices.Equal(o.Args, args)
	}
	if len(args) != len(o.Args)+1 || !slices.Equal(o.Args, args[:len(o.Args)]) {
		return false
	}
	n, err := strconv.Atoi(args[len(o.Args)])
	return err == nil && o.Range.Holds(n) && strconv.Itoa(n) == args[len(o.Args)]
}

// Accept finds the command among the choices and returns it in canonical form,
// or a *Refusal.
func Accept(choices []Choice, c Command) (Command, error) {
	var why error
	for _, ch := range choices {
		if ch.By != c.By || ch.Verb != c.Verb {
			continue
		}
		args, err := ch.take(c.Args)
		if err == nil {
			c.Args = args
			return c, nil
		}
		if !errors.Is(err, errUnlisted) {
			why = err
		}
	}
	return c, refusal(choices, c, why)
}

// errUnlisted says that words are not among the options, and nothing else.
var errUnlisted = errors.New("it is not listed")

// take returns words in canonical form if they complete the verb. Words that nobody can list, such as the
// stops of a route, are read before anything is listed: the best runs take long to find.
func (c Choice) take(words []string) ([]string, error) {
	var why error = errUnlisted
	if c.Free != nil && c.Usage != "" {
		said, err := c.Free(words)
		if err == nil {
			return said, nil
		}
		why = err
	}
	switch {
	case c.lists(words):
		return words, nil
	case c.Free != nil && c.Usage == "":
		return c.Free(words)
	}
	return nil, why
}

// lists reports whether words are among the options.
func (c Choice) lists(words []string) bool {
	if c.Has != nil {
		return c.Has(words)
	}
	return slices.ContainsFunc(c.List(), func(o Option) bool { return o.Match(words) })
}

func refusal(choices []Choice, c Command, why error) error {
	mine := Of(choices, c.By)
	switch {
	case why != nil:
		return &Refusal{Sentence: why.Error(), Allowed: mine}
	case len(mine) == 0:
		return &Refusal{Sentence: "it is not your move"}
	case slices.ContainsFunc(mine, func(ch Choice) bool { return ch.Verb == c.Verb }):
		return &Refusal{Sentence: fmt.Sprintf("%q is not possible now", c), Allowed: mine}
	}
	return &Refusal{Sentence: fmt.Sprintf("%q cannot be said now", c.Verb), Allowed: mine}
}

// Of returns the choices of one player.
func Of(choices []Choice, by string) []Choice {
	var out []Choice
	for _, ch := range choices {
		if ch.By == by {
			out = append(out, ch)
		}
	}
	return out
}

// Awaited returns the players for whom the game waits, each once, in the order
// in which they are asked.
func Awaited(choices []Choice) []string {
	return Actors(slices.DeleteFunc(slices.Clone(choices), func(ch Choice) bool { return ch.Unawaited }))
}

// Actors returns the players who may choose, each once, in the order in which
// they are asked.
func Actors(choices []Choice) []string {
	var out []string
	for _, ch := range choices {
		if !slices.Contains(out, ch.By) {
			out = append(out, ch.By)
		}
	}
	return out
}
