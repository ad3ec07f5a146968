package t1820

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid LOC 50").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Bid for a cousin; in an open cry: say how much you give at most. Nobody is told before all have spoken, and you pay no more than it takes; a maximum beside the bid is not needed there."),
	{
		Name: "overpay", Form: "PRIVATE AMOUNT", Example: "overpay LOC 150",
		Synonyms: []string{"pay more"},
		Meaning:  "Pay more for a cousin than you bid: its treasury is the difference to the printed price.",
		Shapes:   []string{"PRIVATE PRICE"},
	},
	{
		Name: "take", Form: "train TRAIN, or both", Example: "take train 2+",
		Synonyms: []string{"keep train"},
		Meaning:  "Take one or both of the future trains you have won.",
		Shapes:   []string{"train TRAIN", "both"},
	},
	moves.Buy.As("COMPANY from treasury | pool | HOLDER [as PRIVATE], or PRIVATE, or train TRAIN from bank [adding AMOUNT], or train TRAIN from COMPANY for PRICE [adding AMOUNT], or with COMPANY [for PRICE]", "buy LSR from treasury").
		Shaped("COMPANY from treasury|pool|HOLDER", "COMPANY from treasury|pool|HOLDER as PRIVATE", "PRIVATE", "train TRAIN from bank|COMPANY for PRICE", "train TRAIN from bank adding PRICE", "train TRAIN from COMPANY for PRICE adding PRICE", "with COMPANY", "with COMPANY for PRICE").
		Meant("Buy a share, for yourself or as one of your cousins; a cousin; or a train, with how much of its price you add yourself (adding 50). After an auction: say which of your companies buys, and for how much if you raise your own bid."),
	moves.Sell.As("NUMBER COMPANY [as PRIVATE]", "sell 2 LSR").Shaped("COUNT COMPANY", "COUNT COMPANY as PRIVATE").
		Meant("Sell shares to the pool, yours or those of one of your cousins."),
	moves.Redeem.As("NUMBER COMPANY [loans NUMBER]", "redeem 2 LSR").Shaped("COUNT COMPANY", "COUNT COMPANY loans COUNT").
		Meant("Let a company of yours buy its shares from the pool, with loans if it needs them."),
	{
		Name: "fund", Form: "AMOUNT, or AMOUNT to AMOUNT", Example: "fund 50",
		Synonyms: []string{"fund lobby", "raise lobby", "fund a lobby"},
		Meaning:  "Fund a lobby, or raise the one of that sum to another: fund 50 to 80. Each lobby floats a company, the highest first.",
		Shapes:   []string{"PRICE", "PRICE to PRICE"},
	},
	{
		Name: "increase", Form: "COMPANY to NUMBER [at PRICE]", Example: "increase LSR to 10",
		Synonyms: []string{"grow", "enlarge"},
		Meaning:  "Make a larger share-count of a company you direct, of a private one at a par price.",
		Shapes:   []string{"COMPANY to COUNT", "COMPANY to COUNT at PRICE"},
	},
	moves.Start.As("COMPANY NUMBER PRICE", "start LSR 5 60").Shaped("COMPANY COUNT PRICE").
		Meant("Float a company with so many shares at a par price."),
	{
		Name: "allot", Form: "HOLDER NUMBER", Example: "allot Amy 2",
		Synonyms: []string{"allocate", "assign"},
		Meaning:  "Say which player or cousin buys how many treasury shares of a company that floats or grows.",
		Shapes:   []string{"HOLDER COUNT"},
	},
	{
		Name: "direct", Form: "PRIVATE", Example: "direct LOC",
		Synonyms: []string{"director"},
		Meaning:  "Say which of the cousins with the most shares directs a company.",
		Shapes:   []string{"PRIVATE"},
	},
	{
		Name: "liquidate", Form: "COMPANY", Example: "liquidate CFR",
		Synonyms: []string{"wind up"},
		Meaning:  "Say which company without a director goes into liquidation next.",
		Shapes:   []string{"COMPANY"},
	},
	{
		Name: "loan", Form: "NUMBER", Example: "loan 2",
		Synonyms: []string{"loans", "borrow", "take loan", "take loans", "take a loan"},
		Meaning:  "Take loans of £200 for your company; its price falls one space for each.",
		Shapes:   []string{"COUNT"},
	},
	{
		Name: "give", Form: "train TRAIN to COMPANY", Example: "give train 3+ to LSR",
		Synonyms: []string{"gift", "donate"},
		Meaning:  "Give a future train of yours to the company whose turn it is.",
		Shapes:   []string{"train TRAIN to COMPANY"},
	},
	moves.Lay.As("HEX TILE EXITS [with PRIVATE]", "lay G7 148 NW-NE").Shaped("HEX TILE TURN", "HEX TILE TURN with PRIVATE"),
	moves.Token.As("HEX [EXITS] [with PRIVATE]", "token G3").Shaped("HEX EXITS", "HEX with PRIVATE", "HEX EXITS with PRIVATE"),
	moves.Run.As("auto, or TRAIN: STOP STOP ... for each train", "run auto").
		Meant("Run the trains: the best runs there are, or those you say. A train that uses a cousin is named with it, 3+/VUL."),
	moves.Pay,
	moves.Withhold,
	{
		Name: "settle", Example: "settle",
		Synonyms: []string{"pay due", "pay maintenance", "pay interest"},
		Meaning:  "Pay maintenance or interest from the treasury.",
	},
	{
		Name: "cover", Example: "cover",
		Synonyms: []string{"pay myself", "pay the rest"},
		Meaning:  "Pay what the treasury lacks for maintenance or interest yourself; the price falls one space.",
	},
	{
		Name: "refuse", Example: "refuse",
		Synonyms: []string{"default", "do not pay"},
		Meaning:  "Do not pay maintenance or interest: the company goes into liquidation, a private one is closed.",
	},
	moves.Discard.As("train TRAIN [COMPANY]", "discard train 2+ LSR").Meant("Throw a train of a company out of the game."),
	{
		Name: "repay", Form: "NUMBER", Example: "repay 1",
		Synonyms: []string{"pay back", "pay off", "repay loan", "repay loans"},
		Meaning:  "Pay loans of your company off; its price rises one space for each.",
		Shapes:   []string{"COUNT"},
	},
	{
		Name: "issue", Form: "NUMBER COMPANY", Example: "issue 1 LSR",
		Synonyms: []string{"issue shares"},
		Meaning:  "Put treasury shares of a company into the pool for their price.",
		Shapes:   []string{"COUNT COMPANY"},
	},
	{
		Name: "reduce", Form: "COMPANY to NUMBER [loans NUMBER]", Example: "reduce LSR to 5",
		Synonyms: []string{"shrink"},
		Meaning:  "Reduce the share-count of a company; with 1 it becomes a private company.",
		Shapes:   []string{"COMPANY to COUNT", "COMPANY to COUNT loans COUNT"},
	},
	{
		Name: "back", Form: "HOLDER NUMBER", Example: "back LOC 1",
		Synonyms: []string{"buy from"},
		Meaning:  "Say whose shares a company buys back.",
		Shapes:   []string{"HOLDER COUNT"},
	},
	moves.Merge.As("with COMPANY into COMPANY", "merge with CFR into CFR").Shaped("with COMPANY into COMPANY").
		Meant("Merge a new private company with another of yours; the second is the one that stays."),
	{
		Name: "offer", Form: "COMPANY", Example: "offer LSR",
		Synonyms: []string{"put up", "offer for takeover"},
		Meaning:  "Offer a company for takeover, your own or another.",
		Shapes:   []string{"COMPANY"},
	},
	{
		Name: "stay", Form: "HEX EXITS", Example: "stay D6 SW-NW-SE",
		Synonyms: []string{"keep marker"},
		Meaning:  "Say which of two station markers in a hex stays.",
		Shapes:   []string{"HEX EXITS"},
	},
	{
		Name: "remove", Form: "charter, or HEX [EXITS]", Example: "remove charter",
		Synonyms: []string{"give up", "take off"},
		Meaning:  "Give a station marker up, of the charter or of the map.",
		Shapes:   []string{"charter", "HEX EXITS"},
	},
	{
		Name: "use", Form: "PRIVATE NUMBER", Example: "use RSF 1",
		Synonyms: []string{"use cousin", "with"},
		Meaning:  "Have so many station markers above the limit free of their fee with Stephenson & Fox.",
		Shapes:   []string{"PRIVATE COUNT"},
	},
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
}
