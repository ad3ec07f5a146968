package sample

import "pbem/engine"

// flow is the sequence of play. // 1
var flow = engine.Flow{
	"game": engine.Loop("stock round", "operating rounds", "end of set"),

	"stock round": engine.Seq("start of stock round", "stock turns", "end of stock round"), // 2
	"stock turns": engine.Turns(nextInStock, "stock turn"),

	"operating rounds": engine.Times(roundsOfSet, "operating round"), // 3
	"operating round":  engine.Seq("start of operating round", "companies", "end of operating round"),
	"companies":        engine.Each(nextToOperate, "operating turn"),
	"operating turn":   engine.Seq("track", "station", "run", "dividend", "trains"),

	"start of stock round": do(startStock),
	"stock turn":           do(stockTurn),
	"end of stock round":   do(endStock),

	"start of operating round": do(startOperating),
	"track":                    do(track),        // 3.1
	"station":                  do(station),      // 3.2
	"run":                      do(runTrains),    // 3.3
	"dividend":                 do(dividend),     // 3.4
	"trains":                   do(trains),       // 3.5
	"end of operating round":   do(endOperating), // 5

	"end of set": do(endSet), // 5
}
