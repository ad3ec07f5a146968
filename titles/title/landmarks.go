package title

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
)

// Landmarks names the events that mark a game's course, for tables of many
// games: its phases after the first, what the title's Landmark names, a
// bankruptcy, and its end. Each is named once. log is the game's whole log and
// s the table after it.
func (t *Title) Landmarks(s *engine.State, log []engine.Event) []string {
	var out []string
	now := t.Table(s).Phase().Name
	for i, p := range t.Facts.Phases {
		if i > 0 && i <= slices.IndexFunc(t.Facts.Phases, func(q facts.Phase) bool { return q.Name == now }) {
			out = append(out, "phase "+p.Name)
		}
	}
	out = append(out, t.told(log)...)
	if slices.ContainsFunc(t.Position(s).Players, func(p Player) bool { return p.Out }) {
		out = append(out, "a bankruptcy")
	}
	if s.Result != nil {
		out = append(out, "end: "+unnamed(s, s.Result.Reason))
	}
	return out
}

// told lists the answers that the title names as landmarks, in order.
func (t *Title) told(log []engine.Event) []string {
	var out []string
	for _, e := range log {
		said, ok := e.(engine.Said)
		if !ok || t.Landmark == nil {
			continue
		}
		if what := t.Landmark(said); what != "" && !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	slices.Sort(out)
	return out
}

// A Landmark names answers that change the course of a game: those with a verb, those to a question, or those
// with both. First is the first word after the verb. What is "" fits all.
type Landmark struct {
	Verb, First, Question string
	Text                  string
}

// Landmarks are what a title names. The first that fits counts.
type Landmarks []Landmark

// Of names an answer, "" for one that is none.
func (l Landmarks) Of(a engine.Said) string {
	for _, mark := range l {
		switch {
		case mark.Verb != "" && mark.Verb != a.Verb,
			mark.Question != "" && mark.Question != a.Question,
			mark.First != "" && mark.First != a.Arg(0):
			continue
		}
		return mark.Text
	}
	return ""
}

// unnamed replaces the names of players with "one player".
func unnamed(s *engine.State, text string) string {
	names := slices.Clone(s.Game.Players)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) }) // "Ann Lee" before "Ann"
	text = " " + text + " "
	for _, name := range names {
		text = strings.ReplaceAll(text, " "+name+" ", " one player ")
	}
	return strings.TrimSpace(text)
}
