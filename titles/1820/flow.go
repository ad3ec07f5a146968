package t1820

import "pbem/engine"

// flow is the sequence of play. // 5; 20-SE-06
var flow = engine.Flow{
	"game":   engine.Loop("stock round", "halves"),
	"halves": engine.Times(func(*engine.State) int { return 2 }, "operating round", "issue and takeover round"),

	"stock round": engine.Seq("start of stock round", "cousin auction", "cousin sale", // 6.1
		"future trains", "first part", "lobbies", "start of second part", "second part", "end of stock round"),
	"operating round": engine.Seq("start of operating round", "companies", "end of operating round"), // 7
	"companies":       engine.Each(nextToOperate, "operating turn"),
	"operating turn": engine.Seq("british rail", "tiles", "marker", "early train", "run", "dividend", // 7.2; 20-OP-07
		"maintenance", "scrapping", "trains", "interest", "repayment", "end of turn"),
	"issue and takeover round": engine.Seq("start of issues", "issues", // 8.1
		"liquidations", "offers", "late liquidations", "end of takeovers"),

	"start of stock round": do(startStock),                         // 6.2
	"cousin auction":       engine.Turns(nextBidder, "cousin bid"), // 6.3
	"cousin bid":           do(cousinBid),
	"cousin sale":          do(cousinSale),                          // 6.3.3
	"future trains":        do(futureTrains),                        // 6.4
	"first part":           engine.Turns(nextInFirst, "stock turn"), // 6.5
	"stock turn":           do(stockTurn),
	"lobbies":              engine.Turns(nextLobby, "lobby"), // 6.6
	"lobby":                do(resolveLobby),
	"start of second part": do(func(t *turn) { t.Set(part, 2) }), // 6.5.1; 20-SA-05
	"second part":          engine.Turns(nextInSecond, "late turn"),
	"late turn":            do(stockTurn),
	"end of stock round":   do(endStock), // 6.7

	"start of operating round": do(startOperating),
	"british rail":             do(britishRail), // 13.5
	"tiles":                    do(tiles),       // 7.2.1
	"marker":                   do(marker),      // 7.2.2
	"early train":              do(earlyTrain),
	"run":                      do(runTrains),    // 7.2.3
	"dividend":                 do(dividend),     // 7.2.4
	"maintenance":              do(maintain),     // 7.2.5
	"scrapping":                do(scrapping),    // 7.2.6
	"trains":                   do(trains),       // 7.2.7
	"interest":                 do(interest),     // 7.2.8
	"repayment":                do(repayment),    // 7.2.9
	"end of turn":              do(endTurn),      // 7.1
	"end of operating round":   do(endOperating), // 10.8

	"start of issues": do(startIssues),                         // 8.1
	"issues":          do(issues),                              // 8.2, 8.3
	"liquidations":    engine.Turns(nextDoomed, "liquidation"), // 8.5
	"liquidation":     do(liquidation),
	"offers":          engine.Each(nextToOffer, "offer"), // 8.4
	"offer":           do(offer),
	// for companies of a cousin that an offer has ruined // 8.1, 10.3; 20-IT-07
	"late liquidations": engine.Turns(nextDoomed, "late liquidation"),
	"late liquidation":  do(liquidation),
	"end of takeovers":  do(endTakeovers),
}
