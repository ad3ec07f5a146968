package pbem

import (
	"pbem/pbem/batch"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/plan"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// A result is the table after all lines of a mail, or a refusal with nothing carried out.
type result struct {
	next    *table.Table // the same table, if the mail only asked questions
	applied int          // number of commands carried out
	ordered bool         // standing orders have changed
	answers []sheet.Section
	refused *sheet.Refusal
}

// saidAlone carries out the lines on a copy of the game. The error is for the operator: a
// broken rule.
func saidAlone(t *table.Table, player string, lines []letter.Line) (result, error) {
	p := &batch.Speaker{Before: t, Table: t, Player: player}
	said := make([]string, len(lines))
	for i, l := range lines {
		said[i] = l.Text
	}
	for i, line := range said {
		if verb, rest, ok := grammar.Service(line); ok && senders.OwnsRest[verb] {
			continue // not a move
		} else if ok && batch.Words[verb].Position != nil {
			batch.Words[verb].Position(p, rest)
			continue
		} else if ok && verb == "cancel orders" {
			if _, err := batch.Words[verb].Do(&batch.Batch{At: p}, rest); err != nil {
				return result{}, err
			}
			continue
		}
		parts := grammar.Split(line)
		if plan.Whole(line) {
			parts = []string{line}
		}
		for _, part := range parts {
			err := p.Line(part)
			refused := &sheet.Refusal{Lines: said, Fault: i}
			switch {
			case err == nil:
			case batch.FillReason(refused, err):
				return result{next: t, refused: refused}, nil
			default:
				return result{}, err
			}
		}
	}
	if err := p.Unseal(); err != nil {
		return result{}, err
	}
	next := table.Obey(p.Table)
	return result{next: next, applied: len(next.Log) - len(t.Log), ordered: p.Recorded, answers: p.Answers}, nil
}
