package t18newengland

import "pbem/titles/title"

var lesson = title.Lesson{
	Goal: "Be the richest: cash, shares of majors at their prices, and each of your minors at twice its value. What companies own does not count.",
	End:  "The game ends when the bank is broken, when a price reaches $500, or when all others are bankrupt.", // 13
	Round: []string{
		"Draft, once: players reserve minors (reserve NYW) and start them at a value (value NYW 50). Then each minor has a 2-train.",
		"Two operating rounds: minors first, then majors, each by price, the highest first. A company lays track, a major places a station, then it runs its trains, pays, buys trains, and a major issues shares.",
		"From phase 3 on a merger round after each operating round: a minor, or two of one owner, may become a major.",
		"Stock round: sell, then buy one share or start a minor, until all pass.",
	},
	Special: []string{
		"A minor is yours alone. It pays you half of what it earns and keeps the other half; its value never moves.",
		"A major gets its par for each share that is bought or issued for the first time, whatever the buyer pays.",
		"A sale by the president moves the price; one by others does not.",
		"A major without a train must get one, if need be from its president's pocket.",
		"Express trains (E) may leave towns uncounted; two of one company run as one, for double the money.",
	},
	Rulebook: "All-Aboard Games, www.all-aboardgames.com",
	Kinds: map[string]string{
		minor: "One certificate, its owner's alone. It is reserved and started in the draft, later started in a stock round (start HNH 80); its owner pays twice its value into its treasury. " +
			"It has one station. From phase 3 on it may become a major, alone (convert) or with another (merge).", // 7.1, 9, 10.2
		major: "Ten shares: a president's certificate of two and eight others. It is not bought but formed in a merger round, from one minor at a par of $100 or from two at the sum of their values, " +
			"and has its home where they stood.", // 7.2, 12
	},
	Of: map[string]string{
		"5E": "Two run as one for double the money, three for three times as much.", // 11.5; NE-RT-12, NE-RT-13
		"6E": "Two E-trains of a company run as one, the smaller, for double the money.",
		"8E": "Two E-trains of a company run as one, the smaller, for double the money.",
	},
	Terms: []title.Term{
		{Word: "bank", Text: "It begins with $12,000. Once it has to pay more than it has, it is broken: the game ends after the second operating round of the pair."}, // 13
		{Word: "minor", Text: "A company of one certificate that is its owner's alone. It keeps half of what it earns and pays the owner half."},
		{Word: "major", Text: "A company of ten shares, formed from one or two minors."},
		{Word: "value", Text: "A minor's place on the market, which never moves. Its owner pays twice its value into its treasury, and that is what it counts at the end."},
		{Word: "start", Text: "To begin a minor in a stock round, in the draft with \"value\": you choose its value and pay twice that into its treasury."}, // 10.2
		{Word: "par", Text: "What a major gets for each share that is bought or issued for the first time: $100 after a conversion, after a merger the sum of both values, rounded down to a price. " +
			"It never changes."}, // 6, 12
		{Word: "IPO", Also: []string{"initial offering", "initial public offering"}, Text: "Shares of a major that were never sold. They cost the price of the moment, and the major gets its par, be it more or less."}, // 10.6
		{Word: "reserve", Also: []string{"draft", "reserved"}, Text: "To keep a minor for yourself in the draft, without paying yet; \"value\" starts it later."},
		{Word: "top", Also: []string{"bottom"}, Text: "Each value of a minor has two spaces on the market, the top one and the bottom one, for one minor each. Of two minors with one value, the top one operates first."},
		{Word: "sold out", Text: "No share of a major is left to buy. Its price does not rise for that."},                                                                                                   // 10.7
		{Word: "operating order", Also: []string{"order", "next order"}, Text: "Minors first, then majors, each kind by price, the highest first. Of equals the top space, or the marker that came first."}, // 11
		{Word: "emergency", Also: []string{"forced purchase", "emergency money"}, Text: "A company without a train cannot pay for any in bank and pool. The president of a major must add the rest for the cheapest, and may have to sell shares; " +
			"the owner of a minor may, or lets it close."}, // 11.8
		{Word: "MR", Also: []string{"merger round"}, Text: "Merger round, after each operating round from phase 3 on: each minor in turn stays one or becomes a major, alone or with another of its owner."}, // 12
		{Word: "convert", Text: "To make a major of one minor in a merger round."},
		{Word: "E-train", Also: []string{"express", "express train"}, Text: "An express: it need not count towns. Two of one company run as one, the smaller, for double the money."},
	},
}
