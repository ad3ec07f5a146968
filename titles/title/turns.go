package title

import "pbem/engine"

// The steps that are one turn of a company, and one of a player in a stock
// round. Every title uses these names: plans of players are for these turns.
const (
	OperatingTurn = "operating turn"
	StockTurn     = "stock turn"
)

// Suppose returns the game as it would be if a turn of a company or of a player
// began now: see engine.Game.Suppose.
func (t *Title) Suppose(g *engine.Game, turn, actor string) (*engine.Game, error) {
	if t.Ready == nil || turn != OperatingTurn {
		return g.Suppose(turn, actor)
	}
	return g.Suppose(turn, actor, t.Ready(g.State(), actor)...)
}
