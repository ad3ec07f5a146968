package t1828

import (
	"testing"

	"pbem/titles/title/titletest"
)

// A switch holds for the record only, unless it says why it stays on. Each has a case that needs it.
func TestSwitchesOnceAdopted(t *testing.T) {
	titletest.SwitchesAdopted(t, kit, switches)
}

// A new game gets the options of new games, unless it is played as a record was.
func TestGamesThatBeginNow(t *testing.T) {
	for _, c := range []struct {
		chosen map[string]string
		now    bool
	}{{nil, true}, {map[string]string{goodPrivates: "yes"}, true}, {map[string]string{switches[0].Key: "yes"}, false}} {
		got := asOfNow(c.chosen)
		for _, option := range []string{newDirectorRuns, coalBeforeRun} {
			if (got[option] == "yes") != c.now || !known(option) {
				t.Errorf("%v becomes %v", c.chosen, got)
			}
		}
		for key, value := range c.chosen {
			if got[key] != value {
				t.Errorf("%v becomes %v", c.chosen, got)
			}
		}
	}
}
