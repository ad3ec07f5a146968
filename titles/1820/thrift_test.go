package t1820

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
)

// A miser plays for long games: lobbies, bids and prices are as low as possible; companies are
// floated, kept and increased.
type miser struct{ *rand.Rand }

// often is how many times in a hundred a miser says a verb that is offered.
var often = map[string]int{
	"pass": 30, "sell": 4, "bid": 15, "overpay": 1, "fund": 25, "withdraw": 0, "decline": 5, "refuse": 0, "discard": 0,
	"loan": 5, "withhold": 50, "reduce": 6, "offer": 4, "issue": 5, "redeem": 5, "increase": 30, "repay": 60, "remove": 30,
}

func (m miser) pick(choices []engine.Choice) (engine.Command, bool) {
	for tries := range 200 {
		ch := choices[m.IntN(len(choices))]
		list := ch.List()
		if n, known := often[ch.Verb]; len(list) == 0 || known && tries < 100 && m.IntN(100) >= n {
			continue
		}
		o := list[m.IntN(len(list))]
		c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
		if o.Range != nil {
			by := max(o.Range.Step, 1)
			n := o.Range.Min
			if m.IntN(3) == 0 {
				n += by * m.IntN(min(5, (o.Range.Max-o.Range.Min)/by+1))
			}
			if ch.Verb == "allot" {
				n = min(o.Range.Max, o.Range.Min+1)
			}
			c.Args = append(slices.Clone(o.Args), strconv.Itoa(n))
		}
		return c, true
	}
	return engine.Command{}, false
}

// Games of misers reach the later phases, and all their events can be folded.
func TestLongGames(t *testing.T) {
	for seed := range uint64(*longGames) {
		n := 3 + int(seed)%3
		t.Run(fmt.Sprintf("%d players, seed %d", n, seed), func(t *testing.T) { long(t, n, seed, true) })
	}
}

// longGames is the number of games. Play more after a change.
var longGames = flag.Int("long", 9, "long games to play")

func long(t *testing.T, n int, seed uint64, offers bool) []engine.Event {
	t.Helper()
	start := engine.Started{Title: "1820", Seed: int64(seed), Players: []string{"Amy", "Brian", "Crystal", "David", "Eve"}[:n]}
	if seed%4 == 3 {
		start.Options = map[string]string{certificates: "yes"}
	}
	log, err := setup(start)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(Title.Rules, log)
	m := miser{rand.New(rand.NewPCG(seed, 20))}
	said := map[string]int{}
	money := g.State().Money()
	for i := 0; g.State().Result == nil; i++ {
		if offers && i%50 == 49 {
			if err := enginetest.CheckOffers(g, 8); err != nil {
				t.Fatalf("after %d decisions: %v", i, err)
			}
		}
		c, ok := m.pick(g.Pending())
		if !ok {
			t.Fatalf("nothing is offered: %v", g.State().Stack)
		}
		next, _, err := g.Decide(c)
		if err != nil {
			t.Fatalf("after %d decisions %s says %q: %v", i, c.By, c, err)
		}
		g = next
		said[c.Verb]++
		if why := g.Frozen(); why != nil {
			t.Fatalf("after %q of %s: %v", c, c.By, why)
		}
		if g.State().Money() != money {
			t.Fatalf("%q of %s: there is %d on the table, not %d", c, c.By, g.State().Money(), money)
		}
		if i > 8000 {
			t.Fatal("no end")
		}
	}
	s := g.State()
	t.Logf("%s phase, column %d, SR %d: %s %v %v", colours[s.Get(phase)], s.Get(column), s.Get(stockNo), s.Result.Reason, s.Result.Scores, said)
	return g.Log()
}

// update writes the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write the golden playthroughs")

// TestPlaythroughs compares whole games with the stored ones: one with the trains of the rules, and
// one with those of the cards.
func TestPlaythroughs(t *testing.T) {
	enginetest.Golden(t, "testdata/playthrough.golden", enginetest.Transcript(long(t, 3, 2, false)), *update)
	enginetest.Golden(t, "testdata/certificates.golden", enginetest.Transcript(long(t, 3, 3, false)), *update)
}
