package t1843

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// position reads the table: everything is open to everybody. // 3; 43-SU-12
func position(s *engine.State) title.Position {
	v := see(s)
	p := title.Position{
		Round: v.roundName(), Operating: s.Get(roundKind) == operatingRound, Phase: v.Phase().Name, CertLimit: v.certificateLimit(),
		Supply: title.SupplyOf(v.Table), Pool: v.TrainNames(step.Pool), Available: v.unstarted(),
	}
	for _, id := range s.Players() {
		p.Players = append(p.Players, title.Player{
			ID: id, Cash: s.Cash(id), Worth: v.worth(id), Certs: v.CertificateCount(id), Priority: s.Where(step.Priority) == id,
		})
	}
	for _, sym := range v.ByPrice(v.parred()) {
		c := title.Describe(v.Table, sym)
		c.Par = v.Par(sym)
		p.Companies = append(p.Companies, c)
	}
	return p
}

// roundName names the round as players do.
func (v view) roundName() string {
	switch v.S.Get(roundKind) {
	case stockRound:
		return fmt.Sprintf("SR %d", v.S.Get(stockNo))
	case operatingRound:
		return fmt.Sprintf("OR %d.%d", v.S.Get(stockNo), v.S.Get(roundNo))
	}
	return "Auction"
}
