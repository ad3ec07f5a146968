package plan

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// InWords writes commands of the player in a row as one line that says the same, such as
// "lay B7 7 S-SW; run auto; pay". Passes between them are left out where the line needs none, and
// those at the end. If the line would be too long, it ends earlier; n is how many commands it says.
func (s Scene) InWords(list []engine.Command) (line string, n int) {
	texts := s.written(list)
	for n = len(list); n > 1; n-- {
		for _, whole := range []bool{false, true} {
			var parts []string
			for i, text := range texts[:n] {
				if whole || !s.Passes(list[i].Verb) {
					parts = append(parts, text)
				}
			}
			line := strings.Join(parts, "; ")
			if line != "" && len(line) <= longestLine && s.saysAll(parts, list[:n]) {
				return line, n
			}
		}
	}
	return texts[0], 1
}

// written writes each of some commands in a row.
func (s Scene) written(list []engine.Command) (out []string) {
	for _, c := range list {
		t := telling{Scene: s}
		out = append(out, t.words(s.auto(c)))
		if len(out) == len(list) {
			break // what an answer in secret leads to is not looked at
		}
		next, err := s.decide(c)
		if err != nil {
			break
		}
		s = next
	}
	return append(out, make([]string, len(list)-len(out))...)
}

// auto returns a command for the runs of a company as a player says it, if they are the best.
func (s Scene) auto(c engine.Command) engine.Command {
	for _, ch := range s.mine() {
		if ch.Verb != c.Verb || ch.Free == nil || ch.Usage == "" {
			continue
		}
		if args, err := ch.Free([]string{"auto"}); err == nil && slices.Equal(args, c.Args) {
			c.Args = []string{"auto"}
		}
	}
	return c
}

// saysAll reports whether parts of a line say the commands of a list. Passes at the end of the list may be
// missing, and passes elsewhere are what the line skips.
func (s Scene) saysAll(parts []string, list []engine.Command) bool {
	var said []func(c engine.Command) bool // whether it is this command
	at := s
	for _, part := range parts {
		skipped, c, err := at.Read(part)
		if err != nil {
			return false
		}
		for _, e := range skipped.Log[len(at.Log):] {
			if e, ok := e.(engine.Said); ok {
				said = append(said, same(at, e.Command))
			}
		}
		said = append(said, same(skipped, c))
		if at, err = skipped.decide(c); err != nil {
			return false
		}
	}
	for len(list) > len(said) && s.Passes(list[len(list)-1].Verb) {
		list = list[:len(list)-1]
	}
	return slices.EqualFunc(said, list, func(is func(engine.Command) bool, c engine.Command) bool { return is(c) })
}

// same returns whether another command does the same as one in the scene.
func same(s Scene, c engine.Command) func(engine.Command) bool {
	return func(other engine.Command) bool { return grammar.Same(s.grammar(), c, other) }
}
