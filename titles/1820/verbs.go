package t1820

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid LOC 50").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Bid for a cousin; in an open cry: say the most you will pay. Bids stay secret until everybody has bid, and you pay no more than it takes; a maximum beside the bid is not needed there, and for a cousin none is kept."),
	moves.Own("overpay", "pay more").As("PRIVATE AMOUNT", "overpay LOC 150").Shaped("PRIVATE PRICE").
		Meant("Pay more for a cousin than you bid: its treasury is the difference to the printed price."),
	moves.Own("take", "keep train").As("train TRAIN, or both", "take train 2+").Shaped("train TRAIN", "both").
		Meant("Take one or both of the future trains you have won."),
	moves.Buy.As("COMPANY from treasury | pool | HOLDER [as PRIVATE], or PRIVATE, or train TRAIN from bank [adding AMOUNT], or train TRAIN from COMPANY for PRICE [adding AMOUNT], or with COMPANY [for PRICE]", "buy LSR from treasury").
		Shaped("COMPANY from treasury|pool|HOLDER", "COMPANY from treasury|pool|HOLDER as PRIVATE", "PRIVATE", "train TRAIN from bank|COMPANY for PRICE", "train TRAIN from bank adding PRICE", "train TRAIN from COMPANY for PRICE adding PRICE", "with COMPANY", "with COMPANY for PRICE").
		Meant("Buy a share, for yourself or as one of your cousins; a cousin; or a train, with how much of its price you add yourself (adding 50). After an auction: say which of your companies buys, and for how much if you raise your own bid."),
	moves.Sell.As("NUMBER COMPANY [as PRIVATE], or NUMBER COMPANY for COMPANY", "sell 2 LSR").Shaped("COUNT COMPANY", "COUNT COMPANY as PRIVATE", "COUNT COMPANY for COMPANY").
		Meant("Sell shares to the pool, yours or those of one of your cousins. To buy a train of a company that another player would then direct: sell 1 LUR for LUR, and they are asked."),
	moves.Redeem.As("NUMBER COMPANY [loans NUMBER]", "redeem 2 LSR").Shaped("COUNT COMPANY", "COUNT COMPANY loans COUNT").
		Meant("Let a company of yours buy its shares from the pool, with loans if it needs them."),
	moves.Own("fund", "fund lobby", "raise lobby", "fund a lobby", "lobby").As("AMOUNT, or AMOUNT to AMOUNT", "fund 50").Shaped("PRICE", "PRICE to PRICE").
		Meant("Fund a lobby, or raise the one of that sum to another: fund 50 to 80. Each lobby floats a company, the highest first."),
	moves.Own("increase", "grow", "enlarge").As("COMPANY to NUMBER [at PRICE]", "increase LSR to 10").Shaped("COMPANY to COUNT", "COMPANY to COUNT at PRICE").
		Meant("Increase the share-count of a company you direct; for a private one, say a par price too."),
	moves.Start.As("COMPANY NUMBER PRICE", "start LSR 5 60").Shaped("COMPANY COUNT PRICE").
		Meant("Float a company with so many shares at a par price."),
	moves.Own("allot", "allocate", "assign").As("HOLDER NUMBER", "allot Amy 2").Shaped("HOLDER COUNT").
		Meant("Say which player or cousin buys how many treasury shares of a company that floats or grows."),
	moves.Own("direct", "director").As("PRIVATE", "direct LOC").Shaped("PRIVATE").
		Meant("Say which of the cousins with the most shares directs a company."),
	moves.Own("liquidate", "wind up").As("COMPANY", "liquidate CFR").Shaped("COMPANY").
		Meant("Say which company without a director goes into liquidation next."),
	moves.Own("loan", "loans", "borrow", "take loan", "take loans", "take a loan").As("NUMBER", "loan 2").Shaped("COUNT").
		Meant("Take loans of £200 for your company; its price falls one space for each."),
	moves.Own("give", "gift", "donate").As("train TRAIN to COMPANY", "give train 3+ to LSR").Shaped("train TRAIN to COMPANY").
		Meant("Give one of your future trains to the company whose turn it is."),
	moves.Lay.As("HEX TILE EXITS [with PRIVATE]", "lay G7 148 NW-NE").Shaped("HEX TILE TURN", "HEX TILE TURN with PRIVATE"),
	moves.Token.As("HEX [EXITS] [with PRIVATE]", "token G3").Shaped("HEX EXITS", "HEX with PRIVATE", "HEX EXITS with PRIVATE"),
	moves.Run.As("auto, or TRAIN: STOP STOP ... for each train", "run auto").
		Meant("Run the trains: the best runs there are, or those you say. A train that uses a cousin is named with it, 3+/VUL."),
	moves.Pay,
	moves.Withhold,
	moves.Own("settle", "pay due", "pay maintenance", "pay the maintenance", "pay interest", "pay the interest").
		Meant("Pay maintenance or interest from the treasury."),
	moves.Own("cover", "pay myself", "pay the rest").
		Meant("Pay what the treasury lacks for maintenance or interest yourself; the price falls one space."),
	moves.Own("refuse", "default", "do not pay").
		Meant("Do not pay maintenance or interest: the company goes into liquidation, a private one is closed."),
	moves.Discard.As("train TRAIN [COMPANY]", "discard train 2+ LSR").Meant("Discard a train of a company."),
	moves.Own("repay", "pay back", "pay off", "repay loan", "repay loans").As("NUMBER", "repay 1").Shaped("COUNT").
		Meant("Pay off loans of your company; its price rises one space for each."),
	moves.Own("issue", "issue shares").As("NUMBER COMPANY", "issue 1 LSR").Shaped("COUNT COMPANY").
		Meant("Put treasury shares of a company into the pool for their price."),
	moves.Own("reduce", "shrink").As("COMPANY to NUMBER [loans NUMBER]", "reduce LSR to 5").Shaped("COMPANY to COUNT", "COMPANY to COUNT loans COUNT").
		Meant("Reduce the share-count of a company; with 1 it becomes a private company."),
	moves.Own("back", "buy from").As("HOLDER NUMBER", "back LOC 1").Shaped("HOLDER COUNT").
		Meant("Say whose shares a company buys back."),
	moves.Merge.As("with COMPANY into COMPANY", "merge with CFR into CFR").Shaped("with COMPANY into COMPANY").
		Meant("Merge a new private company with another of yours; the second is the one that stays."),
	moves.Own("offer", "put up", "offer for takeover").As("COMPANY", "offer LSR").Shaped("COMPANY").
		Meant("Offer a company for takeover, your own or another."),
	moves.Own("stay", "keep marker").As("HEX EXITS", "stay D6 SW-NW-SE").Shaped("HEX EXITS").
		Meant("Say which of two station markers in a hex stays."),
	moves.Own("remove", "give up", "take off").As("charter, or HEX [EXITS]", "remove charter").Shaped("charter", "HEX EXITS").
		Meant("Give up a station marker, from the charter or the map."),
	moves.Own("use", "use cousin", "with").As("PRIVATE NUMBER", "use RSF 1").Shaped("PRIVATE COUNT").
		Meant("Have so many station markers above the limit free of their fee with Stephenson & Fox."),
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
}
