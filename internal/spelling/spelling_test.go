package spelling

import "testing"

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "train", 5},
		{"train", "", 5},
		{"train", "train", 0},
		{"trains", "train", 1}, // one too many
		{"tran", "train", 1},   // one missing
		{"troin", "train", 1},  // one wrong
		{"trian", "train", 1},  // two swapped
		{"rtian", "train", 2},
		{"tokyo", "kyoto", 4},
		{"ab", "ba", 1},
		{"ca", "abc", 3}, // what was swapped is not changed once more
	} {
		if got := Slips(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %d slips, want %d", c.a, c.b, got, c.want)
		}
		if there, back := Slips(c.a, c.b), Slips(c.b, c.a); there != back {
			t.Errorf("%q and %q: %d slips, and %d the other way", c.a, c.b, there, back)
		}
	}
}
