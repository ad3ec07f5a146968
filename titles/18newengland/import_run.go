package t18newengland

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// run returns recorded runs in our words. 18xx.games may ask a company that has lost its only
// route; if we do not ask it, there is nothing to say.
func (tr *translator) run(v view, pending []engine.Choice, by string, a games18xx.Action) string {
	b := v.Board()
	var words []string
	for _, r := range a.Routes {
		words = append(words, games18xx.Base(r.Train)+":")
		used := map[string]bool{}
		for _, hex := range r.Hexes {
			words = append(words, stopOf(b, hex, r.Nodes, used))
		}
	}
	switch {
	case len(words) > 0:
		return "run " + strings.Join(words, " ")
	case slices.ContainsFunc(pending, func(c engine.Choice) bool { return c.Verb == "run" && c.By == by && c.For == string(a.Entity) }):
		return "run nothing"
	}
	return ""
}

// stopOf names a hex, or its next unused stop among nodes such as "I6-0" if it has several.
func stopOf(b *board.Board, hex string, nodes []string, used map[string]bool) string {
	for _, n := range nodes {
		if games18xx.Base(n) == hex && !used[n] && len(b.Face(hex).Stops) > 1 {
			used[n] = true
			return strings.Replace(n, "-", ".", 1)
		}
	}
	return hex
}

// earns checks that runs earn what the record says. If they do not, track, trains or phase differ.
// Runs that are not possible are refused later, when the command is tried.
func (v view) earns(sym, words string, a games18xx.Action) error {
	want, told := a.Earned()
	if !told || words == "" {
		return nil
	}
	g, fleet := network(v.S, sym)
	_, got, err := step.NewRuns(g, fleet, money).Read(strings.Fields(words)[1:])
	if err == nil && got != want {
		return fmt.Errorf("the runs earn %s, recorded are %s", money(got), money(want))
	}
	return nil
}
