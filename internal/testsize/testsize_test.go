package testsize

import "testing"

func TestOf(t *testing.T) {
	for _, size := range []string{"", "large", "larger"} {
		t.Setenv(variable, size)
		want := "usual"
		switch {
		case Race || testing.Short():
			want = "small"
		case size == "large":
			want = "large"
		}
		if got := Of("small", "usual", "large"); got != want {
			t.Errorf("%s=%q: %s, want %s", variable, size, got, want)
		}
	}
}
