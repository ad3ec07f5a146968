package t1817

import (
	"fmt"
	"strings"

	"pbem/engine/step"
	"pbem/titles/title"
)

var lesson = title.Lesson{
	Goal: "Be the richest: cash and shares at their prices, less the shares you have sold short. What companies own does not count.",
	End:  "The first 8-train brings the end: the set of rounds is finished and one more is played.", // 8
	Round: []string{
		"Auction, once: players put private companies up and bid for them; the bank adds seed money.",
		"Stock round: sell, sell short, then buy one share or start a company; or let one of your companies borrow and buy its own shares. The presidency of a new company is auctioned, and the winner says how many shares it has.",
		"Operating round, twice: highest price first, each company lays tiles, places a station, runs its trains, pays the revenue or keeps it, buys trains, and pays interest.",
		"Merger round, after each operating round: companies grow, merge in pairs, are bought by others, or are liquidated.",
	},
	Special: []string{
		"Companies borrow: a loan brings $100 and lowers the price. The interest on each, from $5 to $70, rises with the number of loans of all companies.",
		"You may sell a share that you do not own. Until you buy it back, you pay its dividends.",
		"A company has two, five or ten shares, as the phase allows, and grows in merger rounds.",
		"A company that cannot pay its interest, or ends its turn without a train, falls into the red and is sold off. The president pays what it lacks for its interest, and for its loans when it is sold off, and may go bankrupt, which does not end the game.",
		"After each operating round the bank exports the next train: it leaves the game.",
	},
	Rulebook: "All-Aboard Games sells the game; deepthoughtgames.com had the rules of the first edition",
	Privates: "They are sold in the auction that begins the game, and only there; whatever nobody buys leaves the game. A player gets nothing from one, and it is worth nothing at the end: " +
		"whoever wins a new company pays for it with private companies at face value and with cash (contribute UBC), and the company uses them from then on. " +
		"They stay with it when it merges or is bought.", // 1.2.6, 4.2, 5.5
	Power: power,
	Pays:  pays,
	Kinds: map[string]string{
		"public": "Starts in a stock round, in a city of your choice that has a free space (start PLE in D9 for 110): that is its home. Its presidency is auctioned, and the winner " +
			"pays with cash and private companies. It has two, five or ten shares, as the phase allows. Its first station marker is free, a second costs $50, four cost $150 in all.", // 5.5; 17-IP-09
	},
	Of: map[string]string{
		"2":  "At the end of the first operating round those not sold are gone.", // 6.11; 17-TR-07
		"2+": "They come when the 2-trains are gone.",                            // 1.2.9
	},
	Terms: []title.Term{
		{Word: "loan", Text: "$100 from the bank to a company. Its price falls a space, and it pays interest in each operating round. It may have as many loans as shares."},
		{Word: "interest", Text: "What each loan costs in an operating round: from $5 to $70, the more loans all companies have."},
		{Word: "IPO", Also: []string{"presidency auction"}, Text: "In 1817 the presidency of a new company is auctioned. The winner pays with cash and private companies, which fill its treasury, and chooses how many shares it has."},
		{Word: "short", Also: []string{"sold short", "short share", "short sale"}, Text: "A share that you sell without owning one. You get its price and owe its dividends. When the game ends, what it costs is taken from your score."},
		{Word: "squeeze", Text: "Players hold more shares than a company has, because shares were sold short. With the variant its price then moves two spaces to the right at the end of a stock round, and not one."},
		{Word: "certificate limit", Also: []string{"cert limit", "limit"}, Text: "The most certificates that a player may hold. At it only a share that closes a short one can be bought; above it shares are sold first. Short shares and private companies do not count."},
		{Word: "seed money", Text: "Money of the bank that makes up bids to the face value of private companies in the auction. What one of them takes is not there for the others."},
		{Word: "next export", Also: []string{"export"}, Text: "The train that the bank exports after this operating round: it leaves the game."},
		{Word: "acquisition", Also: []string{"gray", "gray zone"}, Text: "The gray end of the market: nobody trades its shares, and in the next merger round the company goes to the one that bids most, from $10 on. Without a bid it goes on."},
		{Word: "liquidation", Also: []string{"red", "red zone"}, Text: "The red end of the market: the company is sold off in the next merger round. What is left when its loans are repaid is shared out to its shares; what is lacking its president pays."},
		{Word: "set aside", Text: "Cash and loans of a company that is sold off in liquidation. Whoever buys it gets neither: the cash and the bid pay the loans."},
		{Word: "owes", Text: "Money or station markers that are not paid yet."},
	},
}

// pays says for what a private company pays. // 17-PV-04, 17-PV-13
func pays(private string) string {
	p := data.Private(private)
	if p.Kind == "engineers" {
		return money(p.Income) + " for each yellow tile on a mountain"
	}
	return money(p.Income) + " a round to its company"
}

// power says what a private company can do for the company that owns it. // 1.2.6
func power(private string) string {
	p := data.Private(private)
	switch p.Kind {
	case "coal": // 17-PV-08, 17-PV-12
		each := "each goes"
		if p.Tokens == 1 {
			each = "it goes"
		}
		return fmt.Sprintf("brings its company %s: %s, with a yellow tile of plain track, on a mountain beside a city or a red area; the mountain costs nothing then, "+
			"and the mine is worth $10 on every route over it", step.Plural(p.Tokens, "coal mine"), each)
	case "bridge": // 17-PV-05, 17-PV-06
		return fmt.Sprintf("its company pays no $10 for rivers, and may place %s in %s, at any time of its turn: the city is worth $10 more for everybody then",
			step.Plural(p.Tokens, "bridge"), strings.Join(bridgeHexes, ", "))
	case "engineers": // 17-PV-04
		return fmt.Sprintf("pays its company %s for each yellow tile that it lays on a mountain", money(p.Income))
	case "mill": // 17-PV-01
		return fmt.Sprintf("its company may lay tile %s in %s %s, once, without a connection, as long as no tile lies there", millTile, data.Map.Hex(millHex).Name, millHex)
	case "station": // 17-PV-07
		return "one more station marker without pay for the company that it helps to start"
	}
	return fmt.Sprintf("pays its company %s before each operating round, if that has a train", money(p.Income)) // 17-PV-13
}
