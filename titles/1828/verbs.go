package t1828

import "pbem/engine/moves"

// verbs are the commands of the title.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid D&H 85").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Bid for a private company, or raise in an auction of several bidders; a maximum is for such an auction."),
	moves.Buy.As("PRIVATE, or COMPANY from ipo | pool [and ipo | pool], or train TRAIN from bank [into COMPANY], or train TRAIN from COMPANY [into COMPANY] for PRICE, or private PRIVATE for PRICE, or coal",
		"buy train 3 from B&O for 150").
		Shaped("PRIVATE", "COMPANY from ipo|pool", "COMPANY from ipo|pool and ipo|pool", "train TRAIN from bank|COMPANY for PRICE",
			"train TRAIN from bank|COMPANY into COMPANY for PRICE", "private PRIVATE for PRICE", "coal").
		Meant("Buy a private company in the auction, a share, a train, a private company of a player, or a coal marker. A director buys two shares at once in the gray area. A system says into which shell a train goes; the shell of another system from which it buys is named by its company."),
	moves.Sell.As(moves.Sell.Form, "sell 2 B&O"),
	moves.Start.As("COMPANY PRICE", "start B&O 67").Meant("Set the par of a company and take its director's certificate."),
	moves.Own("exchange", "swap", "convert", "turn in").As("M&H for COMPANY from ipo | pool, or M&H for COMPANY at PRICE", "exchange M&H for NYC from ipo").
		Shaped("M&H for COMPANY from ipo|pool", "M&H for COMPANY at PRICE").
		Meant("Give up the Mohawk & Hudson for a share; or, with the par price of a second one, for the director's certificate of a company that nobody has started."),
	moves.Merge.As("COMPANY into COMPANY", "merge PRR into NYC").Shaped("COMPANY into COMPANY").
		Meant("Merge two companies into a system. The second is the one whose name, shares and markers it keeps."),
	moves.Own("aside", "set aside", "put aside", "lay aside").As("COMPANY", "aside NYC").Shaped("COMPANY").
		Meant("Say of which of two merging companies you set a single share aside."),
	moves.Own("pick", "take from", "choose", "name").As("PLAYER", "pick Amy").Shaped("PLAYER").
		Meant("Pick the player from whom you take a share that you need for a pair."),
	moves.Own("trade", "trade up", "pay up", "exchange up").
		Meant("Trade your single share up for one of the system."),
	moves.Own("cash", "cash in", "sell", "discard", "discard it").
		Meant("Discard your single share for its price."),
	moves.Own("block", "replace").As("HEX EXITS", "block D14 SW").Shaped("HEX EXITS").
		Meant("Say which of two station markers in a hex becomes a blocking marker."),
	moves.Lay.As("HEX TILE EXITS [with PRIVATE]", "lay C17 9 W-E").Shaped("HEX TILE TURN", "HEX TILE TURN with PRIVATE"),
	moves.Own("home", "home token", "home station").As("HEX EXITS", "home E15 E").Shaped("HEX EXITS").
		Meant("Say in which city of its home a company stands."),
	moves.Token.As(moves.Token.Form, "token D18"),
	moves.Run.As(moves.Run.Form, "run 2: H16 H20"),
	moves.Own("line", "route").As("HEX HEX", "line B20 C19").Shaped("HEX HEX").
		Meant("Say between which two stops the Cobourg & Peterborough runs. A stop is its hex, D14.1 where a hex has several."),
	moves.Pay,
	moves.Withhold,
	moves.Own("move", "shift", "rearrange").As("train TRAIN into COMPANY", "move train 3 into B&O").Shaped("train TRAIN into COMPANY").
		Meant("Move a train to the other shell of your system, before it buys."),
	moves.Discard.As(moves.Discard.Form, "discard train 3 NYC"),
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
	moves.Own("propose", "winner", "concede", "concede to").As("NAME ...", "propose Amy").
		Meant("Propose that a player has won. The game ends if everybody agrees."),
	moves.Bankrupt,
}
