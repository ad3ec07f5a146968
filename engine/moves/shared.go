package moves

// The verbs of several titles, as most of them have them.
var (
	Pass = Verb{
		Name: "pass", Example: "pass", Role: Passes,
		Synonyms: []string{"done", "skip", "no", "nothing", "none", "next", "finish", "finished", "no thanks", "nope", "nah", "do nothing", "no action", "pass turn", "no merger", "no merge", "no conversion", "no bid", "keep trains", "keep my trains", "keep the trains"},
		Meaning:  "Do nothing, or nothing more, in this step.",
	}
	Bid = Verb{
		Name: "bid", Form: "AMOUNT", Example: "bid 105", Role: Bids,
		Synonyms: []string{"offer", "raise", "raise to"},
		Meaning:  "Bid in an auction.",
		Shapes:   []string{"PRICE"},
	}
	Start = Verb{
		Name: "start", Form: "COMPANY PRICE", Example: "start B&O 100",
		Synonyms: []string{"value", "par", "open", "float", "launch", "found", "set"},
		Meaning:  "Start a company at a price.",
		Shapes:   []string{"COMPANY PRICE"},
	}
	Buy = Verb{
		Name: "buy", Form: "COMPANY from ipo | treasury | pool, or train TRAIN from bank | pool, or train TRAIN from COMPANY for PRICE",
		Example:  "buy train 3 from B&O for 150",
		Synonyms: []string{"bought", "purchase", "get", "take", "acquire", "offer"},
		Meaning:  "Buy a share or a train. The seller may be left out when there is only one.",
		Shapes:   []string{"COMPANY from ipo|treasury|pool", "train TRAIN from bank|pool|COMPANY for PRICE"},
	}
	Sell = Verb{
		Name: "sell", Form: "NUMBER COMPANY", Example: "sell 2 B&O", Role: Raises,
		Synonyms: []string{"sold", "dump"},
		Meaning:  "Sell shares to the pool.",
		Shapes:   []string{"COUNT COMPANY"},
	}
	Redeem = Verb{
		Name: "redeem", Form: "NUMBER", Example: "redeem 1",
		Synonyms: []string{"buy back", "buyback", "repurchase", "reacquire"},
		Meaning:  "Buy shares of your company back from the pool.",
		Shapes:   []string{"COUNT"},
	}
	Lay = Verb{
		Name: "lay", Form: "HEX TILE EXITS", Example: "lay H6 8 W-SE",
		Synonyms: []string{"laid", "upgrade", "build", "place", "put", "tile", "track", "lay tile", "lay track", "place tile", "put tile", "build track", "upgrade tile"},
		Meaning:  "Lay or upgrade a tile. EXITS are the edges to which its track leads, in any order, or the number of sixths (0 to 5) by which it is turned clockwise; they may be left out when the tile fits in one way only.",
		Shapes:   []string{"HEX TILE TURN"},
	}
	Token = Verb{
		Name: "token", Form: "HEX [EXITS]", Example: "token G10",
		Synonyms: []string{"station", "marker", "tok", "place", "put", "place token", "place a token", "place station", "place a station", "place marker", "put token", "lay token", "build station", "lay station"},
		Meaning:  "Place a station marker. Where a hex has several cities, EXITS are the edges to which the track of the city leads.",
		Shapes:   []string{"HEX EXITS"},
	}
	Run = Verb{
		Name: "run", Form: "auto, or TRAIN: STOP STOP ... for each train", Example: "run auto",
		Synonyms: []string{"go", "auto", "autorun", "ran", "route", "operate", "drive"},
		Meaning:  "Run the trains: the best runs there are, or those you say. A stop is a hex or the name of its city, L5.1 where a hex has several. With one train its name may be left out.",
	}
	Pay = Verb{
		Name: "pay", Example: "pay",
		Synonyms: []string{"paid", "dividend", "dividends", "payout", "pay out", "full", "pay full", "full pay", "full dividend", "distribute", "pay all", "pay it all", "pay it out", "pay everything", "pay dividend", "pay out all", "pay it all out", "pay shareholders", "pay the shareholders", "pay in full"},
		Meaning:  "Pay the whole revenue to the shareholders.",
	}
	Half = Verb{
		Name: "half", Example: "half",
		Synonyms: []string{"half pay", "pay half", "half dividend", "half payout", "split", "halfpay", "pay out half", "half and half", "split 50/50", "fifty fifty"},
		Meaning:  "Pay one half of the revenue and keep the other.",
	}
	Withhold = Verb{
		Name: "withhold", Example: "withhold",
		Synonyms: []string{"withheld", "keep", "retain", "hold", "hold back", "no dividend", "no dividends", "no payout", "pay nothing", "retain earnings", "withhold it", "withhold all", "keep it", "keep all", "keep everything", "hold it", "keep the money", "keep the cash", "keep the revenue", "withhold everything"},
		Meaning:  "Keep the revenue in the treasury.",
	}
	Discard = Verb{
		Name: "discard", Form: "train TRAIN [COMPANY]", Example: "discard train 2 B&O",
		Synonyms: []string{"scrap", "drop", "throw away", "lose", "return"},
		Meaning:  "Give up a train of a company that has too many.",
		Shapes:   []string{"train TRAIN OWNER"},
	}
	Accept = Verb{
		Name: "accept", Example: "accept",
		Synonyms: []string{"yes", "ok", "okay", "agree", "agreed", "consent", "deal", "approve", "sure", "yep", "yup", "yeah", "ok deal", "fine by me"},
		Meaning:  "Agree to what another player offers.",
	}
	Decline = Verb{
		Name: "decline", Example: "decline", Role: Declines,
		Synonyms: []string{"no merger", "no merge", "no", "refuse", "reject", "deny", "disagree", "no deal", "no thanks", "nope", "nah", "no way"},
		Meaning:  "Say no to what another player offers.",
	}
	Withdraw = Verb{
		Name: "withdraw", Example: "withdraw",
		Synonyms: []string{"cancel", "retract", "take back", "revoke"},
		Meaning:  "Take your own offer back.",
	}
	Convert = Verb{
		Name: "convert", Example: "convert",
		Synonyms: []string{"change", "transform"},
		Meaning:  "Make a larger company of one.",
	}
	Merge = Verb{
		Name: "merge", Form: "[COMPANY] with COMPANY [into COMPANY]", Example: "merge with B&O",
		Synonyms: []string{"combine", "unite", "fuse"},
		Meaning:  "Make one company of two.",
		Shapes:   []string{"ACTOR with COMPANY into COMPANY"},
	}
	Bankrupt = Verb{
		Name: "bankrupt", Example: "bankrupt",
		Synonyms: []string{"bankruptcy", "go bankrupt", "declare bankruptcy", "i am bankrupt"},
		Meaning:  "Leave the game because you cannot pay.",
	}
)
