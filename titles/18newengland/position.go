package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position reads the table. Everybody may see everything. // 14; NE-SU-10
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: roundName(s), Operating: s.Get(roundKind) == operatingRound, Phase: v.Phase().Name, CertLimit: v.certificateLimit(),
		Supply: title.SupplyOf(v.Table), Pool: v.TrainNames(step.Pool), Reservations: map[string][]string{},
	}
	for _, id := range s.Players() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id), Worth: v.worth(id), Certs: v.CertificateCount(id),
			Priority: s.Where(step.Priority) == id, Out: s.Get(bankrupt.Of(id)) == 1,
		})
		p.Reservations[id] = v.reservations(id)
	}
	for _, sym := range v.inOrder() {
		c := title.Describe(v.Table, sym)
		c.Par = s.Get(par.Of(sym))
		p.Companies = append(p.Companies, c)
	}
	for _, share := range s.Kind(offered, "share") {
		p.Available = append(p.Available, step.Label(share))
	}
	p.Facts = endFacts(s)
	return p
}

// endFacts says what will end the game, and how much the bank has until then. // 13
func endFacts(s *engine.State) []title.Fact {
	var out title.Facts
	out.When(s.Get(reached) == 1, "end", "after this operating round: a company has reached the end of the market")
	out.When(s.Get(broken) == 0, "bank", money(s.Cash(engine.Bank)))
	out.When(s.Get(broken) == 1, "bank", "broken: the game ends after the second operating round of the pair")
	return out
}

// roundName names the round as players do. The draft is the first stock round. // 9, 10
func roundName(s *engine.State) string {
	set := s.Get(pairNo)
	if s.Get(roundKind) == stockRound {
		set = s.Get(stockNo) + 1
	}
	return title.RoundName([]string{"Draft", "SR #", "OR #.#", "MR #.#"}, s.Get(roundKind), set, s.Get(roundNo))
}
