package t1817

import (
	"pbem/engine"
	"pbem/engine/step/classic"
	"pbem/titles/title"
)

// What robots know of this title alone.
var hints = []title.Hint{
	{Words: "loans of companies in liquidation", Brings: func(s *engine.State, player string) int { return -see(s).deficits(player) }},
}

// deficits is what a player may have to pay for the loans of companies in liquidation, if nobody bids for them. // 7.4; 17-CC-01
func (v view) deficits(player string) int {
	n := 0
	for _, sym := range v.Priced() {
		if v.InZone(sym, "red") && v.President(sym) == player {
			n += max(0, v.loans(sym)*loanValue-v.S.Cash(sym))
		}
	}
	return n
}

// rounds is how many operating rounds are left: three after the one in which the first 8-train was bought. 0 before.
// // 8; 17-EG-01
func rounds(s *engine.State) int {
	return classic.RoundsLeft(s, operatingRound, s.Get(finalSet), 2, s.Get(finalLong)) // 3; 17-SU-05
}
