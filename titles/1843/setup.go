package t1843

import (
	"maps"
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// blockedCount is the number of "blocked" markers. // 2; 43-SU-06
const blockedCount = 9

// setup returns the first events of a game. // 4; 43-SU-01
func setup(start engine.Started) ([]engine.Event, error) {
	seats, ok := data.SeatsFor(len(start.Players))
	if !ok {
		return nil, engine.Refuse("1843 is for 2 to 6 players, not %d", len(start.Players))
	}
	for _, option := range slices.Sorted(maps.Keys(start.Options)) {
		return nil, engine.Refuse("1843 has no option %q", option)
	}
	log := []engine.Event{start}
	var players []string
	for i := range start.Players {
		players = append(players, engine.PlayerID(i))
		log = append(log, engine.Paid{From: engine.Bank, To: engine.PlayerID(i), Amount: seats.Cash}) // the bank never breaks
	}
	order := games18xx.Shuffle(start.Seed, players) // 43-SU-02
	log = append(log, step.DealOrder(order)...)
	log = append(log, engine.Moved{Piece: step.Priority, To: order[0]}) // 43-AU-01
	for _, c := range data.Companies {
		log = append(log, company(c)...)
	}
	for _, p := range data.Privates {
		log = append(log, engine.Moved{Piece: step.Private(p.Sym), To: onSale})
	}
	for _, at := range portHexes { // 43-SU-03
		log = append(log, engine.Moved{Piece: port(at), To: at})
	}
	for n := range blockedCount {
		log = append(log, engine.Moved{Piece: step.Token(step.Blocking, n), To: box})
	}
	log = append(log, engine.Moved{Piece: engineers, To: box})
	return append(log, certificates()...), nil
}

// company lays out the certificates and station markers of a company. Some certificates belong to
// private companies. // 2, 10.2; 43-SU-04
func company(c facts.Company) []engine.Event {
	var log []engine.Event
	for i := range c.Shares {
		place := step.IPO(c.Sym)
		switch {
		case c.Sym == compPLM && i == 0: // 43-AU-17
			place = with(privLM)
		case c.Sym == compETA && i == 1: // 43-AU-18
			place = with(privBA)
		}
		log = append(log, engine.Moved{Piece: step.Share(c.Sym, i), To: place})
	}
	for i := range c.Stations { // 43-ST-03
		log = append(log, engine.Moved{Piece: step.Token(c.Sym, i), To: c.Sym})
	}
	if c.Sym != compMID { // MID has no city of its own there yet: R-12
		log = append(log, engine.Moved{Piece: step.Keep(c.Sym), To: c.Home + ".0"}) // 43-ST-06
	}
	return log
}

// certificates lays out the trains. Fronts are on sale, backs lie face down. // 2; 43-SU-05
func certificates() []engine.Event {
	var log []engine.Event
	for _, tr := range data.Trains {
		place := step.Supply
		switch {
		case tr.SideOf != "":
			place = verso
		case tr.Name == extraTrain:
			place = box
		}
		for i := range tr.Count {
			log = append(log, engine.Moved{Piece: step.Train(tr.Name, i), To: place})
		}
	}
	return log
}
