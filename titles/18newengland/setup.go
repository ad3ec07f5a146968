package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/games18xx"
)

// drawn is the number of minors that are available from the start. // 3
const drawn = 10

// setup returns the first events of a game. // 3
func setup(start engine.Started) ([]engine.Event, error) {
	seats, err := classic.Admit(data, start, option)
	if err != nil {
		return nil, err
	}
	log := []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: data.Bank}} // NE-SU-01
	log = append(log, classic.Cash(classic.Players(start), seats.Cash)...)                          // NE-SU-02, NE-SU-03
	log = append(log, engine.Moved{Piece: step.Priority, To: engine.PlayerID(0)})                   // NE-SU-06
	log = append(log, companies(start.Seed)...)
	return append(log, classic.Trains(data.Trains)...), nil // 11.7; NE-TN-01
}

// companies lays out certificates and station markers.
func companies(seed int64) []engine.Event {
	var log []engine.Event
	available := draw(seed)
	for _, c := range data.Companies {
		place := step.IPO(c.Sym)
		if c.Kind == minor {
			place = later // NE-SU-05
			if available[c.Sym] {
				place = offered
			}
			log = append(log, classic.KeepHome(data, c)) // 11.4; NE-ST-04, NE-RUL-17
		}
		log = append(log, classic.Shares(c, place)...)
		log = append(log, classic.Tokens(c, c.Sym)...)
	}
	return log
}

// draw chooses the minors that are available from the start. Each minor gets a number from the
// seed, in the order of the data; those with the ten lowest numbers are chosen.
// // 3; NE-SU-05, DIF-29
func draw(seed int64) map[string]bool {
	var minors []string
	for _, c := range data.Companies {
		if c.Kind == minor {
			minors = append(minors, c.Sym)
		}
	}
	in := map[string]bool{}
	for _, sym := range games18xx.Shuffle(seed, minors)[:drawn] {
		in[sym] = true
	}
	return in
}
