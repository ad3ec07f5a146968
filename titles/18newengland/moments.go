package t18newengland

// moments say when each verb is used in the sequence of play. // 4
var moments = map[string]string{
	"reserve":    "minors are reserved in the draft that begins the game (9)",
	"value":      "reserved minors are started in the draft that begins the game (9)",
	"relinquish": "reservations are given up in the draft that begins the game (9)",
	"pass":       "what is asked here needs another answer",
	"start":      "minors are started in your turn in a stock round (10), in the draft with \"value\" (9)",
	"buy":        "shares are bought in your turn in a stock round (10), trains in an operating round, when your company is at its trains, after its run (11.7)",
	"sell":       "shares are sold in your turn in a stock round (10), and to pay for a train that a company of yours must have (11.8)",
	"lay":        "tiles are laid in an operating round, at the beginning of your company's turn (11.3)",
	"token":      "station markers are placed in an operating round, after your company's track; minors place none (11.4)",
	"run":        "trains run in an operating round, after your company's track and station (11.5)",
	"pay":        "what a company earns is paid out or kept in an operating round, after its run (11.6)",
	"half":       "what a company earns is paid out or kept in an operating round, after its run (11.6)",
	"withhold":   "what a company earns is paid out or kept in an operating round, after its run (11.6)",
	"issue":      "majors issue shares in an operating round, at the end of their turn (11.10)",
	"redeem":     "majors redeem shares in an operating round, in their own turn (11.2)",
	"liquidate":  "a minor is closed in an operating round, when it is at its trains and has none (11.9)",
	"discard":    "no company of yours has more trains than it may own (8)",
	"convert":    "majors are formed in a merger round, in the turn of your minor (12)",
	"merge":      "majors are formed in a merger round, in the turn of your minor (12)",
	"keep":       "you say which station marker stays after a merger of two minors in one hex (12)",
	"accept":     "no offer is waiting for your answer",
	"decline":    "no offer is waiting for your answer",
	"withdraw":   "no offer of yours is waiting for an answer",
	"bankrupt":   "a president goes bankrupt who has sold all that may be sold and still cannot pay for a train that a major must have (11.8)",
}
