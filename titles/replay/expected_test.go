package replay_test

import (
	"slices"
	"strings"
	"testing"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

// byHand returns the beginning of a game as 18xx.games would export it.
func byHand(t *testing.T, actions string) *replay.Replay {
	t.Helper()
	e, err := games18xx.Read(strings.NewReader(`{"id": "hand", "title": "1817", "settings": {"seed": 1},
		"players": [{"id": 11, "name": "A"}, {"id": 12, "name": "B"}, {"id": 13, "name": "C"}], "actions": [` + actions + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := replay.New(e)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// An unexpected action stops the import. The error names the action, the place in the
// game, and what was expected. No decision of a player is skipped to make the record fit.
func TestUnexpectedActionStopsTheImport(t *testing.T) {
	const opening = `{"id": 1, "type": "bid", "entity": 11, "entity_type": "player", "company": "CM", "price": 10}`
	for name, c := range map[string]struct {
		actions string
		said    int // number of actions carried out
		want    []string
	}{
		"another player's bid": {opening + `, {"id": 2, "type": "bid", "entity": 13, "entity_type": "player", "company": "CM", "price": 15}`, 1,
			[]string{"action 2 (bid by 13)", "not your move", "in Auction (asked: p2 bid, p2 pass)"}},
		"another player's pass": {opening + `, {"id": 2, "type": "pass", "entity": 13, "entity_type": "player"}`, 1,
			[]string{"action 2 (pass by 13)", "13 passes and is not asked", "asked: p2 bid, p2 pass"}},
		"a company's tile in the auction": {`{"id": 1, "type": "lay_tile", "entity": "J", "entity_type": "corporation", "hex": "B5", "tile": "57-0", "rotation": 1}`, 0,
			[]string{"action 1 (lay_tile by J)", "in Auction (asked: p1 bid, p1 pass)"}},
		"automatic ones too": {`{"id": 1, "type": "bid", "entity": 11, "entity_type": "player", "company": "CM", "price": 10,
			"auto_actions": [{"type": "pass", "entity": 13, "entity_type": "player"}]}`, 0,
			[]string{"action 1: automatic pass by 13", "asked: p2 bid"}},
	} {
		r := byHand(t, c.actions)
		var err error
		done := 0
		for _, a := range r.Actions {
			if _, err = r.Do(a); err != nil {
				break
			}
			done++
		}
		if err == nil || done != c.said {
			t.Errorf("%s: %d actions are carried out, %v", name, done, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
}

// If the record contradicts the money or the certificates of the game, the import stops
// at that action: a run, a trade, or the end of the game.
func TestContradictedRecordStopsTheImport(t *testing.T) {
	const s1817, s1828, sNE = "1817/random-1.json", "1828/random-2.json", "18newengland/random-3.json"
	first := func(r *replay.Replay, is func(a games18xx.Action) bool) *games18xx.Action {
		return &r.Actions[slices.IndexFunc(r.Actions, is)]
	}
	runs := func(r *replay.Replay) {
		first(r, func(a games18xx.Action) bool { return len(a.Routes) > 0 }).Routes[0].Revenue += 10
	}
	sale := func(a games18xx.Action) bool { return a.Type == "sell_shares" && a.EntityType == "player" }
	purchase := func(a games18xx.Action) bool { return a.Type == "buy_shares" && a.EntityType == "player" }
	sym := func(a games18xx.Action) string {
		of, _, _ := games18xx.Certificate(a.Shares[0])
		return of
	}
	percent := func(r *replay.Replay) { first(r, sale).Percent += 40 }
	another := func(r *replay.Replay) { first(r, purchase).Shares[0] += "0" }
	more := func(r *replay.Replay) { a := first(r, sale); a.Shares = append(a.Shares, "XYZ_1") }
	none := func(r *replay.Replay) { first(r, purchase).Shares = nil }
	again := func(r *replay.Replay) { // two buy shares of a company, and the second is recorded as buying the first's
		for i, a := range r.Actions {
			if !purchase(a) {
				continue
			}
			for j, b := range r.Actions[i+1:] {
				if b.Type == "sell_shares" || b.Type == "merge" || b.Type == "bankrupt" {
					break
				}
				if purchase(b) && a.Entity != b.Entity && a.Percent == b.Percent && sym(a) == sym(b) {
					r.Actions[i+1+j].Shares = slices.Clone(a.Shares)
					return
				}
			}
		}
		t.Error("nobody buys of one company as another does")
	}
	city := func(name string) func(r *replay.Replay) {
		return func(r *replay.Replay) {
			first(r, func(a games18xx.Action) bool { return a.City != "" }).City = name
		}
	}
	nowhere := func(r *replay.Replay) {
		first(r, func(a games18xx.Action) bool { return len(a.Routes) > 0 }).Routes[0].Connections = [][]string{{}}
	}
	train := func(r *replay.Replay) {
		first(r, func(a games18xx.Action) bool { return a.Type == "discard_train" }).Train = "3-99"
	}
	for _, c := range []struct {
		name, what string
		change     func(r *replay.Replay)
		want       string
	}{
		{s1817, "a run", runs, "the runs earn $"},
		{s1828, "a run", runs, "the runs earn $"},
		{sNE, "a run", runs, "the runs earn $"},
		{s1817, "the end", func(r *replay.Replay) { r.Export.Result[string(r.Export.Players[0].ID)]++ }, "ends with $"},
		{s1817, "percent", percent, "and the certificates"},
		{s1828, "percent", percent, "and the certificates"},
		{sNE, "percent", percent, "and the certificates"},
		{s1817, "two companies", more, "it names the certificates"},
		{s1828, "two companies", more, "it names the certificates"},
		{sNE, "two companies", more, "it names the certificates"},
		{s1817, "no certificate", none, "it names no certificate"},
		{s1828, "no certificate", none, "it names no certificate"},
		{sNE, "no certificate", none, "it names no certificate"},
		{sNE, "a certificate that is not", another, "which lies elsewhere"},
		{s1817, "a city without a name", city("x"), "the name of no city"},
		{s1828, "a city without a name", city("x"), "the name of no city"},
		{sNE, "a city without a name", city("x"), "the name of no city"},
		{s1817, "a city that is not", city("E3-0-9"), "there is no city"},
		{s1828, "a city that is not", city("E3-0-9"), "there is no city"},
		{sNE, "a city that is not", city("E3-0-9"), "there is no city"},
		{s1817, "a run of no hexes", nowhere, "goes nowhere"},
		{s1828, "a run of no hexes", nowhere, "goes nowhere"},
		{sNE, "a run of no hexes", nowhere, "goes nowhere"},
		{s1817, "another's train", train, "does not have it"},
		{s1828, "another's train", train, "does not have it"},
		{"18newengland/73885.json", "another's train", train, "does not have it"},
		{s1817, "another's certificate", again, "has"},
		{s1828, "another's certificate", again, "has"},
		{sNE, "another's certificate", again, "which lies elsewhere"},
	} {
		r := replaytest.Open(t, "../../../shared/games/"+c.name)
		c.change(r)
		err := r.DoTo(replay.All)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "action ") {
			t.Errorf("%s, %s: %v, want %q", c.name, c.what, err, c.want)
		}
	}
}
