package t1817

import "pbem/engine"

// flow is the sequence of play. // 3; 17-SU-05, R-43
var flow = engine.Flow{
	"game":            engine.Seq("initial auction", "sets"),
	"initial auction": engine.Seq("private auctions", "end of initial auction"), // 4.2
	"sets":            engine.Loop("stock round", "operating rounds", "end of set"),

	"stock round":      engine.Seq("start of stock round", "stock turns", "end of stock round"), // 5
	"operating rounds": engine.Times(roundsOfSet, "operating round", "merger and acquisition round"),
	"operating round":  engine.Seq("start of operating round", "companies", "end of operating round"), // 6
	"companies":        engine.Each(nextToOperate, "operating turn"),
	"operating turn": engine.Seq("tiles", "marker", "run", "dividend", // 6; 17-OR-04
		"trains", "interest", "repayment", "check for trains"),
	"merger and acquisition round": engine.Seq("start of merger round", "conversions and mergers", // 7; 17-MA-01
		"start of sales", "liquidations", "acquisitions", "friendly sales"),

	"private auctions":         engine.Turns(nextInAuction, "private auction"),
	"private auction":          do(privateAuction),
	"end of initial auction":   do(endAuction),
	"start of stock round":     do(startStock), // 7.4
	"stock turns":              engine.Turns(nextInStock, "stock turn"),
	"stock turn":               do(stockTurn),
	"end of stock round":       do(endStock), // 5.7
	"start of operating round": do(startOperating),
	"tiles":                    do(tiles),        // 6.3
	"marker":                   do(marker),       // 6.4
	"run":                      do(runTrains),    // 6.5
	"dividend":                 do(dividend),     // 6.6
	"trains":                   do(trains),       // 6.7
	"interest":                 do(interest),     // 6.8
	"repayment":                do(repayment),    // 6.9
	"check for trains":         do(checkTrains),  // 6.10
	"end of operating round":   do(endOperating), // 6.11
	"start of merger round":    do(startMergers),
	"conversions and mergers":  engine.Each(nextToConvert, "conversion"), // 7.1
	"conversion":               do(conversion),
	"start of sales":           do(startSales),
	"liquidations":             engine.Each(nextForSale(redZone), "sale"),    // 7.2.1
	"acquisitions":             engine.Each(nextForSale(grayZone), "sale"),   // 7.2.2
	"friendly sales":           engine.Each(nextForSale(normalZone), "sale"), // 7.2.3
	"sale":                     do(sale),                                     // 7.2.4
	"end of set":               do(endSet),                                   // 8
}
