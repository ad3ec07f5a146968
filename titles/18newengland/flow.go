package t18newengland

import "pbem/engine"

// flow is the sequence of play. // 4; NE-SU-07, NE-SU-08, NE-SU-09
var flow = engine.Flow{
	"game":  engine.Seq("draft", "after the draft", "rounds"), // 9
	"draft": engine.Turns(nextInDraft, "draft turn"),
	"rounds": engine.Loop(
		"operating rounds", // 11
		"stock round",      // 10
	),

	"operating rounds":      engine.Times(twice, "operating round", "merger round"), // NE-OR-01
	"operating round":       engine.Seq("start of operating round", "companies", "end of operating round"),
	"companies":             engine.Each(nextToOperate, "operating turn"),
	"operating turn":        engine.Seq("track", "station", "run", "distribute", "trains", "issue"), // 11; NE-OR-03
	"merger round":          engine.Seq("start of merger round", "minors"),                          // 12
	"minors":                engine.Each(nextToMerge, "merger turn"),
	"stock round":           engine.Seq("start of stock round", "stock turns", "end of stock round"),
	"stock turns":           engine.Turns(nextInStock, "stock turn"),
	"draft turn":            do(draftTurnStep),
	"after the draft":       do(afterDraft),
	"start of stock round":  do(startStock),
	"stock turn":            do(stockTurn),
	"end of stock round":    do(endStock),
	"start of merger round": do(startMergers),
	"merger turn":           do(mergerTurn),

	"start of operating round": do(startOperating),
	"track":                    do(track),      // 11.3
	"station":                  do(station),    // 11.4
	"run":                      do(runTrains),  // 11.5
	"distribute":               do(distribute), // 11.6
	"trains":                   do(trains),     // 11.7
	"issue":                    do(issue),      // 11.10
	"end of operating round":   do(endOperating),
}

func twice(*engine.State) int { return 2 }
