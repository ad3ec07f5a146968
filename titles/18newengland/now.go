package t18newengland

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Options of every new game. Logs without them are older, or of records from 18xx.games, and go on by what held when they began: some
// questions are not asked any more, and stored answers must still find theirs. The names are stored.
const (
	// Who can lay no tile and redeem no share is not asked for track, unless nobody else is asked for anything in the operating
	// round: else a game in which nobody can do anything would go round and round. In older games they pass.
	// // 11.3; NE-TR-01
	asksOpenTrack = "asks for open track"
)

// option reports whether a game may begin with it.
func option(name string) bool { return name == asksOpenTrack || switches.Has(name) }

// trackChoices lists what a company may do about track, nil if it can only pass.
func (t *turn) trackChoices(g *classic.Ground, pass string) []engine.Choice {
	lay := g.Offer(t.voice())
	if t.on(asksOpenTrack) && (t.Get(asked) == 1 || !t.operatesLast()) && !step.OpenNow(t.Turn, "track", append(t.redeem(), lay)...) {
		return nil
	}
	return []engine.Choice{lay, t.voice().Pass(pass)}
}

// noteAsked notes that somebody has been asked in this operating round, or at its beginning that nobody has.
func (t *turn) noteAsked(somebody bool) {
	n := 0
	if somebody {
		n = 1
	}
	if t.on(asksOpenTrack) && t.Get(asked) != n {
		t.Set(asked, n)
	}
}

// operatesLast reports whether no other company has its turn after this one.
func (t *turn) operatesLast() bool {
	i := slices.IndexFunc(t.S.Stack, func(f engine.Frame) bool { return f.Step == "companies" })
	return i >= 0 && step.FirstNotIn(t.inOrder(), append(slices.Clone(t.S.Stack[i].Done), t.Actor)) == ""
}
