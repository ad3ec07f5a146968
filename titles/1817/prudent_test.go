package t1817

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/step"
)

// update stores the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write the playthroughs in testdata")

// A prudent player picks at random among moves that keep companies alive. Games of careless players end in
// bankruptcies before the later phases.
type prudent struct{ rng *rand.Rand }

// rarely is how often in a hundred a verb is used when it is offered.
var rarely = map[string]int{
	"short": 6, "sell": 15, "loan": 10, "withhold": 30, "half": 40, "offer": 30, "merge": 30, "convert": 40, "redeem": 30, "decline": 30, "withdraw": 0,
	"bid": 50, "start": 60, "bridge": 40, "mine": 70,
}

func (p prudent) pick(choices []engine.Choice) engine.Command {
	choices = slices.DeleteFunc(slices.Clone(choices), func(ch engine.Choice) bool { return !step.Open(ch) })
	for range 20 {
		ch := choices[p.rng.IntN(len(choices))]
		if often, ok := rarely[ch.Verb]; ok && p.rng.IntN(100) >= often || ch.Verb == "pass" && p.rng.IntN(3) > 0 {
			continue
		}
		if c, ok := p.complete(ch); ok {
			return c
		}
	}
	for _, ch := range choices {
		if c, ok := p.complete(ch); ok {
			return c
		}
	}
	panic("nothing is offered")
}

// complete names a low bid. Other numbers are free.
func (p prudent) complete(ch engine.Choice) (engine.Command, bool) {
	list := ch.List()
	if len(list) == 0 {
		return engine.Command{}, false
	}
	o := list[p.rng.IntN(len(list))]
	c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
	if o.Range != nil {
		steps := (o.Range.Max - o.Range.Min) / max(o.Range.Step, 1)
		n := o.Range.Min + o.Range.Step*p.rng.IntN(min(steps, 4)+1)
		if ch.Verb == "start" || ch.Verb == "repay" {
			n = o.Range.Min + o.Range.Step*p.rng.IntN(steps+1)
		}
		c.Args = append(slices.Clone(o.Args), strconv.Itoa(n))
	}
	return c, true
}

// playPrudently plays a game to its end.
func playPrudently(t *testing.T, players int, seed uint64, options map[string]string) *engine.Game {
	t.Helper()
	names := []string{"Amy", "Brian", "Crystal", "David", "Eve", "Frank", "Gwen", "Hal", "Ida", "Jo", "Kim", "Leo"}
	setup, err := setup(engine.Started{Title: "1817", Players: names[:players], Options: options})
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(Title.Rules, setup)
	p := prudent{rand.New(rand.NewPCG(seed, 1817))}
	for n := 0; g.State().Result == nil; n++ {
		if n > 20_000 {
			t.Fatalf("%d players, seed %d: no end", players, seed)
		}
		c := p.pick(g.Pending())
		next, _, err := g.Decide(c)
		if err != nil {
			t.Fatalf("%d players, seed %d: %s was offered %q: %v", players, seed, c.By, c, err)
		}
		g = next
		if n%40 == 0 {
			if err := check(g); err != nil {
				t.Fatalf("%d players, seed %d, after %q: %v", players, seed, c, err)
			}
			if err := reasoned(g.Pending()); err != nil {
				t.Fatalf("%d players, seed %d: %v", players, seed, err)
			}
			if err := enginetest.CheckOffers(g, 3); err != nil {
				t.Fatalf("%d players, seed %d: %v", players, seed, err)
			}
		}
	}
	return g
}

// reasoned tries words that are not offered. Each must be refused with a sentence.
func reasoned(pending []engine.Choice) error {
	for _, ch := range pending {
		list := ch.List()
		for i, o := range list[:min(len(list), 8)] {
			words := slices.Clone(o.Args)
			if o.Range != nil {
				words = append(words, strconv.Itoa(o.Range.Max+1+i))
			}
			for _, said := range [][]string{words, append(words, "x"), words[:max(0, len(words)-1)], {"9", "9", "9"}, {"J", "05"}, nil} {
				_, err := engine.Accept(pending, engine.Command{By: ch.By, Verb: ch.Verb, Args: said})
				if err != nil && err.Error() == "" {
					return fmt.Errorf("%s %q is refused without a word", ch.Verb, said)
				}
			}
		}
	}
	return nil
}

// TestPrudentWalk plays games that reach the last phase.
func TestPrudentWalk(t *testing.T) {
	games := uint64(2)
	if testing.Short() {
		games = 1
	}
	ends := map[string]int{}
	for players := 3; players <= 7; players++ {
		for seed := range games {
			g := playPrudently(t, players, seed, nil)
			ends[g.State().Result.Reason]++
		}
	}
	t.Log(ends)
}

// TestPlaythrough compares a game played to its regular end with the one stored.
func TestPlaythrough(t *testing.T) {
	g := playPrudently(t, 4, 20, nil)
	enginetest.Golden(t, "testdata/playthrough.golden", enginetest.Transcript(g.Log()), *update)
}

// TestPlaythroughWithVariants does the same with every variant and one player more than the rules allow
// without one.
func TestPlaythroughWithVariants(t *testing.T) {
	options := map[string]string{}
	for _, v := range Title.Variants {
		options[v.Key] = "yes"
	}
	g := playPrudently(t, 8, 3, options)
	enginetest.Golden(t, "testdata/variants.golden", enginetest.Transcript(g.Log()), *update)
}
