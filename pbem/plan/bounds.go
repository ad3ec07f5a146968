package plan

import (
	"strings"

	"pbem/engine"
)

// Bounds of the line that gives a plan. Each of its commands is read and played, for each company of a plan for all, and its
// conditions are stored.
const (
	MaxLine   = 4000          // bytes
	MostLines = 8 * MostTurns // commands, for all turns of the plan
)

// tooLong refuses a line that is too long for a plan.
func tooLong(line string) error {
	return engine.Refuse("A plan has at most %d characters; this line has %d.", MaxLine, len(line))
}

// tooMany refuses a plan of too many commands.
func tooMany(commands int) error {
	return engine.Refuse("A plan has at most %d commands; this one has %d.", MostLines, commands)
}

// Size returns for how many turns a line gives plans, each of which is supposed, and how many commands it has for them, each of which is
// read. A plan for all companies is read for each of them.
func (s Scene) Size(line string) (turns, commands int) {
	text, own := "", max(1, len(s.own()))
	switch {
	case planForm.MatchString(line):
		m := planForm.FindStringSubmatch(line)
		if text = m[4]; !strings.EqualFold(m[1], "all") {
			own = 1
		}
	case nextForm.MatchString(line):
		text, own = nextForm.FindStringSubmatch(line)[1], 1
	case mergeForm.MatchString(line):
		return own, len(split(mergeForm.FindStringSubmatch(line)[1])) * own
	case Whole(line):
		return 1, 0
	default:
		return 0, 0
	}
	turns, commands = supposed(text)
	return turns * own, commands * own
}

// supposed returns how many turns are supposed to read the text of a plan, and how many commands they have. A turn with a goal is
// supposed again before the next one.
func supposed(text string) (turns, commands int) {
	list, _ := inTurns(text, false)
	turns = max(1, len(list))
	for _, t := range list[:max(0, len(list)-1)] {
		if goalForm.MatchString(t.lines[len(t.lines)-1]) {
			turns += MostTurns
		}
	}
	return turns, commandsOf(list)
}
