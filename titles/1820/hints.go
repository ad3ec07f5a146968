package t1820

import (
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// What robots know of this title alone.
var hints = []title.Hint{
	{Words: "lobbies", Brings: func(s *engine.State, player string) int { return see(s).lobbiesBring(player) }},
	{Words: "a company to start", Brings: func(s *engine.State, _ string) int { return see(s).floatsBring() }},
}

// rounds is how many columns of the chart are left: after each operating round the marker moves on. // 9.1; 20-GE-04
func rounds(s *engine.State) int { return atEnd - s.Get(column) }

// worn is the part of its price, in hundredths, above which the maintenance of a train is more than it earns.
const worn = 40

// wears is for how many operating rounds a train is kept, and what its maintenance is on average until then: it grows by half or more in
// every round. A train that is worn out costs what it costs now, until it is scrapped. // 7.2.5; 20-MT-01
func wears(s *engine.State, train string) (rounds, each int) {
	colour, most := colourOf(train), data.Train(train).Price*worn/100
	for _, c := range chart[max(1, s.Get(column)):] {
		cost := c.maintenance[colour]
		if cost > most {
			if rounds == 0 {
				return 1, cost
			}
			break
		}
		rounds, each = rounds+1, each+cost
	}
	return rounds, each / max(1, rounds)
}

// poor is how likely, in hundredths, a company is wound up that has no train, and no money for one.
const poor = 80

// fails is how likely a company is wound up or closed for want of a train. // 7.2.7; 20-TB-12, 20-TB-13
func fails(s *engine.State, company string) (likely, owes int) {
	v := see(s)
	if len(v.Trains(company)) > 0 || v.wallet(company) >= step.Cheapest(v.Lots("pool")) {
		return 0, 0
	}
	return poor, 0
}

// together are the answers to who buys the shares of a company that is floated or grows: the player alone buys some, or all that are
// allowed. A company with many shares and much money gains most from its trains: what it pays to all of them moves its price. // 7.2.4
var together = map[string]func(engine.Choice) [][]engine.Command{
	"allot": func(ch engine.Choice) (out [][]engine.Command) {
		for _, o := range ch.List() {
			if o.Range == nil || o.Args[0] != ch.By {
				continue
			}
			for _, n := range someOrAll(*o.Range) {
				out = append(out, []engine.Command{{By: ch.By, Verb: ch.Verb, Args: []string{ch.By, strconv.Itoa(n)}}, {By: ch.By, Verb: "pass"}})
			}
		}
		return out
	},
}

// someOrAll returns the lowest numbers of a range, and the highest.
func someOrAll(r engine.Range) (out []int) {
	for n := r.Min; n <= min(r.Max, r.Min+3); n++ {
		out = append(out, n)
	}
	if r.Max > r.Min+3 {
		out = append(out, r.Max)
	}
	return out
}

// What the first lobby of a player brings, and the second: a company to start. The money in it is lost. For more
// companies there is no money for trains.
var lobbyBrings = []int{110, 65}

// lobbiesBring is what the lobbies of a player are worth: they let start companies, as long as there is the
// money for two fifths of the shares. // 6.6.1, 6.6.2; 20-LO-06, 20-FL-13
func (v view) lobbiesBring(player string) int {
	pars, size := data.ParCells(v.Phase()), v.costs().sizes[0]
	cost := size * 2 / 5 * priceAt(pars[0].Col)
	sum, n, cash := 0, 0, v.S.Cash(player)
	for _, l := range v.lobbies() {
		if l.owner == player && cash >= cost && n < len(lobbyBrings) {
			sum += lobbyBrings[n]
			n, cash = n+1, cash-cost
		}
	}
	return sum
}

// What a company that is being floated brings: something, and the more the better its first station is.
const (
	floatBrings = 60
	stopBrings  = 2 // for each pound of the stop
)

// floatsBring counts companies whose shares nobody has bought yet, until they are bought or the float is undone.
// // 6.6.2; 20-FL-13
func (v view) floatsBring() int {
	sum, b, colour := 0, v.Board(), v.Phase().Offboard
	for _, sym := range v.publics() {
		at := v.Stations(sym)
		if sym == british || len(at) == 0 || v.Shares(sym, sym) < v.size(sym) {
			continue
		}
		sum += floatBrings + stopBrings*b.Stop(at[0]).Revenue.In(colour)
	}
	return sum
}
