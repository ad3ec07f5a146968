package title

import (
	"cmp"
	"slices"

	"pbem/engine"
)

// A Place is a player's final place, from 1. Players with equal scores share a
// place.
type Place struct {
	Player string
	Score  int
	N      int
}

// Places ranks players by their scores, best first. Players who are out of the
// game come after all others, whatever the scores: the last player who is not
// bankrupt wins, even with nothing.
func Places(players []Player, score func(id string) int) []Place {
	order := slices.Clone(players)
	before := func(a, b Player) int {
		switch {
		case a.Out && !b.Out:
			return 1
		case b.Out && !a.Out:
			return -1
		}
		return cmp.Compare(score(b.ID), score(a.ID))
	}
	slices.SortStableFunc(order, before)
	out := make([]Place, len(order))
	for i, p := range order {
		out[i] = Place{p.ID, score(p.ID), i + 1}
		if i > 0 && before(order[i-1], p) == 0 {
			out[i].N = out[i-1].N
		}
	}
	return out
}

// Final ranks the players of a game that is over, nil if it ended without scores. Where all have agreed on a winner, the scores
// are what everybody was worth.
func (t *Title) Final(s *engine.State, players []Player) []Place {
	if s.Result == nil || len(s.Result.Scores) == 0 {
		return nil
	}
	out := Places(players, func(p string) int { return s.Result.Scores[p] })
	if t.AgreedOn(s) {
		for i, p := range out {
			out[i].Score = PlayerOf(players, p.Player).Worth
		}
	}
	return out
}

// PlayerOf returns the player with an id from a list in any order, the zero Player if there is none.
func PlayerOf(players []Player, id string) Player {
	if i := slices.IndexFunc(players, func(p Player) bool { return p.ID == id }); i >= 0 {
		return players[i]
	}
	return Player{}
}
