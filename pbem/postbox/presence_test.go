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

// A service that is just renewing its mark has two of them. It is one service.
func TestPresenceOfOneAtItNow(t *testing.T) {
	cfg := imapConfig(office(t, postoffice.Config{}))
	if _, _, err := Presence(t.Context(), cfg, "a", "x"); err != nil {
		t.Fatal(err)
	}
	in, err := openFolder(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, name := range []string{"b", "b", "c", "b"} {
		if err := in.leaveMark(t.Context(), name, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if others, _, err := Presence(t.Context(), cfg, "a", "x"); err != nil || !slices.Equal(others, []string{"b", "c"}) {
		t.Errorf("there are %q, %v", others, err)
	}
}
