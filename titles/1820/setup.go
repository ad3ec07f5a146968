package t1820

import (
	"math/rand/v2"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

const (
	forCard      = 10  // starting cash for each point of the number card // 4; 20-SE-02
	income       = 800 // of every stock round // 6.2; 20-IN-01
	cheap        = 120 // price of all cousins with the variant // 4; 20-RU-10
	lobbyMarkers = 10  // of each player // 2, 4; 20-SE-05
)

// setup returns the first events of a game. Shares and markers of a company come out of the box
// when it floats. // 4; 20-SE-01, 20-SE-02, 20-SE-04
func setup(start engine.Started) ([]engine.Event, error) {
	if _, err := classic.Admit(data, start, func(option string) bool {
		return slices.Contains([]string{certificates, cheapCousins, namedSales, soldForLoans}, option)
	}); err != nil { // 20-RU-55
		return nil, err
	}
	players := classic.Players(start)
	chance := rand.New(rand.NewPCG(uint64(start.Seed), 1820))
	chance.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] }) // 20-SE-01
	log := []engine.Event{start, engine.Set{Key: column, Value: 1}}
	for i, p := range players {
		log = append(log, engine.Paid{From: engine.Bank, To: p, Amount: forCard * (i + 1)}) // 20-SE-02
	}
	log = append(log, step.DealOrder(players)...)
	log = append(log, drawCousins(start, chance)...)
	return append(log, supply(start.Options[certificates] != "")...), nil
}

// drawCousins brings one cousin of each colour into the game, out of the nine of section 14. The
// prices of that section count. // 4, 14; 20-SE-03, 20-RU-07, 20-RU-08, 20-RU-10
func drawCousins(start engine.Started, chance *rand.Rand) []engine.Event {
	var out []engine.Event
	for _, colour := range []string{"blue", "brown", "green", "red"} {
		var of []string
		for _, c := range data.Privates {
			if c.Kind == colour && (start.Options[cheapCousins] == "" || c.Value == cheap) {
				of = append(of, c.Sym)
			}
		}
		drawn := of[chance.IntN(len(of))]
		for _, c := range data.Privates {
			if c.Kind == colour {
				place := step.Out
				if c.Sym == drawn {
					place = onOffer
				}
				out = append(out, engine.Moved{Piece: cousin(c.Sym), To: place})
			}
		}
	}
	return out
}

// supply puts the trains of the roster on sale. // 5; 20-SE-04, 20-RU-02, 20-RU-54
func supply(cards bool) []engine.Event {
	var out []engine.Event
	for _, tr := range data.Trains {
		if inRoster(cards, tr.Name) {
			out = append(out, classic.TrainsAt(tr, step.Supply)...)
		}
	}
	return out
}

// boxed reports whether a setup may leave a piece in the box: certificates and markers of companies, which come when
// they are floated, and trains that are not in the roster. // 5; 20-RU-54
func boxed(piece string) bool {
	kind, _, _ := strings.Cut(piece, ":")
	return kind == "share" || kind == "token" || kind == "train" && !(inRoster(false, step.Label(piece)) && inRoster(true, step.Label(piece)))
}
