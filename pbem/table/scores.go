package table

import "pbem/pbem/sheet"

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
