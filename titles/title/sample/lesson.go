package sample

import (
	"fmt"

	"pbem/titles/title"
)

// lesson is for somebody who has never played the title.
var lesson = title.Lesson{
	Goal: "Be the richest: cash, and shares at their market prices. What companies own does not count.",
	End:  fmt.Sprintf("The game ends when the bank is broken, when a price reaches the end of the market, or after set %d.", lastSet), // 5
	Round: []string{
		"Stock round: sell shares, then start a company (start NLR 70) or buy one share, until all pass.",
		"Operating rounds, one in phase 2 and two later: companies take turns, the highest price first. Each lays a tile, places a station, runs its trains, pays or keeps what they earned, and buys trains.",
	},
	Special: []string{
		"A company need not own a train. Without one it earns nothing, and its price falls.",
		"A sale moves the price one space down, however many shares are sold.",
		"Trains are bought from the bank and the pool only, never from other companies.",
	},
	Rulebook: "the README of its folder",
	Kinds: map[string]string{
		"public": "Ten shares: a president's certificate of two and eight others. It floats when five shares are sold, and then has ten times its par.", // 2.4
	},
	Terms: []title.Term{
		{Word: "end", Also: []string{"last set"}, Text: "What will end the game: a broken bank, a price at the end of the market, or the last set of operating rounds."},
		{Word: "float", Text: "A company floats when five of its ten shares are sold. Then it has ten times its par."},
	},
}
