package t1828

import "pbem/engine/moves"

// verbs are the commands of the title.
var verbs = moves.Table{
	moves.Pass,
	moves.Bid.As("[PRIVATE] AMOUNT", "bid D&H 85").Shaped("PRIVATE PRICE", "PRICE").
		Meant("Bid for a private company."),
	moves.Buy.As("PRIVATE, or COMPANY from ipo | pool [and ipo | pool], or train TRAIN from bank [into COMPANY], or train TRAIN from COMPANY [into COMPANY] for PRICE, or private PRIVATE for PRICE, or coal",
		"buy train 3 from B&O for 150").
		Shaped("PRIVATE", "COMPANY from ipo|pool", "COMPANY from ipo|pool and ipo|pool", "train TRAIN from bank|COMPANY for PRICE",
			"train TRAIN from bank|COMPANY into COMPANY for PRICE", "private PRIVATE for PRICE", "coal").
		Meant("Buy a private company in the auction, a share, a train, a private company of a player, or a coal marker. A director buys two shares at once in the gray area. A system says into which shell a train goes; the shell of another system from which it buys is named by its company."),
	moves.Sell.As(moves.Sell.Form, "sell 2 B&O"),
	moves.Start.As("COMPANY PRICE", "start B&O 67").Meant("Set the par of a company and take its director's certificate."),
	{
		Name: "exchange", Form: "M&H for COMPANY from ipo | pool, or M&H for COMPANY at PRICE", Example: "exchange M&H for NYC from ipo",
		Synonyms: []string{"swap", "convert", "turn in"},
		Meaning:  "Give the Mohawk & Hudson up for a share; or, with the par price of a second one, for the director's certificate of a company that nobody has started.",
		Shapes:   []string{"M&H for COMPANY from ipo|pool", "M&H for COMPANY at PRICE"},
	},
	moves.Merge.As("COMPANY into COMPANY", "merge PRR into NYC").Shaped("COMPANY into COMPANY").
		Meant("Merge two companies into a system. The second is the one whose name, shares and markers it keeps."),
	{
		Name: "aside", Form: "COMPANY", Example: "aside NYC",
		Synonyms: []string{"set aside", "put aside", "lay aside"},
		Meaning:  "Say of which of two merging companies you set a single share aside.",
		Shapes:   []string{"COMPANY"},
	},
	{
		Name: "pick", Form: "PLAYER", Example: "pick Amy",
		Synonyms: []string{"take from", "choose", "name"},
		Meaning:  "Pick the player from whom you take a share that you need for a pair.",
		Shapes:   []string{"PLAYER"},
	},
	{
		Name: "trade", Example: "trade",
		Synonyms: []string{"trade up", "pay up", "exchange up"},
		Meaning:  "Trade your single share up for one of the system.",
	},
	{
		Name: "cash", Example: "cash",
		Synonyms: []string{"cash in", "sell", "discard", "discard it"},
		Meaning:  "Discard your single share for its price.",
	},
	{
		Name: "block", Form: "HEX EXITS", Example: "block D14 SW",
		Synonyms: []string{"replace"},
		Meaning:  "Say which of two station markers in a hex becomes a blocking marker.",
		Shapes:   []string{"HEX EXITS"},
	},
	moves.Lay.As("HEX TILE EXITS [with PRIVATE]", "lay C17 9 W-E").Shaped("HEX TILE TURN", "HEX TILE TURN with PRIVATE"),
	{
		Name: "home", Form: "HEX EXITS", Example: "home E15 E",
		Synonyms: []string{"home token", "home station"},
		Meaning:  "Say in which city of its home a company stands.",
		Shapes:   []string{"HEX EXITS"},
	},
	moves.Token.As(moves.Token.Form, "token D18"),
	moves.Run.As(moves.Run.Form, "run 2: H16 H20"),
	{
		Name: "line", Form: "HEX HEX", Example: "line B20 C19",
		Synonyms: []string{"route"},
		Meaning:  "Say between which two stops the Cobourg & Peterborough runs. A stop is its hex, D14.1 where a hex has several.",
		Shapes:   []string{"HEX HEX"},
	},
	moves.Pay,
	moves.Withhold,
	{
		Name: "move", Form: "train TRAIN into COMPANY", Example: "move train 3 into B&O",
		Synonyms: []string{"shift", "rearrange"},
		Meaning:  "Move a train to the other shell of your system, before it buys.",
		Shapes:   []string{"train TRAIN into COMPANY"},
	},
	moves.Discard.As(moves.Discard.Form, "discard train 3 NYC"),
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
	{
		Name: "propose", Form: "NAME ...", Example: "propose Amy",
		Synonyms: []string{"winner", "concede", "concede to"},
		Meaning:  "Propose that a player has won. The game ends if everybody agrees.",
	},
	moves.Bankrupt,
}
