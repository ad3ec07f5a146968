package walk

import (
	"testing"

	"pbem/engine"
)

func verbs100(p *Thrifty, choices ...engine.Choice) map[string]int {
	said := map[string]int{}
	for range 1000 {
		c, ok := p.Pick(choices)
		if !ok {
			said["nothing"]++
		}
		said[c.Verb]++
	}
	return said
}

// Prudent players seldom do what ruins them, but do it if nothing else is offered. A title may have other
// habits.
func TestPrudentPlayers(t *testing.T) {
	none := func() []engine.Option { return nil }
	buy, bankrupt := engine.Bare("p1", "buy", ""), engine.Bare("p1", "bankrupt", "")
	barred := engine.Choice{By: "p1", Verb: "pass", Options: none}
	if said := verbs100(NewThrifty(1, nil), bankrupt, barred, buy); said["buy"] < 950 || said["bankrupt"] == 0 || said["pass"] > 0 {
		t.Errorf("of a purchase and bankruptcy: %v", said)
	}
	if said := verbs100(NewThrifty(1, nil), barred, bankrupt); said["bankrupt"] != 1000 {
		t.Errorf("of bankruptcy alone: %v", said)
	}
	if said := verbs100(NewThrifty(1, nil), barred); said["nothing"] != 1000 {
		t.Errorf("of nothing: %v", said)
	}
	if said := verbs100(NewThrifty(1, map[string]int{"bankrupt": 100, "buy": 0}), bankrupt, buy); said["bankrupt"] != 1000 {
		t.Errorf("with other habits: %v", said)
	}
	if said := verbs100(NewThrifty(1, map[string]int{"bankrupt": 0, "sell": 0}), bankrupt, engine.Bare("p1", "sell", "")); said["nothing"] > 0 {
		t.Errorf("of two things they never do: %v", said)
	}
}

// For a range a number within it is chosen.
func TestPrudentNumbers(t *testing.T) {
	p := NewThrifty(2, nil)
	r := &engine.Range{Min: 15, Max: 98, Step: 5}
	low, high := 0, 0
	for range 500 {
		c, _ := p.Pick([]engine.Choice{{By: "p1", Verb: "start", Options: func() []engine.Option { return []engine.Option{{Args: []string{"NYC", "for"}, Range: r}} }}})
		n := c.Int(2)
		if !r.Holds(n) || c.Arg(0) != "NYC" {
			t.Fatalf("%q", c)
		}
		if n <= 35 {
			low++
		}
		if n >= 80 {
			high++
		}
	}
	if low < 250 || high < 30 {
		t.Errorf("%d low and %d high numbers of 500", low, high)
	}
}

// A title says where numbers should be low.
func TestPrudentLowNumbers(t *testing.T) {
	lobby := engine.Choice{By: "p1", Verb: "fund", Options: func() []engine.Option { return []engine.Option{{Range: &engine.Range{Min: 20, Max: 1000, Step: 10}}} }}
	for often, habits := range map[int]map[string]int{100: {"fund low": 100}, 0: {"fund low": 0}, 50: {"bid low": 100}} {
		p, low := NewThrifty(3, habits), 0
		for range 400 {
			if c, _ := p.Pick([]engine.Choice{lobby}); c.Int(0) <= 60 {
				low++
			}
		}
		if least, most := 4*often-40, 4*often+60; low < least || low > most {
			t.Errorf("%v: %d low numbers of 400", habits, low)
		}
	}
}

// Every second game is prudent, whatever the seed.
func TestMannerOf(t *testing.T) {
	for seed := int64(-8); seed < 8; seed++ {
		if m := MannerOf(seed); (m == Prudent) != (seed%2 != 0) {
			t.Errorf("seed %d: %v", seed, m)
		}
	}
}
