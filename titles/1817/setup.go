package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// What comes in the box. // 1.2; 17-SU-04
const (
	loanCount  = 70
	seedMoney  = 200
	shortCount = 10 // of each company; five without the variant
)

// setup returns the events that lay out the table. The seats are as given. The first player has the
// priority deal. // 4.1; 17-SU-01, 17-SU-03, 17-SU-06
func setup(start engine.Started) ([]engine.Event, error) {
	seats, err := classic.Admit(data, start, known)
	if err != nil {
		return nil, err
	}
	log := []engine.Event{start, engine.Paid{From: engine.Bank, To: pot, Amount: seedMoney}}
	log = append(log, classic.Cash(classic.Players(start), seats.Cash)...) // 17-SU-02
	log = append(log, engine.Moved{Piece: step.Priority, To: engine.PlayerID(0)})
	for _, c := range data.Companies {
		log = append(log, classic.Shares(c, box)...)
		log = append(log, classic.Put(shortCount, func(i int) string { return short(c.Sym, i) }, box)...)
		log = append(log, classic.Tokens(c, box)...)
	}
	for _, p := range data.Privates {
		log = append(log, engine.Moved{Piece: piece(p.Sym), To: onSale})
		log = append(log, classic.Put(p.Tokens, func(i int) string { return p.Kind + ":" + p.Sym + ":" + digit(i) }, p.Sym)...)
	}
	log = append(log, classic.Put(loanCount, func(i int) string { return "loan:" + digit(i/10) + digit(i%10) }, loans)...)
	return append(log, classic.Trains(data.Trains)...), nil
}

// known reports whether there is a variant or a switch. // 9
func known(option string) bool {
	return slices.Contains([]string{increasedShorts, morePlayers, shortSqueeze, modernTrains, quietEnd}, option) || switches.Has(option)
}

func digit(n int) string { return string(rune('0' + n)) }

// short names the n-th short share of a company.
func short(sym string, n int) string { return "short:" + sym + ":" + digit(n) }
