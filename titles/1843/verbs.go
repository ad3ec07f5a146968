package t1843

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid LH 75").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Bid for a private company, or raise in an auction of several bidders."),
	moves.Start.As("COMPANY PRICE", "start SO 73").Shaped("COMPANY PRICE").
		Meant("Start a company at a par price, or set the par of PLM."),
	moves.Buy.As("PRIVATE, or COMPANY from ipo | pool, or train TRAIN from bank | pool, or train TRAIN from COMPANY for PRICE, or private PRIVATE for PRICE, or port HEX from COMPANY", "buy train 2x2 from bank").
		Shaped("PRIVATE", "COMPANY from ipo|pool", "train TRAIN from bank|pool|COMPANY for PRICE", "private PRIVATE for PRICE", "port HEX from COMPANY").
		Meant("Buy a private company in the auction, a share, a train, or for your company a private company of a player or a port of another company. The seller may be left out when there is only one."),
	moves.Sell.As("NUMBER COMPANY, or all", "sell 2 PLM").Shaped("COUNT COMPANY", "all").
		Meant("Sell shares to the pool; when you are bankrupt, all at once."),
	{
		Name: "exchange", Form: "COMPANY [PRICE]", Example: "exchange PO",
		Synonyms: []string{"swap", "trade in"},
		Meaning:  "Exchange VDL for a share; of a company without a par for half of its director's certificate, at the par you say.",
		Shapes:   []string{"COMPANY", "COMPANY PRICE"},
	},
	moves.Lay.As("HEX TILE EXITS [with PRIVATE]", "lay H7 57 SW-NE").Shaped("HEX TILE TURN", "HEX TILE TURN with PRIVATE"),
	moves.Token.As("HEX [EXITS] [with PRIVATE]", "token D15").Shaped("HEX EXITS", "HEX with PRIVATE", "HEX EXITS with PRIVATE"),
	{
		Name: "move", Form: "HEX [EXITS] to HEX [EXITS]", Example: "move D9 to E20",
		Synonyms: []string{"shift", "relocate", "move station", "move marker", "move token"},
		Meaning:  "Move a station marker to another city, once in the game, in the gray phase.",
		Shapes:   []string{"HEX to HEX", "HEX EXITS to HEX", "HEX to HEX EXITS", "HEX EXITS to HEX EXITS"},
	},
	{
		Name: "claim", Form: "HEX", Example: "claim H7",
		Synonyms: []string{"port", "claim port", "claim the port", "take port"},
		Meaning:  "Claim the port marker of a city.",
		Shapes:   []string{"HEX"},
	},
	moves.Run.As(moves.Run.Form, "run 2+1: H7 G8"),
	moves.Pay,
	moves.Withhold,
	{
		Name: "replace", Form: "TRAIN by TRAIN from bank, or TRAIN by TRAIN from COMPANY for PRICE", Example: "replace 2+1 by Electric from bank",
		Synonyms: []string{"substitute", "trade up"},
		Meaning:  "Throw a rusted train away and buy a larger one for it.",
		Shapes:   []string{"TRAIN by TRAIN from bank|COMPANY for PRICE"},
	},
	{
		Name: "engineers", Form: "TRAIN", Example: "engineers 4+1",
		Synonyms: []string{"preserve", "engineer"},
		Meaning:  "Put the Engineers card on a train, which runs once more before it goes. VDL closes.",
		Shapes:   []string{"TRAIN"},
	},
	{
		Name: "convert", Example: "convert",
		Meaning: "Make a 2-train of VDL, which was just bought.",
	},
	{
		Name: "keep", Example: "keep",
		Synonyms: []string{"retain"},
		Meaning:  "Keep VDL, which was just bought, as it is.",
	},
	{
		Name: "flip", Form: "train TRAIN [COMPANY]", Example: "flip train 3/5x2 PO",
		Synonyms: []string{"turn over", "turn train over"},
		Meaning:  "Turn a pair of trains over to the single one, because of the limit.",
		Shapes:   []string{"train TRAIN OWNER"},
	},
	moves.Discard.As("train TRAIN [COMPANY], or private PRIVATE", "discard train 4+1 SO").Shaped("train TRAIN OWNER", "private PRIVATE").
		Meant("Give up a train of a company that has too many, or a private company for its face value when you need money for a train."),
	{
		Name: "offer", Form: "private PRIVATE to COMPANY for PRICE, or train TRAIN of COMPANY to COMPANY for PRICE, or port HEX to COMPANY", Example: "offer private PSG to OU for 30",
		Synonyms: []string{"will sell"},
		Meaning:  "Say in advance that you sell something to a company at this price or more: you are not asked then.",
		Shapes:   []string{"private PRIVATE to COMPANY for PRICE", "train TRAIN of COMPANY to COMPANY for PRICE", "port HEX to COMPANY"},
	},
	{
		Name: "retract", Form: "private PRIVATE to COMPANY, or train TRAIN of COMPANY to COMPANY, or port HEX to COMPANY", Example: "retract private PSG to OU",
		Synonyms: []string{"will not sell"},
		Meaning:  "Take back what you said in advance.",
		Shapes:   []string{"private PRIVATE to COMPANY", "train TRAIN of COMPANY to COMPANY", "port HEX to COMPANY"},
	},
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
	moves.Bankrupt,
}
