package pbem

import "pbem/pbem/sheet"

// endGame asks the others to end the game now. Who says it after somebody else
// agrees to their request.
func endGame(d *speaker, _ string) error {
	if r, ok := d.table.request(endRequest); ok && r.By != d.player {
		return accept(d, r)
	}
	return d.ask(Request{Kind: endRequest})
}

func endText(*draft, *table, Request) string {
	return "end the game now, with everybody's worth as it stands for the score"
}

// grantEnd ends a game as its players wish. No title has rules of its own for
// that; each player scores what they are worth.
func grantEnd(_ *draft, t *table, _ Request) (*table, error) {
	g, events := t.game.Finish("all players agreed to end it", t.worths())
	return t.with(g, events), nil
}

// worths are what the players would score now.
func (t *table) worths() map[string]int {
	out := map[string]int{}
	for _, p := range t.title.Position(t.game.State()).Players {
		out[p.ID] = p.Worth
	}
	return out
}

// scoresNow shows what the players would score.
func (t *table) scoresNow() []sheet.Fact {
	var out []sheet.Fact
	for _, p := range t.title.Position(t.game.State()).Players {
		out = append(out, sheet.Fact{Name: t.name(p.ID), Text: t.title.Facts.Money(p.Worth)})
	}
	return out
}
