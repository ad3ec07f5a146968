package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// mostUndone is how many undone moves are told at a time.
const mostUndone = 8

// A fallen holds the events that an Undone took out of force, and the position it went back to.
type fallen struct {
	events   []engine.Event
	position int
}

// undone tells of an Undone in the news: who took back which moves, in the words in which they were told.
// president returns who plays a company after it.
func (v *view) undone(u engine.Undone, f fallen, president func(sym string) string) string {
	moves := v.moves(u.By, deeds(f.events, presidents(f.events, v.table.Office, president), func(int) string { return "" }))
	switch {
	case moves == "" && u.By == "": // the one who allowed it says what it was
		return ""
	case moves == "":
		return fmt.Sprintf("took back what came after position %d", f.position)
	case u.By == "":
		return "Taken back: " + moves
	}
	return fmt.Sprintf("took back, to position %d: %s", f.position, moves)
}

// Undoing tells, move by move, what going back to a position of a log would
// take back; "" if none of it has words.
func Undoing(t *title.Title, s *engine.State, log []engine.Event, position int) string {
	v := look(Mail{Title: t, State: s})
	var back []engine.Event
	for _, i := range engine.InForce(log) {
		if i >= position && !engine.Beside(log[i]) {
			back = append(back, log[i])
		}
	}
	office := v.table.Office
	now := func(sym string) string { return v.State.Where(office(sym)) }
	return v.moves("", deeds(back, presidents(back, office, now), func(int) string { return "" }))
}

// moves tells what was done. The moves of by, who takes them back, are told without a name.
func (v *view) moves(by string, all []deed) string {
	var out []string
	for _, g := range all {
		switch text := joined(settled(g.Texts)); {
		case g.By == "" || g.By == by:
			out = append(out, text)
		case v.Title.Facts.Company(g.By) == nil:
			out = append(out, v.name(g.By)+" "+text)
		default:
			out = append(out, g.By+" "+text)
		}
	}
	if n := len(out) - mostUndone; n > 1 {
		out = append(out[:mostUndone:mostUndone], fmt.Sprintf(`%d more: "history" tells them`, n))
	}
	return strings.Join(out, "; ")
}

// takenBack returns what each Undone in the news took out of force, by its index. past is the log before the
// news.
func takenBack(past, news []engine.Event) map[int]fallen {
	if !slices.ContainsFunc(news, func(e engine.Event) bool { _, ok := e.(engine.Undone); return ok }) {
		return nil
	}
	out, log := map[int]fallen{}, slices.Concat(past, news)
	var force engine.Force
	for i, e := range log {
		if u, ok := e.(engine.Undone); ok && i >= len(past) {
			var f fallen
			if f.position, ok = force.Position(u); !ok { // happens only in a damaged log
				f.position = u.To
			}
			for _, n := range force.Falls(log, u) {
				f.events = append(f.events, log[n])
			}
			out[i-len(past)] = f
		}
		force = force.With(log, i)
	}
	return out
}
