package sample

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Pass,
	moves.Start.As(moves.Start.Form, "start NLR 70"),
	moves.Buy.As("COMPANY from ipo | pool, or train TRAIN from bank | pool", "buy NLR from ipo").
		Shaped("COMPANY from ipo|pool", "train TRAIN from bank|pool"),
	moves.Sell.As(moves.Sell.Form, "sell 2 NLR"),
	moves.Lay.As(moves.Lay.Form, "lay A4 57 E-W"),
	moves.Token.As(moves.Token.Form, "token C6"),
	moves.Run.As(moves.Run.Form, "run 2: A4 B5"),
	moves.Pay,
	moves.Withhold,
	moves.Discard.As(moves.Discard.Form, "discard train 3 NLR"),
}
