package t1820

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pbem/engine"
)

// odd are words that are hardly ever right.
var odd = [][]string{
	nil, {"x"}, {"0"}, {"1"}, {"LSR"}, {"1", "LSR"}, {"LSR", "to", "10"}, {"LSR", "to", "10", "loans", "1"}, {"1", "LSR", "loans", "2"}, {"train"}, {"train", "2+"},
	{"train", "2+", "from", "bank"}, {"train", "2+", "from", "LUR"}, {"train", "2+", "from", "LUR", "for"}, {"train", "2+", "to", "LSR"}, {"G7"}, {"G7", "9"},
	{"G7", "9", "0"}, {"G7", "9", "0", "with", "BED"}, {"M13"}, {"M13", "W"}, {"with"}, {"with", "LSR"}, {"with", "LSR", "for", "500"}, {"p1", "1"}, {"LSR", "5", "60"},
	{"1", "LSR", "as", "LOC"}, {"LSR", "from", "pool"}, {"LSR", "from", "pool", "as", "LOC"}, {"50", "to", "60"}, {"LOC", "50"}, {"as", "LOC"}, {"loans", "1"}, {"charter"},
}

// Every command is either accepted or refused with a sentence.
func TestOddWords(t *testing.T) {
	for seed := range uint64(6) {
		start := engine.Started{Title: "1820", Seed: int64(seed), Players: []string{"Amy", "Brian", "Crystal"}}
		log, err := setup(start)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := engine.Start(Title.Rules, log)
		m := miser{rand.New(rand.NewPCG(seed, 20))}
		for n := 0; g.State().Result == nil; n++ {
			if n%5 == 0 {
				sayOdd(t, g)
			}
			c, _ := m.pick(g.Pending())
			if g, _, err = g.Decide(c); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func sayOdd(t *testing.T, g *engine.Game) {
	t.Helper()
	asked := map[string]bool{}
	for _, ch := range g.Pending() {
		if key := fmt.Sprint(ch.By, ch.Verb); asked[key] || ch.Verb == "run" {
			continue
		} else {
			asked[key] = true
		}
		for _, words := range odd {
			next, _, err := g.Decide(engine.Command{By: ch.By, Verb: ch.Verb, Args: words})
			var why *engine.Refusal
			switch {
			case err == nil && next.Frozen() == nil:
			case err == nil:
				t.Fatalf("%s %s %v freezes the game: %v", ch.By, ch.Verb, words, next.Frozen())
			case !errors.As(err, &why):
				t.Fatalf("%s %s %v: %v", ch.By, ch.Verb, words, err)
			case len(strings.TrimSpace(why.Error())) < 5:
				t.Fatalf("%s %s %v is refused with %q at %v", ch.By, ch.Verb, words, why.Error(), g.State().Stack)
			}
		}
	}
}
