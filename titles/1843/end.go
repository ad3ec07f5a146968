package t1843

import (
	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
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
func (v view) worth(p string) int { return v.Worth(p) + v.FaceValue(p) }

// landmark names answers that change the course of a game.
func landmark(a engine.Said) string {
	if n := len(a.Args); step.Word(a.Args, n-2) == "with" {
		return "built with " + a.Arg(n-1)
	}
	return landmarks.Of(a)
}

var landmarks = title.Landmarks{
	{Verb: "buy", First: "private", Text: "a private company bought"},
	{Verb: "buy", First: "port", Text: "a port bought"},
	{Question: "raise money", Text: "a crisis"},
	{Verb: "exchange", Text: "an exchange of VDL"},
	{Verb: "engineers", Text: "the Engineers card"},
	{Verb: "claim", Text: "a port claimed"},
	{Verb: "move", Text: "a station moved"},
	{Verb: "replace", Text: "a rusted train replaced"},
	{Verb: "convert", Text: "VDL made a train"},
	{Verb: "flip", Text: "a pair turned over"},
}

// habits of prudent random players: they keep VDL for better uses than a share, and keep their
// shares so that prices rise. See title.Habits.
var habits = map[string]int{"exchange": 2, "offer": 5, "retract": 20, "sell": 1, "withhold": 5}
