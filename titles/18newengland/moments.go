package t18newengland

// moments say when each verb is used in the sequence of play. // 4
var moments = map[string]string{
	"reserve":    "companies are reserved in the draft (9)",
	"value":      "reserved companies are started in the draft (9); later: start (10.2)",
	"relinquish": "reservations are given up in the draft (9)",
	"pass":       "what is asked here needs another answer",
	"start":      "minors are started in your turn in a stock round (10), in the draft with \"value\" (9)",
	"buy":        "shares are bought in your own stock turn (10.6), trains in an operating round, when your company is at its trains, after its run (11.7), shares of a new major when it is formed (12)",
	"sell":       "shares are sold in your own stock turn (10.4), and for a train that a company without one cannot pay (11.8)",
	"lay":        "tiles are laid in an operating round, at the beginning of your company's turn (11.3)",
	"token":      "station markers are placed in an operating round, after your company's track; minors place none (11.4)",
	"run":        "trains run in an operating round, after your company's track and station (11.5)",
	"pay":        "what a company earns is paid out or kept in an operating round, after its run (11.6)",
	"half":       "what a company earns is paid out or kept in an operating round, after its run (11.6)",
	"withhold":   "what a company earns is paid out or kept in an operating round, after its run (11.6)",
	"issue":      "shares are issued at the end of an operating turn of a major (11.10)",
	"redeem":     "shares are redeemed in an operating turn of a major (11.2)",
	"liquidate":  "a minor is liquidated at the end of an operating turn without a train (11.9)",
	"discard":    "no company of yours is over its train limit (8)",
	"convert":    "minors are converted in a merger round, after each operating round from Phase 3 on (12)",
	"merge":      "minors are merged in a merger round, after each operating round from Phase 3 on (12)",
	"keep":       "a marker is named where two minors that merge stand in one hex (12)",
	"accept":     "no offer is waiting for your answer (11.7)",
	"decline":    "no offer is waiting for your answer (11.7)",
	"withdraw":   "no offer of yours is waiting for an answer (11.7)",
	"bankrupt":   "a president goes bankrupt who has sold all that may be sold and still cannot pay for a train that a major must have (11.8)",
}
