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

// moments say when each verb is used in the sequence of play. // 1
var moments = map[string]string{
	"pass":     "what is asked here needs another answer",
	"start":    "companies are started in your turn in a stock round (2.1)",
	"buy":      "shares are bought in your turn in a stock round (2.2), trains in an operating round, when your company is at its trains, after its run (3.5)",
	"sell":     "shares are sold in your turn in a stock round (2.3)",
	"lay":      "tiles are laid in an operating round, at the beginning of your company's turn (3.1)",
	"token":    "station markers are placed in an operating round, after your company's track (3.2)",
	"run":      "trains run in an operating round, after your company's track and station marker (3.3)",
	"pay":      "earnings are paid or kept in an operating round, after the run (3.4)",
	"withhold": "earnings are paid or kept in an operating round, after the run (3.4)",
	"discard":  "no company of yours has more trains than it may own (4)",
}
