package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// mostUndone is how many moves are told that were taken back at a time.
const mostUndone = 8

// undone returns what tells of an Undone among the news: who took back what, move
// by move in the words that told it.
func (v *view) undone(office, now func(sym string) string) func(i int) string {
	var fallen map[int][]engine.Event
	return func(i int) string {
		if fallen == nil {
			fallen = takenBack(v.Past, v.Since)
		}
		u, back := v.Since[i].(engine.Undone), fallen[i]
		moves := v.moves(u.By, deeds(back, presidents(back, office, now), func(int) string { return "" }))
		switch {
		case moves == "" && u.By == "": // who let it happen says what it was
			return ""
		case moves == "":
			return fmt.Sprintf("took back what came after position %d", u.To)
		case u.By == "":
			return "Taken back: " + moves
		}
		return fmt.Sprintf("took back, to position %d: %s", u.To, moves)
	}
}

// Undoing tells what going back to a position of a log would take back, move by move;
// "" where nothing of it has words.
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

// moves tells what was done; of the player who takes it back without the name.
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

// takenBack returns, by the places of the Undone among the news, the events that
// each took out of force; past is the log before the news.
func takenBack(past, news []engine.Event) map[int][]engine.Event {
	out := map[int][]engine.Event{}
	var force []engine.Event
	for i, e := range slices.Concat(past, news) {
		u, ok := e.(engine.Undone)
		switch {
		case !ok:
			force = append(force, e)
			continue
		case u.To < 0 || u.To > len(force): // only in a damaged log
			continue
		}
		stays := slices.DeleteFunc(slices.Clone(force[u.To:]), func(e engine.Event) bool { return !engine.Beside(e) })
		if i >= len(past) {
			out[i-len(past)] = slices.DeleteFunc(slices.Clone(force[u.To:]), engine.Beside)
		}
		force = append(force[:u.To], stays...)
	}
	return out
}
