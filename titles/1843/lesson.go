package t1843

import (
	"strings"

	"pbem/titles/title"
)

var lesson = title.Lesson{
	Goal: "Be the richest: cash, shares at their prices, and private companies at face value. What companies own does not count.",
	End:  "The game ends with the second set of operating rounds in which a company owned a gray train, at a price of 500fr, or with a bankruptcy.", // 8.10
	Round: []string{
		"Auction, once: the cheapest private company can be bought, the others are bid for.",
		"Stock round: sell, buy one share or start a railway at a par that the phase allows, sell again, until all pass.",
		"Operating rounds, one to four as the phase says: private companies and ports pay; then, highest price first, each railway builds, places a station or claims a port, runs its trains, pays or keeps the revenue, and buys trains. " +
			"After the set foreigners take the next train away.",
	},
	Special: []string{
		"A train certificate has two sides, a single train and a pair of smaller ones: you buy the side you want. Limits count trains and certificates.",
		"A railway runs for the most its trains can earn.",
		"Six ports: whoever claims one gets 20fr a round for it.",
		"A railway that has a route must own a train at the end of its turn, if need be from its director's pocket.",
		"In the gray phase trains of older colours are sold again, and a station marker may move once.",
	},
	Rulebook: "by its designer; look for it by that name",
	Privates: "They are sold in the auction that begins the game: the cheapest at its price (buy TB), the others by bids (bid LH 75). They pay their owner before each operating round. " +
		"From the green phase on a railway in its turn may buy one of a player who agrees, for 1fr to twice the face value (buy private TB for 20), and has its power from then on; not LM. " +
		"All close when the brown phase begins.", // 6, 10.1
	Power: about,
	Kinds: map[string]string{
		"public": "Ten shares: a director's certificate of two and eight others. Whoever starts it sets the par (start SO 73). It floats as soon as only four shares are left in the IPO, and gets ten times the par.", // 7.4
	},
	Runs: map[string]string{
		"2x2": "two routes of up to 2 stops each, or one route as a 3+1-train: up to 4 stops, 3 of them cities or red areas", // 13.2
	},
	Of:    particular(),
	Zones: map[string]string{"wall_left": "wall: a price cannot move left and falls a row instead"},
	Terms: []title.Term{
		{Word: "certificate of trains", Also: []string{"train pair", "pair", "pair of trains"}, Text: "A train card with two sides: a single train, such as 2+1, and a pair of smaller ones, such as 2x2. You buy the side you want."},
		{Word: "3+1", Also: []string{"2x2 or 3+1"}, Text: "A 2x2-certificate may run as one 3+1-train instead of two trains: up to four stops, three of them cities or red areas. It counts then as one train for the limit."},
		{Word: "card", Also: []string{"order card"}, Text: "Your place in the order of play."},
		{Word: "foreigners", Also: []string{"foreigners buy"}, Text: "After each set of operating rounds they buy the next train on sale, which is gone."},
		{Word: "zone", Also: []string{"in the", "yellow zone", "orange", "orange zone", "brown zone"}, Text: "Certificates of companies there do not count toward the limit. In the orange and brown zone you may own more than 60%, in the brown buy several at once."},
		{Word: "port", Also: []string{"ports"}, Text: "A place by the sea that a railway may claim for 20fr in each operating round."},
		{Word: "Engineers card", Also: []string{"Engineers"}, Text: "Comes with VDL. The train certificate that it lies on runs once more after it has rusted."},
		{Word: "offered to it", Also: []string{"offered"}, Text: "An offer to the railway that stands: what it may buy, and for how much."},
		{Word: "wall", Also: []string{"wall left"}, Text: "A red line on the left of some spaces of the market: a price that would fall to the left there falls a row down."},
	},
}

// particular returns what the lesson says of single railways and trains.
func particular() map[string]string {
	out := map[string]string{
		"PLM":      "Its director's certificate comes with the private company LM, whose buyer says the par (start PLM 79).", // 43-AU-17
		"ETA":      "One of its shares comes with the private company BA.",                                                   // 43-AU-18
		"MID":      "Its home has two cities as soon as a tile lies there: it says then in which it stands.",
		"2":        "Only with six players: a railway that buys VDL may make this train of it.",
		"Electric": "Every stop of its route counts.",
	}
	for _, sym := range twoYellow { // 8.4.1; 43-TR-02
		out[sym] = strings.TrimSpace(out[sym] + " It may lay two yellow tiles instead of one, for " + money(secondFee) + " more.")
	}
	for _, sym := range directBrown { // 8.4.2; 43-TR-22
		out[sym] += " From the brown phase on it may lay a brown tile at once in most port cities."
	}
	return out
}

// about tells what a private company pays, which hexes it keeps free, and what it can do.
// // 10.1, 10.2
func about(private string) string {
	p := data.Private(private)
	var parts []string
	if p.Income > 0 {
		parts = append(parts, "pays "+money(p.Income))
	}
	if len(p.Blocks) > 0 { // 43-PR-04
		parts = append(parts, "keeps "+strings.Join(p.Blocks, " and ")+" free of tiles while a player has it")
	}
	parts = append(parts, powers[private])
	if private == privVDL { // 43-PR-25
		parts = append(parts, "with six players its company may make a 2-train of it")
	}
	return strings.Join(parts, "; ")
}
