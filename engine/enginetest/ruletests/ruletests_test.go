package ruletests_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"pbem/engine/enginetest/ruletests"
)

// Tests that reach random players (by the method of a type) or recorded games
// do not count.
func TestOnlyRulesCount(t *testing.T) {
	c, err := ruletests.Choose("../mutate/testdata/toy")
	if err != nil {
		t.Fatal(err)
	}
	if c.Run != "^(TestRules)$" || !slices.Equal(c.Others, []string{"TestStored", "TestWalk"}) {
		t.Errorf("counted are %s, not %v", c.Run, c.Others)
	}
	if len(c.Hidden) != 1 || filepath.Base(c.Hidden[0]) != "stored_test.go" {
		t.Errorf("hidden are %v", c.Hidden)
	}
	if _, err := ruletests.Choose("../mutate/testdata"); !errors.Is(err, ruletests.ErrNone) {
		t.Error("a folder without tests is taken")
	}
}
