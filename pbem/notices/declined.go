package notices

import (
	"slices"

	"pbem/engine"
	verbs "pbem/engine/moves"
	"pbem/engine/step"
	"pbem/pbem/table"
)

// Declined returns what a player has offered in the present step and others have declined.
func Declined(t *table.Table, player string) (out []engine.Command) {
	no := false
	for _, e := range slices.Backward(t.Log) {
		switch e := e.(type) {
		case engine.Flowed:
			return out
		case engine.Said:
			if no && e.By == player && e.Question != step.Consent {
				out = append(out, e.Command)
			}
			no = e.Question == step.Consent && (no || t.Title.Verbs.Does(e.Verb, verbs.Declines))
		}
	}
	return out
}
