package classic

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// The setup of a game puts what the facts list on the table. A title says in its own order what goes
// where, with the sections of its rules:
//
//	log := []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: data.Bank}}
//	log = append(log, classic.Cash(classic.Players(start), seats.Cash)...)
//	for _, c := range data.Companies {
//		log = append(log, classic.KeepHome(data, c))
//		log = append(log, classic.Shares(c, step.IPO(c.Sym))...)
//		log = append(log, classic.Tokens(c, c.Sym)...)
//	}
//	log = append(log, classic.Trains(data.Trains)...)
//
// The order of the events is stored in the logs of games.

// Admit returns the seats of a game that begins. It refuses a number of players that the facts do not
// have, or have only with a variant, and options that are not known or have another value than "yes".
// known reports whether there is an option; nil if there are none.
// // 17-SU-01, 17-VA-02; 20-RU-55; 28-SU-01; 43-SU-01; NE-SU-04
func Admit(f *facts.Title, start engine.Started, known func(option string) bool) (facts.Seats, error) {
	seats, ok := f.SeatsFor(len(start.Players))
	if !ok {
		return seats, engine.Refuse("%s is for %s, not %d", f.Name, numbers(f), len(start.Players))
	}
	for _, option := range slices.Sorted(maps.Keys(start.Options)) {
		switch value := start.Options[option]; {
		case known == nil || !known(option):
			return seats, engine.Refuse("%s has no option %q", f.Name, option)
		case value != "yes":
			return seats, engine.Refuse("%s has no option %q with the value %q", f.Name, option, value)
		}
	}
	if seats.Variant != "" && start.Options[seats.Variant] == "" {
		return seats, engine.Refuse("%s for %d players takes the variant %q", f.Name, seats.Players, seats.Variant)
	}
	return seats, nil
}

// numbers says how many may play: "3 to 7 players, 8 to 12 with the variant "more players"".
func numbers(f *facts.Title) string {
	var out []string
	for i := 0; i < len(f.Seats); {
		first, variant := f.Seats[i], f.Seats[i].Variant
		for i < len(f.Seats) && f.Seats[i].Variant == variant {
			i++
		}
		text := strconv.Itoa(first.Players)
		if last := f.Seats[i-1].Players; last > first.Players {
			text += fmt.Sprintf(" to %d", last)
		}
		if len(out) == 0 {
			text += " players"
		}
		if variant != "" {
			text += fmt.Sprintf(" with the variant %q", variant)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// Players returns the players of a game that begins, in seat order.
func Players(start engine.Started) []string {
	var out []string
	for i := range start.Players {
		out = append(out, engine.PlayerID(i))
	}
	return out
}

// Cash pays each player the same amount out of the bank.
func Cash(players []string, amount int) []engine.Event {
	var out []engine.Event
	for _, p := range players {
		out = append(out, engine.Paid{From: engine.Bank, To: p, Amount: amount})
	}
	return out
}

// Put moves n pieces to a place. name names each of them, from 0.
func Put(n int, name func(n int) string, place string) []engine.Event {
	var out []engine.Event
	for i := range n {
		out = append(out, engine.Moved{Piece: name(i), To: place})
	}
	return out
}

// Shares puts the certificates of a company to a place, such as step.IPO(c.Sym).
func Shares(c facts.Company, place string) []engine.Event {
	return Put(len(c.Shares), func(n int) string { return step.Share(c.Sym, n) }, place)
}

// Tokens puts the station markers of a company to a place: c.Sym is its charter.
func Tokens(c facts.Company, place string) []engine.Event {
	return Put(len(c.Stations), func(n int) string { return step.Token(c.Sym, n) }, place)
}

// Home returns the stop that the map reserves for a company, in the hex that the facts call its home.
func Home(f *facts.Title, c facts.Company) string {
	return board.Spot{Hex: c.Home, N: f.Map.Hex(c.Home).Reserved[c.Sym]}.String()
}

// KeepHome keeps the space of a company's home.
// // NE-ST-04; 28-ST-04; 43-ST-06
func KeepHome(f *facts.Title, c facts.Company) engine.Event {
	return engine.Moved{Piece: step.Keep(c.Sym), To: Home(f, c)}
}

// Trains puts trains on sale in their order. Of those without number there is one at a time: see
// step.Table.OnSale.
func Trains(list []facts.Train) []engine.Event {
	var out []engine.Event
	for _, tr := range list {
		out = append(out, TrainsAt(tr, step.Supply)...)
	}
	return out
}

// TrainsAt puts all trains of a type to a place.
func TrainsAt(tr facts.Train, place string) []engine.Event {
	return Put(max(tr.Count, 1), func(n int) string { return step.Train(tr.Name, n) }, place)
}
