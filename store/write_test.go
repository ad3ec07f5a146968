package store

import "testing"

// A change that comes alone does not wait for others; one that comes with others, or
// after several that came together, does.
func TestWhoWaitsForOthers(t *testing.T) {
	w := &writer{}
	for i, c := range []struct {
		come int
		many bool
	}{{1, false}, {1, false}, {2, true}, {1, true}, {1, false}, {mostShared + 1, true}, {0, true}, {1, false}} {
		for range c.come {
			w.waiting = append(w.waiting, &write{})
		}
		if w.many() != c.many {
			t.Errorf("step %d: others are waited for: %v", i, !c.many)
		}
		if n := len(w.next()); n != min(c.come, mostShared) && c.come > 0 {
			t.Errorf("step %d: %d changes are taken", i, n)
		}
	}
}
