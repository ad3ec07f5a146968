package t1828

import (
	"testing"

	"pbem/titles/title/titletest"
)

// A switch holds for the record only, unless it says why it stays on. Each has a case that needs it.
func TestSwitchesOnceAdopted(t *testing.T) {
	titletest.SwitchesAdopted(t, kit, switches)
}

func TestGamesThatBeginNow(t *testing.T) {
	titletest.BeginsNow(t, Title, switches, newDirectorRuns, coalBeforeRun, tileOfChamplain)
}
