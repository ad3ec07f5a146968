package replay_test

import (
	"slices"
	"strings"
	"testing"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

// byHand is the beginning of a game as 18xx.games would export it.
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

// An action that we do not expect stops the import with the action, the place in
// the game and what was expected; nobody's decision is passed over to make it fit.
func TestUnexpectedActionStopsTheImport(t *testing.T) {
	const opening = `{"id": 1, "type": "bid", "entity": 11, "entity_type": "player", "company": "CM", "price": 10}`
	for name, c := range map[string]struct {
		actions string
		said    int // actions that are carried out
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

// A record that tells of other money than the game comes to stops the import with the
// action: at a run, or at the end of the game.
func TestContradictedRecordStopsTheImport(t *testing.T) {
	const name = "../../../shared/games/1817/random-2.json"
	for _, c := range []struct {
		what   string
		change func(r *replay.Replay)
		want   string
	}{
		{"a run", func(r *replay.Replay) {
			i := slices.IndexFunc(r.Actions, func(a games18xx.Action) bool { return len(a.Routes) > 0 })
			r.Actions[i].Routes[0].Revenue += 10
		}, "the runs earn $"},
		{"the end", func(r *replay.Replay) { r.Export.Result[string(r.Export.Players[0].ID)]++ }, "ends with $"},
	} {
		r := replaytest.Open(t, name)
		c.change(r)
		if err := r.DoTo(replay.All); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "recorded are $") {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}
