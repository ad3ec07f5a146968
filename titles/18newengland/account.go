package t18newengland

import (
	"pbem/engine"
	"pbem/titles/title"
)

// account returns what timelines tell only of this title: see docs/timeline.md.
func account(s *engine.State, _ title.Namer) title.Account {
	v := see(s)
	out := title.Account{
		Game: title.Fields{
			"broken": s.Get(broken) == 1, "reached_500": s.Get(reached) == 1,
			"available": append(position(s).Available, v.unformed()...), "spaces": v.takenSpaces(),
		},
		Players: map[string]title.Fields{}, Companies: map[string]title.Fields{},
	}
	for _, p := range s.Players() {
		out.Players[p] = title.Fields{"reserved": v.reservations(p), "relinquished": s.Get(resigned.Of(p)) == 1, "sold": v.soldBy(p)}
	}
	for _, sym := range v.inOrder() {
		out.Companies[sym] = title.Fields{"kind": data.Company(sym).Kind}
	}
	return out
}

// takenSpaces names the spaces of values that hold a marker, even if the minor is gone. // 7.1
func (v view) takenSpaces() []string {
	out := []string{}
	for _, c := range minorSpaces() {
		if v.taken(c) {
			out = append(out, spaceWord(c))
		}
	}
	return out
}

// soldBy lists the majors whose shares a player sold in this stock round, or in the last one.
// // 10.6
func (v view) soldBy(p string) []string {
	return append([]string{}, data.Syms(func(sym string) bool { return v.S.Get(stockNo) > 0 && v.soldThisRound(p, sym) })...)
}
