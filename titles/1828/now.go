package t1828

import (
	"pbem/engine"
	"pbem/engine/board"
)

// Options of every new game. Logs without them are older, or of records from 18xx.games, and go on by what held when they began: some questions
// are asked of others now, or were not asked, and stored answers must still find theirs. The names are stored.
const (
	// Who has become director by the M&H since the run step began says how the trains run. In older games that is who was director then.
	// // 13.2.2.6, 13.3.3
	newDirectorRuns = "new director runs"
	// A company that has no route without coal, and may buy it, is asked before its trains run. In older games it earns nothing if it has
	// ended the track step. // 8.3, 16.1; 28-OR-04, 28-CO-02
	coalBeforeRun = "coal before run"
	// A yellow tile in B24 is that of the C&StL if the company owns it, also if it does not say so: it is free, and no tile of its turn. In older
	// games it is one of the turn without "with C&StL". // 13.2.2.3; 28-PV-07
	tileOfChamplain = "tile of C&StL"
)

// asChamplain reports whether a tile that a company lays without a word about private companies is that of the C&StL.
// // 13.2.2.3; 28-PV-07
func (g ground) asChamplain(at string, tile *board.Tile) bool {
	_, laid := g.turn.Tile(at)
	return g.turn.on(tileOfChamplain) && at == burlington && g.turn.owner(champlainSym) == g.turn.Actor && !laid && tile.Color == "yellow"
}

// asksRunner asks the director of the company how its trains run. // 8.3.3
func (t *turn) asksRunner(question string, choices func() []engine.Choice) engine.Command {
	return t.asks(question, func() []engine.Choice {
		out := choices()
		for i := range out {
			if t.on(newDirectorRuns) {
				out[i].By = t.director(t.Actor)
			}
		}
		return out
	})
}

// coalFirst lets a company with trains but without a route buy coal, or lay a tile, before they run. // 8.3, 15.2; 28-OR-04, 28-RU-06
func (t *turn) coalFirst() {
	if !t.on(coalBeforeRun) || len(t.trainsOf(t.Actor)) == 0 {
		return
	}
	t.asks("coal", func() []engine.Choice {
		if t.notCoal([]string{"coal"}) != "" || t.hasRoute(t.Actor) {
			return nil
		}
		return []engine.Choice{t.voice().Pass("run no train: without coal there is no route")}
	})
}
