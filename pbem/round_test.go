package pbem

import (
	"testing"

	"pbem/engine"
	"pbem/pbem/table"
	"pbem/titles"
)

// The round of a position is what the rules say about it: for the stored position, the
// present one, and any before.
func TestRoundAt(t *testing.T) {
	ti, ok := titles.Find("18newengland")
	if !ok {
		t.Fatal("no such title")
	}
	log := storedGame(t, "../titles/18newengland/testdata/v1/73885.log.gz")
	round := func(n int) string { return ti.Round(engine.Fold(log[:n])) }
	tb := &table.Table{Title: ti, Log: log, Game: engine.Open(ti.Rules, log)}
	tb.Version.Events = len(log) / 2
	tb.Record.Round = round(tb.Version.Events)
	rounds := map[string]bool{}
	for _, n := range []int{10, len(log) / 4, len(log)/2 - 400, len(log) / 2, len(log)/2 + 400, len(log)} {
		rounds[round(n)] = true
		if have := tb.RoundAt(n); have != round(n) {
			t.Errorf("after %d events: %q, want %q", n, have, round(n))
		}
	}
	if len(rounds) < 5 {
		t.Errorf("only the rounds %v are looked at", rounds)
	}
	tb.Record.Round = ""
	if have := tb.RoundAt(tb.Version.Events); have != round(tb.Version.Events) {
		t.Errorf("a record of old that tells of no round: %q", have)
	}
}
