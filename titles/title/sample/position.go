package sample

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position reads the table: everything is open to everybody.
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: roundName(s), Operating: s.Get(roundKind) == operatingRound, Phase: v.Phase().Name, CertLimit: v.limit(),
		Supply: title.SupplyOf(v.Table), Pool: v.TrainNames(step.Pool),
	}
	for _, id := range s.Players() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id), Worth: v.worth(id), Certs: v.CertificateCount(id), Priority: s.Where(step.Priority) == id,
		})
	}
	floated := v.inOrder()
	for _, sym := range append(floated, v.waiting()...) {
		c := title.Describe(v.Table, sym)
		c.Par = v.Par(sym)
		p.Companies = append(p.Companies, c)
	}
	p.Available = data.Syms(func(sym string) bool { return v.Par(sym) == 0 })
	p.Facts = []title.Fact{{Label: "end", Value: end(s)}}
	return p
}

// waiting are the companies that were started and have not floated.
func (v view) waiting() []string {
	return v.ByPrice(data.Syms(func(sym string) bool { return v.Par(sym) > 0 && !v.Floated(sym) }))
}

// end says what will end the game. // 5; SA-20
func end(s *engine.State) string {
	switch {
	case s.Get(reached) == 1:
		return "after this operating round: a price has reached the end of the market"
	case s.Get(broken) == 1:
		return "after the operating rounds of this set: the bank is broken"
	}
	return fmt.Sprintf("at the latest after the operating rounds of set %d, this is set %d", lastSet, s.Get(stockNo))
}

// roundName names the round as players do.
func roundName(s *engine.State) string {
	return title.RoundName([]string{"SR #", "OR #.#"}, s.Get(roundKind), s.Get(stockNo), s.Get(roundNo))
}
