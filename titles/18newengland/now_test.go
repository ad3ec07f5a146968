package t18newengland

import "testing"

// A new game gets the options of new games, unless it is played as a record was.
func TestGamesThatBeginNow(t *testing.T) {
	for _, c := range []struct {
		chosen map[string]string
		now    bool
	}{{nil, true}, {map[string]string{switches[0].Key: "yes"}, false}} {
		got := asOfNow(c.chosen)
		if (got[asksOpenTrack] == "yes") != c.now || !option(asksOpenTrack) {
			t.Errorf("%v becomes %v", c.chosen, got)
		}
		for key, value := range c.chosen {
			if got[key] != value {
				t.Errorf("%v becomes %v", c.chosen, got)
			}
		}
	}
}
