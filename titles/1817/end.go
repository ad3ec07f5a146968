package t1817

import (
	"pbem/engine"
	"pbem/titles/title"
)

// countDown begins the end of the game: three more operating rounds after the current one. // 2, 8;
// 17-PH-08, 17-EG-01, 17-EG-02, 17-EG-03
func (t *turn) countDown() {
	t.Set(finalSet, t.Get(stockNo)+1)
	t.Set(finalLong, 2)
	if t.Get(roundNo) == 2 {
		t.Set(finalLong, 3)
	}
	t.Note("", "The game ends with operating round %d.%d and the merger and acquisition round after it",
		t.Get(finalSet), t.Get(finalLong))
}

// inFinalSet reports whether the last set of rounds is being played.
func inFinalSet(s *engine.State) bool {
	return s.Get(finalSet) > 0 && s.Get(finalSet) == s.Get(stockNo)
}

// endSet ends the game after its last set. // 8; 17-EG-04, R-36, D-32
func endSet(t *turn) {
	if inFinalSet(t.State) {
		t.End("three operating rounds after the first 8-train", t.scores())
	}
}

// scores returns each player's cash and shares minus their short shares, at current prices. // 1.3, 8;
// 17-SU-08, 17-EG-05, R-03
func (v view) scores() map[string]int { return v.Scores(v.worth) }

// worth returns the wealth of a player now. // 1.3, 8; 17-EG-05, D-18
func (v view) worth(p string) int {
	n := v.Worth(p) - v.S.Get(owes.Of(p))
	for _, c := range data.Companies {
		n -= v.shorts(p, c.Sym) * v.Price(c.Sym)
	}
	if v.scoresPrivates() {
		n += v.FaceValue(p)
	}
	return n
}

// landmarks are answers that change the course of a game.
var landmarks = title.Landmarks{
	{Verb: "merge", Text: "a merger proposed"},
	{Verb: "convert", Text: "a conversion"},
	{Question: "buyer", Text: "an acquisition"},
	{Question: "cash crisis", Text: "a crisis"},
}

// habits are how often in a hundred prudent random players use a verb that is offered. They keep bids and
// mergers from ruining anybody.
var habits = map[string]int{"offer": 30, "merge": 30, "convert": 40, "start": 60, "bridge": 40, "mine": 70}
