package robot

import (
	"testing"

	"pbem/engine"
)

// What a command begins is open until it is kept or taken back, with marks in marks.
func TestWhatIsBegunAndTakenBack(t *testing.T) {
	mark, back, keep, other := engine.Marked{}, engine.Restored{}, engine.Kept{}, engine.Set{Key: "x"}
	for _, c := range []struct {
		name        string
		events      []engine.Event
		begun, gone bool
	}{
		{"nothing", []engine.Event{other}, false, false},
		{"begun", []engine.Event{other, mark, other}, true, false},
		{"taken back", []engine.Event{mark, other, back}, false, true},
		{"kept", []engine.Event{mark, other, keep}, false, false},
		{"taken back within", []engine.Event{mark, mark, back, other}, true, false},
		{"taken back within, then kept", []engine.Event{mark, mark, back, keep}, false, false},
		{"kept within, then taken back", []engine.Event{mark, mark, keep, back}, false, true},
		{"kept, then another taken back", []engine.Event{mark, keep, mark, back}, false, false},
		{"begun by the next step", []engine.Event{other, engine.Flowed{}, mark}, false, false},
		{"begun before the next step", []engine.Event{mark, engine.Flowed{}, other}, true, false},
		{"the end of what was begun before", []engine.Event{back, other}, false, false},
	} {
		if begun, gone := begins(c.events), takenBack(c.events); begun != c.begun || gone != c.gone {
			t.Errorf("%s: begun %v, taken back %v", c.name, begun, gone)
		}
	}
}
