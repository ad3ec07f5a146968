package titletest

import (
	"maps"
	"testing"

	"pbem/titles/title"
)

// BeginsNow tests that new games get these options beside those that are chosen, which the setup admits, and that a game
// that is played as a record was gets none.
func BeginsNow(t *testing.T, ti *title.Title, switches title.Switches, options ...string) {
	t.Helper()
	want := map[string]string{"a variant": "yes"}
	for _, option := range options {
		want[option] = "yes"
	}
	if got := ti.AsOfNow(map[string]string{"a variant": "yes"}); !maps.Equal(got, want) {
		t.Errorf("a new game has the options %v, want %v", got, want)
	}
	for _, s := range switches {
		record := map[string]string{s.Key: "yes"}
		if got := ti.AsOfNow(maps.Clone(record)); !maps.Equal(got, record) {
			t.Errorf("a game of a record has the options %v", got)
		}
	}
	for _, seats := range ti.Facts.Seats {
		start := Names(1, min(seats.Players, 6))
		start.Title, start.Options = ti.Facts.Slug, ti.AsOfNow(nil)
		if seats.Variant != "" || seats.Players > 6 {
			continue
		}
		if _, err := ti.Setup(start); err != nil {
			t.Error(err)
		}
	}
}
