package plan

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// Passes that end something. Titles do not say what a pass leads to; it is tried. The pass is said, the
// others who are asked in the same step pass too, and the position at the end of the turn is compared with
// the present one.

// Ends returns what a pass of the player would end, as a sentence without its end:
// "A&S goes into liquidation"; "" for nothing. own reports that it is the player's own
// company, or the game itself. Then no plan passes.
//
// If several players answer for themselves, Ends tries nothing: it would show what the
// others have said.
func (s Scene) Ends(c engine.Command) (what string, own bool) {
	if slices.ContainsFunc(s.mine(), func(ch engine.Choice) bool { return slices.Contains(s.Title.Sealed, ch.Question) }) {
		return "", false
	}
	lost, own := s.lostBy(c)
	if lapsing := s.lapsing(c); len(lapsing) > 0 {
		lost, own = append(lost, lapsing...), true
	}
	return inWords(lost), own
}

// lapsing returns what the player loses if the round ends with a pass. It does not end with a pass after something else was said in the
// same turn.
func (s Scene) lapsing(c engine.Command) []string {
	at := slices.IndexFunc(s.mine(), func(ch engine.Choice) bool { return ch.Verb == c.Verb })
	if s.Title.Lapsing == nil || at < 0 || s.saidInStep() {
		return nil
	}
	return s.Title.Lapsing(s.state(), s.mine()[at])
}

// lostBy returns what a pass of the player ends, each as a sentence without its end, and whether it is the player's own.
func (s Scene) lostBy(c engine.Command) (lost []string, own bool) {
	next, err := s.decide(c)
	if err != nil {
		return nil, false
	}
	for range mostAsked {
		later, ok := next, false
		if next.Entered() == s.Entered() && !next.asked() {
			later, ok = next.everybodyPasses()
		}
		if !ok {
			break
		}
		next = later
	}
	events := next.Log[len(s.Log):]
	if !touches(events) {
		return nil, false
	}
	turn := s.state().With(events[:s.turnLeft(events)]...)
	lost = s.Title.Lost(s.state(), turn, s.Player)
	own = len(lost) > 0 || turn.Result != nil
	if next.state().Result != nil {
		lost = append(lost, "the game ends")
	}
	if unsold := s.Title.Unsold(s.state(), next.state()); len(unsold) > 0 {
		lost = append(lost, "what nobody has bought leaves the game ("+strings.Join(unsold, ", ")+")")
	}
	return lost, own
}

// inWords joins a list: "A, B and C".
func inWords(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// touches reports whether the events change more than money, counters and the priority deal.
func touches(events []engine.Event) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		switch e := e.(type) {
		case engine.Priced, engine.Ended:
			return true
		case engine.Moved:
			return strings.Contains(e.Piece, ":")
		}
		return false
	})
}

// turnLeft returns how many events come before the present turn ends. What comes later, such as the end of a
// round, is not caused by the pass.
func (s Scene) turnLeft(events []engine.Event) int {
	stack := s.state().Stack
	leaf := len(stack) - 1
	turn := slices.IndexFunc(stack, func(f engine.Frame) bool { return f.Actor != "" && f.Actor == stack[leaf].Actor })
	if turn < 0 {
		turn = leaf
	}
	for i, e := range events {
		f, ok := e.(engine.Flowed)
		if ok && (len(f.Stack) <= turn || f.Stack[turn].Step != stack[turn].Step || f.Stack[turn].Actor != stack[turn].Actor || f.Stack[turn].Laps != stack[turn].Laps) {
			return i
		}
	}
	return len(events)
}

// means says why a plan does not pass. It is "" if the pass ends nothing of the player's.
func (s Scene) means(c engine.Command) (why string) {
	if what, own := s.Ends(c); own {
		return "to pass then means that " + what
	}
	return ""
}

// doomed says that the lines put a company of the player's into liquidation at once. It is "" if they do not.
func (s Scene) doomed(at Scene, lines []Line) (why string) {
	if doom := s.Title.Doom(s.state(), at.state(), s.Player); doom != "" {
		return fmt.Sprintf("after %q %s", joined(lines), doom)
	}
	return ""
}

// Warned returns the offered choices with a note of what a pass of the player would end, and of what comes after it
// in the same turn of a company.
func (s Scene) Warned() []engine.Choice {
	out := slices.Clone(s.Game.Pending())
	for i, ch := range out {
		if ch.By != s.Player || !s.Passes(ch.Verb) || ch.Options != nil || ch.Free != nil {
			continue
		}
		if what, _ := s.Ends(engine.Command{By: ch.By, Verb: ch.Verb}); what != "" {
			out[i].Help = strings.TrimPrefix(ch.Help+"; then "+what, "; ")
		} else if next := s.after(ch); next != "" {
			out[i].Help = strings.TrimPrefix(ch.Help+"; next: "+next, "; ")
		}
	}
	return out
}

// mostNext is how many verbs of the next step are named.
const mostNext = 3

// after names what may be said after a pass in the same turn of a company, "" if the turn is over.
func (s Scene) after(pass engine.Choice) string {
	if pass.For == "" || s.turn().step != title.OperatingTurn || s.secret() {
		return ""
	}
	next, err := s.decide(engine.Command{By: pass.By, Verb: pass.Verb})
	if err != nil || next.turn() != s.turn() || !next.asked() {
		return ""
	}
	var verbs []string
	for _, ch := range next.mine() {
		if ch.For == pass.For && !ch.Unawaited && !s.Passes(ch.Verb) && ch.Listed() && !slices.Contains(verbs, ch.Verb) {
			verbs = append(verbs, ch.Verb)
		}
	}
	return strings.Join(verbs[:min(mostNext, len(verbs))], ", ")
}
