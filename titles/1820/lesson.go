package t1820

import "pbem/titles/title"

var lesson = title.Lesson{
	Goal: "Be the richest: cash and shares at their prices. Cousins, private companies and what companies own count nothing. " +
		"The game ends when the Cost of Business chart comes to its end, a price to £500, a player to ruin, or nobody directs a company.", // 9; 20-GE-05
	Round: []string{
		"First stock round: an auction of cousins; in the first three an auction of future trains.",
		"Stock round: £800 for each player, until Queen Victoria has died. In turn buy or sell shares, for yourself or for a cousin, grow a company, or fund a lobby. " +
			"When nobody funds or grows any more each lobby floats a company, the highest first; then only shares are traded.",
		"Operating round: dearest first, each company lays tiles, places a station, runs its trains, pays or keeps the revenue, pays maintenance for its trains, and may buy more.",
		"Issue and takeover round: companies issue shares, shrink or merge; others are auctioned. Operating round and this once more, then a stock round.",
	},
	Special: []string{
		"Trains never rust. They cost more and more maintenance, by a chart that goes on with every issue and takeover round.",
		"A company has 5, 10, 20 or 50 shares, or one: then it is a private company, its director's own.",
		"Who cannot pay maintenance or interest is liquidated.",
		"A cousin is a holder of shares that plays for you: it has its own money, and a power for the companies it holds.",
		"In an open cry everybody says once how much they give at most; nobody is told before all have spoken.",
	},
	Rulebook: "by its designer; look for it by that name",
	Privates: "Four of the nine cousins are in a game, one of each colour. They are bid for at the beginning of the first stock round (bid LOC 50) and only there; " +
		"those without a bid go to who wants them for the lowest bid that won. A cousin gets a treasury, the difference between its printed price and what you paid, and buys shares with it (buy LSR as LOC). " +
		"Its power serves the companies whose shares it holds. When the red phase begins all close: half of the treasury is yours.", // 6.3, 14; 20-CO-06
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
}
