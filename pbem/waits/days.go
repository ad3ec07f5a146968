package waits

import (
	"math/rand/v2"
	"slices"

	"pbem/engine"
)

// A person answers when they read their mail: at some hours of the day in their zone, on weekends or not. Times are
// minutes since a Monday 0:00 UTC.
type person struct {
	hours    []int // of the day, ascending
	zone     int   // hours east of UTC
	weekends bool
	answers  int // how often in a hundred times they answer what they have read at once
}

// readings are the hours at which people read: once in the evening, in the morning and in the evening, and now and then from morning to night.
var readings = [][]int{{20}, {7, 19}, {8, 12, 15, 18, 21}}

// The zones of people, as hours east of UTC.
var zones = []int{-8, -5, 0, 1, 1, 2, 10}

const (
	hour = 60
	day  = 24 * hour
	week = 7 * day

	// soon is how long somebody takes for an answer: what comes while they write is read the next time.
	soon = 10
)

// somebody returns a person with habits of their own.
func somebody(rng *rand.Rand) person {
	p := person{zone: zones[rng.IntN(len(zones))], weekends: rng.IntN(3) > 0, answers: 70 + rng.IntN(31)}
	for _, h := range readings[rng.IntN(len(readings))] {
		p.hours = append(p.hours, (h+rng.IntN(3)-1+24)%24)
	}
	slices.Sort(p.hours)
	return p
}

// next returns when the person answers a mail that comes at time t.
func (p person) next(rng *rand.Rand, t int) int {
	for {
		t = p.reads(t + soon)
		if rng.IntN(100) < p.answers {
			return t
		}
	}
}

// reads returns the first time from t on at which the person reads mails.
func (p person) reads(t int) int {
	local := t + p.zone*hour
	for d := local - local%day; ; d += day {
		if weekday := d % week / day; weekday >= 5 && !p.weekends {
			continue
		}
		for _, h := range p.hours {
			if at := d + h*hour; at >= local {
				return at - p.zone*hour
			}
		}
	}
}

// tables is how many tables of people are tried for a median; it is odd.
const tables = 99

// Days returns how many days a game takes by mail if its players write the given mails: the median of several tables of
// people, who read their mail at hours of their own. What a player has planned when it was not their turn counts from
// the time when they read the mail that tells them of it. The same mails always give the same days.
func Days(r *Record, mails []Mail) int {
	var all []int
	for table := range uint64(tables) {
		rng, people := rand.New(rand.NewPCG(table, 34)), map[string]person{}
		for _, name := range r.games[0].State().Players() {
			people[name] = somebody(rng)
		}
		all = append(all, (minutes(r.Said, mails, people, rng)+day/2)/day)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// minutes returns how long the commands take with one table of people, from a Monday on.
func minutes(said []engine.Command, mails []Mail, people map[string]person, rng *rand.Rand) int {
	const start = 2 * week // zones make times earlier
	ready := map[string]int{}
	t, k := start, 0
	for _, m := range mails {
		for ; k < m.At; k++ { // what plans say waits until they were given
			t = max(t, ready[said[k].By])
		}
		at := people[m.By].next(rng, t)
		if ready[m.By] = at; m.Asked {
			t, k = at, m.At+m.Says
		}
	}
	for ; k < len(said); k++ {
		t = max(t, ready[said[k].By])
	}
	return t - start
}
