package t18newengland

import (
	"testing"

	"pbem/titles/title/titletest"
)

// A switch holds only for the record, unless it says why it stays on. Each switch has a case that
// needs it.
func TestSwitchesOnceAdopted(t *testing.T) {
	titletest.SwitchesAdopted(t, kit, switches)
}
