package table

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// allPass passes for everybody until a player is asked again, or ten questions were passed.
func allPass(t *testing.T, tb *Table, player string) *Table {
	t.Helper()
	for range 10 {
		for _, ch := range tb.Game.Pending() {
			if !ch.Unawaited && tb.Passes(ch.Verb) {
				tb = after(t, tb, engine.Command{By: ch.By, Verb: ch.Verb})
				break
			}
		}
		if tb.question(player) != "" {
			break
		}
	}
	return tb
}

// selling returns what a player may sell, as a command; "" for nothing.
func selling(tb *Table, player string) string {
	for _, ch := range engine.Of(tb.Game.Pending(), player) {
		if ch.Verb != "sell" || ch.Options == nil || len(ch.List()) == 0 {
			continue
		}
		o := ch.List()[0]
		if o.Range != nil {
			return fmt.Sprintf("sell %d", o.Range.Min)
		}
		return strings.Join(append([]string{"sell"}, o.Args...), " ")
	}
	return ""
}

// Who sold something before they passed has not passed that question yet: a plan may pass it when it comes back, as what
// was sold changed it.
func TestSoldBeforePassing(t *testing.T) {
	for _, ti := range titles.All() {
		tried := 0
		idleTurns(t, ti, func(tb *Table, c engine.Command, player string, _ []engine.Event) bool {
			came := after(t, tb, c)
			line := selling(came, player)
			if line == "" {
				return true
			}
			f := strings.Fields(line)
			sold := after(t, came, engine.Command{By: player, Verb: f[0], Args: f[1:]})
			if !sold.Scene(player).SameTurn(came.Scene(player)) {
				return true // the sale was the turn
			}
			again := allPass(t, sold, player)
			if !again.Scene(player).SameTurn(came.Scene(player)) && again.question(player) == came.question(player) && again.RoundAt(len(again.Log)) == came.RoundAt(len(came.Log)) {
				tried++
				if again.cameRound(player, len(came.Log)) {
					t.Errorf("%s: %s said %q and passed, and that counts as a question that was only passed", ti.Facts.Slug, player, line)
				}
			}
			return tried < 3
		})
		if tried == 0 && recorded(t, ti) {
			t.Errorf("%s: in no stored game is the question asked again", ti.Facts.Slug)
		}
	}
}
