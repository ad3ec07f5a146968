package walk

import (
	"maps"
	"slices"
	"strconv"

	"pbem/engine"
)

// usual is how often, in percent, a prudent player uses a verb when it is on offer; verbs not listed are
// always used. Such players buy, build, run and pay, save for the next train, and seldom pass, sell out,
// borrow, give up or take back.
var usual = map[string]int{
	"pass": 60, "sell": 8, "short": 2, "loan": 4, "withhold": 60, "half": 60, "issue": 40, "redeem": 30,
	"bid": 50, "decline": 30, "withdraw": 5, "relinquish": 5, "liquidate": 1, "bankrupt": 1,
}

// A Thrifty picks at random among the commands that keep companies alive. Games
// of players who choose blindly end in ruin before the later phases.
type Thrifty struct {
	*Player
	often map[string]int
}

// NewThrifty makes a prudent player from a seed. habits has the verbs that the
// title wants said more or less often than usual, in a hundred. "VERB low" is
// how often the number after that verb is a low one.
func NewThrifty(seed uint64, habits map[string]int) *Thrifty {
	often := maps.Clone(usual)
	maps.Copy(often, habits)
	return &Thrifty{NewPlayer(seed), often}
}

// tries is how many choices a prudent player considers before taking any of them.
const tries = 20

// Pick returns one of the offered commands. ok is false if there is none.
func (p *Thrifty) Pick(choices []engine.Choice) (c engine.Command, ok bool) {
	for range tries {
		if len(choices) == 0 {
			break
		}
		ch := choices[p.rng.IntN(len(choices))]
		if often, known := p.often[ch.Verb]; known && p.rng.IntN(100) >= often {
			continue
		}
		if c, ok := p.complete(ch); ok {
			return c, true
		}
	}
	for _, ch := range p.willingly(choices) {
		if c, ok := p.complete(ch); ok {
			return c, true
		}
	}
	return engine.Command{}, false
}

// willingly sorts choices by how often they are used, those that never are last.
func (p *Thrifty) willingly(choices []engine.Choice) []engine.Choice {
	rank := func(ch engine.Choice) int {
		if often, known := p.often[ch.Verb]; known {
			return -often
		}
		return -100
	}
	return slices.SortedStableFunc(slices.Values(choices), func(a, b engine.Choice) int { return rank(a) - rank(b) })
}

// complete takes any option of a choice. From a range it takes a low number every second time (it is mostly a
// price), or as often as the title says.
func (p *Thrifty) complete(ch engine.Choice) (engine.Command, bool) {
	list := ch.List()
	if len(list) == 0 {
		return engine.Command{}, false
	}
	o := list[p.rng.IntN(len(list))]
	c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
	if o.Range == nil {
		return c, true
	}
	by := max(o.Range.Step, 1)
	steps := (o.Range.Max - o.Range.Min) / by
	low := p.rng.IntN(2) == 0
	if often, known := p.often[ch.Verb+" low"]; known {
		low = p.rng.IntN(100) < often
	}
	if low {
		steps = min(steps, 4)
	}
	c.Args = append(slices.Clone(o.Args), strconv.Itoa(o.Range.Min+by*p.rng.IntN(steps+1)))
	return c, true
}
