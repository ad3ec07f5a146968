package grammar

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
)

func TestDump(t *testing.T) {
	lines := map[string][]string{
		"reserve": {"reserve NYC", "reserve ws", "reserve hudson", "reserve", "value NYW 50", "value PE", "pass", "relinquish", "bid 5"},
		"start":   {"start NYC 50", "start PE 400", "start PE", "buy NYC", "buy NYC from pool", "buy train 3", "sell 2 B&A", "sell b&a", "sell PE", "pass", "buy", "sell", "buy pe"},
		"lay":     {"lay H6 8 W-SE", "lay H7 8", "lay boston 8 1", "lay D13 57 2", "lay L5 X1 0", "lay Z9 8 2", "lay D13 6 E-W", "redeem 3", "lay", "lay A2 8 1", "lay N-S"},
		"token":   {"token Boston", "token A2", "token G8 city", "token D13", "token foo"},
		"run":     {"run 3: L5 G8", "run L5-B3", "run 9: L5 B3", "run foo"},
		"buy":     {"buy 4-train", "buy train", "buy 2 from pool", "buy 5E from B&M for 5000", "buy 3-train from PE", "buy train 3 from bank for 20", "pass", "liquidate", "sell 2 B&A", "buy B&A"},
		"merge":   {"merge with PE into NYC", "merge PE BL NYC", "merge", "convert to PE", "convert into NYC"},
		"pay":     {"pay 30", "pass", "skip"},
	}
	seen := map[string]int{}
	for seed := range int64(6) {
		play(t, seed, 3, 700, func(ctx Context, pending []engine.Choice) {
			v := pending[0].Verb
			key := v + pending[0].For[:min(1, len(pending[0].For))]
			if v == "sell" {
				v, key = "start", "start"
				if pending[0].For != "" {
					v, key = "buy", "buysell"
				}
			}
			if seen[key]++; seen[key] != 4 {
				return
			}
			fmt.Println("==", v, pending[0].By, pending[0].For, Offered(pending, pending[0].By))
			for _, l := range lines[v] {
				c, err := Match(ctx, pending, pending[0].By, l)
				var r *Refusal
				if errors.As(err, &r) {
					fmt.Printf("%-30s %s\n%40s %s | %s\n", l, r.Sentence, "", strings.Join(r.Readings, "; "), strings.Join(r.Closest, "; "))
				} else {
					fmt.Printf("%-30s OK %s\n", l, c)
				}
			}
		})
	}
}
