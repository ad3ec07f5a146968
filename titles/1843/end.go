package t1843

import (
	"pbem/engine"
	"pbem/engine/step"
)

// endOperating ends the game after an operating round in which a dividend moved a price to 500.
// // 8.10.1; 43-GE-03
func endOperating(t *turn) {
	if t.Get(reached) == 1 {
		t.End("a company reached the end of the market", t.scores())
	}
}

// endSet ends the game after the second set of operating rounds in which a company owned a gray
// train. Otherwise the foreigners buy a train.
// // 5, 8.10.1; 43-SU-09, 43-SU-10, 43-SU-11, 43-GE-04, R-22, R-33
func endSet(t *turn) {
	if n := t.Get(graySet); n > 0 && t.Get(stockNo) > n {
		t.End("the second set of operating rounds with a gray train is over", t.scores())
		return
	}
	step.Export(t.Turn, t.Table, t.enterPhase)
}

// scores returns what everybody is worth. // 8.10.2; 43-GE-05
func (v view) scores() map[string]int { return v.Scores(v.worth) }

// worth returns a player's cash, private companies at face value, and shares at their price if they
// have one. // 8.10.2; 43-GE-05, R-7
func (v view) worth(p string) int {
	n := v.S.Cash(p)
	for _, private := range v.privates(p) {
		n += data.Private(private).Value
	}
	for _, sym := range v.parred() {
		n += v.Shares(p, sym) * v.Price(sym)
	}
	return n
}

// landmark names answers that change the course of a game.
func landmark(a engine.Said) string {
	switch n := len(a.Args); {
	case step.Word(a.Args, n-2) == "with":
		return "built with " + a.Arg(n-1)
	case a.Verb == "buy" && a.Arg(0) == "private":
		return "a private company bought"
	case a.Verb == "buy" && a.Arg(0) == "port":
		return "a port bought"
	case a.Question == "raise money":
		return "a crisis"
	case a.Verb == "exchange":
		return "an exchange of VDL"
	case a.Verb == "engineers":
		return "the Engineers card"
	case a.Verb == "claim":
		return "a port claimed"
	case a.Verb == "move":
		return "a station moved"
	case a.Verb == "replace":
		return "a rusted train replaced"
	case a.Verb == "convert":
		return "VDL made a train"
	case a.Verb == "flip":
		return "a pair turned over"
	}
	return ""
}

// habits of prudent random players: they keep VDL for better uses than a share, and keep their
// shares so that prices rise. See title.Habits.
var habits = map[string]int{"exchange": 2, "offer": 5, "retract": 20, "sell": 1, "withhold": 5}
