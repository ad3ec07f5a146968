package t18newengland

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
)

// TestEveryRefusalHasAReason tries everything that sounds like a command in positions of a random
// game. What is not offered must be refused with a sentence of its own, and what is offered must
// not be called impossible.
func TestEveryRefusalHasAReason(t *testing.T) {
	asked := map[string]int{}
	for seed := range uint64(2) {
		askAround(t, seed, asked)
	}
	for _, verb := range []string{"reserve", "value", "sell", "buy", "start", "lay", "token", "redeem", "issue", "convert", "merge"} {
		if asked[verb] == 0 {
			t.Errorf("%q was never asked", verb)
		}
	}
}

// askAround plays one game and tries commands in some of its positions.
func askAround(t *testing.T, seed uint64, asked map[string]int) {
	t.Helper()
	_, err := enginetest.Play(Title.Rules, mustSetup(t, 4), seed, func(n int, g *engine.Game) error {
		if n%17 > 0 {
			return nil
		}
		for _, ch := range g.Pending() {
			asked[ch.Verb]++
			checkReasons(t, n, ch)
		}
		return nil
	})
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
}

func checkReasons(t *testing.T, n int, ch engine.Choice) {
	t.Helper()
	if ch.Free == nil || ch.Usage != "" {
		return
	}
	for _, text := range sayings(ch.Verb) {
		words := strings.Fields(text)
		said, err := ch.Free(words)
		if err != nil && strings.TrimSpace(err.Error()) != "" || err == nil && offersSome(ch, said) || offersSome(ch, words) {
			continue
		}
		t.Errorf("decision %d: %q of %s is refused with %v", n, ch.Verb+" "+text, ch.By, err)
	}
}

func offersSome(ch engine.Choice, words []string) bool {
	for _, o := range ch.List() {
		if o.Match(words) {
			return true
		}
	}
	return false
}

// sayings returns ways to complete a verb, sensible or not.
func sayings(verb string) []string {
	out := []string{"", "x", "9 x"}
	for _, c := range data.Companies {
		switch verb {
		case "reserve":
			out = append(out, c.Sym)
		case "value", "start":
			out = append(out, c.Sym, c.Sym+" 50", c.Sym+" 65 bottom", c.Sym+" 80 top", c.Sym+" 72 top")
		case "sell":
			out = append(out, "1 "+c.Sym, "2 "+c.Sym, "5 "+c.Sym)
		case "buy":
			out = append(out, c.Sym+" from ipo", c.Sym+" from treasury", c.Sym+" from pool", "train 3 from "+c.Sym+" for 1",
				"train 5E from "+c.Sym+" for 5000")
		case "convert":
			out = append(out, c.Sym+" into NYC")
		case "merge":
			out = append(out, "BL with "+c.Sym+" into NYC", c.Sym+" with CV into CN")
		}
	}
	for n := range 7 {
		out = append(out, strconv.Itoa(n), fmt.Sprintf("%d from ipo", n), fmt.Sprintf("%d from treasury", n))
	}
	for _, tr := range data.Trains {
		out = append(out, "train "+tr.Name+" from bank", "train "+tr.Name+" from pool")
	}
	return append(out, placements(verb)...)
}

// placements returns lays of all kinds of tile, and stations, on all hexes.
func placements(verb string) []string {
	var out []string
	for i, hex := range data.Map.Hexes {
		switch verb {
		case "lay":
			tile := []string{"8", "57", "6", "58", "14", "23", "63", "X1"}[i%8]
			out = append(out, fmt.Sprintf("%s %s %d", hex.At, tile, i%6))
		case "token":
			out = append(out, hex.At, hex.At+" S", hex.At+" city")
		}
	}
	return out
}
