package t1817

import (
	"pbem/engine"
	"pbem/titles/title"
)

// zoneWords are the names of zones in timelines.
var zoneWords = map[int]string{redZone: "red", grayZone: "gray"}

// account returns what only the timelines of this title tell. See docs/timeline.md.
func account(s *engine.State, _ title.Namer) title.Account {
	v := see(s)
	out := title.Account{
		Game:    title.Fields{"seed_money": s.Cash(pot), "last_set": s.Get(finalSet)},
		Players: map[string]title.Fields{}, Companies: map[string]title.Fields{},
	}
	for _, p := range s.Players() {
		out.Players[p] = title.Fields{"owes": s.Get(owes.Of(p))}
	}
	for _, sym := range append(v.inOrder(), v.starting()...) {
		out.Companies[sym] = title.Fields{"zone": zoneWords[v.zone(sym)], "owes_tokens": s.Get(unpaid.Of(sym))}
	}
	return out
}
