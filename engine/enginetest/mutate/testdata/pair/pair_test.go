package pair

import "testing"

func TestWages(t *testing.T) {
	if wage(5) != 20 {
		t.Error("wage")
	}
}
