package t18newengland

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Own("reserve", "claim", "choose", "pick", "select").As("COMPANY", "reserve NYW").Shaped("COMPANY").
		Meant("Keep a company for yourself in the draft."),
	moves.Own("value", "start", "price", "par", "open", "float", "launch", "set").As("COMPANY PRICE [top | bottom]", "value NYW 50").Shaped("COMPANY PRICE top|bottom").
		Meant("Start a reserved company at a price. Where two spaces have the price, the top one is taken if it is free."),
	moves.Own("relinquish", "release", "give up", "abandon", "renounce").
		Meant("Give up your reservations and be out of the draft."),
	moves.Pass,
	moves.Start.As("COMPANY PRICE [top | bottom]", "start HNH 80 bottom").Shaped("COMPANY PRICE top|bottom").
		Meant("Start a minor at a price. Where two spaces have the price, the top one is taken if it is free."),
	moves.Buy.As(moves.Buy.Form, "buy train 2 from BL for 26"),
	moves.Sell.As(moves.Sell.Form, "sell 2 B&A"),
	moves.Lay.As(moves.Lay.Form, "lay M8 9 NW-SE"),
	moves.Token,
	moves.Run.As(moves.Run.Form, "run 4: G4 I6 J5 K4"),
	moves.Pay,
	moves.Half.Meant("Pay half of the revenue, rounded up to a multiple of $10, and keep the rest."),
	moves.Withhold,
	moves.Own("issue").As("NUMBER [from ipo | treasury]", "issue 2 from treasury").Shaped("COUNT from ipo|treasury").
		Meant("Sell shares of your major to the pool: for its par from the IPO, for its price from the treasury. The price then falls a space for each."),
	moves.Redeem,
	moves.Own("liquidate", "close", "wind up", "dissolve").
		Meant("Close a minor for want of a train."),
	moves.Discard.As(moves.Discard.Form, "discard train 3 BL"),
	moves.Convert.Also("form", "become").As("[[MINOR] into COMPANY]", "convert NYW into NYC").Shaped("ACTOR into COMPANY").
		Meant("Form a major of one minor, at a par of $100. You pay $200 less twice the value of the minor into its treasury, and have the president's certificate."),
	moves.Merge.Also("form").As("[COMPANY] with COMPANY [into COMPANY]", "merge BL with WNR into NYC").
		Meant("Form a major of two minors of yours that a route joins. Its par is the sum of their values, rounded down to a price; you pay nothing, and have the president's certificate."),
	moves.Own("keep", "retain", "hold", "stay").As("HEX [EXITS]", "keep L5 NW").Shaped("HEX EXITS").
		Meant("Say which of two station markers stays."),
	moves.Accept,
	moves.Decline,
	moves.Withdraw,
	moves.Bankrupt,
}
