package t1843

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid LH 75").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Bid for a private company, or raise in an auction of several bidders; a maximum is for such an auction."),
	moves.Start.As("COMPANY PRICE", "start SO 73").Shaped("COMPANY PRICE").
		Meant("Start a company at a par price, or set the par of PLM."),
	moves.Buy.As("PRIVATE, or COMPANY from ipo | pool, or train TRAIN from bank | pool, or train TRAIN from COMPANY for PRICE, or private PRIVATE for PRICE, or port HEX from COMPANY", "buy train 2x2 from bank").
		Shaped("PRIVATE", "COMPANY from ipo|pool", "train TRAIN from bank|pool|COMPANY for PRICE", "private PRIVATE for PRICE", "port HEX from COMPANY").
		Meant("Buy a private company in the auction, a share, a train, or for your company a private company of a player or a port of another company. The seller may be left out when there is only one."),
	moves.Sell.As("NUMBER COMPANY, or all", "sell 2 PLM").Shaped("COUNT COMPANY", "all").
		Meant("Sell shares to the pool; when you are bankrupt, all at once."),
	moves.Own("exchange", "swap", "trade in", "exchange vdl", "exchange val de loire", "swap vdl", "trade in vdl").As("COMPANY [PRICE]", "exchange PO").Shaped("COMPANY", "COMPANY PRICE").
		Meant("Exchange VDL for a share; of a company without a par for half of its director's certificate, at the par you say."),
	moves.Lay.As("HEX TILE EXITS [with PRIVATE]", "lay H7 57 SW-NE").Shaped("HEX TILE TURN", "HEX TILE TURN with PRIVATE"),
	moves.Token.As("HEX [EXITS] [with PRIVATE]", "token D15").Shaped("HEX EXITS", "HEX with PRIVATE", "HEX EXITS with PRIVATE"),
	moves.Own("move", "shift", "relocate", "move station", "move marker", "move token").As("HEX [EXITS] to HEX [EXITS]", "move D9 to E20").
		Shaped("HEX to HEX", "HEX EXITS to HEX", "HEX to HEX EXITS", "HEX EXITS to HEX EXITS").
		Meant("Move a station marker to another city, once in the game, in the gray phase."),
	moves.Own("claim", "port", "claim port", "claim the port", "take port").As("HEX", "claim H7").Shaped("HEX").
		Meant("Claim the port marker of a city."),
	moves.Run.As(moves.Run.Form, "run 2+1: H7 G8"),
	moves.Pay,
	moves.Withhold,
	moves.Own("replace", "substitute", "trade up").As("TRAIN by TRAIN from bank, or TRAIN by TRAIN from COMPANY for PRICE", "replace 2+1 by Electric from bank").
		Shaped("TRAIN by TRAIN from bank|COMPANY for PRICE").
		Meant("Discard a rusted train and buy a larger one in its place."),
	moves.Own("engineers", "preserve", "engineer").As("TRAIN", "engineers 4+1").Shaped("TRAIN").
		Meant("Put the Engineers card on a train, which runs once more before it goes. VDL closes."),
	moves.Own("convert").
		Meant("Make a 2-train of VDL, which was just bought."),
	moves.Own("keep", "retain").
		Meant("Keep VDL, which was just bought, as it is."),
	moves.Own("flip", "turn over", "turn train over").As("train TRAIN [COMPANY]", "flip train 3/5x2 PO").Shaped("train TRAIN OWNER").
		Meant("Turn a pair of trains over to the single one, because of the limit."),
	moves.Discard.As("train TRAIN [COMPANY], or private PRIVATE", "discard train 4+1 SO").Shaped("train TRAIN OWNER", "private PRIVATE").
		Meant("Give up a train of a company that has too many, or a private company for its face value when you need money for a train."),
	moves.Own("offer", "will sell").As("private PRIVATE to COMPANY for PRICE, or train TRAIN of COMPANY to COMPANY for PRICE, or port HEX to COMPANY", "offer private PSG to OU for 30").
		Shaped("private PRIVATE to COMPANY for PRICE", "train TRAIN of COMPANY to COMPANY for PRICE", "port HEX to COMPANY").
		Meant("Say in advance that you sell something to a company at this price or more: you are not asked then."),
	moves.Own("retract", "will not sell").As("private PRIVATE to COMPANY, or train TRAIN of COMPANY to COMPANY, or port HEX to COMPANY", "retract private PSG to OU").
		Shaped("private PRIVATE to COMPANY", "train TRAIN of COMPANY to COMPANY", "port HEX to COMPANY").
		Meant("Take back what you said in advance."),
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
	moves.Bankrupt,
}
