package t1817

import (
	"maps"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// What comes in the box. // 1.2; 17-SU-04
const (
	loanCount     = 70
	seedMoney     = 200
	shortCount    = 10 // of each company; five without the variant
	fewestPlayers = 3
)

// setup returns the events that lay out the table. The seats are as given. The first player has the
// priority deal. // 4.1; 17-SU-01, 17-SU-03, 17-SU-06
func setup(start engine.Started) ([]engine.Event, error) {
	if err := checkOptions(start); err != nil {
		return nil, err
	}
	seats, _ := data.SeatsFor(len(start.Players))
	log := []engine.Event{start, engine.Paid{From: engine.Bank, To: pot, Amount: seedMoney}}
	for i := range start.Players {
		log = append(log, engine.Paid{From: engine.Bank, To: engine.PlayerID(i), Amount: seats.Cash}) // 17-SU-02
	}
	log = append(log, engine.Moved{Piece: step.Priority, To: engine.PlayerID(0)})
	for _, c := range data.Companies {
		log = append(log, put(box, len(c.Shares), func(i int) string { return step.Share(c.Sym, i) })...)
		log = append(log, put(box, shortCount, func(i int) string { return short(c.Sym, i) })...)
		log = append(log, put(box, len(c.Stations), func(i int) string { return step.Token(c.Sym, i) })...)
	}
	for _, p := range data.Privates {
		log = append(log, engine.Moved{Piece: piece(p.Sym), To: onSale})
		log = append(log, put(p.Sym, p.Tokens, func(i int) string { return p.Kind + ":" + p.Sym + ":" + digit(i) })...)
	}
	log = append(log, put(loans, loanCount, func(i int) string { return "loan:" + digit(i/10) + digit(i%10) })...)
	for _, tr := range data.Trains {
		log = append(log, put(step.Supply, max(tr.Count, 1), func(i int) string { return step.Train(tr.Name, i) })...)
	}
	return log, nil
}

// checkOptions refuses unknown options, and a number of players that the rules do not allow. // 4.1, 9,
// 9.2; 17-VA-02
func checkOptions(start engine.Started) error {
	for _, key := range slices.Sorted(maps.Keys(start.Options)) {
		known := slices.Contains([]string{increasedShorts, morePlayers, shortSqueeze, modernTrains, quietEnd}, key) || switches.Has(key)
		if !known || start.Options[key] != "yes" {
			return engine.Refuse("1817 has no option %q with the value %q", key, start.Options[key])
		}
	}
	n := len(start.Players)
	seats, ok := data.SeatsFor(n)
	if !ok {
		return engine.Refuse("1817 is for 3 to 7 players, 8 to 12 with the variant %q, not %d", morePlayers, n)
	}
	if seats.Variant != "" && start.Options[seats.Variant] == "" {
		return engine.Refuse("1817 for %d players takes the variant %q", n, seats.Variant)
	}
	return nil
}

func put(place string, n int, name func(int) string) []engine.Event {
	var out []engine.Event
	for i := range n {
		out = append(out, engine.Moved{Piece: name(i), To: place})
	}
	return out
}

func digit(n int) string { return string(rune('0' + n)) }

// short names the n-th short share of a company.
func short(sym string, n int) string { return "short:" + sym + ":" + digit(n) }
