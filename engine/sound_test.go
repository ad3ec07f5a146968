package engine

import (
	"slices"
	"testing"
)

// Whether a log is sound is found in one pass. Those who play alone take back as often as they like, and each opening of such a
// game looked at the whole log for every Undone in it.
func TestSoundInOnePass(t *testing.T) {
	g, log := Start(toy(10), toySetup())
	for range 300 {
		next, more := goOn(t, g, nil, "p1 pass")
		back, undone, err := next.Undo("p1", len(g.Log()))
		if err != nil {
			t.Fatal(err)
		}
		g, log = back, slices.Concat(log, more, undone)
	}
	if n := testing.AllocsPerRun(5, func() {
		if err := damage(log); err != nil {
			t.Error(err)
		}
	}); n > 2*300 {
		t.Errorf("with 300 commands taken back it takes %v pieces of memory", n)
	}
	for name, u := range map[string]Undone{"before the first": {To: -1}, "behind the last": {To: len(g.Log()) + 1}} {
		if err := damage(append(slices.Clone(log), u)); err == nil {
			t.Errorf("an Undone of an event %s is not found", name)
		}
	}
	if err := damage(append(slices.Clone(log), Undone{To: len(g.Log())})); err != nil {
		t.Errorf("an Undone of nothing: %v", err)
	}
}
