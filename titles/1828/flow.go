package t1828

import "pbem/engine"

// flow is the sequence of play. // 5
var flow = engine.Flow{
	"game": engine.Seq("private auction", "sets"),                                     // 28-SU-11
	"sets": engine.Loop("stock round", "operating rounds", "end of operating rounds"), // 5

	"private auction":  engine.Turns(nextInAuction, "auction turn"),                             // 6
	"stock round":      engine.Seq("start of stock round", "stock turns", "end of stock round"), // 7
	"stock turns":      engine.Turns(nextInStock, "stock turn"),                                 // 7.1
	"operating rounds": engine.Times(roundsOfSet, "operating round"),                            // 28-PH-04
	"operating round":  engine.Seq("revenues", "C&P", "companies", "end of operating round"),    // 8.1
	"companies":        engine.Turns(nextToOperate, "operating turn"),                           // 8.2; 28-OR-05
	"operating turn":   engine.Seq("home", "track", "station", "run", "dividend", "trains"),     // 8.3; 28-OR-03

	"auction turn":            do(auctionTurn),
	"start of stock round":    do(startStock),
	"stock turn":              do(stockTurn),
	"end of stock round":      do(endStock),
	"revenues":                do(revenues),     // 8.1
	"C&P":                     do(cobourg),      // 13.2.2.5
	"home":                    do(home),         // 8.3
	"track":                   do(track),        // 8.3.1
	"station":                 do(station),      // 8.3.2
	"run":                     do(runTrains),    // 8.3.3
	"dividend":                do(dividend),     // 8.3.4
	"trains":                  do(trains),       // 8.3.5
	"end of operating round":  do(endOperating), // 9.1
	"end of operating rounds": do(endSet),       // 9.1
}
