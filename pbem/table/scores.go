package table

import (
	"fmt"
	"strings"

	"pbem/pbem/sheet"
)

// Worths are what the players would score now.
func (t *Table) Worths() map[string]int {
	out := map[string]int{}
	for _, p := range t.Title.Position(t.Game.State()).Players {
		out[p.ID] = p.Worth
	}
	return out
}

// ScoresNow shows what the players would score.
func (t *Table) ScoresNow() []sheet.Fact {
	var out []sheet.Fact
	for _, p := range t.Title.Position(t.Game.State()).Players {
		out = append(out, sheet.Fact{Name: t.Name(p.ID), Text: t.Title.Facts.Money(p.Worth)})
	}
	return out
}

// Outcome tells how a game that is over has ended: "Amy $1200, Brian $900", or why it did without scores.
func (t *Table) Outcome() string {
	s := t.Game.State()
	var out []string
	for _, p := range t.Title.Final(s, t.Title.Position(s).Players) {
		out = append(out, fmt.Sprintf("%s %s", t.Name(p.Player), t.Title.Facts.Money(p.Score)))
	}
	if len(out) == 0 {
		return s.Result.Reason
	}
	return strings.Join(out, ", ")
}
