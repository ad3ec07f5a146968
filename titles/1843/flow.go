package t1843

import "pbem/engine"

// flow is the sequence of play. // 5; 43-SU-07
var flow = engine.Flow{
	"game":   engine.Seq("auction", "rounds"),
	"rounds": engine.Loop("stock round", "operating rounds", "end of set"),

	"auction":          engine.Turns(nextInAuction, "auction turn"), // 6
	"stock round":      engine.Seq("start of stock round", "stock turns", "end of stock round"),
	"stock turns":      engine.Turns(nextInStock, "stock turn"), // 7
	"operating rounds": engine.Times(roundsOfSet, "operating round"),
	"operating round":  engine.Seq("start of operating round", "companies", "end of operating round"), // 8
	"companies":        engine.Each(nextToOperate, "operating turn"),
	"operating turn":   engine.Seq("home", "track", "station", "run", "dividend", "trains", "ports"), // 8.3; 43-OR-05

	"auction turn":             do(auctionTurn),
	"start of stock round":     do(startStock),
	"stock turn":               do(stockTurn),
	"end of stock round":       do(endStock),
	"start of operating round": do(startOperating),
	"home":                     do(home),      // 8.5.1
	"track":                    do(track),     // 8.4
	"station":                  do(station),   // 8.5
	"run":                      do(runTrains), // 8.6
	"dividend":                 do(dividend),  // 8.7
	"trains":                   do(trains),    // 8.8
	"ports":                    do(buyPorts),  // 8.9
	"end of operating round":   do(endOperating),
	"end of set":               do(endSet),
}
