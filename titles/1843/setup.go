package t1843

import (
	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/games18xx"
)

// blockedCount is the number of "blocked" markers. // 2; 43-SU-06
const blockedCount = 9

// setup returns the first events of a game. // 4; 43-SU-01
func setup(start engine.Started) ([]engine.Event, error) {
	seats, err := classic.Admit(data, start, option)
	if err != nil {
		return nil, err
	}
	players := classic.Players(start)
	log := append([]engine.Event{start}, classic.Cash(players, seats.Cash)...) // the bank never breaks
	order := games18xx.Shuffle(start.Seed, players)                            // 43-SU-02
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
	log = append(log, classic.Put(blockedCount, func(n int) string { return step.Token(step.Blocking, n) }, box)...)
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
	log = append(log, classic.Tokens(c, c.Sym)...) // 43-ST-03
	if c.Sym != compMID {                          // MID has no city of its own there yet: R-12
		log = append(log, classic.KeepHome(data, c)) // 43-ST-06
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
		log = append(log, classic.TrainsAt(tr, place)...)
	}
	return log
}
