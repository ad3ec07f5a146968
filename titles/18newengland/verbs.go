package t18newengland

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	{
		Name: "reserve", Form: "COMPANY", Example: "reserve NYW",
		Synonyms: []string{"claim", "choose", "pick", "select"},
		Meaning:  "Keep a company for yourself in the draft.",
		Shapes:   []string{"COMPANY"},
	},
	{
		Name: "value", Form: "COMPANY PRICE [top | bottom]", Example: "value NYW 50",
		Synonyms: []string{"start", "price", "par", "open", "float", "launch"},
		Meaning:  "Start a reserved company at a price. Where two spaces have the price, the top one is taken if it is free.",
		Shapes:   []string{"COMPANY PRICE top|bottom"},
	},
	{
		Name: "relinquish", Example: "relinquish",
		Synonyms: []string{"release", "give up", "abandon", "renounce"},
		Meaning:  "Give up your reservations and be out of the draft.",
	},
	moves.Pass,
	moves.Start.As("COMPANY PRICE [top | bottom]", "start HNH 80 bottom").Shaped("COMPANY PRICE top|bottom").
		Meant("Start a minor at a price. Where two spaces have the price, the top one is taken if it is free."),
	moves.Buy.As(moves.Buy.Form, "buy train 2 from BL for 26"),
	moves.Sell.As(moves.Sell.Form, "sell 2 B&A"),
	moves.Lay.As(moves.Lay.Form, "lay M8 9 NW-SE"),
	moves.Token,
	moves.Run.As(moves.Run.Form, "run 4: G4 I6 J5 K4"),
	moves.Pay,
	moves.Half,
	moves.Withhold,
	{
		Name: "issue", Form: "NUMBER [from ipo | treasury]", Example: "issue 2 from treasury",
		Meaning: "Sell shares of your company to the pool.",
		Shapes:  []string{"COUNT from ipo|treasury"},
	},
	moves.Redeem,
	{
		Name: "liquidate", Example: "liquidate",
		Synonyms: []string{"close", "wind up", "dissolve"},
		Meaning:  "Close a company for want of a train.",
	},
	moves.Discard.As(moves.Discard.Form, "discard train 3 BL"),
	moves.Convert.As("[[MINOR] into COMPANY]", "convert NYW into NYC").Shaped("ACTOR into COMPANY").
		Meant("Form a major of one minor."),
	moves.Merge.As("[COMPANY] with COMPANY [into COMPANY]", "merge BL with WNR into NYC").
		Meant("Form a major of two minors."),
	{
		Name: "keep", Form: "HEX [EXITS]", Example: "keep L5 NW",
		Synonyms: []string{"retain", "hold", "stay"},
		Meaning:  "Say which of two station markers stays.",
		Shapes:   []string{"HEX EXITS"},
	},
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
	moves.Bankrupt,
}
