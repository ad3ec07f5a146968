package pbem

import (
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// A result is what the lines of one mail come to: a table with all of them
// carried out, or a refusal and nothing carried out.
type result struct {
	next    *table.Table // the table before, when nothing was said but questions
	applied int          // commands carried out
	ordered bool         // standing orders changed
	answers []sheet.Section
	refused *sheet.Refusal
}

// saidAlone says every line on a copy of the game. The error is the operator's: a
// broken rule.
func saidAlone(t *table.Table, player string, lines []letter.Line) (result, error) {
	p := &speaker{before: t, table: t, player: player}
	said := make([]string, len(lines))
	for i, l := range lines {
		said[i] = l.Text
	}
	for i, line := range said {
		if verb, rest, ok := grammar.Service(line); ok && ownsRest[verb] {
			continue // no move
		} else if ok && words[verb].position != nil {
			words[verb].position(p, rest)
			continue
		} else if ok && verb == "cancel orders" {
			if _, err := words[verb].do(&batch{at: p}, rest); err != nil {
				return result{}, err
			}
			continue
		}
		parts := grammar.Split(line)
		if plan.Whole(line) {
			parts = []string{line}
		}
		for _, part := range parts {
			err := p.line(part)
			refused := &sheet.Refusal{Lines: said, Fault: i}
			switch {
			case err == nil:
			case why(refused, err):
				return result{next: t, refused: refused}, nil
			default:
				return result{}, err
			}
		}
	}
	if err := p.unseal(); err != nil {
		return result{}, err
	}
	next := table.Obey(p.table)
	return result{next: next, applied: len(next.Log) - len(t.Log), ordered: p.recorded, answers: p.answers}, nil
}
