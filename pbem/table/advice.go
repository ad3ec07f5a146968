package table

import (
	"slices"

	"pbem/pbem/advice"
	"pbem/pbem/sheet"
	"pbem/titles/robot"
)

// Learning reports whether only one person plays at a table: in a sandbox, and where all
// other seats are nobody's, such as robots'. Then advice is always given, and moves of
// robots carry their reasons.
func (t *Table) Learning() bool {
	return t.IsSandbox() || len(slices.DeleteFunc(slices.Clone(t.Record.Seats), func(s Seat) bool { return s.Open })) == 1
}

// Advises reports whether players may ask for advice: where one person learns, or all have
// agreed to it.
func (t *Table) Advises() bool { return t.Record.Advice || t.Learning() }

// WithAdvice returns the table after a player has allowed advice for all, or has ended it.
func (t *Table) WithAdvice(player string, allowed bool) *Table {
	text := "ends advice at this table"
	if allowed {
		text = "allows everybody to ask for advice, as all agreed"
	}
	next := t.Said(player, "advice", text)
	next.Record.Advice = allowed
	return next
}

// reason is what the mark before a robot's command says: why it is given, where somebody
// learns from it.
func (t *Table) reason(m robot.Move) string {
	if t.Learning() {
		if text := advice.Reason(t.Title, m); text != "" {
			return text
		}
	}
	return sheet.RobotAnswers
}
