package t1817

import "pbem/engine/moves"

// verbs are the commands of the title.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.Also("put up", "put up for auction", "auction").As("[PRIVATE] AMOUNT", "bid PSM 25").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Put up a private company and open the bidding for it, or bid for what is put up."),
	moves.Start.As("COMPANY in HEX [EXITS] for AMOUNT", "start PLE in D9 for 110").Shaped("COMPANY in HEX for PRICE", "COMPANY in HEX EXITS for PRICE").
		Meant("Start a company and bid for its presidency."),
	moves.Own("contribute", "bring in", "chip in").As("PRIVATE", "contribute UBC").Shaped("PRIVATE").
		Meant("Pay for a new company with a private company."),
	moves.Own("size").As("NUMBER", "size 5").Shaped("COUNT").
		Meant("Say how many shares a new company has."),
	moves.Buy.As("COMPANY from treasury | market, or train TRAIN from bank | market, or train TRAIN from COMPANY for PRICE, or with COMPANY", "buy train 2 from SR for 105").
		Shaped("COMPANY from treasury|market", "train TRAIN from bank|market|COMPANY for PRICE", "with COMPANY").
		Meant("Buy a share or a train; the seller may be left out when there is only one. In a sale: say with which of your companies you buy."),
	moves.Sell.As(moves.Sell.Form, "sell 2 A&S").Meant("Sell shares to the market."),
	moves.Own("short", "sell short", "short sell").As("COMPANY", "short A&S").Shaped("COMPANY").
		Meant("Sell a share you do not own."),
	moves.Own("loan", "loans", "borrow", "take loan", "take loans", "take a loan").As("[COMPANY] NUMBER, or later NUMBER", "loan 2").Shaped("COMPANY COUNT", "COUNT", "later COUNT").Raising().
		Meant("Take loans for your company. In a stock round the company is named. If its turn will end without a question, say before it how many it takes after the interest: loan later 2."),
	moves.Own("repay", "pay back", "pay off", "repay loan", "repay loans").As("NUMBER", "repay 1").Shaped("COUNT").
		Meant("Pay off loans of your company."),
	moves.Redeem.As("COMPANY NUMBER", "redeem R 5").Shaped("COMPANY COUNT").
		Meant("Let a company of yours buy its shares from the market."),
	moves.Lay.As(moves.Lay.Form, "lay E2 9 NW-SE"),
	moves.Own("mine", "place mine", "place a mine").As("HEX TILE EXITS [with PRIVATE]", "mine G14 8 SW-NW with MINC").Shaped("HEX TILE TURN with PRIVATE").
		Meant("Lay a tile on a mountain with a mine token of a private company."),
	moves.Own("bridge", "place bridge", "place a bridge").As("[PRIVATE] HEX", "bridge UBC H3").Shaped("PRIVATE HEX").
		Meant("Place a bridge token of a private company."),
	moves.Token.As(moves.Token.Form, "token D7"),
	moves.Own("remove", "take off").As("HEX [EXITS]", "remove C14").Shaped("HEX EXITS").
		Meant("Take a station marker off the map."),
	moves.Run.As(moves.Run.Form, "run 2: D7 C8"),
	moves.Pay,
	moves.Half,
	moves.Withhold,
	moves.Discard.As(moves.Discard.Form, "discard train 2 WT"),
	moves.Convert.Meant("Grow a company to the next number of shares."),
	moves.Merge.As("with COMPANY [into COMPANY]", "merge with WT into J").Shaped("with COMPANY into COMPANY").
		Meant("Merge with another company of the same size. The second is the one that stays."),
	moves.Own("offer", "put up", "put up for sale", "put it up", "offer for sale", "offer it for sale", "sell the company", "sell company").
		Meant("Put your company up for sale."),
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
}
