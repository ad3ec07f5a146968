package t1820

import "pbem/titles/title"

var lesson = title.Lesson{
	Goal: "Be the richest: cash and shares at their prices. Cousins, private companies and what companies own do not count.",
	End:  "The game ends when the Cost of Business chart runs out, a price reaches £500, a player is ruined, or nobody directs a company.", // 9; 20-GE-05
	Round: []string{
		"First stock round: an auction of cousins; in the first three an auction of future trains.",
		"Stock round: £800 for each player, until Queen Victoria has died. In turn buy or sell shares, for yourself or for a cousin, grow a company, or fund a lobby. " +
			"When nobody funds or grows any more each lobby floats a company, the highest first; then only shares are traded.",
		"Operating round: highest price first, each company lays tiles, places a station, runs its trains, pays or keeps the revenue, pays maintenance for its trains, and may buy more.",
		"Issue and takeover round: companies issue shares, shrink or merge; others are auctioned. Operating round and this once more, then a stock round.",
	},
	Special: []string{
		"Trains never rust. They cost more and more maintenance, by a chart that goes on with every issue and takeover round.",
		"A company has 5, 10, 20 or 50 shares, or one: then it is a private company, its director's own.",
		"A company that cannot pay maintenance or interest is liquidated.",
		"A cousin is a holder of shares that plays for you: it has its own money, and a power for the companies it holds.",
		"In an open cry everybody says once the most they will pay; bids stay secret until all are in.",
	},
	Rulebook: "by its designer; look for it by that name",
	Privates: "Four of the nine cousins are in a game, one of each colour. They are bid for at the beginning of the first stock round (bid LOC 50) and only there; " +
		"those without a bid go to whoever wants them, for the lowest winning bid. A cousin gets a treasury, the difference between its printed price and what you paid, and buys shares with it (buy LSR as LOC). " +
		"Its power serves the companies whose shares it holds. When the red phase begins all close: half of the treasury is yours.", // 6.3, 14; 20-CO-06
	Card: "cousin", Printed: "printed price",
	Power: func(private string) string { return powers[private] },
	Kinds: map[string]string{
		"public": "Floated by a lobby in a stock round, with as many shares as the chart says and a par that the phase allows (start LSR 5 60), in any city with a free space. " +
			"Two fifths of the shares must be bought at once. It starts with two station markers; takeovers bring more.", // 6.6.2
		"british rail": "Nobody directs it; it comes when Queen Victoria has died, at the end of the first operating round that began in the brown phase. All its shares are in the pool.", // 10.8, 13.5
	},
	Of: map[string]string{
		"5+":      "With the variant \"" + certificates + "\" 6+ trains stand for them.", // 15.3.2
		"6+":      "Only with the variant \"" + certificates + "\", for the 5+.",
		"8+":      "With the variant \"" + certificates + "\" EXPRESS trains stand for them.",
		"EXPRESS": "Only with the variant \"" + certificates + "\", for the 8+.",
	},
	Runs: map[string]string{
		"FLOOD": "no route: from one station marker on every stop counts that track joins to it, as far as closed cities let it; " +
			"its ports count as often as red areas can be joined to own markers at one time", // 15.3.4; 20-FD-01, 20-FD-04
	},
	Terms: []title.Term{
		{Word: "lobby", Also: []string{"lobbies"}, Text: "Money under your marker, and a place in a queue: when nobody funds any more, each lobby in turn, the highest first, may float one company. The bank keeps the money."},
		{Word: "fund", Also: []string{"fund a lobby", "raise"}, Text: "To put your cash under a lobby, a new one or anybody's: \"fund 50\" begins one of £50, \"fund 50 to 80\" raises it by £30. No two are alike. Raising another player's is a gift."},
		{Word: "start", Also: []string{"float", "floats", "floated", "starting", "distance", "distance fee", "float a company"}, Text: "To float a company with your lobby. You choose its par, shares and stations. Players and cousins must buy two fifths of its shares at par at once. Two stations cost you £80 for each hex between them; their tiles are free."},
		{Word: "cousin", Also: []string{"relative"}, Text: "A relative that plays for you: it has its own money, buys shares when you say so, and gives its power to the companies whose shares it holds. Four are auctioned at the beginning; in red all close."},
		{Word: "cousin auction", Also: []string{"bids", "auction of cousins"}, Text: "In turn everybody bids or passes, again and again, until all pass in a row. Three cousins at most have bids: a bid on the fourth sends the lowest back. Money that you bid is bound until you are outbid."},
		{Word: "overpay", Text: "To pay more for a cousin than you bid. Its own money is the difference between what you pay and its printed price, so beyond that price each £10 more is £10 more for it to buy shares with."},
		{Word: "Cost of Business", Also: []string{"column", "next column", "chart", "costs"}, Text: "A chart of 17 columns. Each says what trains cost in maintenance, what loans cost, how many trains a company may have, and shares a new one. It moves on as each issue and takeover round begins, and with the first train of a colour."},
		{Word: "maintenance", Also: []string{"maintenance and interest", "upkeep"}, Text: "What a company pays for each of its trains in every operating round, by the colour of the train and the column of the Cost of Business."},
		{Word: "forcing bid", Text: "A bid for an offered company that its director must accept: its price after a move up by some spaces, times the shares in play."},
		{Word: "I&T", Also: []string{"issue and takeover round", "issue and takeover"}, Text: "Issue and takeover round: companies issue shares or reduce their share-count, those in liquidation are auctioned, and any other can be offered for takeover."},
		{Word: "takeover", Also: []string{"take over a company", "takeover premium", "premium"}, Text: "A company offers itself or another. All companies may bid, its price times its shares in play at least. The buyer pays all holders alike and gets money, loans, markers and trains. The premium tells which bid cannot be refused."},
		{Word: "grow", Also: []string{"share-count", "shares in play", "increase"}, Text: "To give a company more shares: 5, 10, 20 or 50. Two fifths of them must be in the hands of players and cousins afterwards."},
		{Word: "number", Also: []string{"number card"}, Text: "Your number card. It gives the order of play; the lower number wins a tie."},
		{Word: "future train", Text: "A train won in the auctions of the first three stock rounds. It lies before you until you give it to a company, when its colour is on sale."},
		{Word: "open cry", Text: "An auction by mail: everybody says once the most they would pay. The highest gets it for what it takes to beat the second."},
		{Word: "income", Also: []string{"Queen Victoria", "pays off the next income"}, Text: "What each player gets at the beginning of a stock round, until Queen Victoria has died."},
		{Word: "liquidation", Text: "A company that cannot pay maintenance or interest, or has no train, goes to the £10 space. Its shares cannot be traded, and the next issue and takeover round winds it up."},
		{Word: "private company", Also: []string{"private", "owns"}, Text: "A company of one share, its director's own. It pays all that it earns to its director."},
		{Word: "space", Text: "Where the marker of a private company stands on the track of private companies."},
		{Word: "barrier", Text: "A blue edge of the map. No track crosses it in the yellow phase; later it costs extra."},
	},
}
