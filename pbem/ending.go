package pbem

import "pbem/pbem/table"

// endGame asks the others to end the game now. Who says it after somebody else
// agrees to their request.
func endGame(d *speaker, _ string) error {
	if r, ok := d.table.Request(table.EndRequest); ok && r.By != d.player {
		return accept(d, r)
	}
	return d.ask(table.Request{Kind: table.EndRequest})
}

func endText(*draft, *table.Table, table.Request) string {
	return "end the game now, with everybody's worth as it stands for the score"
}

// grantEnd ends a game as its players wish. No title has rules for that, so
// each player scores their worth.
func grantEnd(_ *draft, t *table.Table, _ table.Request) (*table.Table, error) {
	g, events := t.Game.Finish("all players agreed to end it", t.Worths())
	return t.With(g, events), nil
}
