package t18newengland

import (
	"pbem/engine"
	"pbem/titles/title"
)

// account is what timelines of this title tell beside: docs/timeline.md.
func account(s *engine.State, _ title.Namer) title.Account {
	v := see(s)
	out := title.Account{
		Game:    title.Fields{"broken": s.Get(broken) == 1, "reached_500": s.Get(reached) == 1, "available": position(s).Available},
		Players: map[string]title.Fields{}, Companies: map[string]title.Fields{},
	}
	for _, p := range s.Players() {
		out.Players[p] = title.Fields{"reserved": v.reservations(p)}
	}
	for _, sym := range v.inOrder() {
		out.Companies[sym] = title.Fields{"kind": data.Company(sym).Kind}
	}
	return out
}
