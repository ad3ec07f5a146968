package sample

import (
	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// setup brings everything to the table. // 1
func setup(start engine.Started) ([]engine.Event, error) {
	seats, err := classic.Admit(data, start, nil)
	if err != nil {
		return nil, err
	}
	log := []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: data.Bank}}
	log = append(log, classic.Cash(classic.Players(start), seats.Cash)...) // SA-01
	log = append(log, engine.Moved{Piece: step.Priority, To: engine.PlayerID(0)})
	for _, c := range data.Companies {
		log = append(log, classic.KeepHome(data, c)) // SA-02
		log = append(log, classic.Shares(c, step.IPO(c.Sym))...)
		log = append(log, classic.Tokens(c, c.Sym)...)
	}
	return append(log, classic.Trains(data.Trains)...), nil // 3.5
}
