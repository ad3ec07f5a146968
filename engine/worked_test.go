package engine

import "testing"

// Search steps are counted while a game is open, whoever's command causes them, even if it is undone. The
// count is not stored.
func TestWorked(t *testing.T) {
	rules := Rules{Start: "game", Flow: Flow{
		"game": Loop("search", "ask"),
		"search": Do(func(t *Turn) {
			t.Worked(70)
			t.Note("", "searched")
		}),
		"ask": Do(func(t *Turn) { t.Ask("go on", Bare("p1", "yes", "")) }),
	}}
	g, log := Start(rules, []Event{Started{Players: []string{"A"}}})
	if g.Worked() != 70 {
		t.Errorf("at the start %d", g.Worked())
	}
	yes := Command{By: "p1", Verb: "yes"}
	next, more, err := g.Decide(yes)
	if err != nil || next.Worked() != 140 || g.Worked() != 70 {
		t.Errorf("after a command %d, %v; before it %d", next.Worked(), err, g.Worked())
	}
	if back, _, err := next.Undo("p1", len(log)); err != nil || back.Worked() < next.Worked() {
		t.Errorf("taken back %d, %v", back.Worked(), err)
	}
	if again := Open(rules, append(log, more...)); again.Frozen() != nil || again.Worked() != 0 {
		t.Errorf("opened again %d, %v", again.Worked(), again.Frozen())
	}
}
