package t1828

import "pbem/titles/title"

var lesson = title.Lesson{
	Goal: "Be the richest: cash and shares at their prices, and private companies at face value.",
	End:  "The game ends after the set of operating rounds that follows the first D-train, at a price of $500, with a bankruptcy, or when all agree who has won.", // 9
	Round: []string{
		"Auction, once: the last private company without a bid in the cheapest row can be bought; all others are bid for.",
		"Stock round: sell, one action (buy a share, start a company, merge two), sell again, until all pass.",
		"Operating rounds, one to four as the phase says: private companies pay; then, highest price first, each company builds, places a station, runs its trains, pays or keeps the revenue, and buys trains.",
	},
	Special: []string{
		"Two companies whose directors agree merge into a system: one name and price, two homes, the builds and the train limits of both. What becomes of the shares is the heart of the game.",
		"The price of a company moves on a board of rows and columns: in the operating rounds by what it pays, in the stock round by sales and demand.",
		"The coalfields K11 are only for those who have coal.",
		"A director adds his own money when his company needs a train, and can go bankrupt over it.",
	},
	Rulebook: "by its designer; 18xx.games has the game as 1828.Games",
	Privates: "They are sold in the auction that begins the game: the last of the cheapest row without a bid at its price (buy SVN), all others by bids (bid D&H 85), which are settled in the order of the list. They pay their owner before each operating round. " +
		"From the green phase on a company in its turn may buy one of a player who agrees, for $1 to twice the face value (buy private D&H for 120), and has its power from then on; " +
		"no company buys those of $250. All close with the first 6-train.", // 6, 13.2.1
	Power: about,
	Kinds: map[string]string{
		"public": "Ten shares: a director's certificate of two and eight others. Whoever starts it sets the par (start B&O 67). It floats as soon as only four shares are left in the IPO, and gets ten times the par.", // 7.4
	},
	Of: particular(),
	Terms: []title.Term{
		{Word: "system", Also: []string{"merger", "merge"}, Text: "Two merged companies. It has one name, price and treasury and the tokens of both, but two shells with trains of their own."},
		{Word: "shell", Also: []string{"shells"}, Text: "One of the two companies within a system: its trains, for the limit of one company."},
		{Word: "order", Also: []string{"next order"}, Text: "The order of play: whoever passes first in a stock round is first in the next."},
		{Word: "passed", Also: []string{"auction"}, Text: "The players who have passed. In the auction all that has a bid is sold when all pass in a row; it ends when all are sold."},
		{Word: "bid", Also: []string{"bids", "bound"}, Text: "A bid in the auction binds that much of your cash until the private company is sold; on one of $250 until you are outbid."},
		{Word: "par", Also: []string{"pars"}, Text: "The price at which a company starts. More pars open with the phases."},
		{Word: "C&P", Also: []string{"Cobourg", "treasury of C&P"}, Text: "The Cobourg & Peterborough, a private company with a treasury and track of its own."},
		{Word: "coal", Also: []string{"coalfields"}, Text: "A marker, one for a company: it costs $120 in the coalfields, or comes with the tile of the tunnel K13. Without it no run, tile or token of a company gets anything by way of the coalfields K11."},
		{Word: "gray area", Also: []string{"gray", "grey"}, Text: "The gray part of the market. There more than 60% of a company may be bought, two certificates in a turn by its director, and sold out it rises one space more. The gray phase is between red and purple, with the 8E-trains; tiles are not gray."},
		{Word: "treasury", Also: []string{"treas"}, Text: "What a company itself owns. Under \"Treas\" stands the share of a system that pays its dividends to the system; nobody can buy it."},
	},
}

// particular says what is special about single companies.
func particular() map[string]string {
	out := map[string]string{
		"B&M": "It may lay one more yellow tile for $40 in a round in which it upgrades nothing.", // 8.3.1; 28-TR-03
		"NYH": "It may lay one more yellow tile for $40 in a round in which it upgrades nothing.",
	}
	for _, p := range data.Privates { // 28-AU-14
		if p.Kind == charterKind {
			out[companyOf(p.Sym)] = "Three of its shares come with the private company " + p.Sym + ", whose buyer starts it in the auction. Where that is not in the game, it starts as any other."
		}
	}
	out["PRR"] = "One of its shares comes with the C&A." // 28-AU-15
	return out
}
