package sample

import (
	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// setup brings everything to the table. // 1
func setup(start engine.Started) ([]engine.Event, error) {
	seats, ok := data.SeatsFor(len(start.Players))
	if !ok {
		most := data.Seats[len(data.Seats)-1].Players
		return nil, engine.Refuse("%s is for %d to %d players, not %d", data.Name, data.Seats[0].Players, most, len(start.Players))
	}
	for option := range start.Options {
		return nil, engine.Refuse("%s has no option %q", data.Name, option)
	}
	log := []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: data.Bank}}
	for i := range start.Players { // SA-01
		log = append(log, engine.Paid{From: engine.Bank, To: engine.PlayerID(i), Amount: seats.Cash})
	}
	log = append(log, engine.Moved{Piece: step.Priority, To: engine.PlayerID(0)})
	return append(append(log, companies()...), supply()...), nil
}

// companies lays out certificates and station markers, and keeps a space for every home. // 1; SA-02
func companies() []engine.Event {
	var log []engine.Event
	for _, c := range data.Companies {
		log = append(log, engine.Moved{Piece: step.Keep(c.Sym), To: home(c)})
		for i := range c.Shares {
			log = append(log, engine.Moved{Piece: step.Share(c.Sym, i), To: step.IPO(c.Sym)})
		}
		for i := range c.Stations {
			log = append(log, engine.Moved{Piece: step.Token(c.Sym, i), To: c.Sym})
		}
	}
	return log
}

// home returns the stop printed as a company's home.
func home(c facts.Company) string {
	n := data.Map.Hex(c.Home).Reserved[c.Sym]
	return c.Home + "." + string(rune('0'+n))
}

// supply puts the trains on sale in order; of those without number one at a time. // 3.5
func supply() []engine.Event {
	var log []engine.Event
	for _, tr := range data.Trains {
		for i := range max(tr.Count, 1) {
			log = append(log, engine.Moved{Piece: step.Train(tr.Name, i), To: step.Supply})
		}
	}
	return log
}
