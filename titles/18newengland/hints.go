package t18newengland

import (
	"pbem/engine"
	"pbem/titles/title"
)

// What robots know of this title alone.
var hints = []title.Hint{
	{Words: "minors that may become majors", Brings: func(s *engine.State, player string) int { return see(s).majorsBring(player) }},
}

// majorsMay is what it brings a player that majors may be formed.
const majorsMay = 200

// majorsBring is what Phase 3 brings: minors may be converted and merged, and money that nothing else could be bought for
// goes into shares. // 12; NE-MG-01
func (v view) majorsBring(player string) int {
	if v.S.Get(phase) < phase3 || v.S.Get(bankrupt.Of(player)) == 1 {
		return 0
	}
	return majorsMay
}

// keeps returns which part of its earnings a company keeps by the rules, in hundredths: a minor half. // 11.6; NE-DV-01
func keeps(_ *engine.State, company string) int {
	if isMinor(company) {
		return 50
	}
	return 0
}
