package t18newengland

import (
	"strings"

	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
)

// run returns recorded runs in our words. 18xx.games may ask a company that has lost its only
// route; if we do not ask it, there is nothing to say.
func (tr *translator) run(a translate.Action) (string, error) {
	v := see(a.S)
	if a.Unasked() {
		return "", nil
	}
	words, err := translate.Runs(a.Routes, func(r games18xx.Route) ([]string, error) { return stops(v.Board(), r), nil })
	if err != nil {
		return "", err
	}
	return words, tr.earns(v, words, a)
}

// stops names the stops of a run.
func stops(b *board.Board, r games18xx.Route) []string {
	var out []string
	used := map[string]bool{}
	for _, hex := range r.Hexes {
		out = append(out, stopOf(b, hex, r.Nodes, used))
	}
	return out
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
func (tr *translator) earns(v view, words string, a translate.Action) error {
	g, fleet := network(v.S, a.Actor)
	_, got, err := step.NewRuns(g, fleet, money).Read(strings.Fields(words)[1:])
	if err != nil {
		return nil
	}
	return tr.record.Earns(a.Action, got)
}
