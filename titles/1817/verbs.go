package t1817

import "pbem/engine/moves"

// verbs are the commands of the title.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid PSM 25").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Put a private company up and open the bidding for it, or bid for what is put up."),
	moves.Start.As("COMPANY in HEX [EXITS] for AMOUNT", "start PLE in D9 for 110").Shaped("COMPANY in HEX for PRICE", "COMPANY in HEX EXITS for PRICE").
		Meant("Start a company and bid for its presidency."),
	{
		Name: "contribute", Form: "PRIVATE", Example: "contribute UBC",
		Synonyms: []string{"bring in", "chip in"},
		Meaning:  "Pay for a new company with a private company.",
		Shapes:   []string{"PRIVATE"},
	},
	{
		Name: "size", Form: "NUMBER", Example: "size 5",
		Meaning: "Say how many shares a new company has.",
		Shapes:  []string{"COUNT"},
	},
	moves.Buy.As("COMPANY from treasury | market, or train TRAIN from bank | market, or train TRAIN from COMPANY for PRICE, or with COMPANY", "buy train 2 from SR for 105").
		Shaped("COMPANY from treasury|market", "train TRAIN from bank|market|COMPANY for PRICE", "with COMPANY").
		Meant("Buy a share or a train; the seller may be left out when there is only one. In a sale: say with which of your companies you buy."),
	moves.Sell.As(moves.Sell.Form, "sell 2 A&S").Meant("Sell shares to the market."),
	{
		Name: "short", Form: "COMPANY", Example: "short A&S",
		Synonyms: []string{"sell short", "short sell"},
		Meaning:  "Sell a share you do not have.",
		Shapes:   []string{"COMPANY"},
	},
	{
		Name: "loan", Form: "[COMPANY] NUMBER", Example: "loan 2",
		Synonyms: []string{"loans", "borrow", "take loan", "take loans", "take a loan"},
		Meaning:  "Take loans for your company. In a stock round the company is named.",
		Shapes:   []string{"COMPANY COUNT", "COUNT"},
	},
	{
		Name: "repay", Form: "NUMBER", Example: "repay 1",
		Synonyms: []string{"pay back", "pay off", "repay loan", "repay loans"},
		Meaning:  "Pay loans of your company off.",
		Shapes:   []string{"COUNT"},
	},
	moves.Redeem.As("COMPANY NUMBER", "redeem R 5").Shaped("COMPANY COUNT").
		Meant("Let a company of yours buy its shares from the market."),
	moves.Lay.As(moves.Lay.Form, "lay E2 9 NW-SE"),
	{
		Name: "mine", Form: "HEX TILE EXITS [with PRIVATE]", Example: "mine G14 8 SW-NW with MINC",
		Synonyms: []string{"place mine", "place a mine"},
		Meaning:  "Lay a tile on a mountain with a mine token of a private company.",
		Shapes:   []string{"HEX TILE TURN with PRIVATE"},
	},
	{
		Name: "bridge", Form: "[PRIVATE] HEX", Example: "bridge UBC H3",
		Synonyms: []string{"place bridge", "place a bridge"},
		Meaning:  "Place a bridge token of a private company.",
		Shapes:   []string{"PRIVATE HEX"},
	},
	moves.Token.As(moves.Token.Form, "token D7"),
	{
		Name: "remove", Form: "HEX [EXITS]", Example: "remove C14",
		Synonyms: []string{"take off"},
		Meaning:  "Take a station marker off the map.",
		Shapes:   []string{"HEX EXITS"},
	},
	moves.Run.As(moves.Run.Form, "run 2: D7 C8"),
	moves.Pay,
	moves.Half,
	moves.Withhold,
	moves.Discard.As(moves.Discard.Form, "discard train 2 WT"),
	moves.Convert.Meant("Grow a company to the next number of shares."),
	moves.Merge.As("with COMPANY [into COMPANY]", "merge with WT into J").Shaped("with COMPANY into COMPANY").
		Meant("Merge with another company of the same size. The second is the one that stays."),
	{
		Name: "offer", Example: "offer",
		Synonyms: []string{"put up", "put up for sale"},
		Meaning:  "Put your company up for sale.",
	},
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
}
