package t18newengland

import (
	"maps"
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// drawn is the number of minors that are available from the start. // 3
const drawn = 10

// setup returns the first events of a game. // 3
func setup(start engine.Started) ([]engine.Event, error) {
	seats, ok := data.SeatsFor(len(start.Players))
	if !ok {
		return nil, engine.Refuse("18NewEngland is for 2 to 5 players, not %d", len(start.Players))
	}
	for _, option := range slices.Sorted(maps.Keys(start.Options)) {
		if !switches.Has(option) || start.Options[option] != "yes" {
			return nil, engine.Refuse("18NewEngland has no option %q", option)
		}
	}
	log := []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: data.Bank}} // NE-SU-01
	for i := range start.Players {
		log = append(log, engine.Paid{From: engine.Bank, To: engine.PlayerID(i), Amount: seats.Cash}) // NE-SU-02, NE-SU-03
	}
	log = append(log, engine.Moved{Piece: step.Priority, To: engine.PlayerID(0)}) // NE-SU-06
	log = append(log, companies(start.Seed)...)
	return append(log, supply()...), nil
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
			log = append(log, engine.Moved{Piece: step.Keep(c.Sym), To: printedHome(c)}) // 11.4; NE-ST-04, NE-RUL-17
		}
		for i := range c.Shares {
			log = append(log, engine.Moved{Piece: step.Share(c.Sym, i), To: place})
		}
		for i := range c.Stations {
			log = append(log, engine.Moved{Piece: step.Token(c.Sym, i), To: c.Sym})
		}
	}
	return log
}

// printedHome returns the stop that is printed as a minor's home.
func printedHome(c facts.Company) string {
	n := data.Map.Hex(c.Home).Reserved[c.Sym]
	return c.Home + "." + string(rune('0'+n))
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

// supply puts the trains on sale, in order. // 11.7; NE-TN-01
func supply() []engine.Event {
	var log []engine.Event
	for _, tr := range data.Trains {
		for i := range max(tr.Count, 1) {
			log = append(log, engine.Moved{Piece: step.Train(tr.Name, i), To: step.Supply})
		}
	}
	return log
}
