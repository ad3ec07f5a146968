package postbox

import (
	"fmt"
	"slices"
	"testing"

	"pbem/pbem/postoffice"
)

// A service leaves one mark, however often it renews it. It takes away the mark of a service that has ended, and not that of
// one that goes on.
func TestPresenceLeavesOneMark(t *testing.T) {
	o := office(t, postoffice.Config{})
	mark := func(name string, others string, before, marks int) {
		t.Helper()
		got, n, err := Presence(t.Context(), imapConfig(o), name, "a test")
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if fmt.Sprint(got) != others || n != before {
			t.Errorf("%s sees %v, and %d before it; want %s and %d", name, got, n, others, before)
		}
		if left := flags(t, o, "pbem-service"); len(left) != marks {
			t.Errorf("after a mark of %s there are %d, want %d", name, len(left), marks)
		}
	}
	mark("a", "[]", 0, 1)
	mark("a", "[]", 0, 1)
	mark("a", "[]", 0, 1)
	mark("b", "[]", 1, 2)
	mark("a", "[b]", 0, 2)
	mark("b", "[a]", 0, 2)
	mark("a", "[b]", 0, 2) // the last that b leaves
	mark("a", "[]", 0, 1)
}
