package t1828

import (
	"testing"

	"pbem/engine/enginetest"
)

// A switch holds for the record only, unless it says why it stays on. Each has a case that needs it.
func TestSwitchesOnceAdopted(t *testing.T) {
	var keys []string
	for _, sw := range switches {
		keys = append(keys, sw.Key)
	}
	enginetest.Adopted(t, kit, "testdata/*.txt", keys, func(key string) bool { return switches[switches.Find(key)].Rest != "" })
}
