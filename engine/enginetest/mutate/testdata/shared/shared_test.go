package shared

import "testing"

func TestLeast(t *testing.T) {
	if Twice(1) != 8 {
		t.Error("less than 8")
	}
}
