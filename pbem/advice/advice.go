package advice

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/pbem/sheet"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// Head is the heading of an advice.
const Head = "Advice"

// mostEffects is how many effects of a way are told.
const mostEffects = 3

// A Words writes commands in a row as a line that says as many of them as it can. n is how
// many that are.
type Words func(list []engine.Command) (line string, n int)

// Sections tells an advice: lines that the player could say, each with its reason, and why
// not what else comes to mind.
func Sections(t *title.Title, a robot.Advice, words Words) []sheet.Section {
	sec := sheet.Section{Head: Head, Lines: []string{"  " + lead(a)}}
	for i, w := range a.Ways {
		if slices.ContainsFunc(a.Ways[:i], func(before robot.Way) bool { return alike(before, w) }) {
			continue
		}
		line, n := words(w.Commands)
		sec.Say = append(sec.Say, sheet.Saying{Line: line, Gloss: why(t, a, w, n)})
	}
	if len(a.Other.Commands) == 0 || alike(a.Ways[0], a.Other) || idle(t, a) {
		return []sheet.Section{sec}
	}
	line, _ := words(a.Other.Commands)
	return []sheet.Section{sec, {Lines: []string{fmt.Sprintf("  Why not %q? %s", line, whyNot(t, a))}}}
}

// alike reports whether two ways have the same commands, in whatever order.
func alike(a, b robot.Way) bool {
	return slices.Equal(sorted(a.Commands), sorted(b.Commands))
}

func sorted(list []engine.Command) (out []string) {
	for _, c := range list {
		out = append(out, c.String())
	}
	slices.Sort(out)
	return out
}

// idle reports whether what comes to mind is some commands of which one takes back the other: a
// loan that is repaid.
func idle(t *title.Title, a robot.Advice) bool {
	return len(a.Other.Commands) > 1 && a.Other.Worth.Total == a.Now.Total && len(effects(t, a.Now, a.Other.Worth, a.Other.Commands)) == 0
}

// lead says what the figures mean.
func lead(a robot.Advice) string {
	switch {
	case a.Blind:
		return "You answer in secret. A robot would say this; it does not look at what comes of it:"
	case a.Only:
		return "There is only this to say:"
	case a.Ways[0].Bids:
		return "What a robot would say, and about what it brings you if nobody else bids:"
	}
	return "What a robot would say, and about what it brings you until the end:"
}

// why tells the reason for a way. said is how many of its commands its line says.
func why(t *title.Title, a robot.Advice, w robot.Way, said int) string {
	if a.Blind || a.Only {
		return ""
	}
	gain := ""
	if n := w.Worth.Total - a.Now.Total; n != 0 && said < len(w.Commands) {
		gain = signed(t, n) + " with the rest of the turn: "
	} else if n != 0 {
		gain = signed(t, n) + ": "
	}
	list := effects(t, a.Now, w.Worth, w.Commands)
	text := told(list, mostEffects)
	switch {
	case w.Worth.Over: // what was to come counts no more
		return text
	case w.Passes && len(w.Commands) == 1 && len(a.Ways) == 1:
		return gain + "nothing else brings more"
	case len(list) == 0 && !w.Bids && len(a.Ways) == 1 && len(a.Other.Commands) > 0:
		return gain + "nothing else brings more"
	case len(list) == 0 && w.Bids && !w.Dear:
		return gain + "what it brings cannot be counted yet, and it is a small part of your money"
	case len(list) == 0:
		text = "what it brings cannot be counted yet"
	}
	return gain + text
}

// Briefly tells in a few words why the first way of an advice is taken.
func Briefly(t *title.Title, a robot.Advice) string {
	w := a.Ways[0]
	if list := effects(t, a.Now, w.Worth, w.Commands); len(list) > 0 && !a.Blind && !a.Only {
		return signed(t, w.Worth.Total-a.Now.Total) + ": " + told(list, 2)
	}
	return "what it brings cannot be counted yet"
}

// whyNot tells why what comes to mind is not advised. Of what it changes it tells first what the
// best way does not change as well.
func whyNot(t *title.Title, a robot.Advice) string {
	gain, best := a.Other.Worth.Total-a.Now.Total, a.Ways[0].Worth.Total-a.Now.Total
	list := effects(t, a.Now, a.Other.Worth, a.Other.Commands)
	both := effects(t, a.Now, a.Ways[0].Worth, a.Ways[0].Commands)
	own := slices.DeleteFunc(slices.Clone(list), func(e effect) bool { return slices.Contains(both, e) })
	text := signed(t, gain) + ": " + told(own, mostEffects-1)
	switch {
	case len(list) == 0 && gain == 0:
		text = "It brings nothing"
	case len(own) == 0:
		text = signed(t, gain)
	}
	switch less := best - gain; {
	case a.Other.Worth.Over:
		return step.Capital(told(list, 1)) + "."
	case a.Other.Dear:
		return text + "; it is a large part of your money for what cannot be counted yet."
	case less > 0 && gain != 0 && best != 0:
		return fmt.Sprintf("%s; that is %s less.", text, t.Facts.Money(less))
	case less == 0 && gain != 0:
		return text + "; that is as much."
	case less < 0:
		return fmt.Sprintf("%s; that is %s more, too little to count.", text, t.Facts.Money(-less))
	}
	return text + "."
}

// longestReason is the greatest length of a reason in the news, in bytes.
const longestReason = 90

// Reason tells in a few words why a robot has made a move, for a game from which somebody
// learns; "" if there is nothing to tell.
func Reason(t *title.Title, m robot.Move) string {
	if t.Verbs.Does(m.Command.Verb, moves.Passes) {
		return ""
	}
	from, to, ok := m.Reason()
	if !ok {
		return ""
	}
	list := effects(t, from, to, []engine.Command{m.Command})
	for n := min(2, len(list)); n > 0; n-- {
		text := signed(t, to.Total-from.Total) + ": " + strings.TrimSpace(told(list, n))
		if len(text) <= longestReason {
			return text
		}
	}
	return ""
}
