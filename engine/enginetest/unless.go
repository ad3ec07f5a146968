package enginetest

import (
	"fmt"
	"slices"
	"strings"
)

// unless checks that the last refused command would be accepted without its reason. It plays the case again
// with one more fact, or without one of its lines. Checks and refusals on the way do not count.
func (s *script) unless(change string) error {
	if s.barred == "" {
		return fmt.Errorf("there is no refusal before it")
	}
	lines := slices.DeleteFunc(slices.Clone(s.played), func(l string) bool { return !s.tells(l) })
	if line, ok := strings.CutPrefix(change, "without "); ok {
		i := slices.IndexFunc(lines, func(l string) bool { return l == line || l == "+ "+line })
		if i < 0 {
			return fmt.Errorf("the case has no such line")
		}
		lines = slices.Delete(lines, i, i+1)
	} else {
		i := slices.IndexFunc(lines, func(l string) bool { return !s.isFact(l) })
		if i < 0 {
			i = len(lines)
		}
		lines = slices.Insert(lines, i, "+ "+change)
	}
	again := &script{kit: s.kit}
	for _, l := range append(lines, s.barred) {
		if err := again.line(l); err != nil {
			return fmt.Errorf("then %q: %w", l, err)
		}
	}
	return nil
}

// isFact reports whether a line describes the position, other than the place in the flow.
func (s *script) isFact(line string) bool {
	f := strings.Fields(line)
	return f[0] == "game" || f[0] == "option" || f[0] == "+" && f[1] != "at"
}

// tells reports whether a line describes the position or is a command.
func (s *script) tells(line string) bool {
	f := strings.Fields(line)
	return f[0] == "+" || s.isFact(line) || s.table.Seat(f[0]) >= 0
}
